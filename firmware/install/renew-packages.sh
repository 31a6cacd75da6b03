#!/usr/bin/env bash
# Looks up the newest versions of all Python packages that pyproject.toml allows, and writes them
# with their hashes to firmware/install/packages*.txt, from which everything is installed. Needs the
# network; afterwards run ./check.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check uv
lock() { # FILE ARGUMENT... : for every system and every Python from 3.11 on
    local file=firmware/install/$1
    shift
    echo "# Made by firmware/install/renew-packages.sh." >"$work/lock"
    "$work/venv/bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-header --no-annotate --no-emit-index-url --no-emit-find-links "$@" pyproject.toml \
        firmware/install/build.in >>"$work/lock"
    mv "$work/lock" "$file"
}
lock packages-dev.txt --upgrade --extra dev --extra pi
lock packages.txt --constraint firmware/install/packages-dev.txt
lock packages-pi.txt --constraint firmware/install/packages-dev.txt --extra pi

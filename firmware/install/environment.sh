# shellcheck shell=bash
# Sourced by ./run and ./check, from the top folder: makes .venv and installs what is missing.
# When everything is there already it does nothing, and needs no network.

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# can_be_root : root can, and whom sudo lets, which may ask for a password. (sudo -v would ask a user for
# one who needs none for commands, as on Raspberry Pi OS.)
can_be_root() {
    [ "$(id -u)" -eq 0 ] || { command -v sudo >/dev/null && sudo true; }
}

# need_64_bit : neither OpenCV nor FFmpeg is there for other computers. A Raspberry Pi OS of 32 bits
# may have a kernel of 64.
need_64_bit() {
    if [ "$(getconf LONG_BIT)" != 64 ]; then
        echo "Quartermaster needs a 64-bit system; this one has $(getconf LONG_BIT) bits." >&2
        echo "On a Raspberry Pi, write \"Raspberry Pi OS (64-bit)\" to the card, then start again." >&2
        return 1
    fi
}

# quietly WHAT COMMAND... : says what is done, and what the command says only if it fails. On a
# terminal a dot every three seconds shows that it goes on.
quietly() {
    local what=$1 said dots="" code=0
    shift
    said=$(mktemp)
    printf '  %s ...' "$what" >&2
    if [ -t 2 ]; then
        (while sleep 3; do printf '.' >&2; done) &
        dots=$!
    fi
    "$@" >"$said" 2>&1 || code=$?
    if [ -n "$dots" ]; then
        kill "$dots"
        wait "$dots" 2>/dev/null || true
    fi
    if [ "$code" -eq 0 ]; then
        echo " done." >&2
    else
        echo " failed:" >&2
        cat "$said" >&2
    fi
    rm -f "$said"
    return "$code"
}

# need_debian PACKAGE... : installs Debian packages that are not installed yet.
need_debian() {
    local package missing=()
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    if [ ${#missing[@]} -gt 0 ]; then
        echo "Debian packages that Quartermaster needs are missing here." >&2
        if ! can_be_root; then
            echo "You may not install them. Ask an administrator to run this line, then start again:" >&2
            echo "    sudo apt-get install --no-install-recommends ${missing[*]}" >&2
            return 1
        fi
        as_root dpkg --configure -a >/dev/null || return # if the power failed while others were installed
        quietly "Looking for the newest" as_root apt-get update -qq || return
        quietly "Installing ${missing[*]}" as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "${missing[@]}"
    fi
}

is_raspberry_pi() {
    grep -qs 'Raspberry Pi' /proc/device-tree/model
}

# need_python EXTRA : a virtual environment with the project and one extra ("" for none, "dev"). All
# packages come in the versions, and with the hashes, of packages*.txt; see renew-packages.sh.
need_python() {
    local extra=$1 packages=packages flags=() state wanted
    need_64_bit || return
    command -v python3 >/dev/null || need_debian python3-venv || return
    wanted=$({ cat pyproject.toml firmware/install/packages*.txt; python3 --version; } | sha256sum | cut -d' ' -f1)
    for state in "$extra" dev; do
        [ "$(cat ".venv/ready$state" 2>/dev/null)" = "$wanted" ] && return
    done
    if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
        echo "Quartermaster needs Python 3.11 or newer; this is $(python3 --version)." >&2
        return 1
    fi
    if is_raspberry_pi; then
        # The camera's and the pins' Python sides belong to Raspberry Pi OS: picamera2 needs a libcamera
        # made for its kernel, and PyPI has no lgpio for the Python of trixie.
        if need_debian python3-venv python3-picamera2 python3-lgpio; then
            flags=(--system-site-packages)
            packages="packages-pi"
        else
            echo "Without python3-picamera2 and python3-lgpio, which only Raspberry Pi OS has, the Pi's own" >&2
            echo "camera and its pins are not used. A USB camera and buttons on the phones will do." >&2
            echo "When they are installed later: rm -r $PWD/.venv, then start again." >&2
        fi
    fi
    python3 -c 'import ensurepip' 2>/dev/null || need_debian python3-venv || return
    echo "Quartermaster sets itself up in $PWD/.venv. This takes a few minutes, once." >&2
    # An upgrade of the system's Python leaves an environment without pip behind.
    .venv/bin/python -m pip --version >/dev/null 2>&1 ||
        quietly "Making a place for packages" python3 -m venv --clear "${flags[@]}" .venv
    [ -z "$extra" ] || packages=packages-$extra
    packages=firmware/install/$packages.txt
    quietly "Installing $(grep -c == "$packages") Python packages" pip_install --require-hashes -r "$packages" || {
        echo "This needs a network, only this first time. Is there one? Then start again." >&2
        return 1
    }
    quietly "Installing Quartermaster itself" pip_install --no-deps --no-build-isolation -e .
    echo "$wanted" >".venv/ready$extra"
}

# pip_install WHAT... : warnings are about other things, as this computer's settings of pip; only why it has
# stopped trying to connect is worth reading.
pip_install() {
    .venv/bin/python -m pip install --quiet --disable-pip-version-check "$@" 2>&1 |
        sed '/^ *WARNING: /{/Retry(total=0/!d}'
}

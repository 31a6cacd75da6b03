#!/usr/bin/env bash
# Sets Quartermaster up on clean systems of Debian 12 and 13 (or those that are named), each as root, as a
# user whom sudo lets, and as one who may install nothing. Root, debootstrap and a network are needed.
# FOLDER keeps the clean systems for the next time.
#
#     tests/lab/chroots.sh FOLDER [SUITE...]
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)

# within SYSTEM COMMAND... : in it, with what this computer has to say about networks and pip.
within() {
    local system=$1
    shift
    # shellcheck disable=SC2016 # the inner shell's
    unshare --mount --pid --fork bash -c '
        mount --bind "$1" "$1"
        mount -t proc proc "$1/proc"
        mount --rbind /dev "$1/dev"
        cd "$1"
        shift
        exec chroot . "$@"' within "$system" "$@"
}

# as NAME SYSTEM COMMAND : in a copy of the sources that belongs to that user.
as() {
    local name=$1 system=$2 home=/home/$1
    [ "$name" != root ] || home=/root
    within "$system" runuser -u "$name" -- env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME="$home" SSL_CERT_FILE="$certificates" \
        PIP_CERT="$certificates" bash -c "cd ~/quartermaster && $3"
}

tell() {
    echo "== $suite: $*"
}

fail() {
    tell "$*" >&2
    cat "$system/said" >&2
    exit 1
}

try_suite() {
    local clean=$folder/$suite.clean name
    [ -e "$clean/complete" ] || {
        tell "a clean system"
        rm -rf "$clean"
        debootstrap --variant=minbase "$suite" "$clean" >"$folder/$suite.log"
        touch "$clean/complete"
    }
    system=$folder/$suite
    rm -rf "$system"
    cp -a "$clean" "$system"
    cp -L /etc/resolv.conf "$system/etc/resolv.conf"
    certificates=/usr/local/share/of-this-computer.crt
    cp -L /etc/ssl/certs/ca-certificates.crt "$system$certificates"
    within "$system" useradd --create-home --shell /bin/bash guest
    within "$system" useradd --create-home --shell /bin/bash helper
    for name in root guest helper; do
        mkdir -p "$system/tmp/sources"
        git -C "$source" ls-files -z | tar -C "$source" --null -T - -cf - | tar -C "$system/tmp/sources" --no-same-owner -xf -
        within "$system" chown -R "$name:" /tmp/sources
        within "$system" bash -c "mv /tmp/sources ~$name/quartermaster"
    done

    tell "guest may install nothing, and nothing is there: a line for an administrator"
    ! as guest "$system" "./run trial" >"$system/said" 2>&1 || fail "it should have been refused"
    line=$(sed -n 's/^ *sudo \(apt-get install .*\)/\1/p' "$system/said")
    [ -n "$line" ] || fail "there is no such line"

    tell "root: $line"
    within "$system" bash -c "apt-get update -qq && DEBIAN_FRONTEND=noninteractive $line -y -qq" \
        >"$system/said" 2>&1 || fail "the line does not work"

    tell "guest is set up with what is there now"
    as guest "$system" "./run trial" >"$system/said" 2>&1 || fail "it was not set up"
    tail -n 1 "$system/said"

    tell "helper, whom sudo lets, on a system without it"
    within "$system" bash -c "apt-get purge -y -qq --autoremove ${line##* } &&
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends sudo &&
        echo 'helper ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/helper" >"$system/said" 2>&1 || fail "no sudo"
    as helper "$system" "./run trial" >"$system/said" 2>&1 || fail "it was not set up"
    tail -n 1 "$system/said"

    tell "root, on a system without it"
    within "$system" apt-get purge -y -qq --autoremove "${line##* }" >"$system/said" 2>&1 || fail "it stays"
    as root "$system" "./run trial" >"$system/said" 2>&1 || fail "it was not set up"
    tail -n 1 "$system/said"
    rm -rf "$system"
}

if [ $# -eq 0 ] || [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null; then
    echo "Usage, as root, with debootstrap: $0 FOLDER [SUITE...]" >&2
    exit 2
fi
mkdir -p "$1"
folder=$(cd "$1" && pwd -P)
shift
[ $# -gt 0 ] || set -- bookworm trixie
for suite in "$@"; do
    try_suite
done

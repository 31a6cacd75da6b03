#!/usr/bin/env bash
# install.sh DISK ARCHITECTURE SOURCES : runs Quartermaster's own installer in the system on a disk,
# as root.
#
# That system is not running, as when somebody prepares a memory card on another computer: emulated,
# the same would take half an hour. Installing in the running system is the scenario "update".
set -euo pipefail
disk=$1
architecture=$2
sources=$3
# shellcheck source-path=SCRIPTDIR source=image/foreign.sh
. "$(dirname "$0")/image/foreign.sh"

# Mounts vanish with this process, however it ends.
if [ -z "${LAB_INSTALLING-}" ]; then
    exec unshare --mount env LAB_INSTALLING=1 "$0" "$@"
fi

run_programs_of "$architecture"
root=$(mktemp -d)
trap 'umount -q "$root/dev" "$root/etc/resolv.conf" "$root" || true; rmdir "$root"' EXIT
mount -o loop "$disk" "$root"
mount --bind /dev "$root/dev"
mount --bind /etc/resolv.conf "$root/etc/resolv.conf"
# No /proc is mounted: in its place stands the one file by which the installer knows a Pi, which the
# board for ARM is not.
if [ "$architecture" = amd64 ]; then
    mkdir -p "$root/proc/device-tree"
    printf 'Raspberry Pi 4 Model B\0' >"$root/proc/device-tree/model"
fi
rm -rf "$root/root/quartermaster"
tar -C "$root/root" --no-same-owner -xf "$sources"
chroot "$root" /usr/bin/env -u PIP_FIND_LINKS -i HOME=/root LC_ALL=C.UTF-8 PATH="$PATH:/usr/sbin:/sbin" \
    sh -c 'cd /root/quartermaster && firmware/install/install.sh'
rm -rf "$root/proc/device-tree"

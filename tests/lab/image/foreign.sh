# shellcheck shell=bash
# Sourced by what makes disks for another processor than this computer's: QEMU runs its programs here.

# run_programs_of ARCHITECTURE : where systemd runs, Debian's qemu-user-static has told the kernel already.
run_programs_of() {
    [ "$1" != "$(dpkg --print-architecture)" ] || return 0
    local kernel=/proc/sys/fs/binfmt_misc
    [ -e "$kernel/register" ] || mount -t binfmt_misc binfmt_misc "$kernel"
    [ -e "$kernel/qemu-aarch64" ] || cat /usr/lib/binfmt.d/qemu-aarch64.conf >"$kernel/register"
}

# shellcheck shell=bash disable=SC2034 # the names are used by the scripts that source this
# Sourced by install.sh and uninstall.sh: names, options, and how a step is said and done.

# Files go below DESTDIR, if it is set; for trying things out.
root=${DESTDIR-}
user=quartermaster
program=$root/opt/quartermaster  # versions/NAME/, and two links into it: current and previous
data=$root/var/lib/quartermaster
unit=$root/etc/systemd/system/quartermaster.service
settings=$root/etc/quartermaster # pins.toml, options and wifi.toml: the owner's
wifi_unit=$root/etc/systemd/system/quartermaster-wifi.service
wifi_profile=$root/etc/NetworkManager/system-connections/quartermaster-own.nmconnection
wifi_names=$root/etc/NetworkManager/dnsmasq-shared.d/quartermaster.conf
avahi=$root/etc/avahi/avahi-daemon.conf
avahi_mark="# The next line is Quartermaster's; its uninstall.sh removes both."

dry_run=false
PATH=$PATH:/usr/sbin:/sbin # where su, unlike sudo, does not look for useradd
umask 022                  # the service reads what root installs

step() {
    echo "$*"
}

# run COMMAND... : shows the command and runs it; in a dry run it only shows it.
run() {
    echo "    $*"
    "$dry_run" || "$@"
}

# need_root SCRIPT : stops unless this is root or a dry run.
need_root() {
    if "$dry_run"; then
        echo "Dry run: this is what would be done. Nothing is changed."
    elif [ "$(id -u)" -ne 0 ]; then
        echo "This changes the system and needs root: sudo $1" >&2
        echo "To see first what it would do: $1 --dry-run" >&2
        exit 1
    fi
}

# as_user COMMAND... : as the service's user, in a session of its own: whoever else runs under that name
# could type into this terminal otherwise, and be root.
as_user() {
    (cd / && setsid --wait runuser -u "$user" -- "$@")
}

# Image builders install where no systemd is running; then the service starts with the next boot.
systemd_runs() {
    [ -d "$root/run/systemd/system" ]
}

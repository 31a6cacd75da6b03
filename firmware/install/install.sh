#!/usr/bin/env bash
# Installs Quartermaster as a service that starts with the computer, on Raspberry Pi OS or Debian
# (bookworm or trixie). Run it again to update: every step leaves alone what is right already.
#
# A new version is installed beside the one in use and tried; then one rename puts it to use. Whatever
# fails or is cut off before that leaves the old one running: it is not even stopped, only restarted.
set -euo pipefail

usage() {
    cat <<'END'
Usage: install.sh [--dry-run] [--keep-name] [--rollback]

  --dry-run    say what would be done, and do nothing
  --rollback   go back to the version that was in use before the last update
  --keep-name  leave this computer's name on the network alone; without this option it is found as
               quartermaster.local
END
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
source=$(cd "$here/../.." && pwd -P)
# shellcheck source-path=SCRIPTDIR source=steps.sh
. "$here/steps.sh"
# shellcheck source-path=SCRIPTDIR source=environment.sh
. "$here/environment.sh"

parts=(rules vision firmware server hardware docs pictures pyproject.toml README.md CHANGELOG.md CONTRIBUTING.md LICENSE run)

main() {
    local keep_name=false rollback=false wrong=false
    while [ $# -gt 0 ]; do
        case $1 in
            --dry-run) dry_run=true ;;
            --keep-name) keep_name=true ;;
            --rollback) rollback=true ;;
            --help | -h) usage && exit ;;
            *)
                echo "install.sh: there is no option $1" >&2
                usage >&2
                exit 2
                ;;
        esac
        shift
    done
    need_root "$0"
    trap 'exit 130' INT HUP TERM # once what runs as the service's user has ended, which hears of none
    if ! command -v apt-get >/dev/null; then
        echo "This installer is for Raspberry Pi OS and Debian: there is no apt-get here." >&2
        exit 1
    fi
    if ! [ -e "$source/pyproject.toml" ]; then # a wheel has this file, but not all that it installs
        echo "Run install.sh in a copy of the repository: not all that it installs is here." >&2
        exit 1
    fi
    if "$rollback"; then
        roll_back
        return
    fi
    need_64_bit
    install_packages
    add_user
    keep_settings
    install_version
    "$keep_name" || take_name
    use_version "$version"
    own_wifi
    remove_old_versions
    ! "$wrong" || exit 1
}

install_packages() {
    step "Debian packages: avahi-daemon answers for quartermaster.local, tesseract-ocr reads printed numbers"
    run need_debian avahi-daemon tesseract-ocr
}

add_user() {
    step "A user of its own, $user, without a password; the groups let it use cameras and pins"
    if getent passwd "$user" >/dev/null; then
        echo "    (there already)"
    else
        run useradd --system --user-group --no-create-home --home-dir /var/lib/quartermaster \
            --shell /usr/sbin/nologin "$user"
    fi
    local group
    for group in video gpio; do # only Raspberry Pi OS has gpio
        if getent group "$group" >/dev/null; then
            run usermod --append --groups "$group" "$user"
        fi
    done
}

# What the owner sets stays where updates do not come to.
keep_settings() {
    local old_pins=$program/firmware/pins.toml old_options=$root/etc/default/quartermaster
    [ -e "$old_pins" ] || old_pins=$source/firmware/pins.toml # else of an older installation
    if ! [ -e "$settings/pins.toml" ]; then
        step "The wiring of the buttons, yours to change: $settings/pins.toml"
        run install_whole "$old_pins" "$settings/pins.toml"
    fi
    if [ -e "$old_options" ] && ! [ -e "$settings/options" ]; then
        step "Your options go to $settings/options"
        run mv "$old_options" "$settings/options"
    fi
}

install_version() {
    version=$program/versions/$(version_name)
    if [ -e "$version/complete" ]; then
        step "Version ${version##*/} is installed already"
        return
    fi
    step "Copy the program to $version, where the service may read but not write"
    run copy_program "$source" "$version"
    step "Its Python packages"
    run prepare_python "$version"
    step "Try it: with a copy of the matches, and a match on a simulated table"
    if ! run try_version "$version"; then
        echo "This version does not work here. The one in use so far was left as it was." >&2
        exit 1
    fi
    run finish_version "$version"
}

version_name() {
    local number digest
    number=$(sed -n 's/^version = "\(.*\)"/\1/p' "$source/pyproject.toml")
    digest=$(packed "$source" --sort=name --mtime=@0 --numeric-owner --owner=0 --group=0 | sha256sum)
    echo "$number-${digest:0:8}"
}

packed() { # FOLDER OPTION... : the parts of the program in it
    local from=$1
    shift
    tar -C "$from" --exclude=__pycache__ --mode=u=rwX,go=rX "$@" -cf - "${parts[@]}"
}

copy_program() {
    rm -rf "$2" # an attempt that was cut off
    mkdir -p "$2"
    packed "$1" | tar -C "$2" --no-same-owner -xf -
}

prepare_python() (
    cd "$1"
    need_python ""
    .venv/bin/python -m compileall -q rules vision firmware server hardware
)

try_version() {
    as_user "$1/.venv/bin/quartermaster" trial --data "$data"
}

# Only what is on the disk to its last byte is ever used.
finish_version() {
    sync
    touch "$1/complete"
    sync
}

# use_version FOLDER : from now on this one runs; if it does not start, the one before goes on.
use_version() {
    local before
    before=$(readlink -e "$program/current" || true)
    if ! [ "$1" -ef "$program/current" ]; then
        step "Put version ${1##*/} to use; the matches as they are now are kept in $data/before-update"
        run keep_matches
        [ -z "$before" ] || run point_to "$before" previous
        run point_to "$1" current
    fi
    install_service "$1"
    if start_service; then
        return
    fi
    did_not_start
    if [ -n "$before" ] && ! [ "$before" -ef "$1" ]; then
        echo "Going back to version ${before##*/}." >&2
        take_back "$before" || did_not_start
    elif [ -z "$before" ] && [ -d "$program/.venv" ]; then
        echo "Going back to the version from before." >&2
        rm "$program/current"
        install_service "$program"
        start_service || did_not_start
    fi
    exit 1
}

did_not_start() {
    echo "Quartermaster did not start. The reason: journalctl -u quartermaster -n 50" >&2
}

# point_to FOLDER LINK : a link is made anew by one rename, so that it is always one or the other.
point_to() {
    ln -sfn "versions/${1##*/}" "$program/$2.new"
    mv -T "$program/$2.new" "$program/$2"
    sync
}

keep_matches() {
    [ ! -d "$data" ] || matches keep # the service makes it
}

# matches WHAT... : root touches nothing by its name in the folder that the service writes.
matches() {
    as_user bash -s -- "$data" "$@" <"$here/matches.sh"
}

roll_back() {
    local before now
    before=$(readlink -e "$program/previous" || true)
    now=$(readlink -e "$program/current" || true)
    if [ -z "$before" ] || [ "$before" = "$now" ]; then
        echo "There is no version to go back to: only one has been installed." >&2
        exit 1
    fi
    step "Go back to version ${before##*/}"
    if take_back "$before"; then
        run point_to "$now" previous
        return
    fi
    did_not_start
    echo "Version ${now##*/} is used again." >&2
    [ -z "$newer" ] || swap_matches "$newer" "of-${before##*/}"
    take_back "$now" || did_not_start
    exit 1
}

# take_back FOLDER : an earlier version runs again, with matches that it can read.
take_back() {
    local code=0
    newer=""
    "$dry_run" || try_version "$1" || code=$?
    if [ "$code" -eq 3 ] && [ -d "$data/before-update" ]; then
        newer=newer-$(date +%Y%m%d-%H%M%S)
        step "It cannot read the matches as they are now. They are kept in $data/$newer, and those from"
        step "before the update are used."
        # Matches before program: the newer one can read both.
        run swap_matches before-update "$newer" || return
    fi
    run point_to "$1" current || return
    install_service "$1" || return
    start_service
}

# swap_matches FOLDER OTHER : use the matches of one folder, and keep those of now in another one.
swap_matches() {
    local sql
    sql=$(<"$source/server/store/tell_anew.sql") || return
    stop_service || return
    matches swap "$1" "$2" "$sql"
}

# Of the versions only the one in use and the one before it are kept.
remove_old_versions() {
    local folder old=()
    for folder in "$program"/versions/*; do
        [ -d "$folder" ] || continue
        [ "$folder" -ef "$program/current" ] || [ "$folder" -ef "$program/previous" ] || old+=("$folder")
    done
    for folder in "${parts[@]}" .venv quartermaster.egg-info; do # of the time before there were versions
        [ ! -e "$program/$folder" ] || old+=("$program/$folder")
    done
    if [ ${#old[@]} -gt 0 ] && ! "$dry_run"; then
        step "Remove what is not used any more"
        run remove_all "${old[@]}"
    fi
}

# What is removed only in part must not pass for a version that is installed already.
remove_all() {
    rm -f "${@/%//complete}"
    sync
    rm -rf "$@"
}

# Whatever happens from here on, the service is started again when this script ends.
stop_service() {
    if systemd_runs; then
        trap 'systemctl start quartermaster.service || true' EXIT
        run systemctl stop quartermaster.service
    fi
}

install_service() {
    step "The service, started with the computer"
    run install_whole "$1/firmware/install/quartermaster.service" "$unit"
    if systemd_runs; then
        run systemctl daemon-reload
    fi
    run systemctl enable quartermaster.service
    run sync
}

# install_whole FILE TARGET : it is there with its last byte or not at all.
install_whole() {
    install -D -m 644 "$1" "$2.new"
    sync
    mv -T "$2.new" "$2"
}

# Where there is no router the table opens a Wi-Fi of its own, by NetworkManager, as on Raspberry Pi OS.
own_wifi() {
    if ! command -v nmcli >/dev/null; then
        step "There is no NetworkManager here, so the table opens no Wi-Fi of its own"
        return
    fi
    if ! [ -e "$settings/wifi.toml" ]; then
        step "The name and the passphrase of the table's own Wi-Fi, yours to change: $settings/wifi.toml"
        run make_wifi "$settings/wifi.toml"
    fi
    step "That Wi-Fi, opened only where no known network is; phones that join it are led to the page"
    run need_debian dnsmasq-base iw
    run check_wifi "$settings/wifi.toml"
    run lead_names_here "$wifi_names"
    run install_whole "$program/current/firmware/install/quartermaster-wifi.service" "$wifi_unit"
    if systemd_runs; then
        run systemctl daemon-reload
    fi
    run systemctl enable quartermaster-wifi.service
    if systemd_runs; then
        run systemctl restart quartermaster-wifi.service
    fi
}

# Without letters and digits that look alike; whoever may read it can also read the code of the table.
make_wifi() {
    local passphrase
    passphrase=$(head -c 4096 /dev/urandom | LC_ALL=C tr -dc 'abcdefghjkmnpqrstuvwxyz23456789')
    mkdir -p "$(dirname "$1")"
    (umask 077 && printf 'ssid = "Quartermaster"\npassphrase = "%s"\n' "${passphrase:0:12}" >"$1.new")
    chgrp "$user" "$1.new"
    chmod 640 "$1.new"
    sync
    mv -T "$1.new" "$1"
}

# check_wifi FILE : quartermaster-wifi.service gives it to NetworkManager as soon as it can be used.
check_wifi() {
    if ! (cd / && "$program/current/.venv/bin/quartermaster" wifi --check "$1"); then
        wrong=true
        echo "The table's own Wi-Fi stays as it was until $1 is put right." >&2
    fi
}

lead_names_here() {
    mkdir -p "$(dirname "$1")"
    printf '# By Quartermaster: in its own Wi-Fi every name leads to the table.\naddress=/#/10.77.0.1\n' >"$1.new"
    mv -T "$1.new" "$1"
}

# The computer keeps its host name (the prompt, sudo, other programs): only the name that avahi
# gives it on the network changes. Avahi knows every address and follows when one changes, which
# a second, published name would not.
take_name() {
    if [ "$(uname -n)" = quartermaster ]; then
        return
    fi
    step "The name quartermaster.local on the network, instead of $(uname -n).local (not wanted? --keep-name)"
    if grep -qsxF "$avahi_mark" "$avahi"; then
        echo "    (there already)"
        return
    fi
    run set_avahi_name "$avahi"
    if systemd_runs; then
        run systemctl restart avahi-daemon.service
    fi
}

set_avahi_name() {
    grep -q '^\[server\]' "$1" || echo '[server]' >>"$1"
    sed -i -e 's/^host-name=/#quartermaster#&/' \
        -e "/^\[server\]/a $avahi_mark\nhost-name=quartermaster" "$1"
}

start_service() {
    if ! systemd_runs; then
        step "Quartermaster starts when the computer is started next."
        return
    fi
    step "Start it"
    run systemctl restart quartermaster.service || return
    "$dry_run" || step "Quartermaster is running. What it says: journalctl -u quartermaster -f"
}

main "$@"

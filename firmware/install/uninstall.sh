#!/usr/bin/env bash
# Removes what install.sh installed. Matches are kept unless --purge is given.
set -euo pipefail

usage() {
    cat <<'END'
Usage: uninstall.sh [--dry-run] [--purge]

  --dry-run  say what would be done, and do nothing
  --purge    also remove the matches, the settings and the user; they cannot be brought back
END
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
# shellcheck source-path=SCRIPTDIR source=steps.sh
. "$here/steps.sh"

main() {
    local purge=false
    while [ $# -gt 0 ]; do
        case $1 in
            --dry-run) dry_run=true ;;
            --purge) purge=true ;;
            --help | -h) usage && exit ;;
            *)
                echo "uninstall.sh: there is no option $1" >&2
                usage >&2
                exit 2
                ;;
        esac
        shift
    done
    need_root "$0"
    cd /
    remove_wifi
    remove_service
    give_name_back
    if [ -d "$program" ]; then
        step "Remove the program"
        run rm -rf "$program"
    fi
    if "$purge"; then
        remove_the_rest
    else
        echo "Kept: the matches in $data, settings in $settings and the user $user."
        echo "To remove them too, from a copy of the repository: firmware/install/uninstall.sh --purge"
    fi
    echo "The Debian packages avahi-daemon and tesseract-ocr stay installed."
}

remove_service() {
    if [ -e "$unit" ]; then
        step "Stop the service and remove it"
        if systemd_runs; then
            run systemctl stop quartermaster.service
        fi
        run systemctl disable quartermaster.service
        run rm -f "$unit"
        if systemd_runs; then
            run systemctl daemon-reload
        fi
    fi
}

remove_wifi() {
    if [ -e "$wifi_unit" ]; then
        step "Remove the table's own Wi-Fi"
        if systemd_runs; then
            run systemctl stop quartermaster-wifi.service
        fi
        run systemctl disable quartermaster-wifi.service
        run rm -f "$wifi_unit" "$wifi_profile" "$wifi_names"
        if systemd_runs; then
            run systemctl daemon-reload
            run nmcli connection reload
        fi
    fi
}

give_name_back() {
    if grep -qsxF "$avahi_mark" "$avahi"; then
        step "Give the computer its own name on the network back: $(uname -n).local"
        run restore_avahi_name
        if systemd_runs; then
            run systemctl try-restart avahi-daemon.service
        fi
    fi
}

restore_avahi_name() {
    sed -i -e "/^$avahi_mark\$/,+1d" -e 's/^#quartermaster#//' "$avahi"
}

# What the service has put into its folder leads nowhere: rm follows no link, whenever it is made.
remove_the_rest() {
    step "Remove the matches, the settings and the user"
    run rm -rf "$data" "$settings"
    if getent passwd "$user" >/dev/null; then
        run userdel "$user"
    fi
}

main "$@"

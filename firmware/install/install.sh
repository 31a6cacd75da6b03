#!/usr/bin/env bash
# Installs Quartermaster as a service that starts with the computer, on Raspberry Pi OS or Debian
# (bookworm or trixie). Run it again to update: every step leaves alone what is right already.
set -euo pipefail

usage() {
    cat <<'END'
Usage: install.sh [--dry-run] [--keep-name]

  --dry-run    say what would be done, and do nothing
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

parts=(rules vision firmware server hardware pyproject.toml README.md LICENSE run)

main() {
    local keep_name=false
    while [ $# -gt 0 ]; do
        case $1 in
            --dry-run) dry_run=true ;;
            --keep-name) keep_name=true ;;
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
    if ! command -v apt-get >/dev/null; then
        echo "This installer is for Raspberry Pi OS and Debian: there is no apt-get here." >&2
        exit 1
    fi
    install_packages
    add_user
    install_program
    install_service
    "$keep_name" || take_name
    start_service
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

install_program() {
    if systemd_runs && systemctl is-active --quiet quartermaster.service; then
        step "Stop the running service; matches go on after the update"
        run systemctl stop quartermaster.service
    fi
    if ! [ "$source" -ef "$program" ]; then
        step "Copy the program to $program, where the service may read but not write"
        run copy_program "$source" "$program"
    fi
    step "Python packages in $program/.venv"
    run prepare_python "$program"
}

copy_program() {
    local from=$1 to=$2 part
    mkdir -p "$to"
    for part in "${parts[@]}"; do
        rm -rf "${to:?}/$part"
    done
    tar -C "$from" --exclude=__pycache__ -cf - "${parts[@]}" | tar -C "$to" --no-same-owner -xf -
    (cd "$to" && chmod -R u=rwX,go=rX "${parts[@]}")
}

prepare_python() (
    cd "$1"
    need_python ""
    .venv/bin/python -m compileall -q rules vision firmware server hardware
)

install_service() {
    step "The service, started with the computer"
    run install -D -m 644 "$here/quartermaster.service" "$unit"
    if systemd_runs; then
        run systemctl daemon-reload
    fi
    run systemctl enable quartermaster.service
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
    if ! run systemctl restart quartermaster.service; then
        echo "Quartermaster did not start. The reason: journalctl -u quartermaster -n 50" >&2
        exit 1
    fi
    "$dry_run" || step "Quartermaster is running. What it says: journalctl -u quartermaster -f"
}

main "$@"

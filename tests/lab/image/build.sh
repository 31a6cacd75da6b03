#!/usr/bin/env bash
# build.sh FOLDER ARCHITECTURE OWNER : makes disk.img, kernel and initrd of the virtual Pi in FOLDER, as
# root. The architecture is Debian's word for the processor, amd64 or arm64.
#
# The disk holds what Raspberry Pi OS brings along and Debian does not need to be told: a kernel,
# Python, libcamera; and an archive with python3-picamera2 and python3-lgpio, which Raspberry Pi's
# own archive has and Debian's has not. Nothing of Quartermaster: its installer has to do that.
# The one for ARM is a board with a Pi's processor only, without the pins and the camera of one: to
# compile these for it would take an hour.
set -Eeuo pipefail
trap 'echo "build.sh, line $LINENO: $BASH_COMMAND" >&2' ERR
here=$(cd "$(dirname "$0")" && pwd -P)
folder=$1
architecture=$2
owner=$3
# shellcheck source-path=SCRIPTDIR source=foreign.sh
. "$here/foreign.sh"
# Debian from wherever this computer gets its own.
# shellcheck disable=SC2016 # apt itself fills this in
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' |
    awk '!found && /\/debian\/?$/ { print; found = 1 } END { exit !found }') ||
    { echo "apt knows no archive of Debian here; see /etc/apt/sources.list." >&2 && exit 1; }
packages=(
    busybox ca-certificates dbus dnsmasq-base e2fsprogs iproute2 iw kmod libcamera-ipa
    "linux-image-$architecture" network-manager wpasupplicant
    python3 python3-libcamera python3-numpy python3-venv sudo systemd-sysv udev
)
building=(gcc libc6-dev libcap-dev "linux-headers-$architecture" make python3-dev python3-pip swig)
left_out=(
    apt-daily.timer apt-daily-upgrade.timer dev-hugepages.mount dev-mqueue.mount dpkg-db-backup.timer
    e2scrub_all.timer e2scrub_reap.service fstrim.timer getty.target kmod-static-nodes.service
    ldconfig.service modprobe@.service proc-sys-fs-binfmt_misc.automount
    sys-fs-fuse-connections.mount sys-kernel-debug.mount sys-kernel-tracing.mount
    systemd-ask-password-console.path systemd-ask-password-wall.path systemd-binfmt.service
    systemd-firstboot.service systemd-hibernate-clear.service systemd-hwdb-update.service
    systemd-journal-catalog-update.service systemd-logind.service systemd-machine-id-commit.service
    systemd-networkd-wait-online.service systemd-network-generator.service systemd-pstore.service
    systemd-sysusers.service systemd-tmpfiles-setup-dev-early.service systemd-update-done.service
    systemd-user-sessions.service
)

say() {
    echo "$(date +%T) $*"
}

in_root() {
    chroot "$1" /usr/bin/env -u PIP_FIND_LINKS DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "${@:2}"
}

# The pins, the camera and the name of a Raspberry Pi.
make_a_pi_of_it() {
    say "Workshop: a layer with compilers, which does not get into the image"
    mount -t overlay overlay -o "lowerdir=$root,upperdir=$work/upper,workdir=$work/layer" "$work/workshop"
    shop=$work/workshop
    cp /etc/resolv.conf "$shop/etc/resolv.conf"
    in_root "$shop" apt-get update -qq
    in_root "$shop" apt-get install -y -qq --no-install-recommends "${building[@]}" >"$folder/workshop.log" 2>&1

    say "Kernel modules: simulated pins from Debian's kernel source, and the model of a Pi"
    series=$(echo "$kernel" | cut -d. -f1,2)
    mkdir -p "$shop/modules"
    in_root "$shop" sh -c "cd /modules && apt-get download -qq -o APT::Sandbox::User=root linux-source-$series && dpkg-deb -x *.deb . && rm *.deb"
    tar -C "$shop/modules" --strip-components=3 --wildcards -xJf "$shop/modules/usr/src/linux-source-$series.tar.xz" \
        '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/*.h' '*/kernel/irq/irq_sim.c'
    # Debian's kernel has no irq_sim, which is no module: it gets what a module must have, and calls
    # the exported function in place of the one that only the kernel itself may call.
    echo 'MODULE_LICENSE("GPL");' >>"$shop/modules/irq_sim.c"
    sed -i 's/handle_simple_irq(irq_to_desc(\(.*\)));/generic_handle_irq_safe(\1);/' "$shop/modules/irq_sim.c"
    cp "$here/pi_model.c" "$shop/modules/"
    echo 'obj-m := irq_sim.o gpio-sim.o pi_model.o' >"$shop/modules/Makefile"
    in_root "$shop" make -s -C "/lib/modules/$kernel/build" M=/modules modules >>"$folder/workshop.log" 2>&1
    strip --strip-debug "$shop"/modules/*.ko

    say "Raspberry Pi's packages: picamera2 and lgpio"
    archive=$shop/raspberrypi-archive
    mkdir -p "$archive"

    # package NAME VERSION DEPENDS : what lies in /NAME of the workshop becomes a Debian package.
    package() {
        mkdir -p "$shop/$1/DEBIAN"
        cat >"$shop/$1/DEBIAN/control" <<END
Package: $1
Version: $2
Architecture: all
Maintainer: The lab <root@localhost>
Depends: $3
Description: stand-in for the package of Raspberry Pi's archive
END
        dpkg-deb --root-owner-group -Zgzip -z1 -b "$shop/$1" "$archive/$1.deb" >/dev/null
    }

    python=usr/lib/python3/dist-packages
    install_python() {
        in_root "$shop" env PYPI=1 pip -q install --root-user-action ignore "$@"
    }
    install_python --no-deps --no-binary lgpio --target "/python3-lgpio/$python" lgpio==0.2.2.0
    package python3-lgpio 0.2.2 python3
    install_python --target "/python3-picamera2/$python" picamera2
    # Debian's numpy is used, as Raspberry Pi's package does.
    rm -rf "$shop/python3-picamera2/$python"/{numpy,numpy-*,numpy.libs,bin}
    package python3-picamera2 0.3 "python3-libcamera, libcamera-ipa, python3-numpy"
    (
        cd "$archive"
        for deb in *.deb; do
            dpkg-deb -f "$deb"
            echo "Filename: ./$deb"
            echo "Size: $(stat -c %s "$deb")"
            echo "SHA256: $(sha256sum "$deb" | cut -d' ' -f1)"
            echo
        done >Packages
    )
    umount "$shop"
    cp -r "$work/upper/raspberrypi-archive" "$root/opt/"
    echo 'deb [trusted=yes] file:/opt/raspberrypi-archive ./' >"$root/etc/apt/sources.list.d/raspberrypi.list"
    install -D -m 644 -t "$root/lib/modules/$kernel/extra" "$work"/upper/modules/*.ko
    in_root "$root" depmod "$kernel"
    mkdir -p "$root/usr/share/libcamera/pipeline/virtual"
    ln -s /run/lab/camera/virtual.yaml "$root/usr/share/libcamera/pipeline/virtual/virtual.yaml"
}

# Mounts vanish with this process, however it ends.
if [ -z "${LAB_BUILDING-}" ]; then
    exec unshare --mount env LAB_BUILDING=1 "$0" "$@"
fi

work=$folder/building
mkdir -p "$folder"
rm -rf "$work"
mkdir -p "$work"/{root,upper,layer,workshop}
trap 'umount -q "$work/workshop" "$work/root/proc" || true; rm -rf --one-file-system "$work"' EXIT

say "Debian (about two minutes, for another processor a quarter of an hour)"
run_programs_of "$architecture"
# INITRD=No: the start-up files are made below.
INITRD=No debootstrap --arch="$architecture" --variant=minbase --include="$(IFS=,; echo "${packages[*]}")" \
    trixie "$work/root" "$mirror" >"$folder/debootstrap.log" 2>&1 || { tail -5 "$folder/debootstrap.log" && exit 1; }
root=$work/root
mount -t proc proc "$root/proc"
# Behind a company's proxy the host's own certificates are needed to install anything.
cp /usr/local/share/ca-certificates/*.crt "$root/usr/local/share/ca-certificates/" 2>/dev/null || true
in_root "$root" update-ca-certificates >/dev/null 2>&1
printf '[global]\ncert = /etc/ssl/certs/ca-certificates.crt\n' >"$root/etc/pip.conf"
kernel=$(basename "$root"/lib/modules/*)

services=(systemd-networkd lab-console)
if [ "$architecture" = amd64 ]; then
    make_a_pi_of_it
    services+=(lab-pins lab-camera)
fi

say "Settings of the virtual Pi"
cp -r --no-preserve=ownership "$here/root/." "$root/"
chmod 755 "$root/usr/local/sbin"/*
in_root "$root" groupadd --system gpio
in_root "$root" systemctl --quiet enable "${services[@]}"
if [ "$architecture" = arm64 ]; then
    printf '%s\n' virtio_net virtio_rng >"$root/etc/modules-load.d/lab.conf"
    sed -i 's/ttyS1/ttyS0/' "$root/etc/systemd/system/lab-console.service"
fi
# Emulated, every program that starts costs a second: what no Pi needs for a game is left out.
in_root "$root" systemctl --quiet mask "${left_out[@]}"
mkdir -p "$root/etc/systemd/system-generators"
for generator in getty gpt-auto hibernate-resume rc-local run ssh system-update sysv tpm2; do
    ln -s /dev/null "$root/etc/systemd/system-generators/systemd-$generator-generator"
done
# Drivers of the emulated board; the few that are needed are in modules-load.d.
ln -s /dev/null "$root/etc/udev/rules.d/80-drivers.rules"
cp /etc/resolv.conf "$root/etc/resolv.conf"
in_root "$root" apt-get update -qq
in_root "$root" sh -c 'cd /tmp && apt-get download -qq -o APT::Sandbox::User=root busybox-static'
dpkg-deb -x "$root"/tmp/busybox-static_*.deb "$work/static"
rm "$root"/tmp/busybox-static_*.deb
echo 'nameserver 10.0.2.3' >"$root/etc/resolv.conf" # QEMU's

say "Start-up files: only what reaches the disk; Debian's own take three times as long, emulated"
start=$work/start
mkdir -p "$start/bin" "$start/modules"
cp "$work/static/usr/bin/busybox" "$start/bin/"
install -m 755 "$here/init" "$start/init"
in_root "$root" modprobe --show-depends -a -S "$kernel" virtio_pci virtio_blk ext4 crc32c_generic |
    awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r module; do
    name=$(basename "$module" .xz)
    case $module in
        *.xz) xz -dc "$root/$module" >"$start/modules/$name" ;;
        *) cp "$root/$module" "$start/modules/$name" ;;
    esac
    echo "$name"
done >"$work/order"
mv "$work/order" "$start/modules/order"
(cd "$start" && find . | cpio --quiet -o -H newc) >"$folder/initrd"
if [ "$architecture" = arm64 ]; then
    cp "$root/boot/vmlinuz-$kernel" "$folder/kernel"
else
    # Unpacked here once, and not by every emulated start: behind the first zstd mark is the kernel.
    # Its end is not marked, so zstd complains of what follows; what counts is that it is a program.
    at=$(LC_ALL=C grep -abo -m1 -P '\x28\xb5\x2f\xfd' "$root/boot/vmlinuz-$kernel" | LC_ALL=C sed -n '1s/:.*//p')
    tail -c "+$((at + 1))" "$root/boot/vmlinuz-$kernel" | zstd -dcq >"$folder/kernel" 2>/dev/null || true
    [ "$(head -c 4 "$folder/kernel" | tail -c 3)" = ELF ]
fi

say "The disk"
rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/*_Contents*
umount "$root/proc"
mke2fs -q -t ext4 -d "$root" -L pi "$folder/disk.part" 6G
chown -R "$owner" "$folder"
mv "$folder/disk.part" "$folder/disk.img"
say "Ready"

#!/usr/bin/env bash
# radios.sh WHAT... : the kernel's simulated radios in the virtual Pi. The first is the table's own, the
# second a router at home, the third a phone; the last two are in network namespaces of their own.
set -euo pipefail

set_up() {
    modprobe mac80211_hwsim radios=3
    mkdir -p /run/lab/radio
    for who in router phone; do
        ip netns add "$who"
        ip netns exec "$who" ip link set lo up
    done
    give router wlan1
    give phone wlan2
    nmcli connection add type wifi con-name home ssid Home \
        wifi-sec.key-mgmt wpa-psk wifi-sec.psk homehome >/dev/null
}

# give NAMESPACE CARD : a radio moves as a whole, with its card.
give() {
    iw phy "$(cat "/sys/class/net/$2/phy80211/name")" set netns name "$1"
}

router_on() {
    cat >/run/lab/radio/router.conf <<'END'
network={
    ssid="Home"
    mode=2
    frequency=2412
    key_mgmt=WPA-PSK
    proto=RSN
    pairwise=CCMP
    psk="homehome"
}
END
    ip netns exec router wpa_supplicant -B -P /run/lab/radio/router.pid -i wlan1 -c /run/lab/radio/router.conf
    ip netns exec router ip address replace 192.168.50.1/24 dev wlan1
    ip netns exec router dnsmasq --interface=wlan1 --bind-interfaces --port=0 \
        --dhcp-range=192.168.50.20,192.168.50.90 --dhcp-leasefile=/run/lab/radio/leases \
        --pid-file=/run/lab/radio/dnsmasq.pid
}

router_off() {
    kill "$(cat /run/lab/radio/dnsmasq.pid)" "$(cat /run/lab/radio/router.pid)"
}

# phone_joins SSID PASSPHRASE : and gets an address, as any phone does.
phone_joins() {
    cat >/run/lab/radio/phone.conf <<END
network={
    ssid="$1"
    key_mgmt=WPA-PSK
    psk="$2"
}
END
    ip netns exec phone wpa_supplicant -B -P /run/lab/radio/phone.pid -i wlan2 -c /run/lab/radio/phone.conf
    cat >/run/lab/radio/lease.sh <<'END'
#!/bin/sh
[ "$1" = bound ] && ip address replace "$ip/24" dev "$interface" && echo "$ip by $serverid, names by $dns"
END
    chmod 755 /run/lab/radio/lease.sh
    ip netns exec phone busybox udhcpc -i wlan2 -n -q -t 30 -T 2 -s /run/lab/radio/lease.sh
}

"$@"

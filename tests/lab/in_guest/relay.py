"""Runs in the virtual Pi: whoever comes to a port of it goes on as the phone on the radio.

relay.py PORT ADDRESS NAMESPACE
"""

from __future__ import annotations

import ctypes
import socket
import sys
import threading

_NETWORK = 0x40000000  # CLONE_NEWNET


def main() -> None:
    port, address, namespace = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    here = socket.create_server(("", port))
    # What is opened from here on is in the phone's network.
    with open(f"/run/netns/{namespace}") as network:
        if ctypes.CDLL(None, use_errno=True).setns(network.fileno(), _NETWORK):
            raise OSError(ctypes.get_errno(), f"There is no network namespace {namespace}.")
    while True:
        visitor, _ = here.accept()
        threading.Thread(target=relay, args=(visitor, address), daemon=True).start()


def relay(visitor: socket.socket, address: str) -> None:
    with visitor, socket.create_connection((address, 80), timeout=60) as table:
        back = threading.Thread(target=copy, args=(table, visitor), daemon=True)
        back.start()
        copy(visitor, table)
        back.join()


def copy(source: socket.socket, target: socket.socket) -> None:
    try:
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


if __name__ == "__main__":
    main()

"""Takes the port at which pages are served, or says why that cannot be done."""

from __future__ import annotations

import errno
import socket

from server.errors import UserError

ALL = ""
"""Every address of this computer."""
_WAITING = 1024
"""New connections that wait until they are taken; one more would come back only a second later."""


def open_port(bind: str, port: int) -> socket.socket:
    if bind in (ALL, "::") and socket.has_dualstack_ipv6():
        try:
            return _listen(socket.AF_INET6, "::", port, dualstack=True)
        except OSError as error:
            if error.errno not in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL):
                raise _explained(error, port) from error
    bind = bind or "0.0.0.0"
    try:
        [(family, *_), *_] = socket.getaddrinfo(bind, port, type=socket.SOCK_STREAM)
        return _listen(family, bind, port)
    except OSError as error:
        raise _explained(error, port, bind) from error


def _listen(family: int, address: str, port: int, dualstack: bool = False) -> socket.socket:
    listening = socket.create_server(
        (address, port), family=family, backlog=_WAITING, dualstack_ipv6=dualstack
    )
    listening.setblocking(False)
    return listening


def _explained(error: OSError, port: int, bind: str = "") -> UserError:
    if error.errno == errno.EADDRINUSE:
        return UserError(
            f"Port {port} is in use: is Quartermaster running already? End the other program, or "
            f"choose another port: --port {port + 1 if port < 65535 else port - 1}."
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return UserError(
            f"This user may not open port {port}. Choose one from 1024 up: --port 8080."
        )
    if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return UserError(
            f"{bind} is not an address of this computer. Choose one with --bind, or leave it out "
            "to be reached at all of them."
        )
    return UserError(f"Port {port} cannot be opened: {error.strerror or error}.")

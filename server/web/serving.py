"""The web server: Cheroot, in this process, in threads of its own.

Phones that listen for events keep their connection for hours. A response can therefore ask for its
connection to be handed over once its head is sent; no thread of the server waits for it then.
"""

from __future__ import annotations

import errno
import logging
import socket
import threading
from collections.abc import Callable
from typing import Any, Self

from cheroot.server import HTTPRequest
from cheroot.wsgi import Gateway_10, Server
from flask import Flask

from server.errors import UserError
from server.web.security import MOST_BYTES

KEEP_OPEN = "quartermaster.keep_open"
"""In the WSGI environment: called with who takes the connection over after the response."""
ALL = ""
"""Every address of this computer."""

_THREADS = 12
_SECONDS = 10
"""For which a connection may keep a thread waiting."""
_MOST_HEADER_BYTES = 16 * 1024
_MOST_IDLE = 128
_WAITING = 128

log = logging.getLogger(__name__)


class WebServer:
    """Takes the port when it is made, and gives it back at the end of `with`.

    Requests wait until `start`.
    """

    def __init__(self, bind: str, port: int) -> None:
        """`bind` is one address or name of this computer, or `ALL`."""
        self._server = _open(bind, port)
        self.port: int = self._server.bind_addr[1]
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, app: Flask) -> None:
        self._server.wsgi_app = app.wsgi_app
        self._thread = threading.Thread(target=self._server.serve, name="web", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Answer what is being asked, and close. Does no harm twice."""
        self._server.stop()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def is_alive(self) -> bool:
        return self._thread is not None and self._thread.is_alive()


class _Gateway(Gateway_10):
    def __init__(self, req: HTTPRequest) -> None:
        super().__init__(req)
        self._taker: Callable[[socket.socket], None] | None = None
        self.env[KEEP_OPEN] = self._keep_open

    def respond(self) -> None:
        super().respond()
        if self._taker is not None:
            connection = self.req.conn
            connection.linger = True  # its socket is not the server's any more
            self._taker(socket.socket(fileno=connection.socket.detach()))

    def _keep_open(self, taker: Callable[[socket.socket], None]) -> None:
        self._taker = taker
        # A body without chunks and without an end.
        self.req.response_protocol = "HTTP/1.0"
        self.req.close_connection = True
        self.req.outheaders.append((b"Connection", b"close"))


class _Server(Server):
    refusal: OSError | None = None
    """Why no socket could be had."""

    def bind(self, family: int, type: int, proto: int = 0) -> socket.socket:  # noqa: A002
        try:
            bound: socket.socket = super().bind(family, type, proto)
        except OSError as error:
            self.refusal = error
            raise
        return bound

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        log.log(level, "%s", msg, exc_info=traceback)


def _open(bind: str, port: int) -> Any:
    if bind == ALL:
        try:
            return _listening("::", port)  # takes IPv4 as well
        except OSError as error:
            if error.errno not in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL):
                raise _explained(error, port) from error
        bind = "0.0.0.0"
    try:
        return _listening(bind, port)
    except OSError as error:
        raise _explained(error, port, bind) from error


def _listening(bind: str, port: int) -> Any:
    server = _Server(
        (bind, port),
        None,
        numthreads=_THREADS,
        server_name="Quartermaster",
        request_queue_size=_WAITING,
        timeout=_SECONDS,
    )
    server.gateway = _Gateway
    server.max_request_header_size = _MOST_HEADER_BYTES
    server.max_request_body_size = MOST_BYTES
    server.keep_alive_conn_limit = _MOST_IDLE
    try:
        server.prepare()
    except OSError as error:
        raise server.refusal or error from None
    return server


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

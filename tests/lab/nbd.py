"""Serves a disk to QEMU over a Unix socket, in the network block device protocol (NBD).

Only what QEMU's client needs: the fixed newstyle handshake with one export, and simple replies.
"""

from __future__ import annotations

import contextlib
import errno
import socket
import struct
import threading
from pathlib import Path
from typing import Self

from tests.lab.disk import Disk, PowerFailed

_GREETING = b"NBDMAGICIHAVEOPT" + struct.pack(">H", 1 | 2)  # fixed newstyle, no zeroes
_OPTION, _ANSWER = 0x49484156454F5054, 0x3E889045565A9
_EXPORT_NAME, _ABORT, _INFO, _GO = 1, 2, 6, 7
_ACK, _INFORMATION, _UNSUPPORTED = 1, 3, 0x80000001
_ABILITIES = 1 | 4 | 8  # these flags count, flush, write through ("force unit access")
_REQUEST, _REPLY = 0x25609513, 0x67446698
_READ, _WRITE, _DISCONNECT, _FLUSH = 0, 1, 2, 3
_THROUGH = 1
_MOST = 64 << 20
"""Bytes in one request; QEMU asks for at most 32 MB."""


class DiskServer:
    """Use it in `with`. Serves one connection after the other."""

    def __init__(self, disk: Disk, path: Path) -> None:
        self._disk = disk
        self._path = path
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._connection: socket.socket | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="disk", daemon=True)

    @property
    def address(self) -> str:
        return f"nbd+unix:///?socket={self._path}"

    def __enter__(self) -> Self:
        self._listener.bind(str(self._path))
        self._listener.listen()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """When this returns, nothing is written to the disk any more."""
        self._closing.set()
        for sock in (self._listener, self._connection):
            if sock is not None:
                with contextlib.suppress(OSError):  # the other side may have been quicker
                    sock.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listener.close()
        self._path.unlink(missing_ok=True)

    def _serve(self) -> None:
        while True:
            try:
                self._connection, _ = self._listener.accept()
            except OSError:
                return
            with self._connection as connection:
                try:
                    if _shake_hands(connection, self._disk.size):
                        _transmit(connection, self._disk)
                except (EOFError, ConnectionError):
                    pass  # QEMU was killed: that is what this disk is for
                except PowerFailed:
                    self._closing.wait()  # no answer, not even that there is none
            self._connection = None


def _shake_hands(connection: socket.socket, size: int) -> bool:
    """Whether the client wants to go on."""
    connection.sendall(_GREETING)
    _receive(connection, 4)
    export = struct.pack(">QH", size, _ABILITIES)
    while True:
        magic, option, length = struct.unpack(">QII", _receive(connection, 16))
        if magic != _OPTION:
            raise EOFError
        _receive(connection, length)
        if option == _EXPORT_NAME:
            connection.sendall(export)
            return True
        if option in (_INFO, _GO):
            _answer(connection, option, _INFORMATION, struct.pack(">H", 0) + export)
            _answer(connection, option, _ACK)
            if option == _GO:
                return True
        elif option == _ABORT:
            _answer(connection, option, _ACK)
            return False
        else:
            _answer(connection, option, _UNSUPPORTED)


def _answer(connection: socket.socket, option: int, kind: int, data: bytes = b"") -> None:
    connection.sendall(struct.pack(">QIII", _ANSWER, option, kind, len(data)) + data)


def _transmit(connection: socket.socket, disk: Disk) -> None:
    while True:
        magic, flags, kind, handle, offset, length = struct.unpack(
            ">IHHQQI", _receive(connection, 28)
        )
        if magic != _REQUEST or length > _MOST or kind == _DISCONNECT:
            return
        data = _receive(connection, length) if kind == _WRITE else b""
        found, error = b"", 0
        try:
            if kind == _READ:
                found = disk.read(offset, length)
            elif kind == _WRITE:
                disk.write(offset, data, through=bool(flags & _THROUGH))
            elif kind == _FLUSH:
                disk.flush()
            else:
                error = errno.EINVAL
        except OSError as failure:
            error = failure.errno or errno.EIO
        connection.sendall(struct.pack(">IIQ", _REPLY, error, handle) + found)


def _receive(connection: socket.socket, length: int) -> bytes:
    parts = []
    while length:
        part = connection.recv(min(length, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        length -= len(part)
    return b"".join(parts)

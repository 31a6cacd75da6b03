"""Real servers of cameras on the network, on this computer: RTSP by GStreamer, MJPEG by Python.

What they show is a round of pictures, each of which is known for certain by what is in it. A
`Troubled` connection lies between a server and a camera, and does what networks do.
"""

from __future__ import annotations

import base64
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import SimpleQueue

import cv2
import numpy as np

from firmware.addresses import Login
from vision.reading import Picture

ROUND = 32
WIDTH, HEIGHT = 640, 368
_DEBIAN = "/usr/bin/python3"
"""The only one that knows Debian's GStreamer."""


def drawn(number: int) -> Picture:
    """One of the round: five bars that say which, over a pattern in which any hole is seen."""
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]
    pattern = 90 + 40 * np.sin((columns + 12 * number) / 19) + 30 * np.cos(rows / 23)
    picture = np.dstack([pattern, pattern[::-1], pattern[:, ::-1]]).astype(np.uint8)
    for bar in range(5):
        left = 40 + bar * 116
        picture[40:330, left : left + 80] = 235 if number >> bar & 1 else 20
    return picture


PICTURES = [drawn(number) for number in range(ROUND)]


def which(picture: Picture) -> int | None:
    """The one that this is, all over; None if any part of it is not."""
    seen = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture
    bars = [seen[100:270, 60 + bar * 116 : 100 + bar * 116].mean() > 128 for bar in range(5)]
    number = sum(1 << bar for bar, is_white in enumerate(bars) if is_white)
    truth = cv2.cvtColor(PICTURES[number], cv2.COLOR_BGR2GRAY)
    apart = cv2.blur(seen.astype(np.float32) - truth, (15, 15))
    return number if float(np.abs(apart).max()) < 40 else None


def encoded(picture: Picture) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


# ------------------------------------------------------------------------------------ RTSP


@contextmanager
def rtsp(
    folder: Path, login: Login | None = None, pictures: list[Picture] | None = None
) -> Iterator[str]:
    """The address of a camera that shows all pictures, five a second, as H.264."""
    shown = PICTURES if pictures is None else pictures
    for number, picture in enumerate(shown):
        (folder / f"{number:03}.jpg").write_bytes(encoded(picture))
    who = [login.user, login.password] if login else []
    script = Path(__file__).with_name("rtsp_server.py")
    with subprocess.Popen(
        [_DEBIAN, str(script), str(folder), str(len(shown)), *who],
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            port = server.stdout.readline().strip()
            assert port, "sudo apt install gir1.2-gst-rtsp-server-1.0"
            yield f"rtsp://127.0.0.1:{port}/table"
        finally:
            server.kill()


# ------------------------------------------------------------------------------------ MJPEG


@dataclass
class MotionJpeg:
    """A camera that sends what its `parts` are, to every connection the next ones."""

    login: Login | None = None
    tells_length: bool = True
    leads_to: str | None = None
    """Another address, to which it sends everybody."""
    parts: SimpleQueue[bytes | None] = field(default_factory=SimpleQueue)
    """Each of these is sent as a picture; None ends the connection."""
    connections: int = 0

    @contextmanager
    def served(self) -> Iterator[str]:
        """Its address."""
        camera = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if camera.leads_to is not None:
                    self.send_response(302)
                    self.send_header("Location", camera.leads_to)
                    self.end_headers()
                elif self.path != "/video":
                    self.send_error(404)
                elif not camera.lets_in(self.headers.get("Authorization")):
                    self.send_response(401)
                    self.send_header("WWW-Authenticate", 'Basic realm="camera"')
                    self.end_headers()
                else:
                    camera.send_all(self)

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/video"
        finally:
            server.shutdown()
            server.server_close()

    def lets_in(self, authorization: str | None) -> bool:
        if self.login is None:
            return True
        expected = base64.b64encode(f"{self.login.user}:{self.login.password}".encode()).decode()
        return authorization == f"Basic {expected}"

    def send_all(self, handler: BaseHTTPRequestHandler) -> None:
        self.connections += 1
        handler.send_response(200)
        handler.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
        handler.end_headers()
        with suppress(OSError):
            while (jpeg := self.parts.get()) is not None:
                length = f"Content-Length: {len(jpeg)}\r\n" if self.tells_length else ""
                head = f"--next\r\nContent-Type: image/jpeg\r\n{length}\r\n"
                handler.wfile.write(head.encode() + jpeg + b"\r\n")
                handler.wfile.flush()


# ------------------------------------------------------------------------------------ Networks

Packet = bytes
Trouble = Callable[[int, Packet], Packet | None]
"""What becomes of a numbered packet of pictures: None if it is lost."""


@contextmanager
def troubled(address: str, trouble: Trouble) -> Iterator[str]:
    """The same camera through a network that does something to its packets of pictures."""
    head, _, rest = address.partition("://")
    where, _, path = rest.partition("/")
    host, _, port = where.partition(":")
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.create_connection((host, int(port)))
                for start in (_asking, _answering):
                    threading.Thread(target=start, args=(near, far, trouble), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"{head}://127.0.0.1:{listener.getsockname()[1]}/{path}"
    finally:
        listener.close()


def _asking(near: socket.socket, far: socket.socket, _: Trouble) -> None:
    with suppress(OSError), near, far:
        while asked := near.recv(65_536):
            far.sendall(asked)


def _answering(near: socket.socket, far: socket.socket, trouble: Trouble) -> None:
    """RTSP over one connection: answers are lines, packets begin with a dollar and their length."""
    number = 0
    with suppress(OSError, EOFError), near, far, far.makefile("rb") as coming:
        while first := coming.read(1):
            if first != b"$":
                near.sendall(first + coming.readline())
                continue
            head = coming.read(3)
            packet: bytes | None = coming.read(int.from_bytes(head[1:]))
            assert packet is not None
            if head[0] == 0:  # the channel of the pictures
                number += 1
                packet = trouble(number, packet)
            if packet is not None:
                near.sendall(b"$" + head[:1] + len(packet).to_bytes(2) + packet)

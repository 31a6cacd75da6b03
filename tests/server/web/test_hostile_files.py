"""Files that somebody sends: whatever is in them, pages are answered, and memory stays small.

The assistant is a process of its own here, as it is on a table: what it and its children hold is
measured while hundreds of damaged files come in.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import cv2
import numpy as np
import pytest

from rules.games import GAMES
from rules.simulation import Simulation
from server.assistant import STORE
from server.store import Entry, Store
from server.store.campaigns import Saved
from server.store.owner_values import own_file, values_file
from server.trials.ports import free_port
from tests.patience import PATIENCE, until
from tests.vision.test_photographs import many_scans, plain_png
from vision.measure.art import portrait
from vision.recognise.album import new_album
from vision.recognise.album_file import write_whole
from vision.simulator.scene import Deck

TOP = Path(__file__).parents[3]
GAME = "navegador"
MOST_MB = 450
EACH = 20
"""Damaged files of every kind."""
_PART = 48 * 1024
_START = "import server.command; raise SystemExit(server.command.main())"
_CSRF = re.compile(r'name="csrf" value="([^"]+)"')


@dataclass
class Sender:
    """The table's own screen, with whatever no browser would send."""

    port: int
    cookie: str = ""
    token: str = ""
    answers: list[int] = field(default_factory=list)

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> tuple[int, str]:
        headers = {"Host": f"localhost:{self.port}", "Cookie": self.cookie}
        if body or method == "POST":
            headers |= {"Content-Type": kind, "X-CSRF-Token": self.token}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE)) as line:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            text = answer.read().decode(errors="replace")
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            self.cookie = cookie.partition(";")[0]
        if found := _CSRF.search(text):
            self.token = found[1]
        self.answers.append(answer.status)
        return answer.status, text

    def form(self, path: str, **values: str) -> int:
        return self.ask(
            "POST", path, urlencode(values).encode(), "application/x-www-form-urlencoded"
        )[0]

    def send(self, file: bytes) -> None:
        """A file, part by part."""
        for at in range(0, len(file), _PART):
            part = file[at : at + _PART]
            self.ask("POST", f"/upload/part?at={at}", part, "application/octet-stream")

    def file(self, path: str, name: str, file: bytes) -> int:
        """A file in a form."""
        head = f'--cut\r\nContent-Disposition: form-data; name="{name}"; filename="x"\r\n\r\n'
        body = head.encode() + file + b"\r\n--cut--\r\n"
        return self.ask("POST", path, body, "multipart/form-data; boundary=cut")[0]


@dataclass
class Served:
    sender: Sender
    process: subprocess.Popen[bytes]
    folder: Path
    peak: int = 0
    """Megabytes that it and its children have held at most."""

    def watch(self, ended: threading.Event) -> None:
        while not ended.wait(0.02):
            held = sum(map(_held, _with_children(self.process.pid)))
            self.peak = max(self.peak, held // 1_000_000)


def _with_children(process: int) -> Iterator[int]:
    yield process
    try:
        for task in Path(f"/proc/{process}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from _with_children(int(child))
    except OSError:
        return


def _held(process: int) -> int:
    """Bytes of memory of a process; what it shares with others counts in parts."""
    try:
        told = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in told.splitlines() if line[:4] == "Pss:")


@contextmanager
def _serving(folder: Path) -> Iterator[Served]:
    camera = folder.parent / "camera"
    camera.mkdir()
    cv2.imwrite(str(camera / "1.jpg"), np.full((648, 1152, 3), 90, np.uint8))
    port = free_port()
    options = ("--camera", str(camera), "--bind", "127.0.0.1", "--port", str(port))
    command = [sys.executable, "-c", _START, "serve", *options, "--data", str(folder)]
    with (folder.parent / "serve.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=TOP, stdout=log, stderr=log)
    served, ended = Served(Sender(port), process, folder), threading.Event()
    watching = threading.Thread(target=served.watch, args=(ended,))
    watching.start()
    try:
        until(lambda: process.poll() is not None or _answers(port))
        assert served.sender.ask("GET", "/set-up")[0] == 200
        yield served
    finally:
        ended.set()
        watching.join()
        process.kill()
        process.wait()


def _answers(port: int) -> bool:
    try:
        return Sender(port).ask("GET", "/")[0] == 200
    except OSError:
        return False


# ----------------------------------------------------------------------------------- The files


def _photograph() -> bytes:
    noise = np.random.default_rng(1).integers(0, 255, (60, 90, 3), np.uint8)
    picture = np.full((700, 1000, 3), 40, np.uint8)
    picture[50:650, 50:950] = cv2.resize(noise, (900, 600))
    return cv2.imencode(".jpg", picture)[1].tobytes()


def _album(folder: Path) -> bytes:
    album = new_album(GAME)
    for seed, kind in enumerate(("colony/gold/50", "colony/sugar/40")):
        album.enrol(kind, portrait(GAME, kind, Deck("hard"), seed))
    album.save(folder / "some.album")
    return (folder / "some.album").read_bytes()


def _journal(folder: Path) -> bytes:
    simulation = Simulation(GAMES["port_royal"], ["Ann", "Bob"], {}, 1)
    while len(simulation.match.journal) < 40:
        simulation.step()
    with Store.open(folder / "other.sqlite") as store:
        number = store.new_match("port_royal", ["Ann", "Bob"], simulation.match.settings, 1.0)
        entries = [Entry("choice", key, "import", 2.0) for key in simulation.match.journal]
        store.append(number, entries)
        return store.export_match(number).encode()


def _campaign() -> bytes:
    game = GAMES["maracaibo"]
    settings = game.settle({"scenario": "1"})
    return Saved("maracaibo", ("Ann", "Bob"), ("red", "blue"), settings).written.encode()


def damaged(file: bytes, dice: random.Random) -> bytes:
    """Bytes that are changed, lost, doubled or moved."""
    data = bytearray(file)
    for _ in range(dice.choice((1, 1, 2, 5, 40))):
        at = dice.randrange(max(1, len(data)))
        many = dice.choice((1, 2, 4, 100))
        what = dice.randrange(5)
        if what == 0:
            data[at : at + many] = dice.randbytes(many)
        elif what == 1:
            del data[at : at + many]
        elif what == 2:
            data[at:at] = data[at : at + many]
        elif what == 3:
            data[at : at + many] = dice.choice((b"\xff", b"\0", b"\x7f")) * many
        else:
            del data[dice.randrange(len(data) + 1) :]
    return bytes(data)


STRANGE: tuple[object, ...] = (
    None,
    True,
    -1,
    0.5,
    10**400,
    2**63,
    "",
    "\0",
    "\ud800",
    "x" * 3000,
    [],
    {},
    [[]] * 300,
    float("inf"),
    float("nan"),
)


def twisted(file: bytes, dice: random.Random) -> bytes:
    """The same with one value that does not belong there, or with what is no JSON."""
    if dice.random() < 0.3:
        return damaged(file, dice)
    whole = json.loads(file)
    inside = whole
    while True:
        keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        if not keys:
            return file
        key = dice.choice(keys)
        if isinstance(inside[key], dict | list) and inside[key] and dice.random() < 0.7:
            inside = inside[key]
            continue
        inside[key] = dice.choice(STRANGE)
        return json.dumps(whole).encode()


BOMBS: Mapping[str, Callable[[], bytes]] = {
    "119 megapixels": lambda: plain_png(10_940, 10_940),
    "40 megapixels": lambda: plain_png(7300, 5470),
    "36 megapixels without reduction": lambda: plain_png(4790, 4790, 16, 4),
    "40 megapixels that are read in several scans": lambda: many_scans(6300, 6300, 3),
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("table") / "data"
    folder.mkdir()
    with Store.open(folder / STORE) as store:
        store.new_match(GAME, ["Ann", "Bob"], {}, 1.0)
    with _serving(folder) as served:
        yield served
        assert served.process.poll() is None
        assert served.sender.ask("GET", "/")[0] == 200
        assert max(served.sender.answers) < 500
        print(f"{served.peak} MB, {len(served.sender.answers)} requests")
        assert served.peak <= MOST_MB


def photographed(served: Served, file: bytes) -> int:
    served.sender.send(file)
    return served.sender.form("/camera/board/photograph", board="board", top="top")


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_refused_by_a_page(served: Served, bomb: str) -> None:
    assert photographed(served, BOMBS[bomb]()) == 303


def test_damaged_photographs_are_refused_by_a_page(served: Served) -> None:
    dice, whole = random.Random(5), _photograph()
    kinds = (whole, cv2.imencode(".png", np.full((500, 600, 3), 90, np.uint8))[1].tobytes())
    for number in range(EACH):
        assert photographed(served, damaged(kinds[number % 2], dice)) == 303
        served.sender.send(damaged(kinds[number % 2], dice))
        assert served.sender.form("/club/photograph") == 303


def test_damaged_albums_are_refused_by_a_page(served: Served, tmp_path: Path) -> None:
    dice, whole = random.Random(6), _album(tmp_path)
    for _ in range(EACH):
        served.sender.send(damaged(whole, dice))
        assert served.sender.form("/cards/album/restore") == 303
        assert served.sender.ask("GET", "/cards")[0] == 200
    crowd = tmp_path / "crowd"
    write_whole(crowd, [("game", GAME.encode()), *((f"x{n}", b"") for n in range(60_000))])
    served.sender.send(crowd.read_bytes())
    assert served.sender.form("/cards/album/restore") == 303


def test_journals_with_strange_values_are_refused_or_taken(served: Served, tmp_path: Path) -> None:
    dice, whole = random.Random(7), _journal(tmp_path)
    deep = b"[" * 500_000
    crowd = b'{"quartermaster_match": 1, "journal": [' + b"{}," * 1_300_000 + b"{}]}"
    served.sender.send(crowd + bytes(4_000_000))
    assert served.sender.form("/history/bring-in") == 303
    assert "This file is too large." in served.sender.ask("GET", "/history")[1]
    for file in (deep, crowd, *(twisted(whole, dice) for _ in range(2 * EACH))):
        served.sender.send(file)
        status = served.sender.form("/history/bring-in")
        assert status in (303, 400, 413), (status, file[:3000])
        assert served.sender.ask("GET", "/history")[0] == 200, file[:3000]
        assert served.sender.ask("GET", "/players")[0] == 200, file[:3000]


def test_campaigns_with_strange_values_are_refused_or_taken(served: Served) -> None:
    dice, whole = random.Random(8), _campaign()
    running = 1
    for file in (whole, *(twisted(whole, dice) for _ in range(2 * EACH))):
        if served.sender.form(f"/matches/{running}/give-up") == 303:
            running += 1
        status = served.sender.file("/campaigns/restore", "file", file)
        assert status < 500, (status, file[:3000])
        for page in ("/campaigns", "/", "/set-up"):
            assert served.sender.ask("GET", page)[0] == 200, (page, file[:3000])
    assert running > 2, "one of them, at the least, is a campaign"


def test_strange_files_of_an_owner_are_told_and_nothing_else(served: Served) -> None:
    """They are read when a page shows them, and when a match begins."""
    dice, game = random.Random(9), GAMES["maracaibo"]
    path = next(iter(game.printed.things))
    values = json.dumps({"format": 1, "values": {path: "3", "x": "y"}}).encode()
    rows = b'[[cards]]\nid = "x"\ncost = 3\n[board]\nspaces = [{ kind = "city" }]\n'
    for number in range(2 * EACH):
        file, kind = values_file(game.name, served.folder), twisted
        whole = values
        if number % 2:
            file, kind, whole = own_file(game, served.folder), damaged, rows
        file.write_bytes(kind(whole, dice))
        for page in ("/edition/maracaibo", "/set-up", "/"):
            status, _ = served.sender.ask("GET", page)
            assert status == 200, (page, file.read_bytes()[:3000])
        answer = dice.choice((b"", b"\xff", b"9" * 5000, b"-1", "٣".encode(), b"\0"))
        body = urlencode({f"value-{path}": answer, "printed": path}).encode()
        status, _ = served.sender.ask(
            "POST", "/edition/maracaibo", body, "application/x-www-form-urlencoded"
        )
        assert status < 500
        os.unlink(file)

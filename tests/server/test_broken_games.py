"""Games are loaded by themselves: one that is broken keeps nobody from the others, and it is said
what is wrong with it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path

import pytest

from rules.game import RulesError
from rules.games import GAMES
from server.assistant import Assistant
from server.commands.doctor import examine
from server.live.messages import Begin, Resume
from server.store import StoreError
from server.web import create_app
from tests.packages import TOY, broken_toy, installed, pip_install
from tests.patience import PATIENCE

BROKEN = {
    "a broken row": (
        ("edition.toml", "[[cards]]\nnumber = 5", "[[cards]]\nnmber = 5"),
        "numbers cannot be played: {}/edition.toml: cards[4] has no number. ({}/pieces.py, line ",
    ),
    "a wrong count": (
        ("edition.toml", "cards = 8", "cards = 9"),
        "numbers cannot be played: counts.cards is not 8. ({}/pieces.py, line ",
    ),
    "a module that raises": (
        ("turns.py", "def script(", "1 / 0\n\n\ndef script("),
        "numbers cannot be played: ZeroDivisionError: division by zero ({}/turns.py, line ",
    ),
    "a misspelt hook for phones": (
        ("phones.py", "board=board", "bord=board"),
        "numbers is shown plainly on phones: TypeError: OnPhones.__init__() got an unexpected "
        "keyword argument 'bord' ({}/phones.py, line ",
    ),
    "a misspelt hook for cameras": (
        ("looks.py", "LOOKS = Looks(faces=", "LOOKS = Looks(face="),
        "numbers is drawn plainly for cameras: TypeError: Looks.__init__() got an unexpected "
        "keyword argument 'face' ({}/looks.py, line ",
    ),
    "a misspelt field of the game": (
        ("__init__.py", "guide=Guide", "gide=Guide"),
        "numbers cannot be played: TypeError: Game.__init__() got an unexpected keyword argument "
        "'gide' ({}/__init__.py, line ",
    ),
}
Fault = tuple[str, str, str]
LOADED = """
import sys
from pathlib import Path
from server.assistant import Assistant

with Assistant(Path(sys.argv[1]), "simulated", lambda view: None) as assistant:
    match = assistant.host.view.match
print(match and match.game.name, *sorted(name for name in sys.modules if name in sys.argv[2:]))
"""
"""Run in a process of its own."""


@contextmanager
def start_page(folder: Path) -> Iterator[tuple[Assistant, str]]:
    with Assistant(folder, "simulated", lambda _view: None) as assistant:
        phone = create_app(assistant.tableside(80)).test_client()
        answer = phone.get("/", headers={"Host": "127.0.0.1"})
        assert answer.status_code == 200
        yield assistant, unescape(answer.text)


@pytest.mark.parametrize(("fault", "said"), BROKEN.values(), ids=BROKEN)
def test_the_others_are_played_and_start_page_and_doctor_say_what_is_wrong(
    tmp_path: Path, fault: Fault, said: str
) -> None:
    broken_toy(tmp_path / "packages", *fault)
    package = tmp_path / "packages" / "toy_numbers"
    what, _, where = said.format(package, package).rpartition(" (")
    # A newer Python adds what may have been meant.
    sentence = re.compile(rf"{re.escape(what)}[^(]* \({re.escape(where)}")
    with installed(tmp_path / "packages"):
        with start_page(tmp_path / "data") as (assistant, page):
            assert sentence.search(page)
            for title in ("Port Royal", "Navegador", "Maracaibo", "Cooper Island"):
                assert title in page
            assistant.host.ask(Begin("navegador", ("Ann", "Bob"), {})).result(PATIENCE)
        findings = list(examine(tmp_path / "nothing yet", service_runs=lambda: True))
    told = [each for each in findings if each.what == "games"]
    assert told[0].found.startswith("port_royal, navegador, maracaibo, cooper_island")
    assert [bool(sentence.search(each.found)) for each in told[1:]] == [True]
    assert told[1].advice


def test_a_match_of_a_game_that_broke_meanwhile_waits_for_it(tmp_path: Path) -> None:
    pip_install(TOY, tmp_path / "whole")
    with installed(tmp_path / "whole"), start_page(tmp_path / "data") as (assistant, _):
        assistant.host.ask(Begin("numbers", ("Ann", "Bob"), {})).result(PATIENCE)
        match_id = assistant.host.view.match_id
        assert match_id is not None
        before = assistant.store.record(match_id)
    broken_toy(tmp_path / "broken", *BROKEN["a broken row"][0])
    with installed(tmp_path / "broken"), start_page(tmp_path / "data") as (assistant, page):
        assert "but is kept" in page
        assert "cards[4] has no number" in page
        assert assistant.host.view.match is None
        assert assistant.store.record(match_id) == before
        assistant.host.ask(Begin("navegador", ("Ann", "Bob"), {})).result(PATIENCE)
        other = assistant.host.view.match_id
        with pytest.raises(StoreError, match="has no number"):
            assistant.host.ask(Resume(match_id)).result(PATIENCE)
        assert assistant.store.running() == assistant.host.view.match_id == other
    with installed(tmp_path / "whole"), start_page(tmp_path / "data") as (assistant, page):
        assert "but is kept" not in page
        assistant.host.ask(Resume(match_id)).result(PATIENCE)
        assert assistant.host.view.match_id == match_id


def test_without_any_game_it_is_said_which_are_broken(tmp_path: Path) -> None:
    broken_toy(tmp_path / "packages", *BROKEN["a broken row"][0])
    with installed(tmp_path / "packages"), pytest.MonkeyPatch.context() as patch:
        patch.setattr(GAMES, "_points", {"numbers": GAMES._found()["numbers"]})
        with pytest.raises(RulesError, match=r"No game can be played\. numbers cannot be"):
            Assistant(tmp_path / "data", "simulated", lambda _view: None)


def test_with_a_camera_the_start_page_says_that_there_is_no_game(tmp_path: Path) -> None:
    broken_toy(tmp_path / "packages", *BROKEN["a broken row"][0])
    with installed(tmp_path / "packages"), pytest.MonkeyPatch.context() as patch:
        patch.setattr(GAMES, "_points", {"numbers": GAMES._found()["numbers"]})
        with Assistant(tmp_path / "data", "/dev/no-camera", lambda _view: None) as assistant:
            phone = create_app(assistant.tableside(80)).test_client()
            page = unescape(phone.get("/", headers={"Host": "127.0.0.1"}).text)
    assert "No game can be played. numbers cannot be played" in page


def test_only_the_game_that_is_played_is_loaded(tmp_path: Path) -> None:
    with start_page(tmp_path) as (assistant, _):
        assistant.host.ask(Begin("navegador", ("Ann", "Bob"), {})).result(PATIENCE)
    packages = [
        f"{layer}.{game}"
        for layer in ("rules", "vision.games", "server.web.games", "hardware.print.games")
        for game in GAMES
    ]
    command = [sys.executable, "-c", LOADED, str(tmp_path), *packages]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["navegador", "rules.navegador", "vision.games.navegador"]

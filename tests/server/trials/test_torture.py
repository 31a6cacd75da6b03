"""Pulling the plug hundreds of times while a match is played."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from rules.simulation import Simulation
from server.store import Store
from server.trials.phone_player import GAME, NAMES
from server.trials.torture_campaign import torture_campaign
from server.trials.torture_memory import MOST, torture_memory
from server.trials.torture_serve import Group, Toll, serving, torture_serve
from tests.patience import until

TOP = Path(__file__).parents[3]

SHOWS_TOO_EARLY = """
import sys
from pathlib import Path
from server.store import Store

append, waiting = Store.append, []

def some_behind(self, match_id, rows, after=None):
    waiting.append((self, match_id, rows))
    while len(waiting) > 4:
        append(*waiting.pop(0))
    return (after or 0) + len(rows)

Store.append = some_behind
from server.trials.torture import torture
print(torture(Path(sys.argv[1]), 20, 1, lambda damage: None).lost)
"""


def python(*arguments: str) -> str:
    return subprocess.run(
        [sys.executable, *arguments], cwd=TOP, capture_output=True, text=True, check=True
    ).stdout


def test_nothing_that_was_shown_is_lost_in_hundreds_of_power_cuts() -> None:
    out = python(
        "-c", "import server.command as c; c.main(['dev', 'torture', '--cuts', '200', '--json'])"
    )
    damage = json.loads(out)
    assert damage["cuts"] == 200
    assert damage["shown"] > 200
    assert damage["lost"] == 0


def test_a_host_that_shows_before_it_stores_would_be_caught(tmp_path: Path) -> None:
    assert int(python("-c", SHOWS_TOO_EARLY, str(tmp_path / "matches.sqlite"))) > 0


@pytest.mark.parametrize("game", ["maracaibo", "port_royal"])
def test_nothing_is_lost_around_the_ends_of_the_matches_of_a_campaign(
    tmp_path: Path, game: str
) -> None:
    path = tmp_path / "matches.sqlite"
    damage = torture_campaign(game, path, 12, 3, lambda _: None)
    assert (damage.cuts, damage.lost) == (12, 0)
    with Store.open(path) as store:
        assert store.matches(("finished",)), "some matches came to their end"


# ------------------------------------------------------------------------- The whole assistant

CONFIRMS_TOO_EARLY = """
import time
import server.live.host
import server.live.messages

process = server.live.host.Host._process

def too_early(self, event, granted):
    if granted and isinstance(event, server.live.messages.Answer):
        granted.set_result(None)
        time.sleep(0.5)
        granted = None
    process(self, event, granted)

server.live.host.Host._process = too_early
import server.command
raise SystemExit(server.command.main())
"""


def test_nothing_confirmed_to_a_phone_is_lost_when_the_whole_assistant_is_killed(
    tmp_path: Path,
) -> None:
    toll = torture_serve(tmp_path / "data", 3, 1)
    assert toll.cuts == 3
    assert toll.acknowledged > 3
    assert toll.lost == 0


def test_seats_of_a_match_that_the_answer_cut_off_has_ended_are_not_called_lost(
    tmp_path: Path,
) -> None:
    toll, seed = Toll(), 41
    group = Group(seed, toll)
    played = Simulation(GAME, NAMES, {}, seed + 2)
    while played.step():
        pass
    with serving(tmp_path / "data") as (process, port):
        group.come(process, port)
        group.take_seats()
        while len(group.confirmed) < len(played.match.journal) - 1:
            assert group.answer()
        assert group.send()
    with serving(tmp_path / "data") as (process, port):
        group.come(process, port)
        group.look()
    assert group.is_over
    assert toll.lost == 0


def test_an_assistant_that_confirms_before_it_stores_would_be_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.trials.torture_serve._START", CONFIRMS_TOO_EARLY)
    seeds = count(1)  # on a busy computer, the plug may be pulled too late
    until(lambda: torture_serve(tmp_path / str(seed := next(seeds)), 3, seed).lost)


# ----------------------------------------------------------------------------- Memory while playing

GROWS = """
import server.live.host

held, handle = [], server.live.host.Host.handle

def handle_and_keep(self, event):
    held.append(bytes(1_000_000).replace(b"\\0", b"x"))
    handle(self, event)

server.live.host.Host.handle = handle_and_keep
import server.command
raise SystemExit(server.command.main())
"""


def test_an_assistant_that_plays_on_and_on_does_not_grow(tmp_path: Path) -> None:
    held = torture_memory(tmp_path / "data", 150, 1)
    assert held.choices == 150
    assert held.matches >= 1
    assert held.growth <= MOST


def test_an_assistant_that_grows_with_every_choice_would_be_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.trials.torture_serve._START", GROWS)
    assert torture_memory(tmp_path / "data", 150, 1).growth > MOST

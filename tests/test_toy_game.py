"""A game is a folder in each package: a toy is added without a change to any shared file.

Its folders are in `tests/toy`. It is played from the simulated table, through rendering, detector
and host, to the pages of phones, and printed.
"""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import hardware.print.games
import rules
import server.web.games
import vision.games
from hardware.print.sheets import print_sheets
from hardware.print.words import name_of, printed_values
from rules.audit import faults, replay_faults
from rules.game import Game
from rules.games import GAMES, find_games
from rules.simulation import Simulation
from server.assistant import Assistant
from server.live.messages import Begin, View
from server.robots.match import RobotMatch
from server.store import Store
from server.web import create_app
from vision.layout import load_layout
from vision.registry import load_registry
from vision.simulator.faces import face

TOY = Path(__file__).parent / "toy"
NAME = "numbers"
HOMES = {
    rules: TOY / "rules",
    vision.games: TOY / "vision/games",
    server.web.games: TOY / "server/web/games",
    hardware.print.games: TOY / "hardware/print/games",
}


@pytest.fixture(scope="module", autouse=True)
def toy() -> Iterator[Game[Any]]:
    """The toy, for as long as these tests run, as if its folders were in the packages."""
    with pytest.MonkeyPatch.context() as patch:
        for package, folder in HOMES.items():
            patch.setattr(package, "__path__", [*package.__path__, str(folder)])
        patch.setitem(GAMES, NAME, find_games()[NAME])
        yield GAMES[NAME]
    for name in [name for name in sys.modules if NAME in name.split(".")[1:]]:
        del sys.modules[name]


def test_it_is_found_after_the_games_that_are_known() -> None:
    assert list(find_games()) == ["port_royal", "navegador", "maracaibo", "cooper_island", NAME]
    assert {*find_games()[NAME].pieces} == {f"card/{n}" for n in range(1, 9)}


def test_it_keeps_what_every_game_keeps(toy: Game[Any]) -> None:
    simulation = Simulation(toy, ["Ann", "Bob"], {}, seed=1)
    while option := simulation.pick():
        simulation.take(option)
        assert list(faults(simulation)) == []
    assert list(replay_faults(simulation.match)) == []
    assert sum(line.amount for line in simulation.match.table.ledger.lines) == 36


def test_its_pieces_and_places_are_described_by_its_own_files(toy: Game[Any]) -> None:
    assert {*load_registry(NAME).pieces.values()} == {*toy.pieces}
    layout = load_layout(NAME)
    assert {place.name for place in layout.places} == {"row", "area:red", "area:blue"}


def test_its_cards_are_drawn_by_its_own_module() -> None:
    one, eight = (face(NAME, f"card/{n}", 2.0) for n in (1, 8))
    assert one.shape == eight.shape == (182, 118, 3)
    assert (one != eight).any()
    assert tuple(one[20, 100]) == (150, 200, 160)


def test_it_is_printed_with_its_own_words(tmp_path: Path, toy: Game[Any]) -> None:
    assert [str(words) for words in printed_values(NAME, toy.pieces["card/3"])] == ["worth 3"]
    assert str(name_of(NAME, "row")) == "all cards"
    assert print_sheets(NAME, tmp_path / "sheets.pdf") >= 4


def test_robots_play_it_through_the_camera(tmp_path: Path, toy: Game[Any]) -> None:
    with (
        Store.open(tmp_path / "store.db") as store,
        RobotMatch(store, toy, ["Ann", "Bob"], seed=3) as robots,
    ):
        report = robots.play()
        (record,) = store.matches()
        match = store.load(record.id)
    assert match.journal == list(report.intended)
    assert len(match.journal) == 8
    assert match.outcome() == robots.intended.outcome() is not None


class Evening:
    """Somebody at the simulated table, and a phone."""

    def __init__(self, assistant: Assistant, views: queue.Queue[View]) -> None:
        assert assistant.playground is not None
        self.table, self.host, self._views = assistant.playground, assistant.host, views
        self._phone = create_app(assistant.tableside(80)).test_client()

    def put(self, piece: str, place: str) -> None:
        """A hand lays a card somewhere, and the camera sees it."""
        self.table.put(piece, self.table.spot_in(place))
        self.wait(lambda view: view.match and f"take:{piece}" in view.match.journal)

    def wait(self, until: Callable[[View], object]) -> None:
        while not until(self.host.view):
            self._views.get(timeout=60)

    def page(self, path: str) -> str:
        answer = self._phone.get(path, headers={"Host": "127.0.0.1"})
        assert answer.status_code == 200
        return " ".join(answer.text.split())


def test_a_card_goes_from_the_table_to_the_phone(tmp_path: Path) -> None:
    views: queue.Queue[View] = queue.Queue()
    with Assistant(tmp_path, "simulated", views.put) as assistant:
        evening = Evening(assistant, views)
        evening.host.ask(Begin(NAME, ("Ann", "Bob"), {})).result(60)
        assert "Ann has nothing" in evening.page("/table")
        evening.put("card/8", "area:red")
        evening.put("card/7", "area:blue")
        board = evening.page("/table")
        assert "In the row: Card 1, Card 2, Card 3, Card 4, Card 5, Card 6<" in board
        assert "Ann has Card 8<" in board
        assert "Bob has Card 7<" in board
        assert "Card 8" in evening.page("/scores")
        assert "The higher sum wins" in evening.page("/rules")

"""A game is a package: a toy that is installed is played without a change to any file of ours.

It is in `tests/toy`, and played from the simulated table, through rendering, detector and host, to
the pages of phones, and printed.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware.print.sheets import print_sheets
from hardware.print.words import name_of, printed_values
from rules.audit import faults, replay_faults
from rules.game import Game
from rules.games import GAMES
from rules.simulation import Simulation
from server.assistant import Assistant
from server.live.messages import Begin, View
from server.robots.match import RobotMatch
from server.store import Store
from server.web import create_app
from tests.packages import TOY, installed, pip_install
from tests.patience import PATIENCE
from vision.layout import load_layout
from vision.registry import load_registry
from vision.simulator.faces import face

NAME = "numbers"


@pytest.fixture(scope="module", autouse=True)
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game[Any]]:
    """The toy, installed for as long as these tests run."""
    folder = tmp_path_factory.mktemp("installed") / "packages"
    pip_install(TOY, folder)
    with installed(folder):
        yield GAMES[NAME]


def test_it_is_found_after_the_games_that_are_known() -> None:
    assert list(GAMES) == ["port_royal", "navegador", "maracaibo", "cooper_island", NAME]
    assert {*GAMES[NAME].pieces} == {f"card/{n}" for n in range(1, 9)}


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


def test_its_cards_are_drawn_in_its_own_way() -> None:
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
            self._views.get(timeout=PATIENCE)

    def page(self, path: str, language: str = "en") -> str:
        asking = {"Host": "127.0.0.1", "Accept-Language": language}
        answer = self._phone.get(path, headers=asking)
        assert answer.status_code == 200
        return " ".join(answer.text.split())


def test_a_card_goes_from_the_table_to_the_phone(tmp_path: Path) -> None:
    views: queue.Queue[View] = queue.Queue()
    with Assistant(tmp_path, "simulated", views.put) as assistant:
        evening = Evening(assistant, views)
        evening.host.ask(Begin(NAME, ("Ann", "Bob"), {})).result(PATIENCE)
        assert "Ann has nothing" in evening.page("/table")
        evening.put("card/8", "area:red")
        evening.put("card/7", "area:blue")
        board = evening.page("/table")
        assert "In the row: Card 1, Card 2, Card 3, Card 4, Card 5, Card 6<" in board
        assert "Ann has Card 8<" in board
        assert "Bob has Card 7<" in board
        assert "Card 8" in evening.page("/scores")
        assert "The higher sum wins" in evening.page("/rules")
        assert "Vince la somma più alta" in evening.page("/rules", "it")
        assert "The higher sum wins" in evening.page("/rules", "uk")

"""The data folder of an older version is opened, shown and played on.

`before/` was written by version 0.1.0 as it was with version 5 of the database: a finished Port
Royal, a running Navegador and a paused Maracaibo, three phones, and what the owner had read from
the printed copies of two games.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rules.games import GAMES
from rules.simulation import Simulation
from server.store import Entry, Store
from server.store.owner_values import house_values, in_force, read_own
from server.store.schema import VERSION
from server.store.text import read_match
from tests.server.web.conftest import Room, opened_room
from tests.server.web.pages.test_scores import plain

BEFORE = Path(__file__).parent / "before"
PORT_ROYAL, MARACAIBO, NAVEGADOR = 1, 2, 3


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(BEFORE, tmp_path / "data")


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    with Store.open(folder / "matches.sqlite") as store:
        yield store


@pytest.fixture
def room(folder: Path) -> Iterator[Room]:
    with opened_room(folder) as room:
        yield room


def test_the_database_is_of_an_older_version_and_is_brought_up_to_date(folder: Path) -> None:
    path = folder / "matches.sqlite"
    assert _version(path) == 5
    with Store.open(path) as store:
        assert store.trouble is None
        store.check_whole()
    assert _version(path) == VERSION


def test_every_match_is_as_it_was(store: Store) -> None:
    listed = {each.id: (each.game, each.state, each.rows) for each in store.matches()}
    assert listed == {
        PORT_ROYAL: ("port_royal", "finished", 747),
        MARACAIBO: ("maracaibo", "paused", 91),
        NAVEGADOR: ("navegador", "running", 141),
    }
    assert store.running() == NAVEGADOR
    lengths = {match_id: len(store.load(match_id).journal) for match_id in listed}
    assert lengths == {PORT_ROYAL: 641, MARACAIBO: 77, NAVEGADOR: 119}


def test_the_finished_match_has_the_same_winner_and_points(store: Store) -> None:
    match = store.load(PORT_ROYAL)
    outcome = match.outcome()
    assert outcome is not None
    assert [seat.name for seat in outcome.winners] == ["Bob"]
    points = [match.table.ledger.balance(seat, match.game.scoring.points) for seat in match.seats]
    assert points == [10, 15, 10]
    assert store.record(PORT_ROYAL).winners == ("blue",)


def test_the_text_copy_of_the_finished_match_tells_the_same(store: Store, folder: Path) -> None:
    text = (folder / "finished" / "1-port_royal.json").read_text(encoding="utf-8")
    record, entries = read_match(text, 0.0)
    assert record.seats == store.record(PORT_ROYAL).seats
    assert entries == store.entries(PORT_ROYAL)
    copied = store.import_match(text, 1_790_000_000.0)
    assert store.load(copied).journal == store.load(PORT_ROYAL).journal


def test_phones_are_still_in_and_keep_their_seats(store: Store) -> None:
    assert {phone.id for phone in store.phones.all()} == {"phone-ann", "phone-bob", "phone-tablet"}
    assert store.phones.holders(NAVEGADOR) == {"red": "phone-ann", "blue": "phone-bob"}
    assert store.phones.holders(MARACAIBO) == {"red": "phone-ann"}


def test_what_the_owner_has_read_is_still_in_force(store: Store, folder: Path) -> None:
    navegador, maracaibo = GAMES["navegador"], GAMES["maracaibo"]
    own = {value.path: value.value for value in house_values(navegador, folder) if value.confirmed}
    assert own == {"goods.mozambique": "gold", "stacks.guine": "2", "stacks.angola": "3"}
    assert store.load(NAVEGADOR).settings["stacks.guine"] == "2"
    said = read_own(maracaibo, folder)
    assert {*said} == {
        "map.locations[3].flag[0].doubloons",
        "influence.ranks.france",
        "quests.tiles[01]",
    }
    assert not {*said} & {*in_force(maracaibo, folder).house}
    settings = store.load(MARACAIBO).settings
    assert {path: settings[path] for path in said} == said


@pytest.mark.parametrize("game", ["navegador", "maracaibo"])
def test_a_new_match_begins_with_what_the_owner_has_read(
    store: Store, folder: Path, game: str
) -> None:
    match_id = store.new_match(game, ["Ann", "Bob"], read_own(GAMES[game], folder), 1_790_000_000.0)
    assert match_id == 4
    assert store.load(match_id).choice is not None


@pytest.mark.parametrize("match_id", [NAVEGADOR, MARACAIBO])
def test_an_unfinished_match_plays_on(store: Store, match_id: int) -> None:
    store.resume(match_id)
    match = store.load(match_id)
    rows, journal = store.record(match_id).rows, list(match.journal)
    begun = Simulation(match.game, [seat.name for seat in match.seats], match.settings, 1)
    for key in journal:
        begun.take(begun.match.option(key))
    for _ in range(20):
        option = begun.pick()
        assert option is not None
        begun.take(option)
        rows = store.append(match_id, [Entry("choice", option.key, "camera", 1_790_000_000)], rows)
    assert store.load(match_id).journal == begun.match.journal
    assert store.load(match_id).journal[:-20] == journal


def test_pages_show_the_result_and_the_match_that_is_being_played(room: Room) -> None:
    phone = room.player()
    history = plain(phone.get("/history").text)
    assert "Bob Winner" in history
    assert history.index("being played") < history.index("paused") < history.index("finished")
    assert phone.get(f"/history/{PORT_ROYAL}").status_code == 200
    assert "Дарья" in plain(phone.get("/scores").text)


def test_a_choice_can_be_made_in_the_match_that_was_running(room: Room) -> None:
    before = room.match.journal
    room.answer("blue", "sail:guine/portugal")
    assert room.match.journal[: len(before) + 1] == [*before, "sail:guine/portugal"]


def _version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        [[version]] = db.execute("PRAGMA user_version")
        return int(version)

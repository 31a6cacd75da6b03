"""Four tables, one of each game, in one club: everything that goes over the broker is heard."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment
from sqlalchemy import Engine, insert, select

from rules.flow import Seat
from rules.games import GAMES
from rules.match import Match
from rules.score_sheet import score_sheets
from rules.simulation import Simulation
from server.club.database import matches, rows, tables
from server.club.intake import Intake
from server.club.listening import Listening
from server.club.opening import open_club
from server.live.host import Host
from server.live.messages import Begin
from server.member.home_assistant import MOST
from server.member.invitation import Invitation
from server.member.member import Member
from server.robots.puppets import HostedTable, Puppets
from server.store import Entry, Record, Store
from server.store.rows import replay
from server.wire.topics import read
from tests.server.club.conftest import Mosquitto, Wire, wait_for
from tests.server.club.test_wire import problems

SENSOR = {
    "availability_template",
    "availability_topic",
    "device",
    "icon",
    "name",
    "origin",
    "payload_available",
    "payload_not_available",
    "state_topic",
    "unique_id",
    "value_template",
}
"""What Home Assistant documents of an MQTT sensor, and is used here."""


OWN = {"points.explorer": "5"}
"""The owner of one copy has other points printed on it than the house."""


class PlayedTable:
    """A table with a host, played through its rules as fast as they go."""

    def __init__(self, folder: Path, key: str, game: str, settings: dict[str, str]) -> None:
        self.key, self._folder = key, folder
        folder.mkdir()
        self.named, self.guest, self.robot = (f"{key}-{who}" for who in ("Ann", "Bob", "Cid"))
        names = (self.named, self.guest, self.robot)
        simulation = Simulation(GAMES[game], names, settings, 3)
        simulation.sensible = True
        self.puppets = Puppets(simulation)
        self._open()
        self._host.handle(Begin(game, names, settings))
        self.match_id = self._host.view.match_id or 0
        seats = self._host.view.match.seats if self._host.view.match else ()
        self.store.robots.seat(self.match_id, seats[2].colour, "strong")
        self._steps = self.puppets.play(HostedTable(self._host))

    def _open(self) -> None:
        self.store = Store.open(self._folder / "matches.sqlite")
        self.member = Member(self.store, lambda: None)
        self._host = Host(self.store, self.member.follow)

    def join(self, invitation: Invitation) -> None:
        """A club that only one of them has agreed to be named in."""
        self.member.join(invitation.code(), 1.0)
        at_seats = self.store.players.at_seats(self.match_id)
        [ann] = [player for player in at_seats.values() if player.name == self.named]
        self.store.club.name(ann.id)

    def play(self, steps: int) -> None:
        for _ in range(steps):
            if next(self._steps, self) is self:
                return

    def lose_power(self) -> None:
        """In the middle of whatever the publisher is doing."""
        if self.member.publisher is not None:
            os.kill(self.member.publisher, signal.SIGKILL)
        self.member.stop()
        self.store.close()
        self._open()
        self._host.handle(self.puppets.sighting())
        self._steps = self.puppets.play(HostedTable(self._host))
        self.member.start()

    @property
    def match(self) -> Match[Any]:
        match = self._host.view.match
        assert match is not None
        return match

    @property
    def journal(self) -> list[tuple[Any, ...]]:
        entries = self.store.entries(self.match_id)
        return [(n, e.kind, e.key, e.by, e.at) for n, e in enumerate(entries, start=1)]

    def close(self) -> None:
        self.member.stop()
        self.store.close()


@pytest.fixture
def played(tmp_path: Path) -> Iterator[list[PlayedTable]]:
    games = ("port_royal", "navegador", "maracaibo", "cooper_island")
    found = [
        PlayedTable(tmp_path / game, f"table-{n}", game, OWN if game == "navegador" else {})
        for n, game in enumerate(games, start=1)
    ]
    yield found
    for table in found:
        table.close()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Engine]:
    engine = open_club(f"sqlite:///{tmp_path / 'club.sqlite'}")
    with engine.begin() as db:
        db.execute(insert(tables), [{"key": f"table-{n}", "name": ""} for n in range(1, 5)])
    yield engine
    engine.dispose()


def stored(club: Engine, table: str) -> list[tuple[Any, ...]]:
    wanted = select(rows.c.number, rows.c.kind, rows.c.key, rows.c.by, rows.c.at)
    with club.connect() as db:
        found = db.execute(
            wanted.join(matches).where(matches.c.table == table).order_by(rows.c.number)
        )
        return [tuple(row) for row in found]


def test_four_tables_are_heard_whatever_happens_and_nothing_that_is_secret(
    mosquitto: Mosquitto, wire: Wire, club: Engine, played: list[PlayedTable]
) -> None:
    for table in played:
        table.play(25)
        table.join(mosquitto.invite(table.key))
    with Listening(mosquitto.broker, Intake(club), lambda _: None):
        wait_for(lambda: all(stored(club, table.key) for table in played), "the first rows")
        assert played[0].member.publisher is not None
        os.kill(played[0].member.publisher, signal.SIGKILL)
        played[1].lose_power()
        mosquitto.kill()
        for table in played:
            table.play(40)
        mosquitto.start()
        wait_for(
            lambda: all(stored(club, table.key) == table.journal for table in played),
            "every row, once and in order,",
        )
        wait_for(lambda: all(_shown(wire, t) == _standing(t) for t in played), "the summaries")

    _fits_its_schemas(wire)
    _names_no_guest(wire, played)
    _shows_no_hand(wire, played)
    _asks_several_at_once(wire, played)
    _is_found_by_home_assistant(wire, played)
    for table in played:
        _is_replayed(club, table)


def _shown(wire: Wire, table: PlayedTable) -> list[tuple[str, int]]:
    seats = wire.of("summary", table.key)[-1]["seats"] if wire.of("summary", table.key) else []
    return [(seat["colour"], seat["points"]) for seat in seats]


def _standing(table: PlayedTable) -> list[tuple[str, int]]:
    return [(sheet.seat.colour, sheet.total) for sheet in score_sheets(table.match)]


def _fits_its_schemas(wire: Wire) -> None:
    kinds = set()
    for topic, payload in wire.heard:
        if topic.startswith("quartermaster/"):
            found = read(topic)
            assert found
            kinds.add(found[1])
            assert problems(found[1], payload) == []
    assert kinds == {"status", "summary", "rows", "ack"}


def _names_no_guest(wire: Wire, played: list[PlayedTable]) -> None:
    everything = b"\n".join(payload for _, payload in wire.heard).decode()
    for table in played:
        assert table.named in everything
        assert table.guest not in everything
        assert table.robot not in everything
        told = [seat for said in wire.of("summary", table.key) for seat in said["seats"][:3]]
        assert {seat["robot"] for seat in told[2::3]} == {"strong"}
        assert {(seat["name"], seat["robot"]) for seat in told[1::3]} == {(None, None)}


def _shows_no_hand(wire: Wire, played: list[PlayedTable]) -> None:
    everything = b"\n".join(payload for _, payload in wire.heard).decode()
    hidden = 0
    for table in played:
        piles, unseen = table.puppets.simulation.dealer.piles, table.match.table.places.unseen
        for seat in table.match.seats:
            for place in table.match.game.piles.hands(seat):
                for piece in (p for p in piles.get(place, ()) if p in unseen):
                    hidden += 1
                    assert piece.id not in everything
    assert hidden > 0


def _asks_several_at_once(wire: Wire, played: list[PlayedTable]) -> None:
    asked = [sum(s["asked"] for s in said["seats"]) for said in wire.of("summary", played[3].key)]
    assert max(asked) > 1


def _is_found_by_home_assistant(wire: Wire, played: list[PlayedTable]) -> None:
    configs = {topic: json.loads(said) for topic, said in wire.heard if topic.endswith("/config")}
    assert len(configs) == 5 * len(played)
    assert len({config["unique_id"] for config in configs.values()}) == len(configs)
    for topic, config in configs.items():
        assert re.fullmatch(r"homeassistant/sensor/[\w-]+/[\w-]+/config", topic)
        assert config.keys() == SENSOR
        assert config["device"].keys() <= {"identifiers", "name", "manufacturer"}
        status = [json.loads(said) for at, said in wire.heard if at == config["availability_topic"]]
        available = Environment().from_string(config["availability_template"])
        assert available.render(value_json=status[-1]) == config["payload_available"]
        summaries = [json.loads(said) for at, said in wire.heard if at == config["state_topic"]]
        state = Environment().from_string(config["value_template"])
        assert all(len(state.render(value_json=said)) <= MOST for said in summaries)
        assert state.render(value_json=summaries[-1]) != "" or topic.endswith("turn/config")


def _is_replayed(club: Engine, table: PlayedTable) -> None:
    """The club counts the same points, though it has neither the names nor this owner's copy."""
    with club.connect() as db:
        found = db.execute(select(matches).where(matches.c.table == table.key)).one()
    seats = tuple(Seat(n, each["colour"], "") for n, each in enumerate(found.players))
    record = Record(1, found.game, seats, found.settings, "running", found.created_at)
    entries = [Entry(*each[1:]) for each in stored(club, table.key)]
    again = replay(record, entries)
    assert [(each.seat.colour, each.total) for each in score_sheets(again)] == _standing(table)
    if table.match.settings.items() >= OWN.items():
        kept = {key: value for key, value in found.settings.items() if key not in OWN}
        usual = replay(replace(record, settings=kept), entries)
        assert [(each.seat.colour, each.total) for each in score_sheets(usual)] != _standing(table)


def test_somebody_who_becomes_a_guest_while_the_broker_is_away_is_not_named_when_it_is_back(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    table = PlayedTable(tmp_path / "one", "table-1", "port_royal", {})
    try:
        table.join(mosquitto.invite("table-1"))
        wire = Wire(mosquitto)
        wait_for(lambda: table.named in str(wire.of("summary")[-1:]), "the name")
        wire.close()
        mosquitto.kill()
        wait_for(lambda: table.member.trouble is not None, "the broker's end")
        for player in table.store.players.recent():
            table.store.club.make_guest(player.id)
        (mosquitto.folder / "mosquitto.db").unlink(missing_ok=True)
        mosquitto.start()
        listener = Wire(mosquitto)
        wait_for(lambda: bool(listener.of("summary")), "the summary")
        listener.close()
        summary = listener.of("summary")[-1]
        assert [seat["name"] for seat in summary["seats"]] == [None] * 3
    finally:
        table.close()


def test_what_the_broker_keeps_of_a_table_goes_when_it_leaves(
    mosquitto: Mosquitto, wire: Wire, tmp_path: Path
) -> None:
    table = PlayedTable(tmp_path / "one", "table-1", "port_royal", {})
    try:
        table.member.join(mosquitto.invite("table-1").code(), 1.0)
        wait_for(lambda: table.member.trouble is None, "the broker")
        wait_for(lambda: bool(wire.of("summary")), "the summary")
        table.member.leave()
        wait_for(lambda: wire.of("status")[-1]["state"] == "left", "the farewell")
    finally:
        table.close()
    late = Wire(mosquitto)
    wait_for(lambda: bool(late.of("status")) and bool(late.of("summary")), "what is kept")
    late.close()
    assert late.of("summary")[-1]["match"] is None
    assert late.of("config") == []

"""Cooper Island tables prepared for one rule at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from rules.cooper_island import GAME
from rules.cooper_island.actions.goods import move_cartographer
from rules.cooper_island.pieces import Owned
from rules.cooper_island.places import numbered, own, sector_space, standing_on, station
from rules.cooper_island.set_up import new_table, set_up
from rules.cooper_island.table import INCOME, MASTS, WORK, Plot, Table
from rules.flow import Choice, Reveal, Seat
from rules.match import Match
from rules.text import Text

GIVEN = Text("Given")
EVA, MIKE, KARL = "yellow", "blue", "red"
START, RIGHT_OF_IT = "-3,6", "-2,5"
"""The start space, and the land of the first islet."""


class Given:
    """Changes a table before the match goes on, player by player."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def seat(self, colour: str) -> Seat:
        return self.table.of_colour(colour)

    def goods(self, colour: str, **goods: int) -> None:
        seat = self.seat(colour)
        for good, n in goods.items():
            self.table.ledger.gain(seat, good, n - self.table.has(seat, good), GIVEN)

    def land(self, colour: str, space: str, level: int, terrain: str, cube: str = "") -> None:
        self.table.player(self.seat(colour)).land[space] = Plot(level, terrain, cube)

    def everything_at(self, colour: str, level: int, terrain: str) -> None:
        """All land of a player at one level, without ruins."""
        for space in self.table.board.land:
            self.land(colour, space, level, terrain)

    def ship(self, colour: str, mast: str, number: int, anchors: int = 0) -> None:
        player, seats = self.table.player(self.seat(colour)), self.table.seats
        piece = self.table.box.figures[f"ship/{colour}/{mast}"]
        before = player.ships[mast]
        self.table.places.move(piece, station(seats, before), station(seats, number))
        player.ships[mast] = number
        player.anchors[mast] = anchors

    def worker(self, colour: str, sector: str, special: bool = False) -> None:
        seat = self.seat(colour)
        kind, source = ("special", "waiting") if special else ("worker", "available")
        piece = next(p for p in self.table.own(source, seat) if p.type == kind)
        self.table.places.move(piece, own(source, seat), sector_space(sector, special))

    def hired(self, colour: str, *, special: bool) -> None:
        seat = self.seat(colour)
        kind = "special" if special else "worker"
        piece = next(p for p in self.table.own("waiting", seat) if p.type == kind)
        self.table.places.move(piece, own("waiting", seat), own("available", seat))

    def cartographer(self, colour: str, step: int) -> None:
        seat = self.seat(colour)
        move_cartographer(self.table, seat, step - self.table.player(seat).cartographer)

    def statue(self, colour: str, space: str, slot: str) -> None:
        """The ruin of a space is a statue in a slot."""
        seat, land = self.seat(colour), self.table.player(self.seat(colour)).land
        (ruin,) = self.table.places[standing_on(seat, space)]
        land[space] = land[space]._replace(stands="")
        self.table.places.move(ruin, standing_on(seat, space), numbered("slot", seat, slot))

    def islet(self, colour: str, key: str, water: str) -> None:
        islet = self.table.box.islets[f"islet/{colour}/{key}"]
        self.table.player(self.seat(colour)).islets[water] = islet

    def card(self, colour: str, id_: str) -> None:
        seat, kind = self.seat(colour), id_.partition("/")[0]
        cards = {**self.table.box.small_cards, **self.table.box.large_cards}
        self.table.places.turn_up(cards[id_], f"{kind}_deck", own("cards", seat))

    def standing(self, colour: str, space: str, piece: Owned, source: str, stands: str) -> None:
        seat = self.seat(colour)
        land = self.table.player(seat).land
        land[space] = land[space]._replace(stands=stands, cube="")
        self.table.places.move(piece, source, standing_on(seat, space))


TILES = {EVA: (21, 1), MIKE: (2, 41), KARL: (3, 22)}
"""Eva draws one of meadow and settlement, Mike one of forest and meadow."""


def at_table(
    prepare: Callable[[Given], None] = lambda _: None,
    phase: str = WORK,
    round_: int = 2,
    seats: int = 2,
    settings: Mapping[str, str] | None = None,
) -> Match[Table]:
    """A match in which it is Eva's turn, everything as after the set-up but for what is given."""

    def new(players: Sequence[Seat], chosen: Mapping[str, str]) -> Table:
        table = new_table(players, chosen)
        drawn = [number for seat in players for number in TILES.get(seat.colour, (4, 5))]
        flow = set_up(table)
        choice = next(flow)
        with suppress(StopIteration):
            while True:
                choice = flow.send(_first(choice, drawn))  # type: ignore[arg-type]
        table.round, table.phase = round_, phase
        if phase == INCOME:
            table.round = round_
        prepare(Given(table))
        return table

    game = replace(GAME, new=new, variant=None)
    names = ["Eva", "Mike", "Karl", "Dora"][:seats]
    return Match(game, game.seat(names), settings or {})


def _first(choice: Choice[object], drawn: list[int]) -> object:
    if isinstance(choice, Reveal) and choice.source == "bag":
        return choice.find(f"turn:double/nr.{drawn.pop(0):02}")
    return choice.find("first:yellow") or choice.legal()[0]


def has(match: Match[Table], colour: str) -> dict[str, int]:
    """The warehouse of a player."""
    seat = match.table.of_colour(colour)
    goods = ("coin", "wood", "stone", "food", "gold", "cloth")
    return {good: n for good in goods if (n := match.table.has(seat, good))}


def market(match: Match[Table], colour: str) -> dict[str, int]:
    seat = match.table.of_colour(colour)
    goods = ("coin", "wood", "stone", "food", "gold", "cloth")
    return {good: n for good in goods if (n := match.table.has(seat, f"market_{good}"))}


def plot(match: Match[Table], colour: str, space: str) -> Plot:
    return match.table.player(match.table.of_colour(colour)).land[space]


def ships(match: Match[Table], colour: str) -> dict[str, int]:
    player = match.table.player(match.table.of_colour(colour))
    return {mast: player.ships[mast] for mast in MASTS}

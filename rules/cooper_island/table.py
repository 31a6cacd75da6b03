"""The table of Cooper Island between two questions."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from rules.cooper_island.names import ACCOUNTS
from rules.cooper_island.pieces import (
    COOPER,
    Boat,
    Box,
    Islet,
    LargeCard,
    Owned,
    RoyalCard,
    SmallCard,
)
from rules.cooper_island.places import numbered, own, sector_space
from rules.cooper_island.printed.board import LEFT, SECTOR, Board, Space, Water, shoal_of
from rules.cooper_island.printed.nodes import GOODS, RESOURCES
from rules.cooper_island.settings import Rulings
from rules.flow import Seat
from rules.ledger import Ledger
from rules.pieces import Piece, Place, Places

INCOME, WORK, CLEANUP, END = "income", "work", "cleanup", "end"
MASTS = ("one", "two")
"""The ship that sails clockwise, and the one that sails the other way."""
STRUCTURES = ("small", "large", "fortress")
RUIN, STATUE, LID = "ruin", "statue", "lid"


class Plot(NamedTuple):
    """One space of a peninsula: its height, its terrain, and what is on it."""

    level: int = 0
    terrain: str = ""
    cube: str = ""
    stands: str = ""
    """A structure, statue, lid or ruin."""
    tiles: tuple[Piece, ...] = ()
    """What its land is made of, from the bottom to the top."""

    @property
    def free(self) -> bool:
        return not self.cube and not self.stands

    def covered(self, terrain: str, level: int, *tiles: Piece) -> Plot:
        """The same with tiles laid on it."""
        return Plot(level, terrain, "", "", (*self.tiles, *tiles))


@dataclass(slots=True)
class Player:
    """One player's peninsula and tracks; pieces on boards are where `places` says."""

    land: dict[Space, Plot] = field(default_factory=dict)
    islets: dict[Water, Islet] = field(default_factory=dict)
    ships: dict[str, int] = field(default_factory=dict)
    """The station of each ship on the ring."""
    anchors: dict[str, int] = field(default_factory=lambda: dict.fromkeys(MASTS, 0))
    steps: dict[str, int] = field(default_factory=lambda: dict.fromkeys(MASTS, 0))
    """How far each ship has come."""
    cartographer: int = 0
    charted: bool = False
    """Whether the cartographer has acted in this phase or turn."""
    passed: bool = False
    under_way: tuple[str, ...] = ()
    """What has been begun and is not finished: the innermost last."""

    def copy(self) -> Player:
        twin = Player.__new__(Player)
        twin.land = self.land.copy()
        twin.islets = self.islets.copy()
        twin.ships = self.ships.copy()
        twin.anchors = self.anchors.copy()
        twin.steps = self.steps.copy()
        twin.cartographer = self.cartographer
        twin.charted = self.charted
        twin.passed = self.passed
        twin.under_way = self.under_way
        return twin

    def key(self) -> Hashable:
        return (
            tuple(self.land.values()),
            frozenset(self.islets.items()),
            (*self.ships.values(), *self.anchors.values(), *self.steps.values()),
            (self.cartographer, self.charted, self.passed, self.under_way),
        )

    def on_land(self) -> dict[str, int]:
        """What the cubes on the peninsula are worth, by resource: each its level."""
        worth = dict.fromkeys(RESOURCES, 0)
        for plot in self.land.values():
            if plot.cube:
                worth[plot.cube] += plot.level
        return worth

    def plots(self, cube: str) -> Iterator[tuple[Space, Plot]]:
        """The spaces on which a cube of this resource lies."""
        return ((space, plot) for space, plot in self.land.items() if plot.cube == cube)

    def standing(self, *kinds: str) -> int:
        """How many pieces of these kinds stand on the peninsula."""
        return sum(plot.stands in kinds for plot in self.land.values())


@dataclass(slots=True)
class Table:
    seats: Sequence[Seat]
    rulings: Rulings
    box: Box
    ledger: Ledger = field(default_factory=Ledger)
    places: Places[Piece] = field(default_factory=Places)
    players: list[Player] = field(default_factory=list)
    """By the index of their seat."""
    active: Seat | None = None
    first: Seat | None = None
    """Who began this round."""
    round: int = 1
    phase: str = "set_up"
    to_act: list[Seat] = field(default_factory=list)
    """Who has still to play the income or the cleanup of this round, or the end of the match."""
    harbourmaster: int = 1
    over: bool = False
    board: Board = field(init=False)

    def __post_init__(self) -> None:
        self.board = self.box.board

    # -------------------------------------------------------------------------- who is there

    def player(self, seat: Seat) -> Player:
        return self.players[seat.index]

    def clockwise(self, start: Seat) -> list[Seat]:
        return [*self.seats[start.index :], *self.seats[: start.index]]

    def others(self, seat: Seat) -> list[Seat]:
        return self.clockwise(seat)[1:]

    @property
    def holder(self) -> Seat | None:
        """Who has Cooper, and begins the next round."""
        place = self.places.where(COOPER)
        return next((seat for seat in self.seats if own("cooper", seat) == place), None)

    def of_colour(self, colour: str) -> Seat:
        return next(seat for seat in self.seats if seat.colour == colour)

    # ------------------------------------------------------------------------------ accounts

    def has(self, seat: Seat, what: str) -> int:
        return self.ledger.balance(seat, what)

    def board_royals(self) -> int:
        """How many royal cards are in play with so many players."""
        return self.box.printed.numbers("rules.royal_cards")[len(self.seats) - 2]

    def rule(self, name: str) -> int:
        return self.board.numbers[name]

    def worth(self, seat: Seat, good: str) -> int:
        """What a player could pay with: in the warehouse, and on land by its level."""
        return self.has(seat, good) + self.player(seat).on_land().get(good, 0)

    def worths(self, seat: Seat) -> dict[str, int]:
        """The same for every good."""
        on_land, balance = self.player(seat).on_land(), self.ledger.balance
        return {good: balance(seat, good) + on_land.get(good, 0) for good in GOODS}

    # ----------------------------------------------------------------------- what lies where

    def own(self, kind: str, seat: Seat) -> tuple[Owned, ...]:
        return cast("tuple[Owned, ...]", self.places[own(kind, seat)])

    def available(self, seat: Seat, special: bool) -> list[Owned]:
        kind = "special" if special else "worker"
        return [worker for worker in self.own("available", seat) if worker.type == kind]

    def workers_on(self, sector: str, special: bool) -> tuple[Owned, ...]:
        """From the bottom to the top."""
        return cast("tuple[Owned, ...]", self.places[sector_space(sector, special)])

    def cards(self, seat: Seat) -> list[SmallCard]:
        cards = self.places[own("cards", seat)]
        return [card for card in cards if isinstance(card, SmallCard)]

    def large_cards(self, seat: Seat) -> list[LargeCard]:
        """Those that lie face up."""
        return [c for c in self.places[own("cards", seat)] if isinstance(c, LargeCard)]

    def used_cards(self, seat: Seat) -> tuple[LargeCard, ...]:
        return cast("tuple[LargeCard, ...]", self.places[own("used", seat)])

    def royals(self) -> tuple[RoyalCard, ...]:
        return cast("tuple[RoyalCard, ...]", self.places["royal_row"])

    def boats(self, seat: Seat, flipped: bool = False) -> dict[int, Boat]:
        """The boats at the piers of a player, those turned over or the others."""
        kind = "flipped" if flipped else "pier"
        piles = ((n, self.places[numbered(kind, seat, n)]) for n in self.board.piers)
        return {n: cast("Boat", pile[0]) for n, pile in piles if pile}

    def built(self, seat: Seat) -> int:
        return self.player(seat).standing(*STRUCTURES)

    def hired(self, seat: Seat) -> int:
        waiting = len(self.own("waiting", seat))
        at_start = self.rule("normal_workers") + self.rule("special_workers")
        return at_start - self.rule("workers_at_start") - waiting

    def lids_gained(self, seat: Seat) -> int:
        left = (
            lid
            for number in self.board.cargo
            for lid in self.places[f"cargo:{number}"]
            if isinstance(lid, Owned) and lid.colour == seat.colour
        )
        return self.rule("lids") - sum(1 for _ in left)

    def structures_left(self, seat: Seat, kind: str) -> list[Owned]:
        type_ = kind if kind == "fortress" else f"{kind}_building"
        return [piece for piece in self.own("structures", seat) if piece.type == type_]

    def acquired(self, seat: Seat) -> list[Piece]:
        """The cards of buildings that a player has kept."""
        return [*self.places[own("cards", seat)], *self.places[own("used", seat)]]

    # -------------------------------------------------------------------------------- the ring

    @property
    def ring(self) -> int:
        return SECTOR * len(self.seats)

    def water_at(self, number: int) -> tuple[Seat, str] | None:
        """Whose shoal a station is, and which; None for harbours and bays."""
        sector, step = divmod(number, SECTOR)
        if step in (0, SECTOR // 2):
            return None
        if step < SECTOR // 2:
            return self.seats[sector], f"{LEFT}_{step}"
        return self.seats[(sector + 1) % len(self.seats)], f"right_{SECTOR - step}"

    def islet_at(self, number: int) -> tuple[Water, Islet] | None:
        """The islet on one half of a shoal."""
        found = self.water_at(number)
        if found is None:
            return None
        seat, shoal = found
        islets = self.player(seat).islets
        water = next((water for water in islets if shoal_of(water) == shoal), None)
        return (water, islets[water]) if water else None

    # --------------------------------------------------------------------------- the kernel's

    def copy(self) -> Table:
        """Name by name and past `__init__`: tables are copied very often."""
        twin = Table.__new__(Table)
        twin.seats = self.seats
        twin.rulings = self.rulings
        twin.box = self.box
        twin.board = self.board
        twin.ledger = self.ledger.copy()
        twin.places = self.places.copy()
        twin.players = [player.copy() for player in self.players]
        twin.active = self.active
        twin.first = self.first
        twin.round = self.round
        twin.phase = self.phase
        twin.to_act = self.to_act.copy()
        twin.harbourmaster = self.harbourmaster
        twin.over = self.over
        return twin

    def key(self) -> Hashable:
        return (
            self.places.key(),
            tuple(player.key() for player in self.players),
            tuple(self.has(seat, what) for what in ACCOUNTS for seat in self.seats),
            tuple(self.order(place) for place in self._stacked()),
            (self.active, self.first, self.round, self.phase, tuple(self.to_act)),
            (self.harbourmaster, self.over),
        )

    def _stacked(self) -> Iterator[Place]:
        """Where it matters who lies on top: whoever comes next pays that player."""
        return (
            sector_space(key, special) for key in self.board.sectors for special in (False, True)
        )

    def order(self, place: Place) -> Hashable:
        return tuple(piece.kind for piece in self.places[place])

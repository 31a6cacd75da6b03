"""Maracaibo between two questions: where everything lies, and how far the turn has come.

Cards, tiles, ships and explorers are pieces in places. What cannot be told apart is counted: coins,
points, figures, combat points, influence and income are accounts of the ledger; discs, ownership
markers and synergy tokens are plain numbers and names here.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from rules.flow import Seat
from rules.ledger import Ledger
from rules.maracaibo.names import ACCOUNTS
from rules.maracaibo.pieces import (
    Building,
    Career,
    CityTile,
    CombatToken,
    JeanCard,
    LegacyTile,
    ProjectCard,
    Quest,
    StoryTile,
)
from rules.maracaibo.places import (
    BUILDINGS,
    career,
    city_space,
    combat_tokens,
    display,
    opponent,
    place_name,
    quest_row,
)
from rules.maracaibo.printed.board import Board
from rules.maracaibo.printed.box import Box, house_box
from rules.maracaibo.printed.nodes import Cost, Manoeuvre, VillageAction
from rules.maracaibo.settings import Rulings
from rules.maracaibo.story.archive import NO_TALE, Tale
from rules.pieces import Piece, Place, Places
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Ability:
    """A village action or a manoeuvre that a player has, and the card it comes from, if any."""

    key: str
    text: Text
    action: VillageAction | Manoeuvre
    card: ProjectCard | None = None


@dataclass(slots=True)
class Battle:
    """A combat under way: the value left to the fighting nation, and the manoeuvres done."""

    token: CombatToken | None
    nation: str = ""
    value: int = 0
    done: list[str] = field(default_factory=list)

    def copy(self) -> Battle:
        return Battle(self.token, self.nation, self.value, self.done.copy())


@dataclass(slots=True)
class Player:
    """One side's ship board and what else is theirs but no piece in a place."""

    ship: str
    explorer: str
    reserve: int = 0
    """Figures in the general supply."""
    parked: int = 0
    """Figures on cards and buildings, where they stay."""
    discs: dict[str, int] = field(default_factory=dict)
    """Discs left on each upgrade of the ship board."""
    powers: dict[str, int] = field(default_factory=dict)
    """Permanent effects, added up."""
    village: list[Ability] = field(default_factory=list)
    manoeuvres: list[Ability] = field(default_factory=list)
    synergies: list[str] = field(default_factory=list)
    assistants: dict[ProjectCard, str] = field(default_factory=dict)
    """The location of the assistant of a card."""
    settled: list[ProjectCard] = field(default_factory=list)
    """Assistants that were used, or paid for not being used, in this round."""
    tasks: list[str] = field(default_factory=lambda: ["", "", ""])
    """How each task of the career was done: not yet, easy or hard."""
    barriers: list[str] = field(default_factory=list)
    invested: list[Building] = field(default_factory=list)
    quest_on: dict[ProjectCard, Quest] = field(default_factory=dict)
    board_discs: int = 0
    """Discs that Jean has taken from her board."""

    def upgrades(self) -> int:
        """How many upgrades of the ship are open."""
        return list(self.discs.values()).count(0)

    def copy(self) -> Player:
        twin = Player.__new__(Player)
        twin.ship = self.ship
        twin.explorer = self.explorer
        twin.reserve = self.reserve
        twin.parked = self.parked
        twin.discs = self.discs.copy()
        twin.powers = self.powers.copy()
        twin.village = self.village.copy()
        twin.manoeuvres = self.manoeuvres.copy()
        twin.synergies = self.synergies.copy()
        twin.assistants = self.assistants.copy()
        twin.settled = self.settled.copy()
        twin.tasks = self.tasks.copy()
        twin.barriers = self.barriers.copy()
        twin.invested = self.invested.copy()
        twin.quest_on = self.quest_on.copy()
        twin.board_discs = self.board_discs
        return twin

    def key(self) -> Hashable:
        return (
            self.ship,
            self.explorer,
            self.reserve,
            self.parked,
            tuple(self.discs.values()),
            frozenset(self.synergies),
            frozenset(self.assistants.items()),
            frozenset(self.settled),
            tuple(self.tasks),
            frozenset(self.barriers),
            frozenset(self.invested),
            frozenset(self.quest_on.items()),
            self.board_discs,
        )


@dataclass(slots=True)
class Table:
    seats: Sequence[Seat]
    rulings: Rulings
    scenario: str
    difficulty: int
    ledger: Ledger = field(default_factory=Ledger)
    places: Places[Piece] = field(default_factory=Places)
    players: list[Player] = field(default_factory=list)
    """By the index of their seat; Jean comes after the human player."""
    markers: dict[str, str] = field(default_factory=dict)
    """The nation that owns a location."""
    rows: dict[str, int] = field(default_factory=dict)
    """Ownership markers left beside each nation's influence track."""
    delivered: dict[str, int] = field(default_factory=dict)
    """Discs in the markets of cities."""
    sites: dict[str, int] = field(default_factory=dict)
    """Discs on legacy tiles."""
    stories: list[int] = field(default_factory=list)
    """The story cards in play, by number."""
    legacy: list[LegacyTile] = field(default_factory=list)
    """The legacy tiles in play."""
    tale: Tale = NO_TALE
    crossed: dict[str, list[Seat]] = field(default_factory=dict)
    """Who crossed a barrier of the explorer track, in order."""
    arrived: list[Seat] = field(default_factory=list)
    """Whose explorer has reached the end of its track, in order."""
    active: Seat | None = None
    first: Seat | None = None
    round: int = 1
    ender: Seat | None = None
    """Whose ship ended the round."""
    scored: int = 0
    """Scorings that have paid their income."""
    phase: str = "set_up"
    movement: int = 0
    """Movement points spent to come here."""
    before: int = 0
    """Movement points spent earlier in this turn, if an assistant let the ship sail on."""
    acted: bool = False
    """The main action of this phase B is done or under way."""
    village_left: int = 0
    """Village actions still to do, the one under way not counted."""
    cut_short: bool = False
    """A last village action has ended the actions of this phase B."""
    battle: Battle | None = None
    given_up: list[Cost] = field(default_factory=list)
    """Costs that the cards in hand turned out not to pay; until the hand changes."""
    to_score: list[Seat] = field(default_factory=list)
    """Who still chooses between a card and points in the scoring under way."""
    jeans_cards: list[JeanCard] = field(default_factory=list)
    """The cards of Jean's deck that have been seen."""
    over: bool = False
    box: Box = field(default_factory=house_box)
    board: Board = field(init=False)

    def __post_init__(self) -> None:
        self.board = self.box.board

    # --------------------------------------------------------------------------- who is there

    @property
    def solo(self) -> bool:
        return len(self.seats) == 1

    @property
    def jean(self) -> Seat:
        """The opponent of a solo game, in a colour that the player does not have."""
        return opponent(self.seats[0].colour)

    @property
    def everyone(self) -> tuple[Seat, ...]:
        """All sides in the order of play; Jean is one of them in a solo game."""
        return (*self.seats, self.jean) if self.solo else tuple(self.seats)

    def clockwise(self, start: Seat) -> Iterator[Seat]:
        sides = self.everyone
        return iter((*sides[start.index :], *sides[: start.index]))

    def player(self, seat: Seat) -> Player:
        return self.players[seat.index]

    # ------------------------------------------------------------------------------- accounts

    def elsewhere(self, piece: Piece) -> Text:
        """Why a piece cannot come from where it is looked for: it lies in a place of its own."""
        place = self.places.where(piece)
        assert place is not None
        name = place_name(self.seats, place)
        return Text("{piece} is elsewhere: {place}", piece=piece.name, place=name)

    def has(self, seat: Seat, what: str) -> int:
        return self.ledger.balance(seat, what)

    def power(self, seat: Seat, kind: str) -> int:
        return self.players[seat.index].powers.get(kind, 0)

    # ----------------------------------------------------------------------- what lies where

    def cards(self, place: Place) -> Sequence[ProjectCard]:
        return cast("Sequence[ProjectCard]", self.places[place])

    def quests_at(self, place: Place) -> Sequence[Quest | StoryTile]:
        """All quest tiles of a location, a story tile among them."""
        pile = self.places.piles.get(place)
        return cast("Sequence[Quest | StoryTile]", pile.known) if pile else ()

    def quest(self, place: Place) -> Quest | StoryTile | None:
        """The first quest tile of a location, or that of a space of the explorer track."""
        pile = self.places.piles.get(place)
        return cast("Quest | StoryTile", pile.known[0]) if pile and pile.known else None

    def quests(self, seat: Seat) -> int:
        """Quest tiles won; story tiles are among them."""
        return len(self.places[quest_row(seat)])

    def tokens(self, seat: Seat) -> int:
        return len(self.places[combat_tokens(seat)])

    def career(self, seat: Seat) -> Career | None:
        cards = self.places[career(seat)]
        return cast("Career", cards[0]) if cards else None

    def acquired(self, seat: Seat) -> list[Piece]:
        """The cards bought, the buildings invested in, and the quests fulfilled.

        A career leaves the table when it is done: those that still lie there never helped much.
        """
        return [
            *self.places[display(seat)],
            *self.player(seat).invested,
            *self.places[quest_row(seat)],
        ]

    def buildings(self) -> list[Building]:
        """The prestige buildings that are open."""
        return [cast("Building", card) for place in BUILDINGS for card in self.places[place]]

    def city_tile(self, place_id: str) -> CityTile | None:
        pile = self.places.piles.get(city_space(place_id))
        return cast("CityTile", pile.known[0]) if pile and pile.known else None

    # ------------------------------------------------------------------------------- nations

    def owned(self, nation: str) -> int:
        """How many ownership markers of a nation are on the map."""
        return list(self.markers.values()).count(nation)

    def empty_cells(self, nation: str) -> int:
        """Cells of the row of ownership markers without any marker, from the left."""
        taken = sum(self.board.row) - self.rows[nation]
        cells = 0
        for capacity in self.board.row:
            taken -= capacity
            if taken < 0:
                break
            cells += 1
        return cells

    def rank(self, seat: Seat, nation: str) -> int:
        """The number on the last red banner that the influence marker has reached."""
        influence = self.has(seat, nation)
        ranks = self.board.ranks[nation]
        return max((rank for step, rank in ranks.items() if step <= influence), default=0)

    # --------------------------------------------------------------------------- the kernel's

    def copy(self) -> Table:
        """Name by name and past `__init__`: tables are copied very often."""
        twin = Table.__new__(Table)
        twin.seats = self.seats
        twin.rulings = self.rulings
        twin.scenario = self.scenario
        twin.difficulty = self.difficulty
        twin.ledger = self.ledger.copy()
        twin.places = self.places.copy()
        twin.players = [player.copy() for player in self.players]
        twin.markers = self.markers.copy()
        twin.rows = self.rows.copy()
        twin.delivered = self.delivered.copy()
        twin.sites = self.sites.copy()
        twin.stories = self.stories.copy()
        twin.legacy = self.legacy.copy()
        twin.tale = self.tale
        twin.crossed = {colour: seats.copy() for colour, seats in self.crossed.items()}
        twin.arrived = self.arrived.copy()
        twin.active = self.active
        twin.first = self.first
        twin.round = self.round
        twin.ender = self.ender
        twin.scored = self.scored
        twin.phase = self.phase
        twin.movement = self.movement
        twin.before = self.before
        twin.acted = self.acted
        twin.village_left = self.village_left
        twin.cut_short = self.cut_short
        twin.battle = self.battle.copy() if self.battle else None
        twin.given_up = self.given_up.copy()
        twin.to_score = self.to_score.copy()
        twin.jeans_cards = self.jeans_cards.copy()
        twin.over = self.over
        twin.box = self.box
        twin.board = self.board
        return twin

    def key(self) -> Hashable:
        battle = self.battle
        return (
            self.places.key(),
            tuple(player.key() for player in self.players),
            tuple(self.has(seat, what) for seat in self.everyone for what in ACCOUNTS),
            frozenset(self.markers.items()),
            tuple(self.rows.values()),
            frozenset(self.delivered.items()),
            frozenset(self.sites.items()),
            (tuple(self.stories), self.tale),
            tuple(map(tuple, self.crossed.values())),
            tuple(self.arrived),
            (self.active, self.first, self.round, self.ender, self.scored, self.phase),
            (self.movement, self.before, self.acted, self.village_left, self.cut_short),
            (len(self.to_score), self.over, frozenset(self.given_up)),
            frozenset(self.jeans_cards),
            battle and (battle.token, battle.nation, battle.value, frozenset(battle.done)),
        )

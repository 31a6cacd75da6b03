"""What lies open for all, and what each player has: the display, buildings, ship boards, Jean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.flow import Seat
from rules.maracaibo.actions.buying import price, why_no_figure, why_not_afford
from rules.maracaibo.actions.careers import reached, why_not_reached
from rules.maracaibo.actions.drawing import hand_limit, market_cost
from rules.maracaibo.actions.hands import why_not_pay
from rules.maracaibo.actions.needs import why_not_needs
from rules.maracaibo.actions.supply import compasses
from rules.maracaibo.actions.upgrades import why_not_remove
from rules.maracaibo.names import (
    COMBAT_POINTS,
    DOUBLOONS,
    FIGURES,
    INCOME,
    SYNERGY_NAMES,
    place_text,
)
from rules.maracaibo.pieces import Building, Goal, ProjectCard
from rules.maracaibo.places import (
    BUILDINGS,
    JEAN_CARDS,
    JEAN_DECK,
    JEAN_DISCARD,
    MARKET,
    display,
    hand,
    planning,
)
from rules.maracaibo.printed.board import Upgrade
from rules.maracaibo.printed.describe import effects_text, goal_text
from rules.maracaibo.printed.owner import is_house
from rules.maracaibo.scoring import building_points
from rules.maracaibo.solo.account import card_points, explorer_lead, income_points, upgrades
from rules.maracaibo.table import Table
from rules.text import Text
from server.web.games.maracaibo.faces import (
    NO_COST,
    building_text,
    card_effects,
    reward,
    tint,
)
from server.web.parts.cards import Card, Scenery
from server.web.parts.points import totals


@dataclass(frozen=True, slots=True)
class Project:
    """A project card that lies open."""

    card: Card
    effects: Text
    price: int
    """Doubloons, for the player who is asked."""
    why_not: Text | None
    """Why that player could not buy it now."""
    tint: str
    house: bool
    """Something on it is a house value."""


@dataclass(frozen=True, slots=True)
class Site:
    """A prestige building."""

    card: Card
    price: int
    text: Text
    investors: tuple[tuple[Seat, int], ...]
    """And the points it would bring each of them now."""
    house: bool


@dataclass(frozen=True, slots=True)
class Aim:
    """A task of a career, or one of its two ways while it is not done."""

    text: Text
    reward: Text
    why_not: Text | None
    done: bool


@dataclass(frozen=True, slots=True)
class Fitting:
    """An upgrade of the ship board."""

    key: str
    text: Text
    discs: int
    why_not: Text | None


@dataclass(frozen=True, slots=True)
class Helping:
    name: Text
    place: Text
    settled: bool


@dataclass(frozen=True, slots=True)
class Mat:
    seat: Seat
    active: bool
    points: int
    """If the match ended now."""
    doubloons: int
    combat_points: int
    figures: int
    income: int
    compasses: int
    quests: int
    tokens: int
    synergies: tuple[Text, ...]
    fittings: tuple[Fitting, ...]
    hand: tuple[Project, ...]
    """As far as everybody knows it."""
    hand_hidden: int
    hand_limit: int
    planned: tuple[Project, ...]
    bought: tuple[Project, ...]
    career: Text | None
    career_card: Card | None
    career_house: bool
    aims: tuple[Aim, ...]
    helpers: tuple[Helping, ...]

    @property
    def cards(self) -> list[Card]:
        """All that are drawn."""
        own = [self.career_card] if self.career_card else []
        return [*(each.card for each in (*self.hand, *self.planned, *self.bought)), *own]

    @property
    def fitted(self) -> int:
        return sum(not fitting.discs for fitting in self.fittings)


@dataclass(frozen=True, slots=True)
class Opponent:
    """Jean and her board."""

    seat: Seat
    points: int
    discs: int
    income: int
    upgrades: int
    quests: int
    tokens: int
    cards: int
    card_points: int
    explorer_lead: int
    deck: int
    turned: tuple[Text, ...]
    """Her cards since the last shuffle, the newest last."""
    difficulty: int


def asked(scenery: Scenery) -> Seat:
    """For whom distances and prices are told: who is asked, else whose turn it is."""
    table: Table = scenery.match.table
    choice = scenery.match.choice
    for seat in (choice.who if choice else None, table.active):
        if seat in table.seats and seat is not None:
            return seat
    return table.seats[0]


def market(scenery: Scenery, seat: Seat) -> list[Project]:
    return [_project(scenery, seat, card) for place in MARKET for card in scenery.cards(place)]


def market_fee(scenery: Scenery, seat: Seat) -> int:
    """What a card of the market costs in phase C."""
    return market_cost(scenery.match.table, seat)


def sites(scenery: Scenery, seat: Seat) -> list[Site]:
    table: Table = scenery.match.table
    return [
        Site(
            card,
            price(table, seat, card.piece.doubloons),
            building_text(card.piece),
            tuple(_investors(table, card.piece)),
            is_house(table.box, card.piece),
        )
        for place in BUILDINGS
        for card in scenery.cards(place)
        if isinstance(card.piece, Building)
    ]


def _investors(table: Table, building: Building) -> Iterator[tuple[Seat, int]]:
    for seat in table.seats:
        if building in table.player(seat).invested:
            yield seat, building_points(table, seat, building)


def _project(scenery: Scenery, seat: Seat, card: Card) -> Project:
    table: Table = scenery.match.table
    piece = card.piece
    assert isinstance(piece, ProjectCard)
    return Project(
        card=card,
        effects=card_effects(piece),
        price=price(table, seat, piece.price.doubloons),
        why_not=_why_not_buy(table, seat, piece),
        tint=tint(piece),
        house=is_house(table.box, piece),
    )


def _why_not_buy(table: Table, seat: Seat, card: ProjectCard) -> Text | None:
    blocked = why_not_afford(table, seat, card.price.doubloons)
    if blocked is None and card.price.figure:
        blocked = why_no_figure(table, seat)
    if blocked is None:
        blocked = why_not_needs(table, seat, card.price.needs)
    if blocked is None and card.price.cost != NO_COST:
        blocked = why_not_pay(table, seat, card.price.cost)
    return blocked


# ---------------------------------------------------------------------------------------- Players


def mats(scenery: Scenery) -> list[Mat]:
    return [one_mat(scenery, seat) for seat in scenery.match.seats]


def one_mat(scenery: Scenery, seat: Seat) -> Mat:
    table: Table = scenery.match.table
    player = table.player(seat)
    own = table.career(seat)
    return Mat(
        seat=seat,
        active=seat is table.active and scenery.match.choice is not None,
        points=totals(scenery.match, table)[seat.index],
        doubloons=table.has(seat, DOUBLOONS),
        combat_points=table.has(seat, COMBAT_POINTS),
        figures=table.has(seat, FIGURES),
        income=table.has(seat, INCOME["doubloons"]),
        compasses=compasses(table, seat),
        quests=table.quests(seat),
        tokens=table.tokens(seat),
        synergies=tuple(SYNERGY_NAMES[kind] for kind in player.synergies),
        fittings=tuple(_fittings(table, seat)),
        hand=tuple(_known_hand(scenery, seat)),
        hand_hidden=table.places.piles[hand(seat)].unknown,
        hand_limit=hand_limit(table, seat),
        planned=tuple(_project(scenery, seat, card) for card in scenery.cards(planning(seat))),
        bought=tuple(_project(scenery, seat, card) for card in scenery.cards(display(seat))),
        career=own.name if own else None,
        career_card=scenery.card(own) if own else None,
        career_house=own is not None and is_house(table.box, own),
        aims=tuple(_aims(table, seat)),
        helpers=tuple(
            Helping(card.name, place_text(place), card in player.settled)
            for card, place in player.assistants.items()
        ),
    )


def _known_hand(scenery: Scenery, seat: Seat) -> Iterator[Project]:
    """Cards that came from the market or the planning area: everybody saw them."""
    table: Table = scenery.match.table
    for piece in table.cards(hand(seat)):
        yield _project(scenery, seat, scenery.card(piece))


def _fittings(table: Table, seat: Seat) -> Iterator[Fitting]:
    player = table.player(seat)
    for key, discs in player.discs.items():
        upgrade: Upgrade = table.board.upgrades[key]
        blocked = why_not_remove(table, player, upgrade) if discs else None
        yield Fitting(key, effects_text(upgrade.effects), discs, blocked)


def _aims(table: Table, seat: Seat) -> Iterator[Aim]:
    career, done = table.career(seat), table.player(seat).tasks
    for number, task in enumerate(career.tasks if career else ()):
        ways = {"easy": task.easy, "hard": task.hard}
        for level, goal in ways.items():
            if done[number] in ("", level):
                yield _aim(table, seat, goal, bool(done[number]))


def _aim(table: Table, seat: Seat, goal: Goal, done: bool) -> Aim:
    blocked = None if done else why_not_reached(seat, goal, reached(table, seat, goal))
    return Aim(goal_text(goal), reward(goal), blocked, done)


def opponent(scenery: Scenery) -> Opponent | None:
    """Jean, if there is only one player."""
    table: Table = scenery.match.table
    if not table.solo or table.phase == "set_up":
        return None
    jean = table.jean
    return Opponent(
        seat=jean,
        points=totals(scenery.match, table)[jean.index],
        discs=table.player(jean).board_discs,
        income=income_points(table),
        upgrades=upgrades(table),
        quests=table.quests(jean),
        tokens=table.tokens(jean),
        cards=table.places.count(JEAN_CARDS),
        card_points=card_points(table),
        explorer_lead=explorer_lead(table),
        deck=table.places.count(JEAN_DECK),
        turned=tuple(card.name for card in table.places[JEAN_DISCARD]),
        difficulty=table.difficulty,
    )

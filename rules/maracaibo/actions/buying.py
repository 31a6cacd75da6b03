"""Buying project cards, and investing in prestige buildings instead."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from rules.flow import Flow, Option, Seat, choose_amount
from rules.maracaibo.actions.free_actions import ask
from rules.maracaibo.actions.hands import Verbs, lay_from_hand, pay, why_not_in_hand, why_not_pay
from rules.maracaibo.actions.income import add_income, advance_income, take_synergy
from rules.maracaibo.actions.map_now import still_ahead
from rules.maracaibo.actions.meanings import Source, effects
from rules.maracaibo.actions.needs import why_not_needs
from rules.maracaibo.actions.supply import park_figures, return_figures
from rules.maracaibo.actions.upgrades import acquire
from rules.maracaibo.names import DOUBLOONS, FIGURES, VP
from rules.maracaibo.pieces import Building, ProjectCard
from rules.maracaibo.places import display, hand, planning
from rules.maracaibo.printed.describe import amount_text
from rules.maracaibo.printed.nodes import BuyCard, Cost, FiguresOnCard, Income, Now
from rules.maracaibo.table import Table
from rules.pieces import Move
from rules.text import Plural, Text

NOTHING = Cost()
PASS = "pass"


def price(table: Table, seat: Seat, doubloons: int) -> int:
    """Discounts never make anything cheaper than nothing."""
    return max(0, doubloons - table.power(seat, "discount"))


def why_not_afford(table: Table, seat: Seat, doubloons: int) -> Text | None:
    cost, has = price(table, seat, doubloons), table.has(seat, DOUBLOONS)
    if cost <= has:
        return None
    amount = amount_text(DOUBLOONS, cost)
    return Text("Costs {amount}, {seat} has {has}", amount=amount, seat=seat, has=has)


def why_no_figure(table: Table, seat: Seat) -> Text | None:
    if table.has(seat, FIGURES):
        return None
    return Text("{seat} has no figure left", seat=seat)


def buy_option(table: Table, seat: Seat, card: ProjectCard) -> Option[Any]:
    """A card of the hand or the planning area, for all that its price shows."""
    planned = card in table.places[planning(seat)]
    wanted = card.price
    blocked = None if planned else why_not_in_hand(table, seat, card)
    blocked = blocked or why_not_afford(table, seat, wanted.doubloons)
    if blocked is None and wanted.figure:
        blocked = why_no_figure(table, seat)
    if blocked is None:
        blocked = why_not_needs(table, seat, wanted.needs)
    if blocked is None and wanted.cost != NOTHING:
        blocked = why_not_pay(table, seat, wanted.cost, card)
    return Option(
        f"buy:{card.id}",
        card,
        Plural(
            "Buy {card} for {n} doubloon",
            "Buy {card} for {n} doubloons",
            price(table, seat, wanted.doubloons),
            card=card.name,
        ),
        (Move(card, planning(seat) if planned else hand(seat), display(seat)),),
        blocked,
    )


def invest_option(table: Table, seat: Seat, building: Building) -> Option[Any]:
    """Everybody may invest in every open building, but only once."""
    blocked = None
    if building in table.player(seat).invested:
        blocked = Text("{seat} has already invested", seat=seat)
    blocked = (
        blocked or why_not_afford(table, seat, building.doubloons) or why_no_figure(table, seat)
    )
    return Option(
        f"invest:{building.id}",
        building,
        Plural(
            "Invest in {building} for {n} doubloon",
            "Invest in {building} for {n} doubloons",
            price(table, seat, building.doubloons),
            building=building.name,
        ),
        (),
        blocked,
        by_phone=True,
    )


def buy_menu(table: Table, seat: Seat) -> Iterator[Option[Any]]:
    """What can be bought without the hand."""
    for card in table.cards(planning(seat)):
        yield buy_option(table, seat, card)
    for building in table.buildings():
        yield invest_option(table, seat, building)


def buy_verbs(table: Table, seat: Seat) -> Verbs:
    return {"buy": lambda card: buy_option(table, seat, card)}


def purchase(table: Table, seat: Seat, bought: ProjectCard | Building) -> Flow[bool]:
    """False if a cost in cards was given up."""
    if isinstance(bought, Building):
        invest(table, seat, bought)
        return True
    done = yield from buy(table, seat, bought)
    return done


def buy(table: Table, seat: Seat, card: ProjectCard) -> Flow[bool]:
    """The card comes into the display, its price is paid, and its effects begin."""
    because = bought_text(card)
    source = planning(seat) if card in table.places[planning(seat)] else hand(seat)
    if source == hand(seat):
        lay_from_hand(table, seat, card, display(seat))
    else:
        table.places.move(card, source, display(seat))
    paid = yield from pay(table, seat, card.price.cost, because)
    if not paid:
        table.places.move(card, display(seat), source)
        return False
    table.given_up.clear()
    cost = price(table, seat, card.price.doubloons)
    table.ledger.gain(seat, DOUBLOONS, -cost, because)
    pay_figure(table, seat, card, because)
    yield from begin_effects(table, seat, card)
    return True


@cache
def bought_text(card: ProjectCard) -> Text:
    return Text("Bought {card}", card=card.name)


def pay_figure(table: Table, seat: Seat, card: ProjectCard, because: Text) -> None:
    """A figure goes to the general supply, stays on the card, or becomes an assistant."""
    if card.price.figure == "supply":
        return_figures(table, seat, 1, because)
    elif card.price.figure == "card":
        park_figures(table, seat, 1, because)
    elif card.price.figure == "location":
        assert card.price.location is not None
        table.ledger.gain(seat, FIGURES, -1, because)
        place_assistant(table, seat, card, card.price.location)


def place_assistant(table: Table, seat: Seat, card: ProjectCard, place_id: str) -> None:
    """From the next turn on the assistant can be used, if its location still lies ahead.

    Points are for those passed by, not chosen or not reached. One that is placed behind the ship,
    beside it or in the scoring is none of these, so it brings none in this round, unless the match
    is played otherwise.
    """
    player = table.player(seat)
    player.assistants[card] = place_id
    if table.rulings.points_behind:
        return
    if table.phase == "scoring" or place_id not in still_ahead(table, player.ship):
        player.settled.append(card)


def begin_effects(table: Table, seat: Seat, card: ProjectCard) -> Flow[None]:
    """Green effects move income markers, tan ones happen once; red and blue ones are there to use.

    All red and green ones hold before the first tan one happens: a synergy token of the same card
    makes its income true, but only once.
    """
    source = Source(bought_text(card), "card", card)
    at_once = list(acquire(table, seat, card.effects, card.id, source))
    for effect in at_once:
        if isinstance(effect, Income):
            add_income(table, seat, effect, source.because)
    for effect in at_once:
        if isinstance(effect, Now):
            yield from effects.perform(table, seat, effect.steps, source)


def invest(table: Table, seat: Seat, building: Building) -> None:
    """Doubloons and a figure for the building; its synergy token, and points for the first."""
    because = Text("Invested in {building}", building=building.name)
    cost = price(table, seat, building.doubloons)
    table.ledger.gain(seat, DOUBLOONS, -cost, because)
    park_figures(table, seat, 1, because)
    if not any(building in player.invested for player in table.players):
        table.ledger.gain(
            seat,
            VP,
            table.board.first_investor_vp,
            Text("First to invest in {building}", building=building.name),
            kind="building",
        )
    table.player(seat).invested.append(building)
    take_synergy(table, seat, building.synergy)


@effects.means(BuyCard)
def buy_card(table: Table, seat: Seat, _node: BuyCard, _source: Source) -> Flow[None]:
    """One card or building, or none."""
    while True:
        bought = yield from ask(
            table,
            seat,
            Text("Buy a card or invest"),
            lambda: (*buy_menu(table, seat), Option(PASS, None, Text("Buy nothing"))),
            PASS,
            buy_verbs(table, seat),
        )
        if bought is None:
            return
        done = yield from purchase(table, seat, bought)
        if done:
            return


@effects.means(FiguresOnCard)
def put_figures_on_card(
    table: Table, seat: Seat, node: FiguresOnCard, source: Source
) -> Flow[None]:
    """Only when the card is bought: any number of figures stay on it, each for more income."""
    most = table.has(seat, FIGURES)
    if not most:
        return
    n = yield from choose_amount(
        seat,
        Plural(
            "How many figures onto the card, {n} income each?",
            "How many figures onto the card, {n} income each?",
            node.income,
        ),
        0,
        most,
    )
    park_figures(table, seat, n, source.because)
    advance_income(table, seat, DOUBLOONS, n * node.income, source.because)

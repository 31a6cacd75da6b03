"""Structures: small and large buildings with their cards, and the fortress."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.cooper_island import announced
from rules.cooper_island.actions.asking import ask_or_skip, in_vain
from rules.cooper_island.actions.building import np_there, place_piece, why_no_site
from rules.cooper_island.actions.milestones import turn_milestones
from rules.cooper_island.actions.payment import (
    discounts,
    pay,
    price_text,
    why_dear,
    why_not_pay,
)
from rules.cooper_island.actions.sailing import navigate
from rules.cooper_island.actions.vocabulary import Source, effects, perform, under_way
from rules.cooper_island.pieces import LargeCard, SmallCard
from rules.cooper_island.places import DECKS, UNDER, own, standing_on
from rules.cooper_island.printed.board import Structure
from rules.cooper_island.printed.names import STRUCTURE_NAMES
from rules.cooper_island.printed.nodes import BUILD_STRUCTURE, BuildStructure
from rules.cooper_island.table import Table
from rules.flow import Flow, FromHand, Option, Seat
from rules.pieces import Move
from rules.text import Text

Card = SmallCard | LargeCard


@effects.means(BuildStructure)
def build_structure(table: Table, seat: Seat, node: BuildStructure, source: Source) -> Flow[None]:
    """Pay, build on the highest free land, sail, and choose the card of a building."""
    structure = yield from ask_or_skip(
        table,
        seat,
        Text("Build which structure?"),
        lambda: structure_menu(table, seat, source),
        lambda: effects.refused(table, seat, (node,), source),
    )
    if structure is None:
        return
    kind = structure.kind
    name = STRUCTURE_NAMES[kind]
    less = discounts(table, seat, BUILD_STRUCTURE, (source.discount,), kind)
    yield from pay(table, seat, structure.cost, less, name, lambda: setting_up(table, seat, kind))
    waiting = [card for card in table.cards(seat) if card.event == BUILD_STRUCTURE]
    with under_way(table, seat, f"build:{kind}"):
        piece = table.structures_left(seat, kind)[0]
        plot = yield from place_piece(table, seat, piece, own("structures", seat), kind)
        announced.built(table, seat, kind, piece)
        turn_milestones(table, seat)
        yield from navigate(table, seat, np_there(table, plot, structure.np), name)
        if kind in DECKS:
            yield from choose_card(table, seat, kind)
        for card in waiting:
            yield from perform(table, seat, card.does, Source(card.name))


def structure_menu(table: Table, seat: Seat, source: Source) -> Iterator[Option[Structure]]:
    for kind, structure in table.board.structures.items():
        less = discounts(table, seat, BUILD_STRUCTURE, (source.discount,), kind)
        blocked = why_no_site(table, seat) or why_not_pay(table, seat, structure.cost, less)
        if not table.structures_left(seat, kind):
            blocked = Text("{seat}: already built", seat=seat)
        text = Text(
            "{structure}: {cost}",
            structure=STRUCTURE_NAMES[kind],
            cost=price_text(table, seat, structure.cost, less),
        )
        yield Option(f"structure:{kind}", structure, text, (), blocked)


def setting_up(table: Table, seat: Seat, kind: str) -> Iterator[Move]:
    """What hands do with a structure, wherever they put it."""
    for piece in table.structures_left(seat, kind)[:1]:
        for space in table.player(seat).land:
            yield Move(piece, own("structures", seat), standing_on(seat, space))


@effects.refuses(BuildStructure)
def structures_in_vain(
    table: Table, seat: Seat, _: BuildStructure, source: Source
) -> Iterator[Option[Any]]:
    """Structures for which something is missing."""
    for option in structure_menu(table, seat, source):
        if option.blocked:
            why = why_dear(option.text, option.blocked)
            for move in setting_up(table, seat, option.value.kind):
                yield in_vain(move, why)


@effects.blocks(BuildStructure)
def why_not_build(table: Table, seat: Seat, _: BuildStructure, source: Source) -> Text | None:
    blocked = [option.blocked for option in structure_menu(table, seat, source)]
    return blocked[0] if all(blocked) else None


def choose_card(table: Table, seat: Seat, kind: str) -> Flow[None]:
    """Look at four cards in secret, keep one; the others go below the deck."""
    deck, under, hand = DECKS[kind], UNDER[kind], own("hand", seat)
    n = table.rule("cards_seen")
    fresh = min(n, table.places.count(deck))
    if fresh:
        table.places.pass_on(deck, hand, fresh)
    rest = min(n - fresh, table.places.count(under))
    if rest:
        table.places.pass_on(under, hand, rest)
    kept = yield from _keep(table, seat, kind)
    table.places.turn_up(kept, hand, own("cards", seat))
    left = table.places.count(hand)
    if left:
        table.places.pass_on(hand, under, left)


def _keep(table: Table, seat: Seat, kind: str) -> Flow[Card]:
    """Only the builder sees the four cards; every unseen one could be among them."""
    cards: dict[str, Card] = (
        {**table.box.small_cards} if kind == "small" else {**table.box.large_cards}
    )
    hand, target = own("hand", seat), own("cards", seat)

    def option(card: Card) -> Option[Card]:
        unseen = card in table.places.unseen
        blocked = None if unseen else Text("That card is already open")
        move = Move(card, hand, target)
        record = Text("Keeps {card}", card=card.name)
        return Option(f"keep:{card.id}", card, card.name, (move,), blocked, record=record)

    answer: Option[Card] = yield FromHand(
        seat,
        Text("Keep which card?"),
        tuple,
        hand=hand,
        verbs={"keep": option},
        pieces=cards,
        held=lambda: [card for card in cards.values() if card in table.places.unseen],
    )
    return answer.value

"""Hidden hands, and paying with them.

Cards that came from the display or the planning area are known to all; those from the deck only to
their owner. So a card that could be in a hand may always be played from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.flow import Flow, FromHand, Menu, Option, Seat
from rules.maracaibo.actions.supply import return_figures
from rules.maracaibo.names import COMBAT_POINTS, DOUBLOONS, FIGURES, GOOD_NAMES, OBJECT_NAMES
from rules.maracaibo.pieces import ProjectCard
from rules.maracaibo.places import DISCARD, hand
from rules.maracaibo.printed.describe import amount_text
from rules.maracaibo.printed.nodes import Cost
from rules.maracaibo.table import Table
from rules.pieces import Move, Place
from rules.text import Plural, Text

Verbs = Mapping[str, Callable[[ProjectCard], Option[Any]]]


def could_hold(table: Table, seat: Seat) -> Iterator[ProjectCard]:
    """The known cards of a hand, and if some are not known, all that nobody has seen."""
    pile = table.places.piles[hand(seat)]
    yield from table.cards(hand(seat))
    if pile.unknown:
        yield from (card for card in table.places.unseen if isinstance(card, ProjectCard))


def why_not_in_hand(table: Table, seat: Seat, card: ProjectCard) -> Text | None:
    pile = table.places.piles[hand(seat)]
    if card in table.places.unseen:
        if pile.unknown:
            return None
        return Text(
            "{seat} cannot have {card}: the hand is known",
            card=card.name,
            seat=seat,
        )
    if card in pile.known:
        return None
    return table.elsewhere(card)


def lay_from_hand(table: Table, seat: Seat, card: ProjectCard, target: Place) -> None:
    """A card of the hand is laid open somewhere."""
    if card in table.places.unseen:
        table.places.turn_up(card, hand(seat), target)
    else:
        table.places.move(card, hand(seat), target)


def ask_hand(
    table: Table,
    seat: Seat,
    prompt: Text,
    menu: Menu[Any],
    verbs: Verbs,
    next_key: str | None = None,
    refused: Menu[Any] | None = None,
    *,
    spare: bool = False,
) -> Flow[Any]:
    """Ask something that can also be answered with a card of the player's hand.

    With `spare` it is not asked if there is only one answer.
    """
    question = hand_question(table, seat, prompt, menu, verbs, next_key, refused)
    option = question.only_answer() if spare else None
    return (option or (yield question)).value


def hand_question(
    table: Table,
    seat: Seat,
    prompt: Text,
    menu: Menu[Any],
    verbs: Verbs,
    next_key: str | None = None,
    refused: Menu[Any] | None = None,
) -> FromHand[Any, ProjectCard]:
    return FromHand(
        seat,
        prompt,
        menu,
        next_key,
        refused,
        hand(seat),
        verbs=verbs,
        pieces=table.box.projects,
        held=lambda: could_hold(table, seat),
    )


# ---------------------------------------------------------------------------------- paying


def why_not_pay(
    table: Table, seat: Seat, cost: Cost, bought: ProjectCard | None = None
) -> Text | None:
    """The first part of a cost that a player cannot pay, as far as can be known.

    A card that is bought with it cannot be discarded for it.
    """
    for what, amount in (
        (DOUBLOONS, cost.doubloons),
        (COMBAT_POINTS, cost.combat_points),
        (FIGURES, cost.figures),
    ):
        if table.has(seat, what) < amount:
            return Text(
                "Costs {amount}, {seat} has {has}",
                amount=amount_text(what, amount),
                seat=seat,
                has=table.has(seat, what),
            )
    return why_not_discard(table, seat, cost, bought)


def why_not_discard(
    table: Table, seat: Seat, cost: Cost, bought: ProjectCard | None
) -> Text | None:
    """Unknown cards could be anything, so only what is certain blocks a cost in cards."""
    if cost in table.given_up:
        return Text("{seat} lacked those cards just now", seat=seat)
    if not cost.takes_cards:
        return None
    unknown = table.places.piles[hand(seat)].unknown - (bought in table.places.unseen)
    if cost.hand and table.places.count(hand(seat)) < cost.hand:
        return Text("{seat} has no card in hand", seat=seat)
    cards = [card for card in table.cards(hand(seat)) if card is not bought]
    if cost.same_goods:
        goods = Counter(card.good for card in cards)
        if max(goods.values(), default=0) + unknown < cost.same_goods:
            return Plural(
                "{seat} cannot have {n} card with the same good",
                "{seat} cannot have {n} cards with the same good",
                cost.same_goods,
                seat=seat,
            )
    goods = Counter(cost.goods) - Counter(card.good for card in cards)
    objects = Counter(objects_to_discard(table, seat, cost)) - Counter(
        card.object for card in cards
    )
    if goods.total() + objects.total() > unknown:
        lacking = next(iter(goods), None)
        name = GOOD_NAMES[lacking] if lacking else OBJECT_NAMES[next(iter(objects))]
        return Text("{seat} cannot have enough cards with {name}", name=name, seat=seat)
    return None


def objects_to_discard(table: Table, seat: Seat, cost: Cost) -> list[str]:
    """Permanent objects stand in for cards, each once for every cost."""
    standing_in = {kind: table.power(seat, f"object/{kind}") for kind in cost.objects}
    to_discard = []
    for kind in cost.objects:
        standing_in[kind] -= 1
        if standing_in[kind] < 0:
            to_discard.append(kind)
    return to_discard


def pay(table: Table, seat: Seat, cost: Cost, because: Text) -> Flow[bool]:
    """Pay all of a cost, cards first. False if the player does not have the cards after all."""
    if cost.goods or cost.same_goods or cost.objects:
        discarded = yield from discard_cards(table, seat, cost)
        if not discarded:
            table.given_up.append(cost)
            return False
    if cost.hand:
        discard_hand(table, seat)
    table.ledger.gain(seat, DOUBLOONS, -cost.doubloons, because)
    table.ledger.gain(seat, COMBAT_POINTS, -cost.combat_points, because)
    if cost.figures:
        return_figures(table, seat, cost.figures, because)
    return True


def discard_hand(table: Table, seat: Seat) -> None:
    """Known cards are seen going, the others go face down."""
    pile = table.places.piles[hand(seat)]
    for card in list(pile.known):
        table.places.move(card, hand(seat), DISCARD)
    if pile.unknown:
        table.places.pass_on(hand(seat), DISCARD, pile.unknown)


def discard_cards(table: Table, seat: Seat, cost: Cost) -> Flow[bool]:
    """One card after another. Who cannot go on takes back what was laid down."""
    demands = [("good", good) for good in cost.goods]
    demands += [("object", kind) for kind in objects_to_discard(table, seat, cost)]
    demands += [("good", "")] * cost.same_goods
    laid: list[ProjectCard] = []
    for kind, wanted in demands:
        if kind == "good" and not wanted and laid:
            wanted = laid[-1].good
        card = yield from discard_one(table, seat, kind, wanted, laid)
        if card is None:
            return False
        laid.append(card)
    return True


def discard_one(
    table: Table, seat: Seat, kind: str, wanted: str, laid: list[ProjectCard]
) -> Flow[ProjectCard | None]:
    names = GOOD_NAMES if kind == "good" else OBJECT_NAMES
    prompt = Text("Discard a card with any good")
    if wanted:
        prompt = Text("Discard a card with {name}", name=names[wanted])

    def discard_option(card: ProjectCard) -> Option[ProjectCard | None]:
        shows = card.good if kind == "good" else card.object
        blocked = why_not_in_hand(table, seat, card)
        if blocked is None and wanted and shows != wanted:
            blocked = Text(
                "{card} shows {shows}, not {name}",
                card=card.name,
                shows=names[shows],
                name=names[wanted],
            )
        return Option(
            f"discard:{card.id}",
            card,
            Text("Discard {card} ({shows})", card=card.name, shows=names[shows]),
            (Move(card, hand(seat), DISCARD),),
            blocked,
        )

    def menu() -> Iterator[Option[ProjectCard | None]]:
        text = Text("Not possible")
        if laid:
            text = Plural(
                "Not possible: take back {n} card",
                "Not possible: take back {n} cards",
                len(laid),
            )
        back = tuple(Move(card, DISCARD, hand(seat)) for card in laid)
        yield Option("give_up", None, text, back, by_phone=True)

    card: ProjectCard | None = yield from ask_hand(
        table, seat, prompt, menu, {"discard": discard_option}
    )
    if card is None:
        for back in laid:
            table.places.move(back, DISCARD, hand(seat))
        return None
    lay_from_hand(table, seat, card, DISCARD)
    return card

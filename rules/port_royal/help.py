"""Port Royal in short, for people at the table: the set-up, the phases and their rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache

from rules.game import Chapter, Step
from rules.pieces import Piece, Place
from rules.port_royal.abilities import in_short
from rules.port_royal.box import Box, Rules
from rules.port_royal.help_contracts import (
    contract_steps,
    contracts_chapter,
    is_alone,
    time_chapter,
    time_steps,
)
from rules.port_royal.pieces import Expedition, Person, Ship
from rules.port_royal.places import BOX, EXPEDITIONS
from rules.port_royal.table import Table
from rules.text import Plural, Text


def chapters(table: Table) -> Sequence[Chapter]:
    """All rules in short, as this group plays."""
    return tuple(by_phase(table).values())


def phase(table: Table) -> Text:
    return by_phase(table)[table.phase].title


def rules_of_phase(table: Table) -> Sequence[Text]:
    return by_phase(table)[table.phase].rules


def by_phase(table: Table) -> Mapping[str, Chapter]:
    rulings = table.others_take, table.expedition_to_win, table.pays_gambled_bust
    return chapters_of(table.box, *rulings)


@cache
def chapters_of(
    box: Box, others_take: bool, expedition_to_win: bool, pays_gambled_bust: bool
) -> Mapping[str, Chapter]:
    """By the phase; what holds in every phase has chapters of its own."""
    rules, cards = box.rules, box.cards.values()
    sails = any(isinstance(card, Expedition) for card in cards)
    roles = {card.role for card in cards if isinstance(card, Person)}
    gambling = _gambling(pays_gambled_bust) if "gambler" in roles else ()
    found = {
        "set_up": _SET_UP,
        "discover": _discover(rules, sails, gambling),
        "trade_and_hire": _ALONE if is_alone(rules) else _trade_and_hire(box, others_take),
    }
    if sails:
        found["expeditions"] = FULFILLING
    found["persons"] = _persons(rules, roles)
    if box.contracts:
        found["contracts"] = contracts_chapter(rules)
        if rules.time_deck:
            found["time"] = time_chapter(rules)
    if not rules.time_deck:
        more = bool(box.contracts) or "wholesaler" in roles
        found["end"] = _end(rules, expedition_to_win, more)
    return found


COIN_CARDS = Text(
    "Coins are face-down cards of the deck: take them unseen. Everybody may count yours."
)
RESHUFFLING = Text("Deck empty: shuffle the discard pile into a new one.")
_SET_UP = Chapter(
    Text("Set-up"),
    (
        Text("The player last near water begins. Play goes clockwise."),
        COIN_CARDS,
        RESHUFFLING,
    ),
)

FULFILLING = Chapter(
    Text("Expeditions"),
    (
        Text("In your own turn, fulfil expeditions whenever you can."),
        Text("Discard a person per sign. Take the card and its coins."),
    ),
)


TRADING = Text("Trade a ship: discard it for its coins.")
HIRING = Text("Hire a person into your area: discard the price face up.")
REPELLING = Text(
    "Repel a ship just turned up: discard it, if your swords reach its number. You keep them."
)
SKULL = Text("A skull can never be repelled.")
_TAKING = (
    Text("You may take one card; with four ship colours two, with five three."),
    Text("One by one: each can help with the next."),
    TRADING,
    HIRING,
)
_GIFT = Text("Some ships bring another player a coin: choose who.")
_NOT_IN_HARBOUR = Text("Expeditions and tax increases are not harbour cards. Discard what is left.")

_ALONE = Chapter(Text("Trade and hire"), (*_TAKING, _NOT_IN_HARBOUR))


def _gambling(pays_bust: bool) -> tuple[Text, ...]:
    return (
        Text(
            "Each gambler, once in your turn: four cards at once. Repel none; taxes hold at once."
        ),
        Text("A bust then pays jesters.")
        if pays_bust
        else Text("A bust then does not pay jesters."),
        Text("Otherwise trade and hire with one card more, or gamble again."),
    )


def _discover(rules: Rules, sails: bool, gambling: tuple[Text, ...]) -> Chapter:
    expeditions = (Text("Expeditions go to their own row until an active player fulfils them."),)
    after_bust = (Text("After a bust, you may still fulfil expeditions."),)
    return Chapter(
        Text("Discover"),
        (
            Text("Turn up cards one by one into the harbour, at least one. Stop when you like."),
            Text(
                "A second ship of a colour, not repelled: bust. Discard the harbour; nobody "
                "trades or hires."
            ),
            REPELLING,
            SKULL,
            *(expeditions if sails else ()),
            *taxes(rules),
            *gambling,
            *(after_bust if sails else ()),
        ),
    )


def taxes(rules: Rules) -> tuple[Text, ...]:
    if isinstance(rules.tax_keeps, int):
        return (
            Plural(
                "Tax increase: players with {n} or more coin keep {keeps}.",
                "Tax increase: players with {n} or more coins keep {keeps}.",
                rules.tax_threshold,
                keeps=rules.tax_keeps,
            ),
            Plural(
                "Least influence: {n} coin, for all tied, even at none. Discard the card.",
                "Least influence: {n} coins, for all tied, even at none. Discard the card.",
                rules.tax_bonus,
            ),
        )
    return (
        Plural(
            "Tax increase: players with {n} or more coin lose half, rounded down.",
            "Tax increase: players with {n} or more coins lose half, rounded down.",
            rules.tax_threshold,
        ),
        Plural(
            "Most swords or least influence, as printed: {n} coin, for all tied, even at none. "
            "Discard the card.",
            "Most swords or least influence, as printed: {n} coins, for all tied, even at none. "
            "Discard the card.",
            rules.tax_bonus,
        ),
    )


def _persons(rules: Rules, roles: Collection[str]) -> Chapter:
    """What the usual persons do; a card that does something else says so itself."""
    late = Text("A new admiral, jester or governor helps from the next time on.")
    if "gunner" in roles:
        late = Text(
            "A new admiral, vice admiral, gunner, jester or governor helps from the next time on."
        )
    return Chapter(
        Text("What persons do"),
        (
            *(text for role, text in in_short(rules.roles).items() if role in roles),
            Text("They help in others' turns too, and add up."),
            *((late,) if "admiral" in roles else ()),
        ),
    )


def _trade_and_hire(box: Box, others_take: bool) -> Chapter:
    rules = box.rules
    gifts = any(isinstance(card, Ship) and card.gift for card in box.cards.values())
    fee = Plural(
        "Then the others, clockwise, may each take one card, and pay you {n} coin per card.",
        "Then the others, clockwise, may each take one card, and pay you {n} coins per card.",
        rules.fee,
    )
    only_after = (Text("If you took none, they may not either."),)
    return Chapter(
        Text("Trade and hire"),
        (
            *_TAKING,
            *((_GIFT,) if gifts else ()),
            fee,
            *(() if others_take else only_after),
            Text("A ship's coins can pay the fee."),
            _NOT_IN_HARBOUR,
        ),
    )


def _end(rules: Rules, expedition_to_win: bool, more: bool) -> Chapter:
    """`more` if influence comes from other cards than persons and expeditions too."""
    influence = Plural("{n} influence", "{n} influence", rules.end_influence)
    winners: tuple[Text, ...] = ()
    if expedition_to_win:
        expeditions = Plural(
            "at least {n} expedition", "at least {n} expeditions", rules.variant_expeditions
        )
        ends = Text(
            "At {influence} and {expeditions}, finish the round: everybody gets equally many "
            "turns.",
            influence=influence,
            expeditions=expeditions,
        )
        winners = (
            Plural(
                "Only players with at least {n} expedition can win.",
                "Only players with at least {n} expeditions can win.",
                rules.variant_expeditions,
            ),
        )
    else:
        ends = Text(
            "At {influence}, finish the round: everybody gets equally many turns.",
            influence=influence,
        )
    return Chapter(
        Text("End of the game"),
        (
            Text(
                "Influence: your shields, plus one per ship under a wholesaler and per "
                "face-down contract."
            )
            if more
            else Text("Influence: the shields of your persons and expeditions."),
            ends,
            *winners,
            Text("Most influence wins, then most coins; otherwise share the victory."),
            Text("Deck and discard pile empty when a turn begins: last round."),
        ),
    )


def steps(table: Table) -> list[Step]:
    """The set-up for this number of players, with the sets in play."""
    found = [*_special(table), *_added(table.box)]
    if table.box.contracts:
        found += contract_steps(table)
    found += [
        Step(Text("Shuffle all other cards into one face-down deck.")),
        Step(Text("Leave room for the harbour and the discard pile.")),
    ]
    if table.rules.time_deck:
        found += time_steps(table)
    found.append(
        Step(
            Plural(
                "Everybody takes {n} coin from the deck.",
                "Everybody takes {n} coins from the deck.",
                table.rules.start_coins,
            )
        )
    )
    if len(table.seats) > 1:
        found.append(Step(Text("Who was last near water? That player begins.")))
    return found


def _special(table: Table) -> list[Step]:
    """The special expedition is for five players only; Set Sail on its own has none."""
    special = [card for card in table.places[BOX] if isinstance(card, Expedition)]
    if not special:
        return [Step(Text("Take only the 60 cards of Set Sail."))]
    if len(table.seats) == table.rules.special_expedition_seats:
        where: dict[Piece, Place] = dict.fromkeys(special, EXPEDITIONS)
        return [Step(Text("Lay the special expedition open beside its zone card."), where)]
    return [Step(Text("Leave the special expedition in the box: it needs five players."))]


def _added(box: Box) -> list[Step]:
    """Which cards of the other sets come to those of the base game."""
    roles = {card.role for card in box.cards.values() if isinstance(card, Person)}
    texts = {
        "gambler": Text("Add the 4 gamblers."),
        "passenger": Text(
            "Add the Set Sail cards with a sign at the lower left: 5 wholesalers, 5 passengers, "
            "10 ships."
        ),
        "clerk": Text("Add the 14 persons and 10 ships of Just One More Contract."),
    }
    if "settler" not in roles:
        return []  # Set Sail on its own
    return [Step(text) for role, text in texts.items() if role in roles]

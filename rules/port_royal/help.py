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
    "Coins are cards of the deck, face down: take them without looking at them. "
    "Everybody may see how many you have."
)
RESHUFFLING = Text("When the deck runs out, the discard pile is shuffled and becomes the deck.")
_SET_UP = Chapter(
    Text("Set-up"),
    (
        Text("Whoever was last near water begins. Play goes clockwise."),
        COIN_CARDS,
        RESHUFFLING,
    ),
)

FULFILLING = Chapter(
    Text("Expeditions"),
    (
        Text("The active player may fulfil any number of expeditions, at any moment of the turn."),
        Text(
            "Discard one of your persons for each sign on the expedition; then take the card with "
            "its influence, and its coins."
        ),
    ),
)


TRADING = Text("A ship is traded: it is discarded and brings you its coins.")
HIRING = Text(
    "A person is hired: lay the price face up on the discard pile, and the person into your area."
)
REPELLING = Text(
    "You may repel only the ship just turned up, if your sailors and pirates have at least as many "
    "swords as the ship: it is discarded. Swords are not used up."
)
SKULL = Text("A ship with a skull can never be repelled.")
_TAKING = (
    Text(
        "You may take one card; with four ship colours in the harbour two, with five colours three."
    ),
    Text("Cards are taken one by one, so that each can help with the next."),
    TRADING,
    HIRING,
)
_GIFT = Text("Some ships show a coin for another player: whoever trades one says who gets it.")
_NOT_IN_HARBOUR = Text(
    "Expeditions and tax increases do not count as cards of the harbour. What nobody takes is "
    "discarded."
)

_ALONE = Chapter(Text("Trade and hire"), (*_TAKING, _NOT_IN_HARBOUR))


def _gambling(pays_bust: bool) -> tuple[Text, ...]:
    return (
        Text(
            "Once in your turn each of your gamblers may turn up four cards at once. None of their "
            "ships can be repelled; tax increases hold at once."
        ),
        Text(
            "If two ships of a colour lie in the harbour then, it is a bust, and jesters are paid."
        )
        if pays_bust
        else Text(
            "If two ships of a colour lie in the harbour then, it is a bust, and jesters are not "
            "paid."
        ),
        Text(
            "Otherwise you go on to trade and hire with one card more to take, unless another of "
            "your gamblers turns up four more."
        ),
    )


def _discover(rules: Rules, sails: bool, gambling: tuple[Text, ...]) -> Chapter:
    expeditions = (
        Text(
            "Expeditions go to the row of expeditions at once, and stay there until an active "
            "player fulfils them."
        ),
    )
    after_bust = (Text("After a bust you may still fulfil expeditions; then your turn is over."),)
    return Chapter(
        Text("Discover"),
        (
            Text(
                "Turn up cards from the deck one by one into the harbour, at least one; "
                "then stop when you like and go on to trade and hire."
            ),
            Text(
                "A second ship of a colour that you do not repel is a bust: the harbour is "
                "discarded, but not the expeditions, and nobody trades or hires."
            )
            if sails
            else Text(
                "A second ship of a colour that you do not repel is a bust: the harbour is "
                "discarded, and nobody trades or hires."
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
                "Tax increase: whoever has at least {n} coin discards all but {keeps}.",
                "Tax increase: whoever has at least {n} coins discards all but {keeps}.",
                rules.tax_threshold,
                keeps=rules.tax_keeps,
            ),
            Plural(
                "Then whoever has the least influence gets {n} coin. All who are tied get it, "
                "even if nobody has any. The card is discarded.",
                "Then whoever has the least influence gets {n} coins. All who are tied get it, "
                "even if nobody has any. The card is discarded.",
                rules.tax_bonus,
            ),
        )
    return (
        Plural(
            "Tax increase: whoever has at least {n} coin discards half of them, rounded down.",
            "Tax increase: whoever has at least {n} coins discards half of them, rounded down.",
            rules.tax_threshold,
        ),
        Plural(
            "Then whoever has the most swords, or the least influence, gets {n} coin: the "
            "card says which. All who are tied get it, even if nobody has any. The card is "
            "discarded.",
            "Then whoever has the most swords, or the least influence, gets {n} coins: the "
            "card says which. All who are tied get it, even if nobody has any. The card is "
            "discarded.",
            rules.tax_bonus,
        ),
    )


def _persons(rules: Rules, roles: Collection[str]) -> Chapter:
    """What the usual persons do; a card that does something else says so itself."""
    late = Text(
        "An admiral, jester or governor just hired counts from the next time on; all others at "
        "once."
    )
    if "gunner" in roles:
        late = Text(
            "An admiral, vice admiral, gunner, jester or governor just hired counts from the next "
            "time on; all others at once."
        )
    return Chapter(
        Text("What persons do"),
        (
            *(text for role, text in in_short(rules.roles).items() if role in roles),
            Text("Your persons help you on the turns of others too. Several of a kind add up."),
            *((late,) if "admiral" in roles else ()),
        ),
    )


def _trade_and_hire(box: Box, others_take: bool) -> Chapter:
    rules = box.rules
    gifts = any(isinstance(card, Ship) and card.gift for card in box.cards.values())
    fee = Plural(
        "Then the others, clockwise, may each take one card, and pay the active player {n} coin "
        "for each card they take.",
        "Then the others, clockwise, may each take one card, and pay the active player {n} coins "
        "for each card they take.",
        rules.fee,
    )
    if not others_take:
        fee = Plural(
            "If the active player took a card, the others, clockwise, may each take one, and pay "
            "the active player {n} coin for each card they take.",
            "If the active player took a card, the others, clockwise, may each take one, and pay "
            "the active player {n} coins for each card they take.",
            rules.fee,
        )
    return Chapter(
        Text("Trade and hire"),
        (
            *_TAKING,
            *((_GIFT,) if gifts else ()),
            fee,
            Text("Whoever takes a ship can pay the fee out of the coins of the ship."),
            _NOT_IN_HARBOUR,
        ),
    )


def _end(rules: Rules, expedition_to_win: bool, more: bool) -> Chapter:
    """`more` if influence comes from other cards than persons and expeditions too."""
    influence = Plural("{n} influence", "{n} influence", rules.end_influence)
    if expedition_to_win:
        expeditions = Plural(
            "at least {n} expedition", "at least {n} expeditions", rules.variant_expeditions
        )
        ends = Text(
            "When somebody has {influence} and {expeditions}, the round is finished, up to the "
            "player on the right of the first one.",
            influence=influence,
            expeditions=expeditions,
        )
        wins: Text = Plural(
            "Only players with at least {n} expedition can win: of them the one with the most "
            "influence, and among equals the one with the most coins; else they share the victory.",
            "Only players with at least {n} expeditions can win: of them the one with the most "
            "influence, and among equals the one with the most coins; else they share the victory.",
            rules.variant_expeditions,
        )
    else:
        ends = Text(
            "When somebody has {influence}, the round is finished, up to the player on the right "
            "of the first one.",
            influence=influence,
        )
        wins = Text(
            "The most influence wins, and among equals the most coins; else they share the victory."
        )
    return Chapter(
        Text("End of the game"),
        (
            Text(
                "Your influence is what all shields before you add up to; a ship under a "
                "wholesaler and a contract face down count one each."
            )
            if more
            else Text(
                "Your influence is what the shields of your persons and expeditions add up to."
            ),
            ends,
            wins,
            Text(
                "If deck and discard pile are both empty when a turn begins, its round is the last."
            ),
        ),
    )


def steps(table: Table) -> list[Step]:
    """The set-up for this number of players, with the sets in play."""
    found = [*_special(table), *_added(table.box)]
    if table.box.contracts:
        found += contract_steps(table)
    found += [
        Step(Text("Shuffle all other cards into one deck, face down, within everybody's reach.")),
        Step(Text("Leave room for the harbour and for a discard pile beside the deck.")),
    ]
    if table.rules.time_deck:
        found += time_steps(table)
    found.append(
        Step(
            Plural(
                "Everybody takes {n} card from the deck as a coin and keeps it face down.",
                "Everybody takes {n} cards from the deck as coins and keeps them face down.",
                table.rules.start_coins,
            )
        )
    )
    if len(table.seats) > 1:
        found.append(Step(Text("Agree on who begins: whoever was last near water.")))
    return found


def _special(table: Table) -> list[Step]:
    """The special expedition is for five players only; Set Sail on its own has none."""
    special = [card for card in table.places[BOX] if isinstance(card, Expedition)]
    if not special:
        return [Step(Text("Take the 60 cards of Set Sail; all others stay in the box."))]
    if len(table.seats) == table.rules.special_expedition_seats:
        where: dict[Piece, Place] = dict.fromkeys(special, EXPEDITIONS)
        return [Step(Text("Lay the special expedition open beside its zone card."), where)]
    return [Step(Text("Leave the special expedition in the box: it is for five players only."))]


def _added(box: Box) -> list[Step]:
    """Which cards of the other sets come to those of the base game."""
    roles = {card.role for card in box.cards.values() if isinstance(card, Person)}
    texts = {
        "gambler": Text("Add the 4 gamblers to the cards."),
        "passenger": Text(
            "Add the 20 cards of Set Sail that have a sign at the lower left: 5 wholesalers, 5 "
            "passengers, 10 ships."
        ),
        "clerk": Text("Add the 14 persons and 10 ships of Just One More Contract to the cards."),
    }
    if "settler" not in roles:
        return []  # Set Sail on its own
    return [Step(text) for role, text in texts.items() if role in roles]

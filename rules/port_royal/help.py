"""Port Royal in short, for people at the table: the set-up, the phases and their rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from rules.game import Chapter, Step
from rules.pieces import Piece, Place
from rules.port_royal.box import Rules
from rules.port_royal.places import BOX, EXPEDITIONS
from rules.port_royal.table import Table
from rules.text import Plural, Text


def chapters(table: Table) -> Sequence[Chapter]:
    """All rules in short, as this group plays."""
    return tuple(_by_phase(table).values())


def phase(table: Table) -> Text:
    return _by_phase(table)[table.phase].title


def rules_of_phase(table: Table) -> Sequence[Text]:
    return _by_phase(table)[table.phase].rules


def _by_phase(table: Table) -> Mapping[str, Chapter]:
    return _chapters(table.rules, table.others_take, table.expedition_to_win)


@cache
def _chapters(rules: Rules, others_take: bool, expedition_to_win: bool) -> Mapping[str, Chapter]:
    """By the phase; what holds in every phase has chapters of its own."""
    return {
        "set_up": _SET_UP,
        "discover": _discover(rules),
        "trade_and_hire": _trade_and_hire(rules, others_take),
        "expeditions": _EXPEDITIONS,
        "persons": _persons(rules),
        "end": _end(rules, expedition_to_win),
    }


_SET_UP = Chapter(
    Text("Set-up"),
    (
        Text("Whoever was last near water begins. Play goes clockwise."),
        Text(
            "Coins are cards of the deck, face down: take them without looking at them. "
            "Everybody may see how many you have."
        ),
        Text("When the deck runs out, the discard pile is shuffled and becomes the deck."),
    ),
)

_EXPEDITIONS = Chapter(
    Text("Expeditions"),
    (
        Text("The active player may fulfil any number of expeditions, at any moment of the turn."),
        Text(
            "Discard one of your persons for each sign on the expedition; then take the card with "
            "its influence, and its coins."
        ),
    ),
)


def _discover(rules: Rules) -> Chapter:
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
            ),
            Text(
                "You may repel only the ship just turned up, if your sailors and pirates have at "
                "least as many swords as the ship: it is discarded. Swords are not used up."
            ),
            Text("A ship with a skull can never be repelled."),
            Text(
                "Expeditions go to the row of expeditions at once, and stay there until an active "
                "player fulfils them."
            ),
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
            Text("After a bust you may still fulfil expeditions; then your turn is over."),
        ),
    )


def _persons(rules: Rules) -> Chapter:
    """What the usual persons do; a card that does something else says so itself."""
    admiral, jester = rules.roles["admiral"].full_harbour, rules.roles["jester"]
    assert admiral is not None
    return Chapter(
        Text("What persons do"),
        (
            Text("Settler, captain, priest: they are discarded for expeditions that show them."),
            Text(
                "Jack-of-all-trades: is discarded for an expedition in place of any settler, "
                "captain or priest."
            ),
            Text("Trader: every ship of that colour brings you one coin more."),
            Text(
                "Admiral: {coins}, whenever it is your turn to take and the harbour has {cards}.",
                coins=Plural("{n} coin", "{n} coins", admiral.coins),
                cards=Plural("at least {n} card", "at least {n} cards", admiral.cards),
            ),
            Text(
                "Jester: {coins}, whenever it is your turn to take and the harbour is empty, and "
                "whenever anybody goes bust, you too.",
                coins=Plural("{n} coin", "{n} coins", jester.bust),
            ),
            Text("Governor: you may take one card more."),
            Text("Mademoiselle: persons cost you one coin less, down to nothing."),
            Text("Sailor, pirate: their swords repel ships."),
            Text("Your persons help you on the turns of others too. Several of a kind add up."),
            Text(
                "An admiral, jester or governor just hired counts from the next time on; all "
                "others at once."
            ),
        ),
    )


def _trade_and_hire(rules: Rules, others_take: bool) -> Chapter:
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
            Text(
                "You may take one card; with four ship colours in the harbour two, with five "
                "colours three."
            ),
            Text("Cards are taken one by one, so that each can help with the next."),
            Text("A ship is traded: it is discarded and brings you its coins."),
            Text(
                "A person is hired: lay the price face up on the discard pile, and the person into "
                "your area."
            ),
            fee,
            Text("Whoever takes a ship can pay the fee out of the coins of the ship."),
            Text(
                "Expeditions and tax increases do not count as cards of the harbour. What nobody "
                "takes is discarded."
            ),
        ),
    )


def _end(rules: Rules, expedition_to_win: bool) -> Chapter:
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
            Text("Your influence is what the shields of your persons and expeditions add up to."),
            ends,
            wins,
            Text(
                "If deck and discard pile are both empty when a turn begins, its round is the last."
            ),
        ),
    )


def steps(table: Table) -> list[Step]:
    """The set-up for this number of players."""
    special: dict[Piece, Place] = dict.fromkeys(table.places[BOX], EXPEDITIONS)
    first = Step(Text("Leave the special expedition in the box: it is for five players only."))
    if len(table.seats) == table.rules.special_expedition_seats:
        first = Step(Text("Lay the special expedition open beside its zone card."), special)
    return [
        first,
        Step(Text("Shuffle all other cards into one deck, face down, within everybody's reach.")),
        Step(Text("Leave room for the harbour and for a discard pile beside the deck.")),
        Step(
            Plural(
                "Everybody takes {n} card from the deck as a coin and keeps it face down.",
                "Everybody takes {n} cards from the deck as coins and keeps them face down.",
                table.rules.start_coins,
            )
        ),
        Step(Text("Agree on who begins: whoever was last near water.")),
    ]

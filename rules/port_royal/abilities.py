"""What persons do for the player who hired them: the words that an edition can say it with.

An edition gives each role its abilities, `governor = { takes = 1 }`; a card that does something
else says so in its own row, `does = { takes = 2 }`. Rules ask for abilities only, never for a role.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, Self

from msgspec import Meta

from rules.edition import EditionError
from rules.port_royal.names import SHIP_COLOURS, SIGNS, in_words
from rules.port_royal.vocabulary import Number, known_words
from rules.text import Plural, Text, listing
from rules.typed import Table, fields_of, words_of


class FullHarbour(Table, frozen=True):
    """So many coins, if it is the player's turn to take and the harbour has so many cards."""

    cards: Number
    coins: Number
    most: Number | None = None
    """No more than so many cards."""

    def pays(self, cards: int) -> bool:
        return cards >= self.cards and (self.most is None or cards <= self.most)


class ManyShips(Table, frozen=True):
    """So much, if it is the player's turn to take and the harbour has so many ships."""

    ships: Number
    coins: Number = 0
    crowns: Number = 0


class OwnBust(Table, frozen=True):
    """So many coins, if the player goes bust with no more than so many cards in the harbour."""

    most: Number
    coins: Number


_AtOnce = Annotated[int, Meta(ge=0, le=10)]
"""No person has more cards of the deck turned up or looked at."""
_Sign = Annotated[str, words_of(SIGNS)]


class Abilities(Table, frozen=True):
    """Nothing, but for what the edition says. What several persons do adds up."""

    sails_as: tuple[_Sign, ...] = ()
    """The signs on expeditions for which the person can be discarded, any one of them."""
    ship_coins: Number = 0
    """Coins more for every ship of the person's colour."""
    discount: Number = 0
    """Coins less for every person, down to nothing."""
    takes: Number = 0
    """Cards more to take."""
    full_harbour: FullHarbour | None = None
    empty_harbour: Number = 0
    """Coins, if it is the player's turn to take and the harbour is empty."""
    bust: Number = 0
    """Coins, if anybody goes bust."""
    ships_beyond: Number | None = None
    """A coin for every ship beyond so many, if it is the player's turn to take."""
    takes_after_ship: Number = 0
    """Cards more to take after trading a ship of the person's colour."""
    tucks: Number = 0
    """Influence of every traded ship of the person's colour, which is tucked and not discarded."""
    gamble: _AtOnce = 0
    """So many cards turned up at once, once in the player's own turn."""
    looks: _AtOnce = 0
    """So many cards of the deck looked at, once in the player's own turn; one of them stays."""
    many_ships: ManyShips | None = None
    ship_crowns: Number = 0
    """Crowns for every ship of the person's colour."""
    expedition_crowns: Number = 0
    """Crowns for every expedition."""
    own_bust: OwnBust | None = None
    sells: Number = 0
    """Coins for bread or rum, once whenever it is the player's turn to take."""
    once: Number = 0
    """Coins, one single time."""

    @classmethod
    def read(cls, words: Mapping[str, Any], what: str) -> Self:
        """From the edition; every other word is refused."""
        return known_words(cls, words, what)

    def why_not(self, of: Of, colour: str | None, in_adventure: bool) -> Text | None:
        """Why whoever does this would do nothing, though each of the words is known."""
        if of != "person" and (word := self._first("sails_as", "tucks")):
            return Text("{word} needs a person's card.", word=word)
        if of == "event" and self.once:
            return Text("once is not for events: use now.")
        if not colour and (word := self._first(*_COLOURED)):
            return Text("{word} needs a ship colour.", word=word)
        if self.many_ships and not (self.many_ships.coins or self.many_ships.crowns):
            return Text("many_ships needs coins or crowns.")
        if not in_adventure:
            crowns = self.many_ships is not None and self.many_ships.crowns
            if word := "crowns" if crowns else self._first(*_OF_THE_ADVENTURE):
                return Text("{word} is only for The Adventure Begins.", word=word)
        return None

    def of_colour(self) -> bool:
        """Whether anything is about ships of a colour."""
        return self._first(*_COLOURED) is not None

    def _first(self, *words: str) -> str | None:
        return next((word for word in words if getattr(self, word)), None)


Of = Literal["person", "event", "character"]
"""Who does something."""
_COLOURED = ("ship_coins", "takes_after_ship", "tucks", "ship_crowns")
_OF_THE_ADVENTURE = ("looks", "ship_crowns", "expedition_crowns", "sells")


# -------------------------------------------------------------------------------------- Sentences


def _if_full(full: FullHarbour, _: Text) -> Text:
    cards = Plural("at least {n} card", "at least {n} cards", full.cards)
    if full.most is not None:
        cards = Plural("{least} to {n} card", "{least} to {n} cards", full.most, least=full.cards)
    coins = Plural("{n} coin", "{n} coins", full.coins)
    return Text("{coins}, if the harbour has {cards}", coins=coins, cards=cards)


def _if_many_ships(many: ManyShips, _: Text) -> Text:
    ships = Plural("at least {n} ship", "at least {n} ships", many.ships)
    brings = (
        Plural("{n} coin", "{n} coins", many.coins) if many.coins else None,
        Plural("{n} crown", "{n} crowns", many.crowns) if many.crowns else None,
    )
    return listing(
        Text("{coins}, if the harbour has {cards}", coins=each, cards=ships)
        for each in brings
        if each
    )


def _own_bust(own: OwnBust, _: Text) -> Text:
    cards = Plural("at most {n} card", "at most {n} cards", own.most)
    coins = Plural("{n} coin", "{n} coins", own.coins)
    return Text("{coins} for your bust with {cards}", coins=coins, cards=cards)


def _sent(signs: tuple[str, ...], _: Text) -> Text:
    shown = listing(in_words(SIGNS, sign) for sign in signs)
    return Text("for expeditions, as one of: {signs}", signs=shown)


_SENTENCES: Mapping[str, Callable[[Any, Text], Text]] = {
    "sails_as": _sent,
    "discount": lambda n, _: Plural("persons cost {n} coin less", "persons cost {n} coins less", n),
    "takes": lambda n, _: Plural("{n} card more to take", "{n} cards more to take", n),
    "gamble": lambda n, _: Plural(
        "once a turn, turn up {n} card at once and take one more",
        "once a turn, turn up {n} cards at once and take one more",
        n,
    ),
    "looks": lambda n, _: Plural(
        "once a turn, see the deck's top card",
        "once a turn, see the deck's top {n} cards; one stays",
        n,
    ),
    "full_harbour": _if_full,
    "empty_harbour": lambda n, _: Text(
        "{coins}, if the harbour is empty", coins=Plural("{n} coin", "{n} coins", n)
    ),
    "ships_beyond": lambda n, _: Plural(
        "a coin per harbour ship beyond {n}",
        "a coin per harbour ship beyond {n}",
        n,
    ),
    "many_ships": _if_many_ships,
    "bust": lambda n, _: Plural("{n} coin for every bust", "{n} coins for every bust", n),
    "own_bust": _own_bust,
    "ship_coins": lambda n, colour: Plural(
        "{n} coin more for ships: {colour}", "{n} coins more for ships: {colour}", n, colour=colour
    ),
    "ship_crowns": lambda n, colour: Plural(
        "{n} crown for ships: {colour}", "{n} crowns for ships: {colour}", n, colour=colour
    ),
    "takes_after_ship": lambda n, colour: Plural(
        "{n} card more after trading a ship: {colour}",
        "{n} cards more after trading a ship: {colour}",
        n,
        colour=colour,
    ),
    "tucks": lambda n, colour: Plural(
        "{n} influence per traded ship, tucked here: {colour}",
        "{n} influence per traded ship, tucked here: {colour}",
        n,
        colour=colour,
    ),
    "expedition_crowns": lambda n, _: Plural(
        "{n} crown per expedition", "{n} crowns per expedition", n
    ),
    "sells": lambda n, _: Plural(
        "{n} coin for kept bread or rum, when you may take",
        "{n} coins for kept bread or rum, when you may take",
        n,
    ),
    "once": lambda n, _: Plural("{n} coin, once", "{n} coins, once", n),
}
"""What each word means, for people; with the colour of the ships."""


def sentences(does: Abilities, colour: str | None) -> Iterator[Text]:
    """All that somebody does, a sentence for each word."""
    ships = in_words(SHIP_COLOURS, colour) if colour else Text("none")
    usual = Abilities()
    for word, sentence in _SENTENCES.items():
        if (value := getattr(does, word)) != getattr(usual, word):
            yield sentence(value, ships)


def _all_is_said() -> None:
    for word in fields_of(Abilities):
        if word not in _SENTENCES:
            raise EditionError(
                f"Abilities has the word {word}, but no sentence for it: phones could not say what "
                "such a card does. Add one to _SENTENCES in rules/port_royal/abilities.py."
            )


_all_is_said()


def in_short(roles: Mapping[str, Abilities]) -> dict[str, Text]:
    """What the usual roles do, in a sentence each."""
    admiral, jester = roles["admiral"].full_harbour, roles["jester"]
    assert admiral is not None
    return {
        "settler": Text("Settler, captain, priest: discard for expeditions that show them."),
        "jack_of_all_trades": Text(
            "Jack-of-all-trades: a settler, captain or priest for expeditions."
        ),
        "trader": Text("Trader: one coin more per ship of that colour."),
        "admiral": Text(
            "Admiral: {coins} if the harbour has {cards} when you may take.",
            coins=Plural("{n} coin", "{n} coins", admiral.coins),
            cards=Plural("at least {n} card", "at least {n} cards", admiral.cards),
        ),
        "jester": Text(
            "Jester: {coins} per bust, yours too, and for an empty harbour when you may take.",
            coins=Plural("{n} coin", "{n} coins", jester.bust),
        ),
        "governor": Text("Governor: take one card more."),
        "mademoiselle": Text("Mademoiselle: persons cost one coin less, down to nothing."),
        "sailor": Text("Sailor, pirate: their swords repel ships."),
        "gambler": Text("Gambler: once in your turn, four cards at once."),
        "wholesaler": Text(
            "Wholesaler: tuck traded ships of that colour under it, labels in sight: one "
            "influence each."
        ),
        "passenger": Text("Passenger: only influence."),
        "clerk": Text("Clerk: one card more after trading a ship of that colour."),
        "gunner": Text("Gunner: when you may take, one coin less than ships in the harbour."),
        "vice_admiral": Text(
            "Vice admiral: one coin at three or four harbour cards when you may take."
        ),
    }

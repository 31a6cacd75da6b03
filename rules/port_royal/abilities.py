"""What persons do for the player who hired them: the words that an edition can say it with.

An edition gives each role its abilities, `governor = { takes = 1 }`; a card that does something
else says so in its own row, `does = { takes = 2 }`. Rules ask for abilities only, never for a role.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from rules.port_royal.vocabulary import known_words
from rules.text import Plural, Text


class FullHarbour(NamedTuple):
    """So many coins, if it is the player's turn to take and the harbour has so many cards."""

    cards: int
    coins: int
    most: int | None = None
    """No more than so many cards."""

    def pays(self, cards: int) -> bool:
        return cards >= self.cards and (self.most is None or cards <= self.most)


class ManyShips(NamedTuple):
    """So much, if it is the player's turn to take and the harbour has so many ships."""

    ships: int
    coins: int = 0
    crowns: int = 0


class OwnBust(NamedTuple):
    """So many coins, if the player goes bust with no more than so many cards in the harbour."""

    most: int
    coins: int


@dataclass(frozen=True, slots=True)
class Abilities:
    """Nothing, but for what the edition says. What several persons do adds up."""

    sails_as: tuple[str, ...] = ()
    """The signs on expeditions for which the person can be discarded, any one of them."""
    ship_coins: int = 0
    """Coins more for every ship of the person's colour."""
    discount: int = 0
    """Coins less for every person, down to nothing."""
    takes: int = 0
    """Cards more to take."""
    full_harbour: FullHarbour | None = None
    empty_harbour: int = 0
    """Coins, if it is the player's turn to take and the harbour is empty."""
    bust: int = 0
    """Coins, if anybody goes bust."""
    ships_beyond: int | None = None
    """A coin for every ship beyond so many, if it is the player's turn to take."""
    takes_after_ship: int = 0
    """Cards more to take after trading a ship of the person's colour."""
    tucks: int = 0
    """Influence of every traded ship of the person's colour, which is tucked and not discarded."""
    gamble: int = 0
    """So many cards turned up at once, once in the player's own turn."""
    looks: int = 0
    """So many cards of the deck looked at, once in the player's own turn; one of them stays."""
    many_ships: ManyShips | None = None
    ship_crowns: int = 0
    """Crowns for every ship of the person's colour."""
    expedition_crowns: int = 0
    """Crowns for every expedition."""
    own_bust: OwnBust | None = None
    sells: int = 0
    """Coins for bread or rum, once whenever it is the player's turn to take."""
    once: int = 0
    """Coins, one single time."""

    @classmethod
    def read(cls, words: Mapping[str, Any], what: str) -> Self:
        """From the edition; every other word is refused."""
        abilities = known_words(cls, words, what)
        if "sails_as" in abilities:
            abilities["sails_as"] = tuple(abilities["sails_as"])
        if "full_harbour" in abilities:
            abilities["full_harbour"] = FullHarbour(**abilities["full_harbour"])
        if "many_ships" in abilities:
            abilities["many_ships"] = ManyShips(**abilities["many_ships"])
        if "own_bust" in abilities:
            abilities["own_bust"] = OwnBust(**abilities["own_bust"])
        return cls(**abilities)


def in_short(roles: Mapping[str, Abilities]) -> dict[str, Text]:
    """What the usual roles do, in a sentence each."""
    admiral, jester = roles["admiral"].full_harbour, roles["jester"]
    assert admiral is not None
    return {
        "settler": Text(
            "Settler, captain, priest: they are discarded for expeditions that show them."
        ),
        "jack_of_all_trades": Text(
            "Jack-of-all-trades: is discarded for an expedition in place of any settler, "
            "captain or priest."
        ),
        "trader": Text("Trader: every ship of that colour brings you one coin more."),
        "admiral": Text(
            "Admiral: {coins}, whenever it is your turn to take and the harbour has {cards}.",
            coins=Plural("{n} coin", "{n} coins", admiral.coins),
            cards=Plural("at least {n} card", "at least {n} cards", admiral.cards),
        ),
        "jester": Text(
            "Jester: {coins}, whenever it is your turn to take and the harbour is empty, and "
            "whenever anybody goes bust, you too.",
            coins=Plural("{n} coin", "{n} coins", jester.bust),
        ),
        "governor": Text("Governor: you may take one card more."),
        "mademoiselle": Text("Mademoiselle: persons cost you one coin less, down to nothing."),
        "sailor": Text("Sailor, pirate: their swords repel ships."),
        "gambler": Text("Gambler: may turn up four cards at once, once in your turn."),
        "wholesaler": Text(
            "Wholesaler: a ship of that colour that you trade is not discarded but tucked under "
            "the wholesaler, its label in sight; it is worth one influence."
        ),
        "passenger": Text("Passenger: does nothing, but is worth influence."),
        "clerk": Text(
            "Clerk: after trading a ship of that colour you may take one card more; whoever is "
            "not active pays for each card."
        ),
        "gunner": Text(
            "Gunner: whenever it is your turn to take, one coin less than there are ships in the "
            "harbour."
        ),
        "vice_admiral": Text(
            "Vice admiral: one coin, whenever it is your turn to take and the harbour has three "
            "or four cards."
        ),
    }

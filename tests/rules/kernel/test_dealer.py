"""A dealer can follow a match that it did not deal: nobody can tell face-down pieces apart."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.dealer import Dealer
from rules.games import GAMES
from rules.match import Match
from rules.simulation import Simulation

SETTINGS: dict[str, dict[str, str]] = {"navegador": {"tagged": "all"}}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_who_deals_afresh_for_an_old_journal_ends_with_the_pieces_of_the_match(
    name: str, seed: int
) -> None:
    game, settings = GAMES[name], SETTINGS.get(name, {})
    played = Simulation(game, ("Ann", "Bob"), settings, seed)
    played.sensible = True
    while played.step():
        pass
    match = Match(game, played.match.seats, settings)
    dealer = Dealer(match, seed + 100)
    for key in played.match.journal:
        dealer.follow(match.take(match.option(key)))
        there = Counter(piece for pile in dealer.piles.values() for piece in pile)
        assert set(there.values()) == {1}
        for place, pile in match.table.places.piles.items():
            if place in dealer.piles:
                assert len(dealer.piles[place]) == len(pile)
                assert set(pile.known) <= set(dealer.piles[place])


def test_a_piece_that_is_named_is_the_one_on_top_if_that_looks_the_same() -> None:
    game = GAMES["port_royal"]
    match = Match(game, game.seat(("Ann", "Bob")), {})
    dealer = Dealer(match, 1)
    for key in ("first:red", "draw"):
        dealer.follow(match.take(match.option(key)))
    deck = dealer.piles["deck"]
    one, other = [piece for piece in deck if piece.kind == "sailor/3"][:2]
    deck.remove(other)
    deck.append(other)
    before = [piece.kind for piece in deck]
    dealer.follow(match.take(match.option(f"turn:{one.id}")))
    assert [piece.kind for piece in deck] == before[:-1]
    assert other in deck

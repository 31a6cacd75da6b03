"""Edition files: what is printed, and where we know it from."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rules.edition import ORIGINS, Edition, EditionError
from rules.games import GAMES
from rules.port_royal.pieces import Expedition, Person, Ship, Tax, all_cards, check_counts, edition


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_value_of_an_edition_says_where_it_comes_from(game: Any) -> None:
    assert game.edition.values
    assert {value.origin for value in game.edition.values} <= set(ORIGINS)


def test_port_royal_has_no_house_value() -> None:
    assert [value for value in edition().values if value.origin == "house"] == []


def test_a_value_can_differ_in_origin_from_its_table() -> None:
    data = {
        "origin": "rulebook",
        "cards": [{"cost": 3, "count": 2}, {"cost": 5, "count": 1, "origin": "house"}],
        "origins": {"cards.count": "public"},
    }
    origins = {value.path: value.origin for value in Edition(data, "test").values}
    assert origins == {
        "cards[0].cost": "rulebook",
        "cards[0].count": "public",
        "cards[1].cost": "house",
        "cards[1].count": "public",
    }


def test_a_value_without_an_origin_is_refused() -> None:
    with pytest.raises(EditionError, match=r"test: prices\.ship has no origin"):
        Edition({"prices": {"ship": 50}}, "test")


def test_an_origin_must_be_one_of_the_known_ones() -> None:
    with pytest.raises(EditionError, match="'guess'; it must be one of rulebook, public"):
        Edition({"origin": "guess", "ship": 50}, "test")


def test_a_missing_or_wrong_value_names_its_path() -> None:
    sample = Edition({"origin": "house", "a": {"b": 1, "c": "x", "d": ["y"]}}, "test")
    assert sample.number("a.b") == 1
    with pytest.raises(EditionError, match=r"test: a\.z is missing"):
        sample.number("a.z")
    with pytest.raises(EditionError, match=r"test: a\.c must be of type int, not 'x'"):
        sample.number("a.c")
    with pytest.raises(EditionError, match=r"a\.d must be a list of whole numbers"):
        sample.numbers("a.d")
    with pytest.raises(EditionError, match=r"a\.d must be a list of tables"):
        sample.rows("a.d")


def test_a_file_that_is_missing_or_broken_is_named(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match=r"nowhere\.toml: cannot be read"):
        Edition.load(tmp_path / "nowhere.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("a = ", encoding="utf-8")
    with pytest.raises(EditionError, match=r"broken\.toml: is not valid TOML"):
        Edition.load(broken)


# --------------------------------------------------------------------- Port Royal's own counts


def test_the_box_holds_120_cards_60_persons_50_ships_6_expeditions_4_taxes() -> None:
    kinds = Counter(type(card) for card in all_cards())
    assert kinds == {Person: 60, Ship: 50, Expedition: 6, Tax: 4}
    assert len({card.id for card in all_cards()}) == 120


def test_there_are_ten_ships_of_each_of_five_colours() -> None:
    colours = Counter(card.colour for card in all_cards() if isinstance(card, Ship))
    assert colours == dict.fromkeys(("yellow", "blue", "green", "red", "black"), 10)


def test_the_persons_are_as_many_of_each_as_the_rulebook_says() -> None:
    roles = Counter(card.role for card in all_cards() if isinstance(card, Person))
    assert roles == {
        "priest": 5,
        "captain": 5,
        "settler": 5,
        "jack_of_all_trades": 3,
        "trader": 10,
        "admiral": 6,
        "jester": 5,
        "governor": 4,
        "mademoiselle": 4,
        "sailor": 10,
        "pirate": 3,
    }
    traders = Counter(
        card.colour for card in all_cards() if isinstance(card, Person) and card.role == "trader"
    )
    assert set(traders.values()) == {2}


def test_only_red_and_black_ships_show_skulls_two_of_each() -> None:
    skulls = Counter(
        card.colour for card in all_cards() if isinstance(card, Ship) and card.swords is None
    )
    assert skulls == {"red": 2, "black": 2}


def test_there_are_two_taxes_of_each_kind() -> None:
    taxes = Counter(card.bonus_to for card in all_cards() if isinstance(card, Tax))
    assert taxes == {"fewest_influence": 2, "most_swords": 2}


def test_one_expedition_is_special_and_each_brings_more_than_its_crew_is_worth() -> None:
    expeditions = [card for card in all_cards() if isinstance(card, Expedition)]
    assert sum(card.special for card in expeditions) == 1
    for card in expeditions:
        assert card.influence > sum(number for _, number in card.needs)


def test_a_card_too_many_is_noticed() -> None:
    with pytest.raises(EditionError, match="counts says"):
        check_counts(edition(), all_cards()[:-1])

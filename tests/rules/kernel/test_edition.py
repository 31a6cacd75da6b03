"""Edition files: what is printed, and where we know it from."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import rules.cooper_island.printed.board
import rules.maracaibo.printed.board
import rules.navegador.board
import rules.port_royal
from rules.edition import ORIGINS, Edition, EditionError
from rules.games import GAMES
from rules.pieces import Piece, values_in
from rules.port_royal.pieces import (
    Contract,
    Expedition,
    Marker,
    Person,
    Ship,
    Tax,
    base_cards,
    cards_by_set,
    check_counts,
    edition,
)
from rules.text import Text


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_value_of_an_edition_says_where_it_comes_from(game: Any) -> None:
    assert game.edition.values
    assert {value.origin for value in game.edition.values} <= set(ORIGINS)


def test_port_royals_base_game_has_no_house_value() -> None:
    of_sets = {"set_sail_rest", "contracts", "adventure"}
    adventure = ("sets.adventure.", "crowns.", "victory.", "chapters.", "ends.", "missions.")
    for path in edition().house:
        if not path.startswith((*adventure, "events.", "characters.")):
            row = path[: path.find("]") + 1]
            assert edition().value(f"{row}.set") in of_sets
    usual = GAMES["port_royal"].for_match(GAMES["port_royal"].settle({}))
    assert usual.printed.things == {}


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


@pytest.mark.parametrize(
    ("game", "build", "path"),
    [
        ("port_royal", rules.port_royal.game_of, "rules.start_coins"),
        ("maracaibo", rules.maracaibo.printed.board.board_of, "rules.market"),
        ("cooper_island", rules.cooper_island.printed.board.board_of, "rules.cartographer_most"),
        ("navegador", rules.navegador.board.board_of, "stacks.guine"),
    ],
)
def test_a_number_in_quotes_is_refused_with_its_path(
    game: str, build: Callable[[Edition], object], path: str
) -> None:
    data: dict[str, Any] = {}
    for file in GAMES[game].edition.folder.glob("*.toml"):
        if file.name not in ("tags.toml", "layout.toml"):
            data |= tomllib.loads(file.read_text(encoding="utf-8"))
    build(Edition(data, "a test"))
    table, name = path.split(".")
    data[table][name] = str(data[table][name])
    with pytest.raises(EditionError, match=rf"{name}: It must be a whole number"):
        build(Edition(data, "a test"))


def test_a_file_that_is_missing_or_broken_is_named(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match=r"nowhere\.toml: cannot be read"):
        Edition.load(tmp_path / "nowhere.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("a = ", encoding="utf-8")
    with pytest.raises(EditionError, match=r"broken\.toml: is not valid TOML"):
        Edition.load(broken)


# --------------------------------------------------------------------- Port Royal's own counts


def test_the_box_holds_120_cards_60_persons_50_ships_6_expeditions_4_taxes() -> None:
    kinds = Counter(type(card) for card in base_cards())
    assert kinds == {Person: 60, Ship: 50, Expedition: 6, Tax: 4}
    assert len({card.id for card in base_cards()}) == 120


def test_there_are_ten_ships_of_each_of_five_colours() -> None:
    colours = Counter(card.colour for card in base_cards() if isinstance(card, Ship))
    assert colours == dict.fromkeys(("yellow", "blue", "green", "red", "black"), 10)


def test_the_persons_are_as_many_of_each_as_the_rulebook_says() -> None:
    roles = Counter(card.role for card in base_cards() if isinstance(card, Person))
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
        card.colour for card in base_cards() if isinstance(card, Person) and card.role == "trader"
    )
    assert set(traders.values()) == {2}


def test_only_red_and_black_ships_show_skulls_two_of_each() -> None:
    skulls = Counter(
        card.colour for card in base_cards() if isinstance(card, Ship) and card.swords is None
    )
    assert skulls == {"red": 2, "black": 2}


def test_there_are_two_taxes_of_each_kind() -> None:
    taxes = Counter(card.bonus_to for card in base_cards() if isinstance(card, Tax))
    assert taxes == {"fewest_influence": 2, "most_swords": 2}


def test_one_expedition_is_special_and_each_brings_more_than_its_crew_is_worth() -> None:
    expeditions = [card for card in base_cards() if isinstance(card, Expedition)]
    assert sum(card.special for card in expeditions) == 1
    for card in expeditions:
        assert card.influence > sum(number for _, number in card.needs)


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("gambler", {Person: 4}),
        ("set_sail_cards", {Person: 10, Ship: 10}),
        ("set_sail_rest", {Person: 22, Ship: 15, Tax: 3}),
        ("contract_cards", {Person: 14, Ship: 10}),
        ("contracts", {Contract: 18, Marker: 15}),
    ],
)
def test_the_other_sets_hold_as_many_cards_as_the_rulebook_lists(
    name: str, kinds: dict[type, int]
) -> None:
    assert Counter(type(card) for card in cards_by_set(edition())[name]) == kinds


def test_set_sail_has_60_cards_5_ships_of_each_colour_10_wholesalers_and_10_passengers() -> None:
    sets = cards_by_set(edition())
    cards = (*sets["set_sail_cards"], *sets["set_sail_rest"])
    assert len(cards) == 60
    assert set(Counter(c.colour for c in cards if isinstance(c, Ship)).values()) == {5}
    roles = Counter(card.role for card in cards if isinstance(card, Person))
    assert roles == {"wholesaler": 10, "passenger": 10, "sailor": 10, "pirate": 2}
    colours = Counter(c.colour for c in cards if isinstance(c, Person) and c.role == "wholesaler")
    assert set(colours.values()) == {2}


def test_a_card_too_many_is_noticed() -> None:
    with pytest.raises(EditionError, match="counts says"):
        check_counts(edition(), base_cards()[:-1])


def test_a_row_that_lacks_a_value_says_where_it_stands() -> None:
    [row] = Edition({"origin": "rulebook", "cards": [{"id": "cog"}]}, "box.toml").rows("cards")
    with pytest.raises(EditionError, match=r"^box\.toml: cards\[cog\] has no price\.$"):
        row["price"]
    assert row.get("price") is None


@dataclass(frozen=True, slots=True, eq=False)
class Boat(Piece):
    colour: str
    masts: int = field(metadata={"written": "poles"})
    motto: Text | None = None


def boat(**values: object) -> dict[str, Any]:
    data = {"origin": "rulebook", "boats": [{"id": "cog", **values}]}
    [row] = Edition(data, "box.toml").rows("boats")
    return values_in(row, Boat, "colour")


def test_a_row_is_read_by_the_values_of_its_piece() -> None:
    assert boat(poles=2) == {"masts": 2, "motto": None}
    assert boat(poles=1, motto="Row!") == {"masts": 1, "motto": Text("Row!")}


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({}, "poles is missing; it must be a whole number."),
        ({"poles": "two"}, 'poles: It must be a whole number, not "two".'),
        ({"poles": 2, "colour": "red"}, "Unknown: colour. There is poles, motto."),
        ({"poles": 2, "motto": "{n}"}, 'motto: It must be plain words in quotes, not "{n}".'),
    ],
)
def test_what_no_piece_says_is_told_with_its_row(values: dict[str, object], problem: str) -> None:
    with pytest.raises(EditionError) as caught:
        boat(**values)
    assert str(caught.value) == f"box.toml: boats[cog]: {problem}"


def test_a_row_without_a_name_is_told() -> None:
    [row] = Edition({"origin": "rulebook", "boats": [{"id": "cog"}]}, "box.toml").rows("boats")
    with pytest.raises(EditionError, match=r"^box\.toml: boats\[cog\] has no name"):
        row.name_in({"hulk": Text("Hulk")})

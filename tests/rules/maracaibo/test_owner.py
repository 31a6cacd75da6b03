"""The owner of a printed Maracaibo confirms or corrects what is printed on it."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

import rules.maracaibo
from rules.edition import OWNER
from rules.game import BadSettings
from rules.maracaibo import GAME
from rules.maracaibo.pieces import PIECES, CombatToken, ProjectCard, Quest, edition
from rules.maracaibo.printed import contradiction
from rules.maracaibo.printed.board import board
from rules.maracaibo.printed.nodes import Gain, Income
from rules.match import Match
from rules.simulation import Simulation

MILL = "projects.cards[sugar-mill]"
QUEST = "quests.tiles[01]"


def begun(own: dict[str, str], seats: int = 2) -> Match[Any]:
    return Match(GAME, GAME.seat(["Red", "Blue", "Green", "Yellow"][:seats]), own)


def refusal(own: dict[str, str]) -> str:
    with pytest.raises(BadSettings) as refused:
        GAME.settle(own)
    return str(refused.value)


def row(path: str, **changed: Any) -> dict[str, str]:
    """A row of the edition with something changed in it; what is None is left out."""
    fields = {**edition().value(path), **changed}
    return {path: json.dumps({name: value for name, value in fields.items() if value is not None})}


# ------------------------------------------------------------------------------------- In words


def test_every_number_that_is_the_houses_can_be_corrected() -> None:
    numbers = {
        path for path, value in edition().house.items() if type(value.value) is int or value.pairs
    }
    names = {path for path in numbers if path.endswith((".number", ".chapter", ".round"))}
    assert numbers - names <= GAME.printed.things.keys() <= edition().house.keys()
    for path in ("buildings.cards[abbey].synergy", "city_tiles.tiles[fair].good"):
        assert path in GAME.printed.words


def test_each_is_said_in_words_on_the_thing_it_is_printed_on() -> None:
    parts = GAME.printed.parts()
    assert {path for part in parts for path in part.values} == GAME.printed.things.keys()
    assert len({str(part.chapter) for part in parts}) == 13
    said = [str(text) for text in GAME.printed.things.values()]
    said += [str(line) for part in parts for line in part.shows]
    assert not [words for words in said if "{" in words or "_" in words]
    mill = next(part for part in parts if part.row == MILL)
    assert [str(label) for label in mill.values.values()] == [
        "Points at the end",
        "Price",
        "Income",
    ]
    assert [str(line) for line in mill.shows] == [
        f"price {edition().value(f'{MILL}.price.doubloons')}",
        "Income: 4 doubloons",
        "1 point at the end",
        "sugar, treasure",
        "tobacco, adventure",
    ]


def test_what_a_part_shows_follows_what_the_owner_says() -> None:
    game = GAME.for_match(GAME.settle({f"{MILL}.vp": "7"}))
    mill = next(part for part in game.printed.parts() if part.row == MILL)
    assert "7 points at the end" in map(str, mill.shows)
    assert f"{MILL}.vp" not in mill.house
    assert f"{MILL}.price.doubloons" in mill.house


# ---------------------------------------------------------------------------------- In a match


def test_a_match_is_played_with_what_its_owner_has_read() -> None:
    match = begun(
        {
            f"{MILL}.price.doubloons": "11",
            "influence.ranks.spain": "1:1 3:2 6:3",
            "combat_tokens.tokens[05].most": "-2",
            "city_tiles.tiles[fair].good": "cocoa",
        }
    )
    pieces, house = match.game.pieces, GAME.pieces
    mill = pieces["project/sugar-mill/sugar/treasure"]
    assert isinstance(mill, ProjectCard)
    assert mill.price.doubloons == 11
    assert mill in match.table.places.unseen
    token = pieces["combat/05"]
    assert isinstance(token, CombatToken)
    assert token.most == -2
    assert match.table.board.ranks == {**board().ranks, "spain": {1: 1, 3: 2, 6: 3}}
    assert pieces.keys() == house.keys()
    assert [piece.name for piece in pieces.values()] == [piece.name for piece in house.values()]


def test_a_match_keeps_what_the_owner_has_said_and_nothing_else() -> None:
    own = {f"{MILL}.vp": "2", "doubloon_track.vp": "8:0 20:4 34:9"}
    match = begun(own)
    assert {path for path in match.settings if GAME.edition.is_open(path)} == own.keys()
    again = Match(match.game, match.seats, match.settings)
    assert again.game is match.game
    assert begun({}).game is GAME
    assert begun({}).table.board is board()


@pytest.mark.parametrize("seats", [1, 3])
def test_whole_matches_are_played_with_the_pieces_of_their_own_copy(seats: int) -> None:
    own = {
        f"{part.row}.vp": "4" for part in GAME.printed.parts() if part.row.startswith("projects")
    }
    own |= {"influence.length": "16", "influence.ranks.france": "1:1 4:2 6:3"}
    own |= {f"{QUEST}.reward[0].doubloons": "5", "careers.cards[1].tasks[0].easy.n": "1"}
    match = begun(own, seats)
    simulation = Simulation(GAME, [seat.name for seat in match.seats], own, seed=5)
    while (option := simulation.pick()) is not None:
        simulation.take(option)
    played = simulation.match
    pieces = {id(piece) for piece in played.game.pieces.values()}
    for pile in played.table.places.piles.values():
        assert {id(piece) for piece in pile.known} <= pieces
    replayed = Match(GAME, played.seats, played.settings, played.journal)
    assert replayed.table.key() == played.table.key()


def test_no_rule_reads_the_houses_board_or_pieces_past_the_table() -> None:
    own = {"board", "PROJECTS", "CAREERS", "JEAN_CARDS", "CITY_TILES", "COMBAT_TOKENS", "QUESTS"}
    own |= {"LEGACY_TILES", "STORIES", "PIECES", "house_box"}
    about_the_house = {"__init__", "board", "box", "cards", "catalogue", "checks", "help", "pieces"}
    printed = ("printed.board", "printed.cards", "printed.tiles", "pieces")
    sources = {f"rules.maracaibo.{name}" for name in printed}
    for file in Path(rules.maracaibo.__file__).parent.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        imported = {
            name.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module in sources
            for name in node.names
        }
        assert file.stem in about_the_house or not imported & own, file.name


# ------------------------------------------------------------------------------------ Whole rows


def test_a_row_can_be_given_as_a_whole() -> None:
    given = row(QUEST, cost=None, needs={"movement": 6}, reward=[{"vp": 9}])
    quest = begun(given).game.pieces["quest/01"]
    assert isinstance(quest, Quest)
    assert (quest.needs.movement, quest.cost.combat_points, quest.reward) == (
        6,
        0,
        (Gain("vp", 9),),
    )
    laid = GAME.laid_over({**given, f"{QUEST}.cost.combat_points": "3"})
    assert {value.origin for value in laid.values if value.path.startswith(f"{QUEST}.n")} == {OWNER}
    assert not laid.is_open(QUEST)


def test_one_copy_of_a_card_can_differ_from_the_other() -> None:
    tobacco = {
        "good": "rum",
        "object": "book",
        "vp": 6,
        "price": {"doubloons": 1},
        "effects": [{"income": "vp", "n": 1}],
    }
    pieces = begun(row(MILL, copies=[["sugar", "treasure"], tobacco])).game.pieces
    one = pieces["project/sugar-mill/sugar/treasure"]
    other = pieces["project/sugar-mill/tobacco/adventure"]
    assert isinstance(one, ProjectCard)
    assert isinstance(other, ProjectCard)
    assert (other.good, other.object, other.vp, other.price.doubloons) == ("rum", "book", 6, 1)
    assert other.effects == (Income("vp", 1),)
    assert one.effects == (Income("doubloons", 4),)


def test_a_row_keeps_its_name_and_what_is_known_of_it() -> None:
    assert "kind is certain: city" in refusal(row("map.locations[3]", kind="village"))
    assert "per is certain" in refusal(row("buildings.cards[abbey]", per=["figure"]))
    laid = GAME.laid_over(row("map.locations[3]", flag=[{"vp": 9}]))
    place = [value for value in laid.values if value.path.startswith("map.locations[3].")]
    origins = {value.path.rpartition(".")[2]: value.origin for value in place}
    assert origins == {"id": "rulebook", "kind": "rulebook", "tile": "rulebook", "vp": OWNER}
    assert laid.value("map.locations[3]")["id"] == "3"


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        ({QUEST: "{"}, "cannot be read"),
        ({QUEST: "[]"}, "must be a table"),
        ({QUEST: "{}"}, "quests.tiles[01]: reward is missing; it must be a list"),
        (row(QUEST, cots={}), "Unknown: cots. There is id, cost, reward, needs"),
        (
            row(QUEST, reward=[{"gold": 2}]),
            "quests.tiles[01]: reward[0]: Unknown: gold. There is reading, doubloons",
        ),
        (row(QUEST, reward=7), "quests.tiles[01]: reward: It must be a list, not 7."),
        (row(QUEST, cost=None), "Quest 01: needs a cost"),
        (row(QUEST, reward=[]), "Quest 01: needs a reward"),
        (row(MILL, copies=[["sugar", "treasure"]]), "lists 1 copies, but there are 2"),
        (row(MILL, copies=[["salt", "book"]] * 2), "good: It must be one of these: sugar, tobacco"),
        (row(MILL, deck="B"), "Sugar mill belongs to deck A"),
        (
            row(MILL, price={"doubloons": "5"}),
            "[sugar-mill]: price.doubloons: It must be a whole number",
        ),
        (row(MILL, effects=[{"assistant": [{"vp": 1}]}]), "location and assistant action"),
        (row("city_tiles.tiles[fair]", helm=True), "two with a helm"),
        (row("map.locations[1]", kind="city"), "Matanzas (1): a city needs a good"),
        (row("map.locations[1]", stop=True), "can only be a city or village"),
        (row("map.locations[1]", flag=[{"vp": 1}]), ": only cities have a flag"),
        ({"map.routes": '[["0", "1"]]'}, "map.routes: no arrow leaves"),
        ({"map.routes": '[["0", "99"]]'}, "no location 99"),
        ({"map.routes": "[7]"}, "map.routes: [0]: It must be a list, not 7."),
        (row("explorer.spaces[3]", next=["2"]), "Arrows lead back to explorer space"),
        (row("explorer.spaces[3]", next=["99"]), "No explorer space 99"),
        (row("explorer.spaces[3]", next=[]), "No arrow leads to explorer space"),
        (row("explorer.spaces[5]", quest=None), "3 quest spaces, not 2"),
        (row("explorer.spaces[7]", barrier=None), "Missing: red barrier"),
        (row("legacy.tiles[L10]", location="99"), "Legacy tile L10: no location 99"),
        (row("story.cards[2]", to_discard=[1]), "unknown card or tile"),
        (row("story.cards[2]", legacy=["L99"]), "unknown card or tile"),
        (row("careers.cards[1]", tasks=[]), "Career 1: three tasks needed"),
        ({f"{MILL}.vp": "many"}, "Sugar mill: Points at the end: Write 1 whole number"),
        ({f"{MILL}.vp": "-1"}, "Sugar mill: -1 is not from 0 to 99"),
        ({"influence.ranks.spain": "2 5"}, "Write pairs of numbers like 2:1"),
        ({"influence.ranks.spain": "2:1 5:2"}, "Spain: needs ranks 1, 2 and 3"),
        ({"influence.ranks.spain": "2:1 5:3 9:2"}, "Spain: values must rise"),
        ({"influence.length": "12"}, "banner beyond the track"),
        ({"doubloon_track.vp": "8:0 12:1"}, "one step shows 4 points"),
        ({"doubloon_track.vp": "9:0 12:4"}, "from 8 to 34"),
        ({"doubloon_track.vp": "8:4 12:0"}, "Doubloon track: values must rise"),
        ({"combat_tokens.tokens[01].most": "3"}, "most markers 0 or -2"),
        ({"careers.cards[1].tasks[0].easy.n": "5"}, "is below its easy one"),
        ({"rules.rounds": "5"}, "Unknown: rules.rounds"),
    ],
)
def test_what_cannot_be_printed_is_refused_with_the_reason(
    own: dict[str, str], reason: str
) -> None:
    assert reason in refusal(own)


def test_a_token_of_the_rulebooks_example_is_in_every_box() -> None:
    tokens = [token for token in PIECES.values() if isinstance(token, CombatToken)]
    sides = {token.id[-2:]: token.sides["france"] for token in tokens}
    own = {
        f"combat_tokens.tokens[{number}].france.value": "5"
        for number, side in sides.items()
        if (side.value, side.cost.doubloons) == (6, 2)
    }
    assert "France 6 for 2 doubloons" in refusal(own)


def test_the_house_edition_contradicts_nothing_that_is_known() -> None:
    assert contradiction(edition()) is None
    whole = {path: value.written() for path, value in edition().house.items()}
    assert not GAME.laid_over(whole).house


def story(number: int, **entries: Any) -> dict[str, str]:
    """A story card of an owner that says only this."""
    return {f"story.cards[{number}]": json.dumps({"number": number, **entries})}


TERMS = {"cost": {"doubloons": 2}, "reward": [{"vp": 1}]}


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        (story(42, story_tile="9"), "story tile and quest come together"),
        (story(42, quest=TERMS), "story tile and quest come together"),
        (story(42, story_tile="99", quest=TERMS), "no location 99"),
        (story(42, done_by="quest"), "done by quest, but has none"),
        (story(42, done_by="discs", legacy=["L2"]), "has no tile"),
        (story(42, then=2), "never done, so nothing follows"),
        (story(42, ends=True), "ends the story, but is never done"),
        (
            story(42, ends=True, story_tile="9", quest=TERMS, done_by="quest", then=2),
            "ends the story: nothing follows",
        ),
        (story(42, ends="soon"), """[42]: ends: It must be true or false, not "soon"."""),
        (story(42, then=43), "unknown card or tile"),
        (story(42, fetch=[80]), "card 80 begins matches"),
        (story(42, vote=[{"then": 2}]), "[42]: vote: It must be a list of 2 to 6 entries"),
        (story(75, spare=True), "begins matches: it cannot be spare"),
        (story(42, text="{name}"), "[42]: text: It must be plain words in quotes"),
        (story(42, colour="red"), "Unknown: colour"),
        (
            story(42, story_tile="9", quest={**TERMS, "reward": [{"do": "quest_onto_card"}]}),
            "only project cards or combat actions do that",
        ),
        (
            story(42, story_tile="9", quest={**TERMS, "reward": [{"vp": -1}]}),
            "-1 is not from 0 to 99",
        ),
        (row("legacy.tiles[L12]", discs=0), "needs a disc space"),
        (row("legacy.tiles[L12]", location=None), "needs a board location"),
        (row("legacy.tiles[L7]", location="16"), "a new city needs its own place"),
        (row("legacy.tiles[L7]", routes=[["17", "16a"], ["16a", "2"]]), "on to a later location"),
    ],
)
def test_a_story_that_could_not_be_played_is_refused_with_the_reason(
    own: dict[str, str], reason: str
) -> None:
    assert reason in refusal(own)


def test_an_owner_can_have_story_cards_with_numbers_that_the_house_story_has_not() -> None:
    own = story(42, story_tile="9", quest=TERMS, done_by="quest", then=2)
    own |= story(2, story_tile=[2, "9"], quest=TERMS, done_by="quest")
    game = GAME.for_match(GAME.settle(own))
    stories = game.new(game.seat(["Ann", "Ben"]), GAME.settle(own)).box.stories
    assert (stories[42].then, stories[42].text) == (2, None)
    assert stories[2].location == "9", "as files of earlier versions write it"


def test_numbers_of_story_cards_are_corrected_on_a_phone() -> None:
    for path, value in (("story.cards[2].then", "5"), ("story.cards[8].fetch", "3")):
        assert path in GAME.printed.things
        GAME.settle({path: value})
    assert "unknown card or tile" in refusal({"story.cards[2].then": "70"})

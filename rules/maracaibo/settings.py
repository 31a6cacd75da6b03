"""What a group decides before a match of Maracaibo, and how a match reads unclear passages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.campaign import Carried
from rules.maracaibo.printed.describe import amount_text
from rules.maracaibo.printed.stories import CHAPTER_CARDS, WITHOUT_CAMPAIGN
from rules.maracaibo.story.archive import EMPTY, read_archive
from rules.setting import Setting
from rules.text import Text

_EASY, _MEDIUM, _HARD = Text("Easy"), Text("Medium"), Text("Hard")
SCENARIO = Setting(
    "scenario",
    Text("Story card"),
    {
        **{
            str(number): Text("{number}: no campaign. {level}", number=number, level=level)
            for number, level in zip(WITHOUT_CAMPAIGN, (_EASY, _MEDIUM, _HARD), strict=True)
        },
        "1": Text("{number}: campaign from chapter {chapter}", number="01", chapter=1),
        **{
            str(number): Text(
                "{number}: campaign from chapter {chapter}", number=number, chapter=chapter
            )
            for chapter, number in enumerate(CHAPTER_CARDS, 2)
        },
    },
    "75",
)
ARCHIVE = Setting(
    "archive",
    Text("Archive of earlier matches"),
    Carried(
        lambda text: read_archive(text) is not None,
        (
            EMPTY,
            "stories:4+16 waiting:5 tiles:l2+l5+l20 cards:90+92 past:1a+2 results:red-80+blue-71",
        ),
    ),
    EMPTY,
    rare=True,
)
"""With anything in it, a match goes on with the campaign, whatever card it began with."""
STORY = Setting(
    "story",
    Text("Which story"),
    Carried({"whole", "three_cards"}.__contains__, ("whole", "three_cards")),
    "whole",
    rare=True,
    before="three_cards",
)
"""Matches of versions without campaign had three cards, which nobody was told to read."""
CARRIED_OUT = Setting(
    "carried_out",
    Text("How story cards and legacy tiles work"),
    Carried({"as_printed", "older"}.__contains__, ("as_printed", "older")),
    "as_printed",
    rare=True,
    before="older",
)
"""In matches of older versions the quest city got a quest for every one taken there, and Jean left
a plague where it was. Of two archived cards for one tile the lower was carried out as well, and
nobody was told of a card that only leaves, or is only laid out.
"""
QUESTIONS = Setting(
    "questions",
    Text("Which questions are asked"),
    Carried({"needed", "all"}.__contains__, ("needed", "all")),
    "needed",
    rare=True,
    before="all",
)
"""Older versions asked for free actions alone, after every delivery, whether each of Jean's steps
was done, and what could be answered in one way only.
"""

SETTINGS = (
    SCENARIO,
    ARCHIVE,
    STORY,
    CARRIED_OUT,
    Setting(
        "difficulty",
        Text("Solo: Jean's strength"),
        {
            "1": Text("Very easy"),
            "2": _EASY,
            "3": _MEDIUM,
            "4": _HARD,
            "5": Text("Very hard"),
        },
        "1",
        alone=True,
    ),
    Setting(
        "jean_deck",
        Text("Solo: Jean's deck"),
        {
            "real": Text("Cards on the table"),
            "virtual": Text("Shuffled and shown here"),
        },
        "real",
        alone=True,
    ),
    Setting(
        "fourth_quest",
        Text("Points for the fourth quest"),
        {"4": amount_text("vp", 4), "3": amount_text("vp", 3)},
        "4",
        rare=True,
    ),
    Setting(
        "raid_reward",
        Text("Assistants in a village you take bring"),
        {"doubloons": Text("Doubloons"), "vp": Text("Points")},
        "doubloons",
        rare=True,
    ),
    Setting(
        "figure_to_combat",
        Text("Card: combat points per returned figure"),
        {"1": amount_text("combat_points", 1), "2": amount_text("combat_points", 2)},
        "1",
        rare=True,
    ),
    Setting(
        "adventure_reward",
        Text("Two adventures bring, before exploring"),
        {"doubloons": amount_text("doubloons", 3), "vp": amount_text("vp", 2)},
        "doubloons",
        rare=True,
    ),
    Setting(
        "sail_range",
        Text("Assistants: spaces to sail on"),
        {
            "3": Text("{one} to {other}", one=1, other=3),
            "2": Text("{one} to {other}", one=1, other=2),
        },
        "3",
        rare=True,
    ),
    Setting(
        "cathedral",
        Text("Cathedral: points of the doubloon track"),
        {"1": Text("Once more"), "2": Text("Twice more")},
        "1",
        rare=True,
    ),
    Setting(
        "ten_points_chain",
        Text("The 10-point upgrade needs the 6-point one"),
        {"no": Text("No, only six upgrades"), "yes": Text("Yes, and six upgrades")},
        "no",
        rare=True,
    ),
    Setting(
        "planning_back",
        Text("Planned cards back to hand in phase C"),
        {"yes": Text("They may"), "no": Text("They may not")},
        "yes",
        rare=True,
    ),
    Setting(
        "movement_unit",
        Text("Village actions and quests count"),
        {"points": Text("Movement points spent"), "moves": Text("Moves made")},
        "points",
        rare=True,
    ),
    Setting(
        "quest_movement",
        Text("After sailing on, quests count"),
        {"last": Text("Only the sailing on"), "turn": Text("The whole turn")},
        "last",
        rare=True,
    ),
    Setting(
        "assistants_behind",
        Text("Assistants placed behind the ship"),
        {"points": Text("Score as unused"), "nothing": Text("Score nothing this round")},
        "nothing",
        rare=True,
        before="points",
    ),
    Setting(
        "second_quest",
        Text("A second quest for one location"),
        {"both": Text("Both stay"), "none": Text("It does not come")},
        "both",
        rare=True,
        before="none",
    ),
    Setting(
        "homeward",
        Text("The action of a homeward space"),
        {"may": Text("Optional"), "must": Text("Required")},
        "may",
        rare=True,
    ),
    Setting(
        "vp_track",
        Text("Steps past the end of the points track"),
        {"on": Text("Go on from 0"), "stop": Text("Are lost")},
        "on",
        rare=True,
    ),
    QUESTIONS,
)


@dataclass(frozen=True, slots=True)
class Rulings:
    """How this match reads the passages on which rulebooks differ; see RULINGS.md."""

    adventure_reward: str
    raid_reward: str
    figure_to_combat: int
    sail_range: int
    cathedral: int
    fourth_quest: int
    ten_points_chain: bool
    planning_back: bool
    count_moves: bool
    homeward_must: bool
    vp_track_goes_on: bool
    points_behind: bool
    whole_turn: bool
    several_quests: bool
    three_cards: bool
    as_before: bool
    asks_all: bool


def read_rulings(settings: Mapping[str, str]) -> Rulings:
    return Rulings(
        adventure_reward=settings["adventure_reward"],
        raid_reward=settings["raid_reward"],
        figure_to_combat=int(settings["figure_to_combat"]),
        sail_range=int(settings["sail_range"]),
        cathedral=int(settings["cathedral"]),
        fourth_quest=int(settings["fourth_quest"]),
        ten_points_chain=settings["ten_points_chain"] == "yes",
        planning_back=settings["planning_back"] == "yes",
        count_moves=settings["movement_unit"] == "moves",
        homeward_must=settings["homeward"] == "must",
        vp_track_goes_on=settings["vp_track"] == "on",
        points_behind=settings["assistants_behind"] == "points",
        whole_turn=settings["quest_movement"] == "turn",
        several_quests=settings["second_quest"] == "both",
        three_cards=settings["story"] == "three_cards",
        as_before=settings["carried_out"] == "older",
        asks_all=settings["questions"] == "all",
    )


def is_campaign(settings: Mapping[str, str]) -> bool:
    """Whether the story of a match goes on in another one."""
    return int(settings["scenario"]) not in WITHOUT_CAMPAIGN and settings["story"] == "whole"

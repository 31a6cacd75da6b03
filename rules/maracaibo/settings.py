"""What a group decides before a match of Maracaibo, and how a match reads unclear passages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.campaign import Carried
from rules.maracaibo.printed.stories import CHAPTER_CARDS, WITHOUT_CAMPAIGN
from rules.maracaibo.story.archive import EMPTY, read_archive
from rules.setting import Setting
from rules.text import Text

SCENARIO = Setting(
    "scenario",
    Text("Which story card is used"),
    {
        "75": Text("75: without campaign, easy"),
        "76": Text("76: without campaign, medium"),
        "77": Text("77: without campaign, hard"),
        "1": Text("01: the first chapter of the campaign"),
        **{
            str(number): Text(
                "{number}: the campaign from chapter {chapter} on", number=number, chapter=chapter
            )
            for chapter, number in enumerate(CHAPTER_CARDS, 2)
        },
    },
    "75",
)
ARCHIVE = Setting(
    "archive",
    Text("What the matches before have left in the archive"),
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
    Text("Which story is told"),
    Carried({"whole", "three_cards"}.__contains__, ("whole", "three_cards")),
    "whole",
    rare=True,
    before="three_cards",
)
"""Matches of versions without campaign had three cards, which nobody was told to read."""
CARRIED_OUT = Setting(
    "carried_out",
    Text("How story cards and legacy tiles are carried out"),
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
        Text("Solo: how strong Jean is"),
        {
            "1": Text("Very easy"),
            "2": Text("Easy"),
            "3": Text("Medium"),
            "4": Text("Hard"),
            "5": Text("Very hard"),
        },
        "1",
        alone=True,
    ),
    Setting(
        "jean_deck",
        Text("Solo: who shuffles Jean's cards"),
        {
            "real": Text("The cards lie on the table"),
            "virtual": Text("The assistant shuffles and turns them up"),
        },
        "real",
        alone=True,
    ),
    Setting(
        "fourth_quest",
        Text("Points for the fourth quest tile"),
        {"4": Text("4 points"), "3": Text("3 points")},
        "4",
        rare=True,
    ),
    Setting(
        "raid_reward",
        Text("What assistants in a village taken in combat bring"),
        {"doubloons": Text("Doubloons"), "vp": Text("Points")},
        "doubloons",
        rare=True,
    ),
    Setting(
        "figure_to_combat",
        Text("Combat points for a figure returned with a card"),
        {"1": Text("1 combat point"), "2": Text("2 combat points")},
        "1",
        rare=True,
    ),
    Setting(
        "adventure_reward",
        Text("What the village action with two adventures brings before exploring"),
        {"doubloons": Text("3 doubloons"), "vp": Text("2 points")},
        "doubloons",
        rare=True,
    ),
    Setting(
        "sail_range",
        Text("How far assistants let a ship sail on"),
        {"3": Text("1 to 3 spaces"), "2": Text("1 or 2 spaces")},
        "3",
        rare=True,
    ),
    Setting(
        "cathedral",
        Text("What the Cathedral adds to the points of the doubloon track"),
        {"1": Text("The same points once more"), "2": Text("Twice these points more")},
        "1",
        rare=True,
    ),
    Setting(
        "ten_points_chain",
        Text("Whether the upgrade for 10 points needs the one for 6 points"),
        {"no": Text("No, only six upgrades"), "yes": Text("Yes, as well as six upgrades")},
        "no",
        rare=True,
    ),
    Setting(
        "planning_back",
        Text("Whether planned cards may come back to the hand in phase C"),
        {"yes": Text("They may"), "no": Text("They may not")},
        "yes",
        rare=True,
    ),
    Setting(
        "movement_unit",
        Text("What village actions and quests count by"),
        {"points": Text("Movement points spent"), "moves": Text("Moves made")},
        "points",
        rare=True,
    ),
    Setting(
        "quest_movement",
        Text("Which movement counts for quests after an assistant let the ship sail on"),
        {"last": Text("Only that of sailing on"), "turn": Text("That of the whole turn")},
        "last",
        rare=True,
    ),
    Setting(
        "assistants_behind",
        Text("Assistants placed where the ship cannot come any more in the round"),
        {"points": Text("Bring points as unused ones"), "nothing": Text("Bring nothing in it")},
        "nothing",
        rare=True,
        before="points",
    ),
    Setting(
        "second_quest",
        Text("When a quest comes to a location where another one still lies"),
        {"both": Text("Both lie there"), "none": Text("It does not come")},
        "both",
        rare=True,
        before="none",
    ),
    Setting(
        "homeward",
        Text("Whether the action of a homeward space has to be done"),
        {"may": Text("It may be left out"), "must": Text("It must be done")},
        "may",
        rare=True,
    ),
    Setting(
        "vp_track",
        Text("At the end of the points track, steps that are left"),
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

"""Maracaibo, the base game for two to four players, and solo against Jean."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial

from rules.game import Game, Setting
from rules.maracaibo.box import box_of, house_box
from rules.maracaibo.cards import edition
from rules.maracaibo.checks import contradiction
from rules.maracaibo.help import CHAPTERS, phase, rules_of_phase, steps
from rules.maracaibo.laws import faults
from rules.maracaibo.owner import parts, printed_things, printed_words
from rules.maracaibo.places import (
    BOX,
    BUILDING_PILE,
    CAREER_PILE,
    CITY_DRAW,
    CITY_SUPPLY,
    COMBAT_PILE,
    DECK,
    DECK_A,
    DECK_B,
    DISCARD,
    JEAN_CARDS,
    JEAN_DECK,
    JEAN_DISCARD,
    LEGACY_SUPPLY,
    QUEST_PILE,
    STORY_CARDS,
    STORY_TILES,
    career_hand,
    hand,
    place_name,
)
from rules.maracaibo.player import sensible
from rules.maracaibo.scoring import outcome, standing
from rules.maracaibo.set_up import JEAN_STACKS, face_down, new_table
from rules.maracaibo.table import ACCOUNTS, VP, Table
from rules.maracaibo.tiles import COLOURS, PIECES
from rules.maracaibo.turns import script
from rules.text import Text

_least, _most = edition().numbers("rules.seats")

SETTINGS = (
    Setting(
        "scenario",
        Text("Which story card is used"),
        {
            "75": Text("75: without campaign, easy"),
            "76": Text("76: without campaign, medium"),
            "77": Text("77: without campaign, hard"),
            "1": Text("01: the first chapter of the campaign"),
        },
        "75",
    ),
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
    ),
    Setting(
        "jean_deck",
        Text("Solo: who shuffles Jean's cards"),
        {
            "real": Text("The cards lie on the table"),
            "virtual": Text("The assistant shuffles and turns them up"),
        },
        "real",
    ),
    Setting(
        "fourth_quest",
        Text("Points for the fourth quest tile"),
        {"4": Text("4 points"), "3": Text("3 points")},
        "4",
    ),
    Setting(
        "raid_reward",
        Text("What assistants in a village taken in combat bring"),
        {"doubloons": Text("Doubloons"), "vp": Text("Points")},
        "doubloons",
    ),
    Setting(
        "figure_to_combat",
        Text("Combat points for a figure returned with a card"),
        {"1": Text("1 combat point"), "2": Text("2 combat points")},
        "1",
    ),
    Setting(
        "adventure_reward",
        Text("What the village action with two adventures brings before exploring"),
        {"doubloons": Text("3 doubloons"), "vp": Text("2 points")},
        "doubloons",
    ),
    Setting(
        "sail_range",
        Text("How far assistants let a ship sail on"),
        {"3": Text("1 to 3 spaces"), "2": Text("1 or 2 spaces")},
        "3",
    ),
    Setting(
        "cathedral",
        Text("What the Cathedral adds to the points of the doubloon track"),
        {"1": Text("The same points once more"), "2": Text("Twice these points more")},
        "1",
    ),
    Setting(
        "ten_points_chain",
        Text("Whether the upgrade for 10 points needs the one for 6 points"),
        {"no": Text("No, only six upgrades"), "yes": Text("Yes, as well as six upgrades")},
        "no",
    ),
    Setting(
        "planning_back",
        Text("Whether planned cards may come back to the hand in phase C"),
        {"yes": Text("They may"), "no": Text("They may not")},
        "yes",
    ),
    Setting(
        "movement_unit",
        Text("What village actions and quests count by"),
        {"points": Text("Movement points spent"), "moves": Text("Moves made")},
        "points",
    ),
    Setting(
        "quest_movement",
        Text("Which movement counts for quests after an assistant let the ship sail on"),
        {"last": Text("Only that of sailing on"), "turn": Text("That of the whole turn")},
        "last",
    ),
    Setting(
        "assistants_behind",
        Text("Assistants placed where the ship cannot come any more in the round"),
        {"points": Text("Bring points as unused ones"), "nothing": Text("Bring nothing in it")},
        "points",
    ),
    Setting(
        "homeward",
        Text("Whether the action of a homeward space has to be done"),
        {"may": Text("It may be left out"), "must": Text("It must be done")},
        "may",
    ),
    Setting(
        "vp_track",
        Text("At the end of the points track, steps that are left"),
        {"on": Text("Go on from 0"), "stop": Text("Are lost")},
        "on",
    ),
)

_HANDS = (f"{held}:{colour}" for held in ("hand", "career_hand") for colour in COLOURS)


def copy_with(own: Mapping[str, str]) -> Game[Table]:
    """The game with the board and the pieces on which an owner has read these values."""
    return _copy_with(tuple(sorted(own.items())))


@lru_cache(maxsize=8)
def _copy_with(own: tuple[tuple[str, str], ...]) -> Game[Table]:
    box = box_of(edition().laid_over(dict(own)))

    def same_or_other(wanted: Mapping[str, str]) -> Game[Table]:
        """Pieces are told apart by themselves: a match goes on with those it has."""
        return copy if wanted == dict(own) else copy_with(wanted)

    copy = replace(
        GAME,
        pieces=box.pieces,
        new=partial(new_table, box=box),
        parts=lambda: parts(box),
        copy_with=same_or_other,
    )
    return copy


GAME: Game[Table] = Game(
    name="maracaibo",
    edition=edition(),
    seats=range(_least, _most + 1),
    colours=COLOURS,
    points=VP,
    accounts=ACCOUNTS,
    settings=SETTINGS,
    pieces=PIECES,
    place_name=place_name,
    new=new_table,
    face_down=face_down,
    stacks=frozenset(
        (
            *_HANDS,
            BOX,
            BUILDING_PILE,
            CAREER_PILE,
            CITY_DRAW,
            CITY_SUPPLY,
            COMBAT_PILE,
            DECK,
            DECK_A,
            DECK_B,
            DISCARD,
            JEAN_CARDS,
            JEAN_DECK,
            JEAN_DISCARD,
            LEGACY_SUPPLY,
            QUEST_PILE,
            STORY_CARDS,
            STORY_TILES,
            *JEAN_STACKS.values(),
        )
    ),
    hands=lambda seat: (hand(seat), career_hand(seat)),
    aside=frozenset(
        (
            BOX,
            CAREER_PILE,
            CITY_SUPPLY,
            DECK_A,
            DECK_B,
            LEGACY_SUPPLY,
            STORY_CARDS,
            STORY_TILES,
            *JEAN_STACKS.values(),
        )
    ),
    face_up=frozenset((QUEST_PILE,)),
    set_up=steps,
    script=script,
    phase=phase,
    help=rules_of_phase,
    standing=standing,
    outcome=outcome,
    chapters=CHAPTERS,
    printed=printed_things(),
    printed_words=printed_words(),
    parts=lambda: parts(house_box()),
    contradiction=contradiction,
    copy_with=copy_with,
    sides=lambda table: table.everyone,
    virtual=lambda settings: (JEAN_DECK,) if settings["jean_deck"] == "virtual" else (),
    faults=faults,
    acquired=lambda table, seat: table.acquired(seat),
    sensible=sensible,
)

"""What a group decides before a match of Port Royal: the way to play, sets to add, and rulings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, partial

from rules.campaign import Carried
from rules.edition import BASE, Edition
from rules.game import BadSettings
from rules.port_royal.box import Box, box_of
from rules.port_royal.pieces import ADVENTURE, Expedition
from rules.setting import Setting
from rules.text import Text

MODES = {
    "base": Text("Base game"),
    "set_sail": Text("Set Sail on its own"),
    "contracts": Text("Contracts against each other"),
    "contracts_together": Text("Contracts together"),
    "contracts_alone": Text("Contracts alone"),
    "adventure": Text("The adventure against each other"),
    "adventure_together": Text("The adventure together"),
    "adventure_alone": Text("The adventure alone"),
}
ADDED = {
    "gambler": Text("Gambler (4 cards)"),
    "set_sail_cards": Text("Set Sail (20 cards)"),
    "contract_cards": Text("Just One More Contract (24 cards)"),
}
_YES_OR_NO = {"no": Text("No"), "yes": Text("Yes")}
MODE, PHONE, TAGS, ASK, OWN = "mode", "phone", "tags", "ask", "own"
ASIDE = range(9)
"""How many cards of the time deck may become points before the start."""


def _is_adventure(settings: Mapping[str, str]) -> bool:
    return settings[MODE].startswith(ADVENTURE)


def _has_own_end(settings: Mapping[str, str]) -> bool:
    return _is_adventure(settings) or settings[MODE].endswith(("_together", "_alone"))


OTHERS_TAKE = Setting(
    "others_take",
    Text("May others take if the active player takes none?"),
    {"always": Text("Yes"), "after_active": Text("No")},
    "always",
    rare=True,
    only_if=lambda settings: not settings[MODE].endswith("_alone"),
)
EXPEDITION_TO_WIN = Setting(
    "expedition_to_win",
    Text("Expedition needed to end and win"),
    _YES_OR_NO,
    "no",
    only_if=lambda settings: settings[MODE] != "set_sail" and not _has_own_end(settings),
    in_short={"yes": Text("expedition needed to win")},
)
TIME_ASIDE = Setting(
    "time_aside",
    Text("Time deck cards as points"),
    {ASK: Text("Ask during set-up"), **{str(n): Text("{n}", n=n) for n in ASIDE}},
    ASK,
    rare=True,
    only_if=lambda settings: settings[MODE] in ("contracts_together", "contracts_alone"),
)
MARKERS = Setting(
    "markers",
    Text("Markers with tags?"),
    {PHONE: Text("No: tell your phone"), TAGS: Text("Yes: the camera sees them")},
    PHONE,
    rare=True,
    simulated=TAGS,
    only_if=lambda settings: settings[MODE].startswith(("contracts", ADVENTURE)),
)
CHAPTER = Setting(
    "chapter",
    Text("Which chapter?"),
    {
        **{str(n): Text("Chapter {n}", n=n) for n in range(1, 6)},
        "after": Text("After the adventure: four random missions"),
    },
    "1",
    only_if=_is_adventure,
    in_short={str(n): Text("Chapter {n}", n=n) for n in range(1, 6)},
)
STORY_CARDS = Setting(
    "story_cards",
    Text("Which story?"),
    {
        "house": Text("The built-in story, on phones"),
        OWN: Text("Your own cards: phones say which"),
    },
    "house",
    only_if=_is_adventure,
)
CHARACTER_CARDS = Setting(
    "characters",
    Text("Character cards"),
    {
        "dealt": Text("Dealt"),
        "chosen": Text("Chosen, the first player last"),
    },
    "dealt",
    rare=True,
    only_if=_is_adventure,
)
SHUFFLED = Setting(
    "shuffled",
    Text("Adventure cards in the deck, by number"),
    Carried(
        re.compile(r"usual|none|[0-9]{1,2}(\+[0-9]{1,2})*").fullmatch,
        ("usual", "none", "80+81", "80+83"),
        {"usual": Text("From all earlier chapters"), "none": Text("None")},
    ),
    "usual",
    rare=True,
    only_if=_is_adventure,
)
FAILURES = Setting(
    "failures",
    Text("Times you lost this chapter"),
    Carried(re.compile(r"[0-9]{1,2}").fullmatch, ("0", "1", "3")),
    "0",
    rare=True,
    only_if=lambda settings: settings[MODE] in ("adventure_together", "adventure_alone"),
)
GAMBLER_BUST = Setting(
    "gambler_bust",
    Text("Are jesters paid when a gambler goes bust?"),
    {"nothing": Text("No"), "jesters": Text("Yes")},
    "nothing",
    rare=True,
    only_if=lambda settings: settings.get("gambler") == "yes",
)


def settings_of(edition: Edition) -> tuple[Setting, ...]:
    """The way to play, every set that can be added, then rulings and variants."""
    modes = {
        name: MODES.get(name) or Text(edition.text(f"modes.{name}.title"))
        for name in edition.table("modes")
    }
    return (
        Setting(
            MODE,
            Text("What is played"),
            modes,
            BASE,
            for_players=_way_for,
        ),
        *(
            Setting(
                name,
                ADDED.get(name) or Text(edition.text(f"sets.{name}.title")),
                _YES_OR_NO,
                "no",
                only_if=partial(_may_be_added, edition, name),
                in_short={"yes": ADDED[name]} if name in ADDED else {},
            )
            for name in _asked(edition)
        ),
        TIME_ASIDE,
        MARKERS,
        OTHERS_TAKE,
        EXPEDITION_TO_WIN,
        GAMBLER_BUST,
        CHAPTER,
        STORY_CARDS,
        CHARACTER_CARDS,
        SHUFFLED,
        FAILURES,
    )


def _way_for(mode: str, players: int) -> str:
    """Whoever is alone plays against the time deck or the adventure, and nobody else does."""
    if players > 1:
        return mode.removesuffix("_alone")
    family = ADVENTURE if mode.startswith(ADVENTURE) else "contracts"
    return mode if mode.endswith("_alone") else f"{family}_alone"


@cache
def _asked(edition: Edition) -> tuple[str, ...]:
    """The sets that a group can add; others are part of a way to play."""
    return tuple(n for n in edition.sets if edition.table(f"sets.{n}").get("asked", True))


def _may_be_added(edition: Edition, name: str, settings: Mapping[str, str]) -> bool:
    """A set that the ways to play do not mention goes with all of them."""
    base, way = (edition.table(f"modes.{mode}")["may_add"] for mode in (BASE, settings[MODE]))
    return name not in base or name in way


def sets_of(edition: Edition, settings: Mapping[str, str]) -> tuple[str, ...]:
    """All sets that a match is played with besides the base game."""
    way = edition.table(f"modes.{settings[MODE]}")
    added = (name for name in _asked(edition) if settings[name] == "yes")
    return tuple(dict.fromkeys((*way["sets"], *added)))


def box_for(edition: Edition, settings: Mapping[str, str]) -> Box:
    """The cards and the rules of a match; BadSettings for what the rulebook does not combine."""
    keys = (MODE, *_asked(edition), EXPEDITION_TO_WIN.key, TIME_ASIDE.key, CHAPTER.key)
    return _box_for(edition, tuple((key, settings[key]) for key in keys))


@cache
def _box_for(edition: Edition, chosen: tuple[tuple[str, str], ...]) -> Box:
    settings = dict(chosen)
    mode = settings[MODE]
    way = edition.table(f"modes.{mode}")
    for name in _asked(edition):
        if settings[name] != "yes" or _may_be_added(edition, name, settings):
            continue
        if name not in way["sets"] or not way.get("base", True):
            raise _unfit(ADDED[name], mode)
    added = tuple(n for n in sets_of(edition, settings) if n not in way["sets"])
    box = box_of(edition, mode, added)
    _check_variants(box, mode, settings)
    return box


def _check_variants(box: Box, mode: str, settings: Mapping[str, str]) -> None:
    """What only some ways to play have cannot be asked of the others."""
    rules = box.rules
    sails = any(isinstance(card, Expedition) for card in box.cards.values())
    own_end = rules.time_deck or mode.startswith(ADVENTURE)
    if settings["expedition_to_win"] == "yes" and (own_end or not sails):
        raise _unfit(EXPEDITION_TO_WIN.text, mode)
    if settings[CHAPTER.key] == "after" and mode in ("adventure_together", "adventure_alone"):
        raise BadSettings(Text("After the adventure, you play only against each other."))
    if settings["time_aside"] not in (ASK, "0") and not rules.time_deck:
        raise _unfit(TIME_ASIDE.text, mode)


def _unfit(what: Text, mode: str) -> BadSettings:
    return BadSettings(Text("{mode}: leave out “{what}”.", mode=MODES[mode], what=what))

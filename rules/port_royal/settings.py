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
from rules.text import Text, listing

MODES = {
    "base": Text("The base game, to which sets can be added"),
    "set_sail": Text("Set Sail on its own: quick, without expeditions, for 2 to 4 players"),
    "contracts": Text("With contracts, against each other"),
    "contracts_together": Text("With contracts, all together against the time deck"),
    "contracts_alone": Text("With contracts, alone against the time deck"),
    "adventure": Text("The Adventure Begins, a chapter against each other, for 2 to 4 players"),
    "adventure_together": Text("The Adventure Begins, a chapter together against the game"),
    "adventure_alone": Text("The Adventure Begins, a chapter alone against the game"),
}
ADDED = {
    "gambler": Text("Gambler: four cards of those who turn up four cards at once"),
    "set_sail_cards": Text("Set Sail: its 20 cards for the base game"),
    "contract_cards": Text(
        "Just One More Contract: its persons and ships (with contracts they are always in)"
    ),
}
_MODE_NAMES = {
    "base": Text("the base game"),
    "set_sail": Text("Set Sail on its own"),
    "contracts": Text("contracts against each other"),
    "contracts_together": Text("contracts together"),
    "contracts_alone": Text("contracts alone"),
    "adventure": Text("the adventure against each other"),
    "adventure_together": Text("the adventure together"),
    "adventure_alone": Text("the adventure alone"),
}
_SET_NAMES = {
    "gambler": Text("Gambler"),
    "set_sail_cards": Text("The Set Sail cards for the base game"),
    "contract_cards": Text("The persons and ships of Just One More Contract"),
}
_YES_OR_NO = {"no": Text("Not added"), "yes": Text("Added")}
MODE, PHONE, TAGS, ASK, OWN = "mode", "phone", "tags", "ask", "own"
ASIDE = range(9)
"""How many cards of the time deck may become points before the start."""


def _is_adventure(settings: Mapping[str, str]) -> bool:
    return settings[MODE].startswith(ADVENTURE)


def _has_own_end(settings: Mapping[str, str]) -> bool:
    return _is_adventure(settings) or settings[MODE].endswith(("_together", "_alone"))


OTHERS_TAKE = Setting(
    "others_take",
    Text("Whether the others may take a card even if the active player took none"),
    {
        "always": Text("They always may"),
        "after_active": Text("Only after the active player took a card"),
    },
    "always",
    rare=True,
    only_if=lambda settings: not settings[MODE].endswith("_alone"),
)
EXPEDITION_TO_WIN = Setting(
    "expedition_to_win",
    Text("Variant: the end and the victory need at least one expedition"),
    {"no": Text("Not needed"), "yes": Text("Needed")},
    "no",
    only_if=lambda settings: settings[MODE] != "set_sail" and not _has_own_end(settings),
    in_short={"yes": Text("with an expedition to win")},
)
TIME_ASIDE = Setting(
    "time_aside",
    Text("Together or alone: cards of the time deck that become points before the start"),
    {ASK: Text("Asked when the contracts lie open"), **{str(n): Text("{n}", n=n) for n in ASIDE}},
    ASK,
    rare=True,
    only_if=lambda settings: settings[MODE] in ("contracts_together", "contracts_alone"),
)
MARKERS = Setting(
    "markers",
    Text("With contracts or missions: whether the wooden markers carry tags"),
    {PHONE: Text("No: phones tell what is fulfilled"), TAGS: Text("Yes: the camera sees them")},
    PHONE,
    rare=True,
    simulated=TAGS,
    only_if=lambda settings: settings[MODE].startswith(("contracts", ADVENTURE)),
)
CHAPTER = Setting(
    "chapter",
    Text("The Adventure Begins: which chapter is played"),
    {
        **{str(n): Text("Chapter {n}", n=n) for n in range(1, 6)},
        "after": Text("After the adventure, against each other: four missions at random"),
    },
    "1",
    only_if=_is_adventure,
    in_short={str(n): Text("chapter {n}", n=n) for n in range(1, 6)},
)
STORY_CARDS = Setting(
    "story_cards",
    Text("The Adventure Begins: whose story is read aloud"),
    {
        "house": Text("The story of the house: it stands on the phones"),
        OWN: Text("Our own story cards: the phones say which one to read, and what to do"),
    },
    "house",
    only_if=_is_adventure,
)
CHARACTER_CARDS = Setting(
    "characters",
    Text("The Adventure Begins: how players come to their characters"),
    {
        "dealt": Text("Cards are dealt"),
        "chosen": Text("Cards are chosen; the first player chooses last"),
    },
    "dealt",
    rare=True,
    only_if=_is_adventure,
)
SHUFFLED = Setting(
    "shuffled",
    Text("The Adventure Begins: numbers of the cards that earlier chapters left in the deck"),
    Carried(
        re.compile(r"usual|none|[0-9]{1,2}(\+[0-9]{1,2})*").fullmatch,
        ("usual", "none", "80+81", "80+83"),
        {"usual": Text("Those of all chapters before"), "none": Text("None")},
    ),
    "usual",
    rare=True,
    only_if=_is_adventure,
)
FAILURES = Setting(
    "failures",
    Text("The Adventure Begins: how often the chapter was lost"),
    Carried(re.compile(r"[0-9]{1,2}").fullmatch, ("0", "1", "3")),
    "0",
    rare=True,
    only_if=lambda settings: settings[MODE] in ("adventure_together", "adventure_alone"),
)
GAMBLER_BUST = Setting(
    "gambler_bust",
    Text("Whether jesters are paid when a gambler goes bust"),
    {"nothing": Text("They are not"), "jesters": Text("They are")},
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
            in_short=_MODE_NAMES,
        ),
        *(
            Setting(
                name,
                ADDED.get(name) or Text(edition.text(f"sets.{name}.title")),
                _YES_OR_NO,
                "no",
                only_if=partial(_may_be_added, edition, name),
                in_short={"yes": _SET_NAMES[name]} if name in _SET_NAMES else {},
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
        if name in way["sets"]:
            if way.get("base", True):
                continue
            why = Text("its cards are in it anyway, with more of their kind")
        else:
            why = Text("it is played with its own cards only")
        raise BadSettings(
            Text(
                "{set} cannot be added to {mode}: {why}.",
                set=_SET_NAMES[name],
                mode=_MODE_NAMES[mode],
                why=why,
            )
        )
    added = tuple(n for n in sets_of(edition, settings) if n not in way["sets"])
    box = box_of(edition, mode, added)
    _check_variants(box, mode, settings)
    return box


def _check_variants(box: Box, mode: str, settings: Mapping[str, str]) -> None:
    """What only some ways to play have cannot be asked of the others."""
    rules = box.rules
    if settings["expedition_to_win"] == "yes":
        if not any(isinstance(card, Expedition) for card in box.cards.values()):
            raise BadSettings(
                Text(
                    "There are no expeditions in {mode}: nobody can need one.",
                    mode=_MODE_NAMES[mode],
                )
            )
        if rules.time_deck or mode.startswith(ADVENTURE):
            raise BadSettings(
                Text(
                    "The adventure has its own end and its own winner: {mode}.",
                    mode=_MODE_NAMES[mode],
                )
                if mode.startswith(ADVENTURE)
                else Text(
                    "An expedition decides who wins, but nobody plays against another: {mode}.",
                    mode=_MODE_NAMES[mode],
                )
            )
    if settings[CHAPTER.key] == "after" and mode in ("adventure_together", "adventure_alone"):
        raise BadSettings(
            Text(
                "After the adventure it is played against each other only, not: {mode}.",
                mode=_MODE_NAMES[mode],
            )
        )
    if settings["time_aside"] not in (ASK, "0") and not rules.time_deck:
        together = listing(_MODE_NAMES[name] for name in ("contracts_together", "contracts_alone"))
        raise BadSettings(
            Text(
                "There is no time deck in {mode}, only in: {together}.",
                mode=_MODE_NAMES[mode],
                together=together,
            )
        )

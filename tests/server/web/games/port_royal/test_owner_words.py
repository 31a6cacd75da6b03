"""Whatever an owner's missions and events ask for, the pages of a match have words for it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.games import GAMES
from rules.port_royal.abilities import Abilities
from rules.port_royal.demands import Demand
from rules.port_royal.help_contracts import demand_text
from rules.port_royal.names import ITEMS, ROLE_WORDS, SHIP_COLOURS
from rules.port_royal.pieces import Contract
from rules.typed import fields_of
from server.live.messages import Begin, Resume
from tests.packages import bring
from tests.patience import PATIENCE
from tests.rules.port_royal.test_owner_words import COLOURED_WORDS, COLOURLESS, GOOD, WRONG
from tests.server.web.conftest import Room, Visitor
from tests.server.web.pages.test_me import answer, words

GAME = GAMES["port_royal"]
AFTER = {"mode": "adventure", "chapter": "after"}
SLOTS = ("20", "21", "25", "43")
"""Missions with a red star of which it is not known what they ask for."""
DEALT = [f"turn:mission/{number}" for number in SLOTS]


def demands() -> Iterator[Mapping[str, Any]]:
    """Every word, and whatever each can be."""
    in_the_box = {row["role"] for row in GAME.edition.rows("persons.cards") if _asked(row)}
    yield from ({"persons": [role]} for role in ROLE_WORDS if role in in_the_box)
    yield from ({"discards": {item: 1}} for item in ITEMS)
    yield from ({"declines": colour, "times": 2} for colour in SHIP_COLOURS)
    yield {"stops_at": 2, "takes_less": 1}
    shown = {"persons", "discards", "declines", "times", "takes_less", "repelled_colours"}
    for word in fields_of(Demand):
        if word not in shown:
            yield {word: True if word == "bust" else GOOD.get(word, 3)}


def _asked(row: Mapping[str, Any]) -> bool:
    return row.get("set", "base") in ("base", "adventure")


EVERY = list(demands())
TABLES = [EVERY[first : first + 4] for first in range(0, len(EVERY), 4)]


def row_of(number: str, **said: Any) -> dict[str, str]:
    known = {"shuffles": [81]} if number == "20" else {}
    row = {"star": True, "text": "As printed.", "coins": 1, "next": "26", **known, **said}
    return {f"missions.cards[{number}]": json.dumps(row)}


def seen(room: Room, own: Mapping[str, str], event: str = "carnival") -> Visitor:
    """The phone of Red, once the first event is turned up."""
    room.table.host.ask(Begin("port_royal", ["Ann", "Bob"], {**AFTER, **own})).result(
        timeout=PATIENCE
    )
    room.answer("red", "first:red", "turn:character/1", "turn:character/2", "side:grace")
    room.answer("blue", "side:jean")
    room.answer("red", *DEALT, f"turn:event/{event}")
    return room.player("red")


@pytest.mark.parametrize("asked", TABLES, ids=lambda asked: "+".join(map(_name, asked)))
def test_every_demand_and_every_refusal_is_said(room: Room, asked: list[Mapping[str, Any]]) -> None:
    own: dict[str, str] = {}
    for number, needs in zip(SLOTS, asked, strict=False):
        own |= row_of(number, needs=needs)
    red = seen(room, own)
    pages = [words(red.get(path).text) for path in ("/table", "/me", "/screen")]
    for number, _ in zip(SLOTS, asked, strict=False):
        mission = room.match.game.pieces[f"mission/{number}"]
        assert isinstance(mission, Contract)
        for page in pages:
            assert str(demand_text(mission)) in page
        assert room.match.choice is not None
        option = room.match.choice.find(f"fulfil:{mission.id}")
        assert option is not None
        if option.blocked is not None:
            assert str(option.blocked) in answer(room, red, "red", key=option.key)
        assert red.get(f"/card/{mission.id}").status_code in (200, 404)


def _name(needs: Mapping[str, Any]) -> str:
    return "-".join(f"{word}-{value}" for word, value in needs.items() if word != "times")[:24]


@pytest.mark.parametrize("word", [word for word in fields_of(Abilities) if word not in COLOURLESS])
def test_what_an_event_does_is_said(room: Room, word: str) -> None:
    colour = {"colour": "red"} if word in COLOURED_WORDS else {}
    row = {"number": 0, "for": "all", "does": {word: GOOD.get(word, 2)}, **colour}
    red = seen(room, {"events.cards[fair-wind]": json.dumps(row)}, "fair-wind")
    assert "this turn, everybody: " in words(red.get("/table").text)
    assert red.get("/me").status_code == 200


OLD = [
    *(row_of("20", needs={"persons": ["admiral"], "swords": wrong}) for wrong in WRONG),
    row_of("20", needs={"persons": ["wizard"]}),
    row_of("20", needs={"persons": "priest"}),
    row_of("20", needs={"discards": {"gold": 2}}),
    row_of("20", needs={"declines": "pink"}),
    row_of("20", needs={"cheap": {"persons": "two", "cost": 3}}),
    row_of("20", needs={"swords": 1}, text="{coins} and }"),
]
OLD_EVENTS = (
    {"for": "all", "does": {"takes": "two"}},
    {"for": "all", "does": {"sails_as": "captain"}},
    {"for": "all", "does": {"full_harbour": {"cards": "many", "coins": 2}}},
    {"for": "all", "colour": "pink", "does": {"ship_coins": 1}},
    {"does": {"takes": 1}},
    {"now": {"coins": -3, "crowns": -2}},
)
OLD += [{"events.cards[fair-wind]": json.dumps({"number": 0, **row})} for row in OLD_EVENTS]


def test_stored_matches_with_what_is_refused_by_now_still_open(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are stored as a version did that did not look so closely."""
    lenient = replace(GAME, printed=replace(GAME.printed, check=lambda _: None))
    for own in OLD:
        with monkeypatch.context() as before:
            bring(before, "port_royal", lenient)
            red = seen(room, own, "fair-wind")
            match_id = room.table.host.view.match_id
        assert match_id is not None
        room.table.host.ask(Resume(match_id)).result(timeout=PATIENCE)
        for path in ("/table", "/me", "/screen", "/rules", f"/history/{match_id}"):
            assert red.get(path).status_code == 200, (own, path)
        if "missions.cards[20]" in own:
            answer(room, red, "red", key="fulfil:mission/20")

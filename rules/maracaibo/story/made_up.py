"""Owners' files that nobody has written: story cards, tiles and quests made up from the grammar.

Whatever a file can say and the rules accept must be playable to the end, evening after evening.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

from rules.edition import BadValue
from rules.maracaibo.printed import contradiction
from rules.maracaibo.printed.cards import edition
from rules.maracaibo.printed.nodes import GOODS, NATIONS, OBJECTS, UNITS

_VILLAGES = ("1", "2", "6", "7", "8", "9", "12", "15", "16", "17", "18", "19")
_CARDS = (90, 91, 92, 93, 95, 96, 98, 99)
_OPEN = range(2, 75)
"""Numbers of story cards of which nothing is known."""
Row = dict[str, Any]


def made_up(seed: int) -> Mapping[str, str]:
    """The rows of an owner's file that the rules accept; others are written until they do."""
    dice = random.Random(f"story {seed}")
    while True:
        own = {path: json.dumps(row) for path, row in _Author(dice).rows().items()}
        try:
            printed = edition().laid_over(own)
        except BadValue:
            continue
        if contradiction(printed) is None:
            return own


class _Author:
    """Writes one file; a slip now and then is left for the rules to refuse."""

    def __init__(self, dice: random.Random) -> None:
        self._edition, self._dice = edition(), dice
        self._numbers = sorted(dice.sample(_OPEN, dice.randint(3, 25)))
        self._tiles: Mapping[str, Row] = {row["id"]: row for row in edition().rows("legacy.tiles")}

    def rows(self) -> dict[str, Row]:
        dice = self._dice
        found = {f"story.cards[{number}]": self._card(number) for number in self._numbers}
        first = next(row for row in self._edition.rows("story.cards") if row["number"] == 1)
        kept = {
            name: first[name] for name in ("number", "story_tile", "quests", "quest", "done_by")
        }
        found["story.cards[1]"] = {**kept, **self._instructions(), **self._following()}
        for number in dice.sample(range(80, 90), dice.randint(0, 3)):
            row = {"number": number, **self._instructions()}
            found[f"story.cards[{number}]"] = {**row, "fetch": [dice.choice(self._numbers)]}
        # The house's cards that nobody wrote anew are out of this story.
        for row in self._edition.rows("story.cards"):
            path = f"story.cards[{row['number']}]"
            if row["number"] in _OPEN and path not in found and not row.get("spare"):
                found[path] = {"number": row["number"], "spare": True}
            elif row["number"] in range(80, 90) and path not in found:
                found[path] = {"number": row["number"], "fetch": [dice.choice(self._numbers)]}
        for name in dice.sample(sorted(self._tiles), dice.randint(0, 6)):
            if tile := self._tile(self._tiles[name]):
                found[f"legacy.tiles[{name}]"] = tile
        for row in dice.sample(self._edition.rows("quests.tiles"), dice.randint(0, 6)):
            found[f"quests.tiles[{row['id']}]"] = {"id": row["id"], **self._quest()}
        return found

    def _card(self, number: int) -> Row:
        dice, row = self._dice, Row(number=number)
        kind = dice.choice(("quest", "quest", "discs", "nothing"))
        row |= self._instructions()
        if kind == "quest" or dice.random() < 0.1:
            row |= {"story_tile": dice.choice(_VILLAGES), "quest": self._quest()}
        if kind == "quest":
            row["done_by"] = "quest"
        elif kind == "discs":
            sites = [name for name, tile in self._tiles.items() if tile["rule"] == "disc_site"]
            row["legacy"] = [*row.get("legacy", ()), *dice.sample(sites, dice.randint(1, 2))]
            row["done_by"] = "discs"
        if kind != "nothing":
            row |= self._following()
        return row

    def _instructions(self) -> Row:
        dice, row = self._dice, Row()
        if dice.random() < 0.6:
            row["legacy"] = dice.sample(sorted(self._tiles), dice.randint(1, 4))
        if dice.random() < 0.4:
            row["into_deck"] = dice.sample(_CARDS, dice.randint(1, 4))
        if dice.random() < 0.4:
            row["to_discard"] = dice.sample(_CARDS, dice.randint(1, 4))
        if dice.random() < 0.3:
            row["fetch"] = [dice.choice(self._numbers) for _ in range(dice.randint(1, 2))]
        if dice.random() < 0.7:
            row["quests"] = [
                {
                    "round": dice.randint(0, 3),
                    "players": dice.sample((1, 2, 3, 4), dice.randint(1, 4)),
                    "at": [dice.choice(_VILLAGES) for _ in range(dice.randint(1, 4))],
                }
                for _ in range(dice.randint(1, 6))
            ]
        return {name: value for name, value in row.items() if name != "quests" or value}

    def _following(self) -> Row:
        dice = self._dice
        match dice.randint(0, 3):
            case 0:
                return {"ends": True} if dice.random() < 0.2 else {}
            case 1:
                answers = dice.randint(2, 4)
                return {"vote": [{"then": dice.choice(self._numbers)} for _ in range(answers)]}
        return {"then": dice.choice(self._numbers)}

    def _quest(self) -> Row:
        dice = self._dice
        asked: Row = {"needs": {"movement": dice.randint(1, 7)}}
        if dice.random() < 0.8:
            asked = {"cost": self._cost()}
        return {**asked, "reward": self._effects()}

    def _cost(self) -> Row:
        dice = self._dice
        return dice.choice(
            (
                {"doubloons": dice.randint(1, 9)},
                {"combat_points": dice.randint(1, 4)},
                {"figures": dice.randint(1, 3)},
                {"goods": dice.choices(GOODS, k=2)},
                {"objects": dice.choices(OBJECTS, k=2)},
                {"same_goods": dice.randint(1, 3)},
                {"hand": dice.randint(1, 4)},
            )
        )

    def _effects(self) -> list[Row]:
        return [self._effect() for _ in range(self._dice.randint(1, 3))]

    def _effect(self) -> Row:
        dice, n = self._dice, self._dice.randint(1, 6)
        plain = (
            {dice.choice(("doubloons", "vp", "combat_points", "figures")): n},
            {dice.choice(("doubloons", "vp")): n, "per": dice.choice(UNITS)},
            {"influence": n, "with": dice.choice(("any", *NATIONS))},
            {dice.choice(("discs", "explore", "village_actions")): n},
            {"rank": "any"},
            {"synergy": "any_new"},
            {"marker": "empty_village", "of": "any"},
            {"do": dice.choice(("combat", "buy_card", "remove_skull", "take_story_tile"))},
            {"pay": self._cost(), "then": [{"vp": n}]},
            {"one_of": [[{"vp": n}], [{"doubloons": n}]]},
        )
        slips = (
            {"do": dice.choice(("quest_onto_card", "quest_on_card", "flag_bonus"))},
            {"influence": n, "with": "fighting"},
            {"raid": [1, 2]},
        )
        return dice.choice(slips if dice.random() < 0.004 else plain)

    def _tile(self, house: Row) -> Row | None:
        """Another site, or the same tile elsewhere; of others too much is known."""
        dice = self._dice
        if house["rule"] == "disc_site":
            row = {**house, "location": dice.choice(_VILLAGES), "discs": dice.randint(1, 6)}
            row["arrival"] = self._effects()
            if dice.random() < 0.6:
                row["cost"] = self._cost()
            return row
        if house["rule"] in ("no_village_actions", "arrival_vp_6"):
            return {**house, "location": dice.choice(_VILLAGES)}
        return None

"""The shopping list: how many of what, and what will do instead."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from firmware.pins import Pins
from hardware.build.openscad import Plan
from hardware.build.wiring import wires

FILE = Path(__file__).with_name("parts.toml")


@dataclass(frozen=True, slots=True)
class Printed:
    name: str
    turned: tuple[float, float, float] = (0, 0, 0)
    """How it lies on the bed."""
    needs: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Parts:
    printed: Mapping[str, Printed]
    drawn: Mapping[str, Mapping[str, Any]]
    more: Mapping[str, Mapping[str, Any]]

    def name(self, part: str) -> str:
        return self.printed[part].name if part in self.printed else self.drawn[part]["short"]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list; `counts` has how many each assembly needs."""

    what: str
    counts: Mapping[str, int]
    instead: str
    printed: bool = False


def load_parts(file: Path = FILE) -> Parts:
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    printed = {
        part: Printed(row["name"], tuple(row.get("turned", (0, 0, 0))), row.get("needs", {}))
        for part, row in tables["printed"].items()
    }
    return Parts(printed, tables["drawn"], tables["more"])


def shopping_list(parts: Parts, plan: Plan, pins: Pins) -> list[Row]:
    return [*_printed(parts, plan), *_drawn(parts, plan), *_more(parts, plan, pins)]


def _counts(plan: Plan, part: str) -> dict[str, int]:
    return dict(Counter(place.assembly for place in plan.places if place.part == part))


def _printed(parts: Parts, plan: Plan) -> Iterator[Row]:
    for part, row in parts.printed.items():
        yield Row(f"{row.name} ({part}.stl)", _counts(plan, part), "", printed=True)


def _drawn(parts: Parts, plan: Plan) -> Iterator[Row]:
    for part, row in parts.drawn.items():
        if not row.get("own"):
            yield Row(row["name"], _counts(plan, part), row["instead"])


def _more(parts: Parts, plan: Plan, pins: Pins) -> Iterator[Row]:
    legs = ("anode", "cathode") if pins.common_anode else ("cathode", "anode")
    for key, row in parts.more.items():
        if row.get("only") == "buzzer" and pins.buzzer is None:
            continue
        counts: Counter[str] = Counter({"box": row.get("box", 0)})
        if row.get("wires"):
            counts["box"] += len(wires(pins))
        for part, printed in parts.printed.items():
            for assembly, count in _counts(plan, part).items():
                counts[assembly] += count * printed.needs.get(key, 0)
        words = (row[each].format(common=legs[0], other=legs[1]) for each in ("name", "instead"))
        what, instead = words
        yield Row(what, {name: count for name, count in counts.items() if count}, instead)

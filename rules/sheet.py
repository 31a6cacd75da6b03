"""Score sheets: everybody's points as a score pad has them, with what each line was for.

A game says in `Scoring` by which sections (rounds, the end) and kinds (cards, quests...) its points
are grouped; every line of points names both. Whoever shows points shows these sheets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rules.flow import Seat
from rules.ledger import Line
from rules.match import Match
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Kind:
    """What one kind of thing brought in a section."""

    key: str
    name: Text | None
    """None if a game does not tell kinds apart."""
    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        return sum(line.amount for line in self.lines)


@dataclass(frozen=True, slots=True)
class Section:
    """A round, or the scoring at the end."""

    key: str
    name: Text | None
    """None if all points of a game are counted at once."""
    kinds: tuple[Kind, ...]

    @property
    def total(self) -> int:
        return sum(kind.total for kind in self.kinds)


@dataclass(frozen=True, slots=True)
class Sheet:
    """All points of one side."""

    seat: Seat
    sections: tuple[Section, ...]

    @property
    def total(self) -> int:
        return sum(section.total for section in self.sections)


def sheets(match: Match[Any]) -> list[Sheet]:
    """Everybody's sheet if the match ended now, in the order of the seats."""
    scoring, table = match.game.scoring, match.table
    lines: dict[Seat, list[Line]] = {side: [] for side in scoring.sides(table)}
    for line in scoring.standing(table):
        lines[line.seat].append(line)
    return [
        Sheet(
            side,
            tuple(
                Section(key, scoring.sections.get(key), _kinds(part, scoring.kinds))
                for key, part in _grouped(own, "section", scoring.sections)
            ),
        )
        for side, own in lines.items()
    ]


def _kinds(lines: Iterable[Line], names: Mapping[str, Text]) -> tuple[Kind, ...]:
    grouped = _grouped(lines, "kind", names)
    return tuple(Kind(key, names.get(key), tuple(group)) for key, group in grouped)


def _grouped(
    lines: Iterable[Line], by: Literal["section", "kind"], pad: Mapping[str, Text]
) -> list[tuple[str, list[Line]]]:
    """The lines of each section or kind, in the order of the score pad."""
    groups: dict[str, list[Line]] = {key: [] for key in pad}
    for line in lines:
        groups.setdefault(getattr(line, by), []).append(line)
    return [(key, group) for key, group in groups.items() if group]


def as_data(sheet: Sheet) -> dict[str, Any]:
    """A sheet for programs and files, in English: all lines, and what they come to."""
    return {
        "seat": sheet.seat.colour,
        "total": sheet.total,
        "sections": [
            {
                "name": _name(section.name),
                "total": section.total,
                "kinds": [
                    {"name": _name(kind.name), "total": kind.total} for kind in section.kinds
                ],
            }
            for section in sheet.sections
        ],
        "lines": [
            {
                "section": _name(section.name),
                "kind": _name(kind.name),
                "amount": line.amount,
                "because": str(line.because),
            }
            for section in sheet.sections
            for kind in section.kinds
            for line in kind.lines
        ],
    }


def _name(name: Text | None) -> str:
    return "" if name is None else str(name)

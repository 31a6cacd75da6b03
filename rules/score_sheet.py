"""Score sheets: everybody's points as a score pad has them, with what each line was for.

A game says in `Scoring` by which sections (rounds, the end) and kinds (cards, quests...) its points
are grouped; every line of points names both. Whoever shows points shows these sheets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rules.flow import Seat
from rules.ledger import Line
from rules.match import Match
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Row:
    """Lines that say the same, as one."""

    what: Text
    number: int
    amount: int
    """What they come to together."""


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

    @property
    def rows(self) -> list[Row]:
        """Two of one name say what tells them apart; if nothing does, they are one row."""
        same: dict[tuple[str, int], list[Text]] = {}
        for line, what in zip(self.lines, _told_apart(self.lines), strict=True):
            same.setdefault((str(what), line.amount), []).append(what)
        return [Row(each[0], len(each), amount * len(each)) for (_, amount), each in same.items()]


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
class ScoreSheet:
    """All points of one side."""

    seat: Seat
    sections: tuple[Section, ...]

    @property
    def total(self) -> int:
        return sum(section.total for section in self.sections)


def score_sheets(match: Match[Any]) -> list[ScoreSheet]:
    """Everybody's sheet if the match ended now, in the order of the seats."""
    scoring, table = match.game.scoring, match.table
    lines: dict[Seat, list[Line]] = {side: [] for side in scoring.sides(table)}
    for line in scoring.standing(table):
        lines[line.seat].append(line)
    return [
        ScoreSheet(
            side,
            tuple(
                Section(key, scoring.sections.get(key), _kinds(part, scoring.kinds))
                for key, part in _grouped(own, "section", scoring.sections)
            ),
        )
        for side, own in lines.items()
    ]


@dataclass(frozen=True, slots=True)
class Compared:
    """One kind of points over a whole match, side by side."""

    key: str
    name: Text
    totals: tuple[int, ...]


def side_by_side(match: Match[Any], of: Sequence[ScoreSheet]) -> list[Compared]:
    """What each kind has brought every side, in the order of the score pad."""
    found = [Counter[str]() for _ in of]
    for totals, sheet in zip(found, of, strict=True):
        for kind in (kind for section in sheet.sections for kind in section.kinds):
            totals[kind.key] += kind.total
    return [
        Compared(key, name, tuple(totals[key] for totals in found))
        for key, name in match.game.scoring.kinds.items()
        if any(key in totals for totals in found)
    ]


def margins(of: Sequence[ScoreSheet]) -> list[int]:
    """How far each side is ahead of the best of the others, or behind it; none if it is alone."""
    totals = [sheet.total for sheet in of]
    return [
        total - max(totals[:number] + totals[number + 1 :])
        for number, total in enumerate(totals)
        if len(totals) > 1
    ]


def _told_apart(lines: Sequence[Line]) -> list[Text]:
    """The reasons of lines; those with the same words say what tells their things apart."""
    words = Counter(str(line.because) for line in lines)
    told = []
    for because in (line.because for line in lines):
        apart = _apart(because) if words[str(because)] > 1 else None
        told.append(Text("{what} ({apart})", what=because, apart=apart) if apart else because)
    return told


def _apart(text: Text) -> Text | None:
    """What tells a thing that is named in a text from others of its name."""
    for name, value in text.values.items():
        if isinstance(value, Text) and (found := value if name == "apart" else _apart(value)):
            return found
    return None


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


def as_data(sheet: ScoreSheet) -> dict[str, Any]:
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
                "because": str(what),
            }
            for section in sheet.sections
            for kind in section.kinds
            for line, what in zip(kind.lines, _told_apart(kind.lines), strict=True)
        ],
    }


def _name(name: Text | None) -> str:
    return "" if name is None else str(name)


def as_text(match: Match[Any]) -> str:
    """Everybody's sheet of a match side by side and line by line, in English, for a terminal."""
    points = str(match.game.accounts[match.game.scoring.points]).lower()
    rows = [f"{match.game.edition.text('title')}, {len(match.journal)} choices"]
    listed = score_sheets(match)
    rows += ["", *_compared(match, listed)]
    for side in listed:
        rows += ["", f"{side.seat}: {side.total} {points}", *_written(side)]
    outcome = match.outcome()
    if outcome:
        winners = " and ".join(map(str, outcome.winners))
        verdict = outcome.verdict if outcome.lost else f"Winner: {winners}"
        rows += ["", f"{verdict}. {outcome.because}."]
    else:
        rows += ["", "The match is not over."]
    return "\n".join(rows)


def _written(side: ScoreSheet) -> Iterator[str]:
    """Rounds, kinds and lines, each further in than what it belongs to."""
    for section in side.sections:
        if section.name:
            yield f"  {section.total:4}  {section.name}"
        margin = "      " if section.name else "  "
        for kind in section.kinds:
            if kind.name:
                yield f"{margin}{kind.total:4}  {kind.name}"
            for row in kind.rows:
                number = f"{row.number} × " if row.number > 1 else ""
                yield f"{margin}    {row.amount:+4}  {number}{row.what}"


def _compared(match: Match[Any], listed: Sequence[ScoreSheet]) -> Iterator[str]:
    """A total of each kind over the match for every side, and how far ahead or behind it is."""
    kinds = side_by_side(match, listed)
    table = [("", [str(side.seat) for side in listed])]
    table += [(str(kind.name), [str(total) for total in kind.totals]) for kind in kinds]
    table.append(("Total", [str(side.total) for side in listed]))
    if ahead := margins(listed):
        table.append(("Ahead or behind", [f"{margin:+}" for margin in ahead]))
    first = max(len(name) for name, _ in table)
    widths = [max(len(row[at]) for _, row in table) for at in range(len(listed))]
    for name, row in table:
        cells = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        yield f"{name.ljust(first)}  {'  '.join(cells)}".rstrip()

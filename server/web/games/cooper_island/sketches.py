"""The maps and lists of Cooper Island, as the owner of a copy enters them by tapping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.cooper_island.pieces import edition
from rules.cooper_island.printed.board import LEFT, RIGHT
from rules.cooper_island.printed.box import DOUBLES, SINGLES
from rules.cooper_island.printed.names import GOOD_NAMES, TERRAIN_NAMES
from rules.cooper_island.printed.owner import FIELD, SPACES, groups
from rules.text import Text, listing
from server.web.parts.sketch import (
    Brush,
    Cell,
    Lists,
    Row,
    Sketch,
    numbers,
    painted,
    pairs,
    several,
)

_AREAS = ("land", LEFT, RIGHT)
_ON_LAND = ("start", "ruins", "isthmus")
_SIGNS = {"start": "★", "ruins": "▲", "isthmus": "≡"}
_PATHS = {name: f"peninsula.{name}" for name in (*_AREAS, *_ON_LAND)}
_MOST = 9


def _peninsula(lists: Lists) -> tuple[Row, ...]:
    """The hexes that fit on the board, row by row, each twice as wide as it is shifted."""
    rows = sorted({r for _, r in FIELD})
    widest = max(abs(2 * q + r) for q, r in FIELD)
    return tuple(
        Row(
            tuple(
                _hex(lists, (x - r) // 2, r) if ((x - r) // 2, r) in FIELD else None
                for x in range(-widest, widest + 1)
                if (x - r) % 2 == 0
            )
        )
        for r in rows
    )


def _hex(lists: Lists, q: int, r: int) -> Cell:
    found = [name for name, path in _PATHS.items() if [q, r] in lists[path]]
    look = next((name for name in _AREAS if name in found), "nothing")
    sign = "".join(_SIGNS.get(name, "") for name in found)
    for coast in (LEFT, RIGHT):
        if coast in found:
            at = lists[_PATHS[coast]].index([q, r])
            sign = f"{at // 2 + 1}{'ab'[at % 2]}"
    what = listing(SPACES[name] for name in found) if found else Text("nothing")
    words = Text("{space}: {what}", space=f"{q},{r}", what=what)
    return Cell(f"{q}:{r}", look, sign, words)


def _tapped(lists: Lists, brush: str, cell: str) -> Lists:
    """A hex becomes what the brush says, or is that no longer. Water is numbered as it is tapped.

    It is land or water, not both; what is on land goes with it; there is only one start space.
    """
    try:
        q, r = map(int, cell.split(":"))
    except ValueError:
        return lists
    if (q, r) not in FIELD:
        return lists
    changed = {name: [at for at in lists[path] if at != [q, r]] for name, path in _PATHS.items()}
    was = {name for name, path in _PATHS.items() if [q, r] in lists[path]}
    now = {brush} - was if brush in _AREAS else {"land"} | (was ^ {brush}) - {LEFT, RIGHT}
    for name in now:
        if name in was:
            changed[name] = list(lists[_PATHS[name]])
        elif name == "start":
            changed[name] = [[q, r]]
        else:
            changed[name].append([q, r])
    changed["land"].sort(key=lambda at: (at[1], at[0]))
    return {_PATHS[name]: cells for name, cells in changed.items()}


def _tiles(kind: str, most: int) -> Sketch:
    """How many tiles there are of each type, drawn with the terrains of both sides."""
    types = next(group.values for group in groups() if group.key == kind)
    looks = {path: f"tile {path.replace('.', '-')}" for path in types}
    return numbers(types, most, looks)


def _lists() -> Iterator[tuple[str, Sketch]]:
    """Rows of numbers, and the goods among which a logbook tile lets choose."""
    house = edition().house
    for group in groups():
        rows: Mapping[str, Text] = {
            path: words
            for path, words in group.values.items()
            if isinstance(house[path].value, list) and house[path].plain and not house[path].pairs
        }
        if rows:
            yield group.key, numbers(rows, _MOST)
        for path in group.values:
            if path.endswith(".choose"):
                yield group.key, several(path, GOOD_NAMES)


SKETCHES: Mapping[str, Sketch] = {
    "peninsula": Sketch(
        paths=tuple(_PATHS.values()),
        brushes={name: Brush(SPACES[name], name, _SIGNS.get(name, "")) for name in SPACES},
        rows=_peninsula,
        tapped=_tapped,
        note=Text(
            "Choose a kind, then tap spaces; tap again to remove. Tap water from harbour to "
            "bay, two halves per shoal."
        ),
        hexes=True,
    ),
    "statue slots": pairs(
        "statue_slots.slots",
        Text("Points"),
        _MOST,
        Text("Under a large building"),
        ("–", "✓"),
    ),
    "double_tiles": _tiles("double_tiles", DOUBLES),
    "single_tiles": _tiles("single_tiles", SINGLES),
    "islets": painted(
        next(group.values for group in groups() if group.key == "islets"),
        {terrain: TERRAIN_NAMES[terrain] for terrain in ("forest", "meadow", "mountain")},
    ),
    **dict(_lists()),
}

"""What is drawn on Cooper Island's land and sea, with any pen: terrains, buildings, ships, cubes.

Everything is drawn about a point, in parts of the side of a hex.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vision.looks import Draw
from vision.pen import INK, WHITE, Colour, Pen, mixed, rgb

TERRAIN: Mapping[str, Colour] = {
    "forest": rgb(0x7FA968),
    "meadow": rgb(0xCBDB86),
    "mountain": rgb(0xB4B2AC),
    "settlement": rgb(0xDFA98C),
    "water": rgb(0x8FBFD0),
}
GOOD: Mapping[str, Colour] = {
    "coin": rgb(0xD9A441),
    "wood": rgb(0x7A4A22),
    "stone": rgb(0x6D7276),
    "food": rgb(0xF0A3BD),
    "gold": rgb(0xF2C53D),
    "cloth": rgb(0x7D52A8),
}
PAINTS: Mapping[str, Colour] = {
    "yellow": rgb(0xE5AE1C),
    "blue": rgb(0x2460A0),
    "red": rgb(0xAD2F26),
    "black": rgb(0x2D3236),
}
_WOOD, _WALL, _ROOF, _STONE = rgb(0x6B4A2B), rgb(0xF7EFDD), rgb(0xA8452E), rgb(0x8B8170)
_AROUND = ((-0.62, -0.28), (0.62, -0.28), (-0.66, 0.34), (0.66, 0.34), (-0.28, 0.72), (0.3, 0.72))
"""Where something stands on a hex: along its edge, so that its middle is free."""


def _shape(
    pen: Pen, x: float, y: float, side: float, outline: Sequence[tuple[float, float]], fill: Colour
) -> None:
    corners = [(x + dx * side, y + dy * side) for dx, dy in outline]
    pen.polygon(corners, fill)
    pen.line([*corners, corners[0]], mixed(fill, INK, 0.6), side * 0.04)


# --------------------------------------------------------------------------------------- Terrains


def _forest(pen: Pen, x: float, y: float, side: float) -> None:
    for dx, dy in _AROUND:
        at, foot = x + dx * side, y + dy * side
        pen.rectangle(at - 0.03 * side, foot, 0.06 * side, 0.12 * side, _WOOD)
        crown = [(-0.15, 0.03), (0, -0.3), (0.15, 0.03)]
        pen.polygon([(at + a * side, foot + b * side) for a, b in crown], rgb(0x3F6B35))


def _meadow(pen: Pen, x: float, y: float, side: float) -> None:
    for dx, dy in _AROUND:
        at, foot = x + dx * side, y + dy * side
        for lean in (-0.1, 0, 0.1):
            pen.line(
                [(at, foot), (at + lean * side, foot - 0.17 * side)], rgb(0x7C9138), 0.045 * side
            )


def _mountain(pen: Pen, x: float, y: float, side: float) -> None:
    for dx, dy in _AROUND:
        at, foot = x + dx * side, y + dy * side
        peak = [(-0.2, 0.06), (0, -0.28), (0.2, 0.06)]
        pen.polygon([(at + a * side, foot + b * side) for a, b in peak], rgb(0x77756F))
        snow = [(-0.07, -0.16), (0, -0.28), (0.07, -0.16)]
        pen.polygon([(at + a * side, foot + b * side) for a, b in snow], WHITE)


def _settlement(pen: Pen, x: float, y: float, side: float) -> None:
    for dx, dy in _AROUND:
        at, foot = x + dx * side, y + dy * side
        pen.rectangle(at - 0.11 * side, foot - 0.1 * side, 0.22 * side, 0.16 * side, _WALL)
        roof = [(-0.16, -0.1), (0, -0.26), (0.16, -0.1)]
        pen.polygon([(at + a * side, foot + b * side) for a, b in roof], _ROOF)


def _islet(pen: Pen, x: float, y: float, side: float) -> None:
    """A small island with a palm."""
    pen.ellipse(x, y + 0.12 * side, 0.66 * side, 0.42 * side, rgb(0xEBD9A8))
    pen.ellipse(x, y + 0.06 * side, 0.5 * side, 0.28 * side, rgb(0x86AD62))
    top = (x + 0.3 * side, y - 0.4 * side)
    pen.line([(x + 0.2 * side, y + 0.05 * side), top], _WOOD, 0.06 * side)
    for dx, dy in ((-0.25, -0.05), (-0.15, 0.12), (0.22, -0.06), (0.16, 0.12)):
        pen.line([top, (top[0] + dx * side, top[1] + dy * side)], rgb(0x3F6B35), 0.07 * side)


# --------------------------------------------------------------------- What stands, lies and sails


def _ruin(pen: Pen, x: float, y: float, side: float) -> None:
    outline = [(-0.4, 0.35), (-0.4, -0.15), (-0.2, -0.15), (-0.2, 0.1), (0.12, 0.1), (0.12, -0.35)]
    _shape(pen, x, y, side, [*outline, (0.36, -0.22), (0.36, 0.35)], _STONE)


def _small(pen: Pen, x: float, y: float, side: float) -> None:
    _shape(pen, x, y, side, [(-0.28, 0), (0.28, 0), (0.28, 0.36), (-0.28, 0.36)], _WALL)
    _shape(pen, x, y, side, [(-0.38, 0.02), (0, -0.32), (0.38, 0.02)], _ROOF)
    pen.rectangle(x - 0.07 * side, y + 0.14 * side, 0.14 * side, 0.2 * side, _WOOD)


def _large(pen: Pen, x: float, y: float, side: float) -> None:
    _shape(pen, x, y, side, [(-0.5, 0), (0.2, 0), (0.2, 0.38), (-0.5, 0.38)], _WALL)
    _shape(pen, x, y, side, [(-0.56, 0.02), (-0.15, -0.25), (0.26, 0.02)], _ROOF)
    _shape(pen, x, y, side, [(0.2, -0.2), (0.5, -0.2), (0.5, 0.38), (0.2, 0.38)], _WALL)
    _shape(pen, x, y, side, [(0.15, -0.18), (0.35, -0.5), (0.55, -0.18)], _ROOF)
    for dx in (-0.36, -0.08):
        pen.rectangle(x + dx * side, y + 0.12 * side, 0.12 * side, 0.14 * side, _WOOD)


def _fortress(pen: Pen, x: float, y: float, side: float) -> None:
    walls = [(-0.5, 0.4), (-0.5, -0.3), (-0.3, -0.3), (-0.3, -0.15), (-0.1, -0.15), (-0.1, -0.3)]
    rest = [(0.1, -0.3), (0.1, -0.15), (0.3, -0.15), (0.3, -0.3), (0.5, -0.3), (0.5, 0.4)]
    _shape(pen, x, y, side, [*walls, *rest], rgb(0xB9AF9C))
    pen.rectangle(x - 0.1 * side, y + 0.12 * side, 0.2 * side, 0.28 * side, _WOOD)


def _statue(pen: Pen, x: float, y: float, side: float) -> None:
    _shape(pen, x, y, side, [(-0.3, 0.4), (-0.24, 0.2), (0.24, 0.2), (0.3, 0.4)], _STONE)
    _shape(pen, x, y, side, [(-0.16, 0.2), (-0.2, -0.15), (0.2, -0.15), (0.16, 0.2)], WHITE)
    pen.disc(x, y - 0.3 * side, 0.15 * side, mixed(WHITE, INK, 0.6))
    pen.disc(x, y - 0.3 * side, 0.12 * side, WHITE)


def _lid(pen: Pen, x: float, y: float, side: float) -> None:
    _shape(
        pen, x, y, side, [(-0.36, -0.28), (0.36, -0.28), (0.36, 0.32), (-0.36, 0.32)], rgb(0xC59A5F)
    )
    for dy in (-0.08, 0.12):
        pen.line(
            [(x - 0.34 * side, y + dy * side), (x + 0.34 * side, y + dy * side)], _WOOD, 0.04 * side
        )


def _ship(paint: Colour, masts: int) -> Draw:
    def draw(pen: Pen, x: float, y: float, side: float) -> None:
        _shape(pen, x, y, side, [(-0.5, 0.14), (0.5, 0.14), (0.34, 0.42), (-0.34, 0.42)], _WOOD)
        for mast in range(masts):
            at = x + (mast - (masts - 1) / 2) * 0.42 * side
            pen.line([(at, y + 0.14 * side), (at, y - 0.5 * side)], _WOOD, 0.06 * side)
            wide = 0.34 if masts == 1 else 0.2
            sail = [(-wide, 0.08), (-wide * 0.8, -0.4), (wide * 0.8, -0.4), (wide, 0.08)]
            _shape(pen, at, y, side, sail, paint)

    return draw


def _worker(paint: Colour, special: bool) -> Draw:
    def draw(pen: Pen, x: float, y: float, side: float) -> None:
        coat = [(-0.26, 0.4), (-0.18, -0.05), (0.18, -0.05), (0.26, 0.4)]
        _shape(pen, x, y, side, coat, paint)
        pen.disc(x, y - 0.18 * side, 0.18 * side, mixed(paint, INK, 0.6))
        pen.disc(x, y - 0.18 * side, 0.15 * side, paint)
        if special:  # with a hat
            _shape(pen, x, y, side, [(-0.28, -0.26), (0, -0.5), (0.28, -0.26)], WHITE)

    return draw


def _cube(paint: Colour) -> Draw:
    def draw(pen: Pen, x: float, y: float, side: float) -> None:
        s = side * 0.3
        top = [(x, y - s), (x + s, y - s / 2), (x, y), (x - s, y - s / 2)]
        left = [(x - s, y - s / 2), (x, y), (x, y + s), (x - s, y + s / 2)]
        right = [(x + s, y - s / 2), (x, y), (x, y + s), (x + s, y + s / 2)]
        for face, shade in (
            (top, mixed(paint, WHITE, 0.35)),
            (left, paint),
            (right, mixed(paint, INK, 0.3)),
        ):
            pen.polygon(face, shade)
            pen.line([*face, face[0]], mixed(paint, INK, 0.6), side * 0.03)

    return draw


# -------------------------------------------------------------------------------- What can be done


def _hexes(pen: Pen, x: float, y: float, side: float) -> None:
    """A double tile."""
    for dx, terrain in ((-0.3, "forest"), (0.3, "meadow")):
        corners = [(0, -0.36), (0.3, -0.18), (0.3, 0.18), (0, 0.36), (-0.3, 0.18), (-0.3, -0.18)]
        _shape(pen, x + dx * side, y, side, corners, TERRAIN[terrain])


def _laid(pen: Pen, x: float, y: float, side: float) -> None:
    """A tile that comes onto the land."""
    _hexes(pen, x, y + 0.16 * side, side)
    _shape(pen, x, y, side, [(-0.16, -0.3), (0.16, -0.3), (0, -0.02)], WHITE)
    pen.rectangle(x - 0.06 * side, y - 0.5 * side, 0.12 * side, 0.22 * side, mixed(WHITE, INK, 0.6))


def _compass(pen: Pen, x: float, y: float, side: float) -> None:
    """The cartographer's."""
    pen.disc(x, y, 0.46 * side, rgb(0x8C7642))
    pen.disc(x, y, 0.4 * side, _WALL)
    star = [(0, -0.38), (0.08, -0.08), (0.38, 0), (0.08, 0.08), (0, 0.38), (-0.08, 0.08)]
    _shape(pen, x, y, side, [*star, (-0.38, 0), (-0.08, -0.08)], rgb(0xA8452E))


def _logbook(pen: Pen, x: float, y: float, side: float) -> None:
    _shape(pen, x, y, side, [(-0.36, -0.4), (0.36, -0.4), (0.36, 0.4), (-0.36, 0.4)], rgb(0x8A5A33))
    pen.rectangle(x - 0.2 * side, y - 0.22 * side, 0.4 * side, 0.2 * side, _WALL)


def _coin(pen: Pen, x: float, y: float, side: float) -> None:
    pen.disc(x, y, 0.32 * side, mixed(GOOD["coin"], INK, 0.5))
    pen.disc(x, y, 0.28 * side, GOOD["coin"])
    pen.ring(x, y, 0.2 * side, mixed(GOOD["coin"], INK, 0.3), 0.04 * side)


SIGNS: Mapping[str, Draw] = {
    "tile": _hexes,
    "laid": _laid,
    "compass": _compass,
    "logbook": _logbook,
    "boat": _ship(rgb(0xF7EFDD), 1),
    "cargo": _ship(rgb(0xD9A441), 2),
    "points": _ship(rgb(0x3D7CA8), 1),
    "forest": _forest,
    "meadow": _meadow,
    "mountain": _mountain,
    "settlement": _settlement,
    "islet": _islet,
    "ruin": _ruin,
    "small": _small,
    "large": _large,
    "fortress": _fortress,
    "statue": _statue,
    "lid": _lid,
    **{f"cube-{good}": _cube(paint) for good, paint in GOOD.items()},
    "cube-coin": _coin,
    "cooper": _worker(rgb(0x3D7CA8), True),
    **{f"one-{colour}": _ship(paint, 1) for colour, paint in PAINTS.items()},
    **{f"two-{colour}": _ship(paint, 2) for colour, paint in PAINTS.items()},
    **{f"worker-{colour}": _worker(paint, False) for colour, paint in PAINTS.items()},
    **{f"special-{colour}": _worker(paint, True) for colour, paint in PAINTS.items()},
}
"""By the names that maps on phones ask for them."""

"""The pictures on the drawn Port Royal cards: plain, but each kind of card has its own.

The scenery behind a ship or a person comes from numbers drawn for its kind alone, so that two
kinds with the same ship differ over the whole picture and not only in a printed number.
"""

from __future__ import annotations

import zlib
from random import Random

from rules.port_royal.pieces import Card, Expedition, Person, Ship
from vision.pen import Colour
from vision.simulator.canvas import PAINTS, Canvas, coin
from vision.simulator.scenery import HEIGHT, WIDTH, island, person, sea, ship, skull, town

_COATS: dict[str, Colour] = {
    "settler": (60, 110, 150),
    "captain": (140, 60, 30),
    "priest": (50, 45, 50),
    "jack_of_all_trades": (120, 140, 60),
    "admiral": (150, 45, 25),
    "jester": (60, 60, 200),
    "governor": (120, 40, 110),
    "mademoiselle": (170, 110, 220),
    "sailor": (200, 190, 180),
    "pirate": (40, 40, 120),
    "gambler": (40, 120, 70),
    "passenger": (170, 150, 120),
    "gunner": (70, 70, 75),
    "vice_admiral": (160, 90, 50),
    "taibuk": (60, 90, 160),
    "lookout": (150, 120, 60),
    "innkeeper": (90, 120, 190),
}
_MASTS = {"yellow": 1, "green": 2, "blue": 2, "red": 3, "black": 3, "ares": 2}


def paint(canvas: Canvas, card: Card, scenery: str | None = None) -> None:
    """Fill a canvas of WIDTH x HEIGHT millimetres with the picture of a card.

    Each kind has its own scenery, unless another word for it is given.
    """
    random = Random(zlib.crc32((scenery or card.kind).encode()))
    if isinstance(card, Ship):
        sea(canvas, random)
        middle = ship(canvas, PAINTS[card.colour], _MASTS[card.colour], 2 + card.coins, random)
        if card.swords is None:
            skull(canvas, *middle, 3.0)
    elif isinstance(card, Person):
        town(canvas, random)
        person(canvas, card.role, _coat(card), card.swords or 0, random)
    elif isinstance(card, Expedition):
        sea(canvas, random)
        island(canvas, WIDTH / 2, 30, 22, random)
        _path(canvas, random)
    else:
        _parchment(canvas, random)


def _coat(card: Person) -> Colour:
    """Who is new has a colour drawn for the role."""
    if card.colour:
        return PAINTS[card.colour]
    dyes = Random(zlib.crc32(card.role.encode()))
    own = (dyes.randint(40, 190), dyes.randint(40, 190), dyes.randint(40, 190))
    return _COATS.get(card.role, own)


def _path(canvas: Canvas, random: Random) -> None:
    x, y = random.uniform(3, 10), random.uniform(36, 42)
    while x < 44:
        step = random.uniform(2.5, 4.5)
        following = (x + step, y - random.uniform(0, 2.5))
        canvas.line([(x, y), (x + step * 0.6, following[1])], (40, 40, 190), 0.9)
        x, y = following
    for tilt in (-2, 2):
        canvas.line([(x - 2, y - tilt), (x + 2, y + tilt)], (40, 40, 190), 1.2)


def _parchment(canvas: Canvas, random: Random) -> None:
    canvas.gradient((150, 190, 215), (120, 165, 195), HEIGHT)
    for _ in range(40):
        x, y = random.uniform(0, WIDTH), random.uniform(0, HEIGHT)
        canvas.ellipse(x, y, random.uniform(0.5, 3), random.uniform(0.5, 2), (130, 172, 200))
    for row in range(9):
        x, y = 6.0, 6 + row * 3.6
        while x < 40 + random.uniform(0, 6):
            word = random.uniform(1.5, 6)
            canvas.line([(x, y), (x + word / 2, y - 0.6), (x + word, y)], (60, 70, 90), 0.45)
            x += word + 1.2
    x, y = random.uniform(34, 44), random.uniform(33, 39)
    canvas.disc(x, y, 5, (40, 40, 170))
    canvas.ring(x, y, 3.4, (70, 70, 210), 0.6)
    for _ in range(random.randint(2, 6)):
        coin(canvas, random.uniform(5, 30), random.uniform(36, 43), 2.6, "")

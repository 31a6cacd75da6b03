"""What pictures on cards are made of: the sea, islands, towns, ships and people.

Whatever is left to chance comes from the numbers that are handed in, so that the same card always
has the same picture.
"""

from __future__ import annotations

from random import Random

from vision.pen import INK, WHITE, Colour, mixed
from vision.simulator.canvas import Canvas

WIDTH, HEIGHT = 53.0, 46.0
"""Millimetres of the picture on a card."""

_SKIN: tuple[Colour, ...] = ((150, 185, 230), (120, 160, 210), (85, 120, 170))


def _tone(random: Random, low: int, high: int) -> Colour:
    return random.randint(low, high), random.randint(low, high), random.randint(low, high)


def sea(canvas: Canvas, random: Random) -> None:
    horizon = random.uniform(20, 28)
    canvas.gradient(_tone(random, 120, 235), _tone(random, 190, 250), horizon)
    sun = random.choice([(120, 220, 255), (190, 240, 255), (110, 150, 250)])
    canvas.disc(random.uniform(5, 48), random.uniform(4, 14), random.uniform(2.5, 5), sun)
    for _ in range(random.randint(2, 5)):
        _cloud(canvas, random)
    if random.random() < 0.6:
        island(canvas, random.choice([7.0, 46.0]), horizon, random.uniform(6, 11), random)
    water = mixed((120, 80, 20), (170, 150, 40), random.random())
    canvas.rectangle(0, horizon, WIDTH, HEIGHT - horizon, water)
    for _ in range(70):
        x, y = random.uniform(0, WIDTH), random.uniform(horizon + 1, HEIGHT)
        length = random.uniform(1, 4)
        foam = mixed(water, WHITE, random.uniform(0.1, 0.6))
        canvas.line([(x, y), (x + length / 2, y - 0.7), (x + length, y)], foam, 0.35)
    for _ in range(random.randint(1, 6)):
        x, y = random.uniform(2, 50), random.uniform(3, 18)
        canvas.line([(x - 1.4, y - 0.8), (x, y), (x + 1.4, y - 0.8)], INK, 0.3)


def _cloud(canvas: Canvas, random: Random) -> None:
    x, y = random.uniform(0, WIDTH), random.uniform(2, 15)
    shade = mixed((205, 195, 190), WHITE, random.random())
    for _ in range(random.randint(3, 6)):
        canvas.ellipse(
            x + random.uniform(-4, 4),
            y + random.uniform(-1, 1),
            random.uniform(1.5, 4),
            random.uniform(0.8, 1.8),
            shade,
        )


def island(canvas: Canvas, x: float, y: float, radius: float, random: Random) -> None:
    canvas.ellipse(x, y, radius, radius * 0.35, (120, 190, 220))
    canvas.ellipse(x, y - 0.5, radius * 0.8, radius * random.uniform(0.3, 0.6), (60, 120, 60))
    for _ in range(random.randint(2, 5)):
        foot = x + random.uniform(-0.6, 0.6) * radius
        top = (foot + random.uniform(-1.5, 1.5), y - random.uniform(0.4, 0.8) * radius)
        canvas.line([(foot, y), top], (40, 70, 110), 0.6)
        for _ in range(6):
            leaf = (top[0] + random.uniform(-3, 3), top[1] + random.uniform(-1, 2))
            canvas.line([top, leaf], (50, random.randint(90, 150), 40), 0.6)


def ship(
    canvas: Canvas, cloth: Colour, masts: int, ports: int, random: Random
) -> tuple[float, float]:
    """The more gun ports, the larger; gives the middle of its sails."""
    size = 0.55 + 0.1 * ports
    x, y = WIDTH / 2 + random.uniform(-3, 3), 34 + random.uniform(-1, 3)
    half = 19 * size
    for mast in range(masts):
        foot = x + (mast - (masts - 1) / 2) * half * 0.62
        top = y - random.uniform(23, 28) * size * (1 if mast == masts // 2 else 0.85)
        canvas.line([(foot, y), (foot, top)], (40, 60, 90), 0.9)
        _sails(canvas, foot, y, top, half * (0.85 if masts == 1 else 0.42), cloth, random)
        canvas.polygon([(foot, top), (foot + 5 * size, top + 1.2), (foot, top + 2.4)], cloth)
    wood = mixed((35, 60, 100), (60, 95, 145), random.random())
    hull = [(x - half, y - 2), (x + half, y - 3), (x + half * 0.8, y + 6 * size)]
    canvas.polygon([*hull, (x - half * 0.72, y + 6 * size)], wood)
    canvas.rectangle(x + half * 0.55, y - 6 * size, half * 0.45, 5 * size, mixed(wood, INK, 0.3))
    canvas.line([(x - half, y - 2), (x - half * 1.35, y - 7)], (40, 60, 90), 0.8)
    canvas.line([(x - half * 0.9, y + 1), (x + half * 0.92, y + 0.3)], cloth, 0.9)
    for port in range(ports):
        px = x - half * 0.6 + port * half * 1.2 / (ports - 1)
        canvas.rectangle(px - 0.9, y + 2, 1.8, 1.6, INK)
    return x, y - 12 * size


def _sails(
    canvas: Canvas,
    x: float,
    foot: float,
    top: float,
    half: float,
    cloth: Colour,
    random: Random,
) -> None:
    count = random.randint(2, 3)
    height = (foot - top - 5) / count
    for sail in range(count):
        upper = top + 2.5 + sail * height
        wide = half * (0.65 + 0.35 * sail / count)
        shade = mixed((215, 228, 238), cloth, random.uniform(0.35, 0.75))
        belly = random.uniform(0.5, 2.0)
        lower = upper + height * 0.85
        canvas.polygon(
            [
                (x - wide * 0.9, upper),
                (x + wide * 0.9, upper),
                (x + wide + belly, (upper + lower) / 2),
                (x + wide, lower),
                (x - wide, lower),
                (x - wide + belly, (upper + lower) / 2),
            ],
            shade,
        )
        canvas.line([(x - wide, lower), (x + wide, lower)], mixed(shade, INK, 0.5), 0.4)


def skull(canvas: Canvas, x: float, y: float, size: float) -> None:
    canvas.disc(x, y, size, WHITE)
    canvas.rectangle(x - size * 0.5, y + size * 0.5, size, size * 0.8, WHITE)
    for side in (-1, 1):
        canvas.disc(x + side * size * 0.4, y, size * 0.27, INK)
        canvas.line(
            [(x + side * size * 0.2, y + size), (x + side * size * 0.2, y + size * 1.3)], INK
        )


def town(canvas: Canvas, random: Random) -> None:
    canvas.gradient(_tone(random, 150, 240), _tone(random, 200, 250), HEIGHT)
    for _ in range(random.randint(1, 4)):
        _cloud(canvas, random)
    x = -random.uniform(0, 5)
    while x < WIDTH:
        wide, tall = random.uniform(6, 12), random.uniform(14, 34)
        wall = _tone(random, 90, 215)
        canvas.rectangle(x, HEIGHT - tall, wide, tall, wall)
        roof = HEIGHT - tall
        tip = x + wide * random.uniform(0.2, 0.8)
        canvas.polygon(
            [(x - 0.5, roof), (x + wide + 0.5, roof), (tip, roof - random.uniform(2, 7))],
            mixed((40, 60, 150), wall, random.uniform(0, 0.5)),
        )
        for row in range(int(tall // 5)):
            for column in range(int(wide // 3)):
                if random.random() < 0.7:
                    glow = mixed(INK, (120, 220, 250), random.random())
                    left, upper = x + 0.8 + column * 3, roof + 1.5 + row * 5
                    canvas.rectangle(left, upper, 1.6, 2.4, glow)
        x += wide + random.uniform(0, 1.5)


def person(canvas: Canvas, role: str, coat: Colour, swords: int, random: Random) -> None:
    """Their hat says what they are."""
    x = WIDTH / 2 + random.uniform(-5, 5)
    coat = mixed(coat, _tone(random, 60, 200), 0.2)
    skin = random.choice(_SKIN)
    shoulder = random.uniform(13, 16)
    canvas.polygon(
        [
            (x - shoulder, HEIGHT + 1),
            (x - shoulder * 0.8, 33),
            (x - 5, 29),
            (x + 5, 29),
            (x + shoulder * 0.8, 33),
            (x + shoulder, HEIGHT + 1),
        ],
        coat,
    )
    canvas.polygon([(x - 4, 29), (x + 4, 29), (x, 38)], mixed(coat, WHITE, 0.75))
    for button in range(random.randint(2, 4)):
        canvas.disc(x + random.choice([-5, 5]), 35 + button * 3, 0.7, (90, 210, 240))
    canvas.rectangle(x - 2.5, 25, 5, 6, mixed(skin, INK, 0.15))
    hair = random.choice([INK, (40, 70, 110), (90, 150, 190), (200, 200, 205)])
    canvas.ellipse(x, 18.5, 7.6, 9.2, hair)
    canvas.ellipse(x, 20, 6, 8, skin)
    for side in (-1, 1):
        canvas.ellipse(x + side * 2.3, 18.8, 0.9, 0.6, WHITE)
        canvas.disc(x + side * 2.3, 18.8, 0.45, INK)
    canvas.line([(x, 19.5), (x + 0.8, 22), (x, 22.2)], mixed(skin, INK, 0.4), 0.3)
    canvas.line([(x - 1.8, 24.6), (x, 25), (x + 1.8, 24.4)], (60, 60, 150), 0.5)
    _hat(canvas, role, x, coat, random)
    for blade in range(swords):
        sword(canvas, x + 15 - 4 * blade, 34, 10)


def _hat(canvas: Canvas, role: str, x: float, coat: Colour, random: Random) -> None:
    trim = (90, 210, 240)
    if role in ("captain", "admiral", "vice_admiral", "governor", "pirate"):
        dark = INK if role == "pirate" else mixed(coat, INK, 0.4)
        canvas.polygon([(x - 11, 14), (x - 5, 6), (x + 5, 6), (x + 11, 14), (x, 11.5)], dark)
        canvas.line([(x - 11, 14), (x, 11.5), (x + 11, 14)], trim, 0.8)
        if role == "pirate":
            skull(canvas, x, 9, 1.5)
        elif role != "captain":
            canvas.line([(x + 5, 8), (x + 9, 3), (x + 12, 4)], WHITE, 1.4)
    elif role == "jester":
        for side, colour in ((-1, coat), (1, (60, 190, 230)), (0, (90, 150, 60))):
            tip = (x + side * 11, 9 - 3 * (side == 0))
            canvas.polygon([(x - 6, 13), (x + 6, 13), tip], colour)
            canvas.disc(*tip, 1.2, trim)
    elif role == "priest":
        canvas.ellipse(x, 13, 9, 1.8, INK)
        canvas.ellipse(x, 11.5, 5.5, 3.5, INK)
        canvas.rectangle(x - 0.5, 33, 1, 7, trim)
        canvas.rectangle(x - 2, 35, 4, 1, trim)
    elif role == "mademoiselle":
        canvas.ellipse(x, 11, 8.5, 5, (60, 110, 170))
        canvas.disc(x + 5, 9, 2, (120, 80, 230))
        canvas.disc(x - 3, 7.5, 1.4, WHITE)
    elif role == "settler":
        canvas.ellipse(x, 13, 11, 2, (90, 170, 210))
        canvas.ellipse(x, 10.5, 5.5, 4, (80, 155, 195))
        canvas.line([(x - 17, 18), (x - 15, 44)], (40, 70, 110), 1)
        canvas.polygon([(x - 19, 17), (x - 15, 17), (x - 16, 22)], (150, 150, 155))
    elif role == "sailor":
        canvas.ellipse(x, 12, 7.5, 3.2, (170, 90, 40))
        canvas.line([(x - 7, 13.5), (x + 7, 13.5)], WHITE, 1)
    elif role == "jack_of_all_trades":
        canvas.ellipse(x, 12.5, 8, 3.5, (60, 120, 60))
        canvas.line([(x + 13, 20), (x + 15, 42)], (40, 70, 110), 1)
        canvas.rectangle(x + 10.5, 18, 6, 3, (150, 150, 155))
    else:
        canvas.rectangle(x - 9, 11.5, 18, 1.8, INK)
        canvas.rectangle(x - 5.5, 5 + random.uniform(0, 1), 11, 7.5, mixed(coat, INK, 0.5))
        canvas.rectangle(x - 5.5, 9.5, 11, 1.6, trim)


def sword(canvas: Canvas, x: float, y: float, length: float) -> None:
    """Hilt down, with the middle of the blade at a point."""
    top, bottom = y - length / 2, y + length / 2
    grip = bottom - length * 0.25
    wide = length * 0.09
    canvas.polygon(
        [(x - wide, grip), (x - wide, top + 1), (x, top), (x + wide, grip)], (205, 200, 195)
    )
    canvas.line([(x - length * 0.2, grip), (x + length * 0.2, grip)], (50, 160, 200), length * 0.1)
    canvas.line([(x, grip), (x, bottom)], (40, 60, 90), length * 0.1)

"""Decks of no game of ours: hard to tell apart, and another one for every seed.

Families of up to four cards share a picture of chance shapes. Within a family a card differs in a
digit of 4 mm, in the hue of a small mark, or in a second digit. Where these are printed, in which
lettering, the frame, the paper and all colours come from the seed, so that whoever tunes thresholds
on one deck can be tried on others.
"""

from __future__ import annotations

from random import Random

import cv2
import numpy as np

from vision.pen import INK, WHITE, Colour, mixed
from vision.reading import Picture
from vision.registry import Form
from vision.simulator.canvas import DRAWN, Canvas
from vision.simulator.print_texture import printed

_LETTERINGS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_DUPLEX | cv2.FONT_ITALIC,
)
_FAMILY = 4
_DIGIT = 4.0
_BRIGHT = 125
"""What all hues of a mark have in common."""


def face(number: int, form: Form, px_per_mm: float, seed: int) -> Picture:
    """The card of a number in the deck of a seed."""
    deck = Random(f"deck {seed}")
    family, member = divmod(number, _FAMILY)
    width, height = form.size
    frame, paper = _colour(deck, 40, 210), _colour(deck, 170, 245)
    rim, corner = deck.uniform(1.5, 4.0), deck.choice([6.5, 8.0, 9.5])
    lettering, dots = deck.choice(_LETTERINGS), deck.uniform(0.35, 0.8)
    at_right = deck.random() < 0.5
    canvas = Canvas(width, height, DRAWN, paper)
    canvas.rectangle(rim, rim, width - 2 * rim, height - 2 * rim, frame)
    top = corner + 7
    inner = canvas.inside(rim + 1, top, width - 2 * rim - 2, height - top - rim - 6)
    _picture(inner, Random(f"picture {seed} {family}"), deck.choice([12, 20, 30]))
    first, second = (width - corner, corner) if at_right else (corner, width - corner)
    values = Random(f"values {seed} {family}")
    digits = values.sample(range(10), 3)
    _digit(canvas, first, corner, str(digits[1 if member == 1 else 0]), lettering)
    _digit(canvas, second, corner, str(digits[2 if member == 3 else 0]), lettering)
    hues = values.sample(range(0, 180, 30), 2)
    mark = _hue(hues[1 if member == 2 else 0])
    canvas.disc(width / 2, corner, 3.6, INK)
    canvas.disc(width / 2, corner, 3.2, mark)
    printed(canvas, seed * 1000 + family, dots)
    return canvas.brought_to(px_per_mm)


def _picture(canvas: Canvas, random: Random, shapes: int) -> None:
    high, wide = (side / canvas.scale for side in canvas.picture.shape[:2])
    canvas.gradient(_colour(random, 60, 240), _colour(random, 60, 240), high)
    for _ in range(shapes):
        x, y = random.uniform(0, wide), random.uniform(0, high)
        colour = _colour(random, 20, 240)
        size = random.uniform(1.0, 9.0)
        shape = random.randrange(4)
        if shape == 0:
            canvas.ellipse(x, y, size, size * random.uniform(0.3, 1), colour)
        elif shape == 1:
            corners = [(x + random.uniform(-9, 9), y + random.uniform(-9, 9)) for _ in range(4)]
            canvas.polygon(corners, colour)
        elif shape == 2:
            way = [(x + random.uniform(-14, 14), y + random.uniform(-14, 14)) for _ in range(3)]
            canvas.line(way, colour, random.uniform(0.3, 1.2))
        else:
            canvas.ring(x, y, size, colour, random.uniform(0.3, 1.0))


def _digit(canvas: Canvas, x: float, y: float, digit: str, lettering: int) -> None:
    canvas.rectangle(x - 3.8, y - 3.8, 7.6, 7.6, mixed(WHITE, (120, 190, 210), 0.4))
    scale = _DIGIT * canvas.scale / 22.0
    weight = max(1, round(_DIGIT * canvas.scale / 10))
    (wide, tall), _ = cv2.getTextSize(digit, lettering, scale, weight)
    at = (round(x * canvas.scale - wide / 2), round(y * canvas.scale + tall / 2))
    cv2.putText(canvas.picture, digit, at, lettering, scale, INK, weight, cv2.LINE_AA)


def _hue(hue: int) -> Colour:
    """A strong colour of a hue, as bright as all others."""
    pixel = np.array([[[hue, 200, 220]]], np.uint8)
    blue, green, red = (int(part) for part in cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0])
    by = _BRIGHT / (0.114 * blue + 0.587 * green + 0.299 * red)
    return min(255, round(blue * by)), min(255, round(green * by)), min(255, round(red * by))


def _colour(random: Random, low: int, high: int) -> Colour:
    return random.randint(low, high), random.randint(low, high), random.randint(low, high)

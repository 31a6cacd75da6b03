"""Printed numbers are read by the real Tesseract from pictures as the camera would take them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytesseract
import pytest
import reportlab
from PIL import Image, ImageDraw, ImageFont

from vision.reading import FloatArray, Picture
from vision.recognise.digits import OcrError, Printed, field_of, read_numbers
from vision.registry import Field

NUMBERS = [str(n) for n in range(100)] + [f"L{n}" for n in range(1, 26)] + ["100", "170"]
MM_PER_PIXEL = 0.26
TILE = (30.0, 20.0)
FIELD = Field((3, 3), (24, 14))
STEP = (36.0, 26.0)
COLUMNS = 16
FINE = 8
"""Pixels a millimetre of the printed sheet."""


@dataclass(frozen=True, slots=True)
class Condition:
    font: str
    height: float
    """Of a digit, in millimetres."""
    blur: float = 0.6
    noise: float = 2.0
    light: tuple[float, float, float] = (1.0, 1.0, 1.0)
    paper: tuple[int, int, int] = (215, 232, 240)
    ink: tuple[int, int, int] = (30, 25, 20)
    turned: float = 0.0
    tilt: float = 0.0
    """How much smaller the furthest tiles look than the nearest."""
    jpeg: int = 95


CONDITIONS = {
    "clean": Condition("VeraBd", 7),
    "small": Condition("VeraBd", 6, blur=0.8, noise=4),
    "dim and warm": Condition("Vera", 7, noise=4, light=(0.25, 0.35, 0.45)),
    "turned and tilted": Condition("default", 7, turned=130, tilt=0.15),
    "soft": Condition("default", 8, blur=1.5, noise=5),
    "white on blue, JPEG 60": Condition(
        "VeraBd", 7, paper=(120, 60, 40), ink=(245, 245, 245), jpeg=60
    ),
}


def font(name: str, digit: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The font whose digits are so many pixels high."""

    def sized(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        if name == "default":
            return ImageFont.load_default(size)
        return ImageFont.truetype(str(Path(reportlab.__file__).parent / f"fonts/{name}.ttf"), size)

    box = sized(200).getbbox("8")
    return sized(200 * digit / (box[3] - box[1]))


def photograph(
    texts: list[str], condition: Condition, seed: int
) -> tuple[Picture, list[FloatArray]]:
    """A picture of a table with one tile for each text, and the corners of the tiles."""
    rows = -(-len(texts) // COLUMNS)
    size = (round(COLUMNS * STEP[0] * FINE), round(rows * STEP[1] * FINE))
    sheet = Image.new("RGB", size, (70, 95, 60))
    draw = ImageDraw.Draw(sheet)
    letters = font(condition.font, condition.height * FINE)
    outline = np.array([[0, 0], [TILE[0], 0], [TILE[0], TILE[1]], [0, TILE[1]]])
    tiles = []
    for index, text in enumerate(texts):
        x, y = STEP[0] * (index % COLUMNS) + 3, STEP[1] * (index // COLUMNS) + 3
        box = [x * FINE, y * FINE, (x + TILE[0]) * FINE, (y + TILE[1]) * FINE]
        draw.rectangle(box, fill=condition.paper)
        middle = ((x + TILE[0] / 2) * FINE, (y + TILE[1] / 2) * FINE)
        draw.text(middle, text, fill=condition.ink, font=letters, anchor="mm")
        tiles.append((outline + np.array([x, y])) * FINE)
    flat = np.asarray(sheet)[..., ::-1]
    scale = 1 / (FINE * MM_PER_PIXEL)
    turn = np.vstack([cv2.getRotationMatrix2D((0, 0), condition.turned, scale), [0, 0, 1]])
    frame = np.array([[0, 0], [size[0], 0], list(size), [0, size[1]]], dtype=np.float64)
    turned = cv2.perspectiveTransform(frame[None], turn)[0]
    low, (width, height) = turned.min(axis=0), np.ptp(turned, axis=0).astype(int) + 1
    moved = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]])
    # A camera that looks from below the picture: what is further up is smaller.
    tilt = condition.tilt / height
    view = np.array([[1, 0, 0], [0, 1, 0], [0, -tilt, 1 + condition.tilt]]) @ moved @ turn
    sharp = cv2.GaussianBlur(flat, (0, 0), condition.blur / scale)
    picture = cv2.warpPerspective(sharp, view, (int(width), int(height))).astype(np.float64)
    noise = np.random.default_rng(seed).normal(0, condition.noise, picture.shape)
    picture = np.clip(picture * condition.light + noise, 0, 255)
    _, packed = cv2.imencode(
        ".jpg", picture.astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, condition.jpeg]
    )
    corners = [cv2.perspectiveTransform(tile[None], view)[0] for tile in tiles]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8), corners


def read(picture: Picture, tiles: list[FloatArray]) -> list[Printed | None]:
    return read_numbers([field_of(picture, corners, TILE, FIELD) for corners in tiles])


@pytest.mark.parametrize("name", CONDITIONS)
def test_every_number_is_read_at_the_size_it_has_on_a_card_or_is_unknown(name: str) -> None:
    picture, tiles = photograph(NUMBERS, CONDITIONS[name], seed=7)
    found = read(picture, tiles)
    known = [each for each in found if each is not None]
    wrong = [
        (number, each.number)
        for number, each in zip(NUMBERS, found, strict=True)
        if each is not None and each.number != number
    ]
    print(f"numbers, {name}: {len(known)} of {len(NUMBERS)} read, {len(wrong)} wrong")
    assert wrong == []
    assert len(known) >= 0.8 * len(NUMBERS)
    assert all(0 < each.confidence <= 1 for each in known)


def test_numbers_too_small_to_tell_apart_are_unknown() -> None:
    picture, tiles = photograph(NUMBERS, Condition("VeraBd", 3), seed=1)
    assert not any(read(picture, tiles))


def test_what_is_no_number_is_unknown() -> None:
    texts = ["", "L", "L0", "07", "B", "S", "O", "lo", "Trade", "A1"]
    picture, tiles = photograph(texts, Condition("VeraBd", 7), seed=2)
    found = [each.number for each in read(picture, tiles) if each is not None]
    # Nobody can tell the letter O from a nought.
    assert set(found) <= {"0"}


def test_noise_and_plain_colours_are_unknown() -> None:
    random = np.random.default_rng(4)
    noise = [random.integers(0, 256, (40, 60), dtype=np.uint8) for _ in range(20)]
    clouds = [np.asarray(cv2.GaussianBlur(crop, (0, 0), 3), np.uint8) for crop in noise]
    plain = [np.full((40, 60, 3), 128, np.uint8), np.zeros((3, 3), np.uint8)]
    assert read_numbers([*noise, *clouds, *plain]) == [None] * 42


def test_without_tesseract_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", "/nowhere/tesseract")
    picture, tiles = photograph(["12"], Condition("VeraBd", 7), seed=3)
    with pytest.raises(OcrError, match="sudo apt install tesseract-ocr"):
        read(picture, tiles)

"""Maracaibo's house cards on paper: every piece with its tag, its words in any language."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from reportlab.pdfbase.ttfonts import TTFontFile

from hardware.print import page
from hardware.print.games.cooper_island.house_boards import printed_in
from hardware.print.in_parts import longest, seams_between
from hardware.print.page import PAPERS, Paper
from hardware.print.sheets import print_sheets
from rules.cooper_island.pieces import box_of, house_box
from rules.games import GAMES
from rules.maracaibo.names import LOCATION_NAMES
from rules.maracaibo.pieces import PIECES, PROJECTS
from rules.maracaibo.printed.describe import effect_text
from server.language.translation import translator
from tests.rules.cooper_island.owned_map import OWN_MAP
from vision.games.cooper_island.board import SEA
from vision.games.cooper_island.emblems import Emblem
from vision.games.cooper_island.signs import SIGNS
from vision.layout import load_layout
from vision.pen import WHITE, contrast, standing_out
from vision.printed_copy import copy_of
from vision.reading import FloatArray
from vision.registry import DICTIONARY, load_registry
from vision.simulator.canvas import paint_of

DPI = 120
PX = DPI / 25.4
HOUSE = "House pieces"


@dataclass(frozen=True, slots=True)
class Print:
    """The pages with house pieces: their words, and where each tag is, in millimetres."""

    words: Mapping[int, str]
    tags: Mapping[int, tuple[int, FloatArray]]
    board: Mapping[int, str]
    """The words on the parts of the board."""


def words_of(pdf: Path, heading: str = HOUSE) -> dict[int, str]:
    text = subprocess.run(["pdftotext", pdf, "-"], check=True, capture_output=True, text=True)
    pages = enumerate(text.stdout.split("\f"), 1)
    return {number: " ".join(page.split()) for number, page in pages if heading in page}


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Print:
    pdf = tmp_path_factory.mktemp("print") / "sheets.pdf"
    print_sheets("maracaibo", pdf)
    words = words_of(pdf)
    first, last = str(min(words)), str(max(words))
    stem = pdf.with_suffix("")
    command = ["pdftoppm", "-r", str(DPI), "-gray", "-f", first, "-l", last, str(pdf), str(stem)]
    subprocess.run(command, check=True)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY))
    tags: dict[int, tuple[int, FloatArray]] = {}
    for file in sorted(pdf.parent.glob("sheets-*.pgm")):
        picture = np.asarray(cv2.imread(str(file), cv2.IMREAD_GRAYSCALE), np.uint8)
        corners, ids, _ = detector.detectMarkers(picture)
        for tag, quad in zip([] if ids is None else ids.ravel(), corners, strict=True):
            assert tag not in tags, f"tag {tag} is printed twice"
            number = int(file.stem.rpartition("-")[2])
            tags[int(tag)] = number, np.asarray(quad, np.float64).reshape(4, 2) / PX
    return Print(words, tags, words_of(pdf, "House board"))


def test_every_piece_is_printed_once_with_its_own_tag(printed: Print) -> None:
    registry = load_registry("maracaibo")
    assert set(printed.tags) == set(registry.pieces)
    for _, corners in printed.tags.values():
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
        assert sides == pytest.approx([10.0] * 4, abs=0.4)


def test_the_second_tag_of_a_quest_is_on_its_back(printed: Print) -> None:
    registry = load_registry("maracaibo")
    for quest in (piece for piece in PIECES if piece.startswith("quest/")):
        front, back = (printed.tags[tag] for tag in registry.tags_of(quest))
        assert back[0] == front[0] + 1
        form = registry.form_of(quest)
        # Turned over the long edge of the paper, the backs lie behind their faces.
        left_of_face = front[1].mean(axis=0)[0] - form.label.x
        left_of_back = back[1].mean(axis=0)[0] - form.label.x
        assert left_of_face + form.width == pytest.approx(210 - left_of_back, abs=0.5)
        assert front[1].mean(axis=0)[1] == pytest.approx(back[1].mean(axis=0)[1], abs=0.5)


def test_a_card_shows_its_name_its_words_and_that_it_is_a_house_card(printed: Print) -> None:
    registry = load_registry("maracaibo")
    card = next(piece for piece in PIECES.values() if piece.id.startswith("project/smugglers-cove"))
    words = printed.words[printed.tags[registry.tag_of(card.id)][0]]
    assert "Smugglers' cove" in words
    assert "Village action: discard 2" in words
    assert "house card" in words
    jean = printed.words[printed.tags[registry.tag_of("jean/c1")][0]]
    assert "removes her left-most disc" in jean


def test_the_house_board_comes_in_eight_parts_with_every_location(printed: Print) -> None:
    assert len(printed.board) == 8
    words = " ".join(printed.board.values())
    for name in LOCATION_NAMES.values():
        assert str(name) in words


def test_both_sides_of_cooper_islands_tiles_lie_behind_each_other(tmp_path: Path) -> None:
    pdf, registry = tmp_path / "sheets.pdf", load_registry("cooper_island")
    print_sheets("cooper_island", pdf)
    first = min(words_of(pdf))
    pages = ["-f", str(first), "-l", str(first + 1)]
    stem = str(tmp_path / "page")
    subprocess.run(["pdftoppm", "-r", str(DPI), "-gray", *pages, str(pdf), stem], check=True)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY))
    sides = []
    for file in sorted(tmp_path.glob("page-*.pgm")):
        picture = np.asarray(cv2.imread(str(file), cv2.IMREAD_GRAYSCALE), np.uint8)
        corners, ids, _ = detector.detectMarkers(picture)
        quads = (np.asarray(quad).reshape(4, 2).mean(axis=0) / PX for quad in corners)
        sides.append(dict(zip(ids.ravel().tolist(), quads, strict=True)))
    front, back = sides
    tiles = [piece for piece in registry.form_by_piece if registry.tag_of(piece) in front]
    assert len(tiles) == 24
    for tile in tiles:
        form, (face, other) = registry.form_of(tile), registry.tags_of(tile)
        left, behind = front[face][0] - form.label.x, back[other][0] - form.label.x
        assert left + form.width == pytest.approx(210 - behind, abs=0.5)
        assert front[face][1] == pytest.approx(back[other][1], abs=0.5)


def test_all_boards_and_cards_of_cooper_island_are_printed_as_their_owner_has_them(
    tmp_path: Path,
) -> None:
    pdf, game = tmp_path / "sheets.pdf", GAMES["cooper_island"]
    own = {**OWN_MAP, "cargo_ships[1].gold": "7", "islets[draw].land": "meadow"}
    print_sheets("cooper_island", pdf, owned=game.for_match(game.settle(own)))
    text = subprocess.run(["pdftotext", pdf, "-"], check=True, capture_output=True, text=True)
    words = " ".join(text.stdout.split())
    for number in range(1, 16):
        assert f"Small building {number}:" in words
        assert f"Large building {number}:" in words
    for colour in ("yellow", "blue", "red", "black"):
        for board in ("Peninsula", "Player board", "Worker board"):
            assert f"{board}: {colour}" in words


def test_a_price_on_cooper_islands_boards_is_the_owners_in_signs() -> None:
    game = GAMES["cooper_island"]
    owned = game.for_match(game.settle({"cargo_ships[1].gold": "7"}))
    copy = copy_of(owned)
    assert copy is not None
    shown = printed_in(box_of(copy.edition).board, "cargo:1")
    assert shown is not None
    assert (shown.mark, Emblem("cube-gold", "7") in shown.signs) == ("1", True)
    house = house_box().board
    for place in load_layout(game.name).places:
        shown = printed_in(house, place.name)
        assert shown is None or {each.sign for each in shown.signs} <= {*SIGNS, "then", "or"}


@pytest.mark.parametrize("game", ["cooper_island", "navegador"])
@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_no_seam_of_a_board_cuts_a_tag(game: str, paper: Paper) -> None:
    layout = load_layout(game)
    for frame in layout.mats.values():
        across, along = seams_between(frame, paper, layout.places_on(frame.key))
        for tag in frame.tags:
            assert all(abs(seam - tag.x) > tag.side / 2 + 2 for seam in across)
            assert all(abs(seam - tag.y) > tag.side / 2 + 2 for seam in along)
        ends = [0.0, *across, frame.width]
        parts = [right - left for left, right in pairwise(ends)]
        assert max(parts) <= paper.width - 2 * paper.margin


def test_what_lies_on_a_seam_is_written_on_the_longer_part_of_its_place() -> None:
    assert longest(10, 60, (50.0, 90.0)) == (10, 50)
    assert longest(-20, 60, (0.0, 80.0)) == (0, 60)
    assert longest(10, 60, ()) == (10, 60)


def test_lines_of_cooper_islands_boards_stand_out_from_paper_as_wcag_asks() -> None:
    assert contrast(WHITE, (0, 0, 0)) == pytest.approx(21)
    for seat in (None, "yellow", "blue", "red", "black"):
        assert contrast(standing_out(paint_of(seat), WHITE), WHITE) >= 3
    assert contrast(standing_out(SEA, WHITE), WHITE) >= 3


def test_the_words_can_be_in_another_alphabet(tmp_path: Path) -> None:
    pdf = tmp_path / "sheets.pdf"
    print_sheets("maracaibo", pdf, say=translator("uk").text)
    words = next(iter(words_of(pdf, "Домашні компоненти").values()))
    assert "Цукровий млин" in words
    assert "Sugar mill" not in words


@pytest.mark.parametrize("game", GAMES)
def test_no_english_is_left_on_sheets_in_another_language(tmp_path: Path, game: str) -> None:
    pdf = tmp_path / "sheets.pdf"
    print_sheets(game, pdf, say=translator("uk").text)
    pages = words_of(pdf, "").values()
    latin = {word for page in pages for word in re.findall("[A-Za-z]{3,}", page)}
    names = {"Quartermaster", "calibrate", "NEXT", "doctor"}
    names |= {"http", "quartermaster", "local", "Module", "Wide", "USB"}
    assert latin <= names | {*GAMES[game].edition.text("title").split()}


def test_every_letter_of_the_four_languages_can_be_printed() -> None:
    fonts = Path(page.__file__).parent / "fonts"
    letters = "AÀèéìòùÄß" + "абвгґдеєёжзиіїйклмнопрстуфхцчшщъыьэюя№«»–’"
    for file in fonts.glob("*.ttf"):
        assert set(map(ord, letters)) <= set(TTFontFile(str(file)).charToGlyph)


def test_phone_and_paper_use_the_same_words(printed: Print) -> None:
    """What is on a face comes from the effect tree, not from a text of its own."""
    all_words = " ".join(printed.words.values())
    card = next(card for key, card in PROJECTS.items() if key.startswith("project/triple-alli"))
    assert str(effect_text(card.effects[0])) in all_words

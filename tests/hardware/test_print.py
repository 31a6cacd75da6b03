"""The printed sheets: rasterised as a printer would, and read back by OpenCV's own detector."""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.own_wifi import OwnWifi
from hardware.print.page import PAPERS
from hardware.print.sheets import make_document, print_sheets
from rules.games import GAMES
from rules.navegador.pieces import PIECES
from rules.port_royal.pieces import all_cards
from server.commands import print as command
from server.errors import UserError
from vision.layout import load_layout, read_layout
from vision.locate.lens import BOARD_SQUARE_MM, board
from vision.reading import FloatArray, Picture
from vision.registry import DICTIONARY, load_registry

DPI = 300
PX = DPI / 25.4
"""Pixels a millimetre."""
FOR_THE_CAMERA, OF_THE_STORY = 11, 27
"""Pages of Port Royal: labels, zone cards and tags; then cards of the house story to play with."""


@dataclass(frozen=True, slots=True)
class Print:
    """A printed file: each page as a picture and its words, and all tags with their corners."""

    pages: tuple[Picture, ...]
    words: tuple[str, ...]
    tags: Mapping[int, tuple[int, FloatArray]]
    """Tag id -> number of its page, corners in millimetres on the page."""


def rasterised(pdf: Path, last: int = 99) -> Print:
    """All pages up to the last one that is looked at."""
    upto, stem = ("-l", str(last)), pdf.with_suffix("")
    subprocess.run(["pdftoppm", *upto, "-r", str(DPI), "-gray", pdf, stem], check=True)
    files = sorted(pdf.parent.glob(f"{pdf.stem}-*.pgm"))
    pages = tuple(
        np.asarray(cv2.imread(str(file), cv2.IMREAD_GRAYSCALE), np.uint8) for file in files
    )
    read = ["pdftotext", *upto, str(pdf), "-"]
    text = subprocess.run(read, check=True, capture_output=True, text=True)
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    family = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    detector = cv2.aruco.ArucoDetector(family, settings)
    tags: dict[int, tuple[int, FloatArray]] = {}
    for number, page in enumerate(pages, 1):
        corners, ids, _ = detector.detectMarkers(page)
        for tag, quad in zip([] if ids is None else ids.ravel(), corners, strict=True):
            assert tag not in tags, f"tag {tag} is printed twice"
            tags[int(tag)] = number, np.asarray(quad, np.float64).reshape(4, 2) / PX
    return Print(pages, tuple(text.stdout.split("\f")), tags)


@pytest.fixture(scope="module", params=["a4", "letter"])
def printed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Print:
    pdf = tmp_path_factory.mktemp("print") / "sheets.pdf"
    assert print_sheets("port_royal", pdf, request.param) == FOR_THE_CAMERA + OF_THE_STORY
    sheets = rasterised(pdf, FOR_THE_CAMERA)
    paper = PAPERS[request.param]
    assert len(sheets.pages) == FOR_THE_CAMERA
    for page in sheets.pages:
        assert page.shape == pytest.approx((paper.height * PX, paper.width * PX), abs=1.5)
    return sheets


def sides(corners: FloatArray) -> FloatArray:
    lengths = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return np.asarray(lengths, np.float64)


def test_every_card_has_one_label_with_its_own_tag_ten_millimetres_wide(printed: Print) -> None:
    registry = load_registry("port_royal")
    labels = {tag: seen for tag, seen in printed.tags.items() if tag < 560}
    assert set(labels) == set(registry.pieces)
    assert len(labels) == 386
    assert len(all_cards()) == 381  # five characters have a tag on either side
    for _, corners in labels.values():
        assert sides(corners) == pytest.approx([10.0] * 4, abs=0.1)


def test_every_tag_stands_upright(printed: Print) -> None:
    for _, (top_left, top_right, bottom_right, _) in printed.tags.values():
        assert top_left[1] == pytest.approx(top_right[1], abs=0.1)
        assert top_left[0] < top_right[0]
        assert top_right[1] < bottom_right[1]


def test_the_name_of_each_card_stands_beside_its_label(printed: Print) -> None:
    words = " ".join(printed.words[1:-4])
    for card in all_cards():
        name, _, _ = str(card.name).partition(" (")
        assert name in words
    assert words.count("Sailor 3") == 7 + 6
    assert words.count("4 coins, skull") == 2 + 2
    assert words.count("mark K") == 24
    for tag in load_registry("port_royal").pieces:
        assert f"tag {tag}" in words


def test_labels_keep_their_white_margin(printed: Print) -> None:
    margin = load_registry("port_royal").forms[0].label.margin - 0.2
    for tag, (number, corners) in printed.tags.items():
        if tag >= 560:
            continue
        page = printed.pages[number - 1]
        (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
        outer = _cut(page, left - margin, top - margin, right + margin, bottom + margin)
        inner = _cut(page, left - 0.2, top - 0.2, right + 0.2, bottom + 0.2)
        ring = (outer < 250).sum() - (inner < 250).sum()
        assert ring == 0, f"something is printed in the margin of tag {tag}"


def test_frame_tags_are_where_the_layout_says(printed: Print) -> None:
    layout = load_layout("port_royal")
    for frame in layout.mats.values():
        seen = [printed.tags[tag.id] for tag in frame.tags]
        assert len({number for number, _ in seen}) == 1
        page = printed.pages[seen[0][0] - 1]
        for tag, (_, corners) in zip(frame.tags, seen, strict=True):
            assert sides(corners) == pytest.approx([tag.side] * 4, abs=0.1)
            # The cut line is where the edge of the frame should be, seen from each tag.
            left, top = corners.mean(axis=0) - (tag.x, tag.y)
            right, bottom = left + frame.width, top + frame.height
            middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
            for x, y in ((left, middle_y), (right, middle_y), (middle_x, top), (middle_x, bottom)):
                assert _cut(page, x - 0.2, y - 0.2, x + 0.2, y + 0.2).min() < 220
        first, second = (corners.mean(axis=0) for _, corners in seen)
        apart = (frame.tags[1].x - frame.tags[0].x, frame.tags[1].y - frame.tags[0].y)
        assert second - first == pytest.approx(apart, abs=0.1)
        assert frame.title.upper() in printed.words[seen[0][0] - 1]


def test_the_calibration_sheet_is_the_board_that_the_lens_is_measured_with(printed: Print) -> None:
    page = printed.pages[-1]
    corners, ids, _, marker_ids = cv2.aruco.CharucoDetector(board()).detectBoard(page)
    expected = np.asarray(board().getChessboardCorners(), np.float64)[:, :2]
    assert sorted(np.ravel(ids)) == list(range(len(expected)))
    assert len(np.ravel(marker_ids)) == len(board().getIds())
    found = np.asarray(corners, np.float64).reshape(-1, 2)[np.argsort(np.ravel(ids))] / PX
    offset = (found - expected).mean(axis=0)
    assert found - offset == pytest.approx(expected, abs=0.1)
    left, top = offset
    assert _cut(page, left + 1, top + 1, left + BOARD_SQUARE_MM - 1, top + 24).max() == 0


def test_the_cover_lists_the_parts_and_the_pages(printed: Print) -> None:
    cover = printed.words[0]
    count = FOR_THE_CAMERA + OF_THE_STORY
    told = ("Port Royal", f"{count} pages", "386", "tags of 10 mm: card", "zone cards: Harbour")
    for words in told:
        assert words in cover
    for number, words in enumerate(printed.words[1:FOR_THE_CAMERA], 2):
        assert f"page {number} of {count}" in words


def test_the_rulers_on_the_cover_are_100_mm_long(printed: Print) -> None:
    dark = printed.pages[0] < 128
    for lines in (dark, dark.T):
        nearest = min((length / PX for length in _runs(lines)), key=lambda mm: abs(mm - 100))
        assert nearest == pytest.approx(100, abs=0.25)


def test_the_cover_shows_the_tables_own_wifi_with_a_code_to_scan(tmp_path: Path) -> None:
    wifi = OwnWifi("Quartermaster", "abcdefgh2345")
    pdf = tmp_path / "sheets.pdf"
    print_sheets("port_royal", pdf, wifi=wifi)
    cover = rasterised(pdf, last=1)
    assert cv2.QRCodeDetector().detectAndDecode(cover.pages[0])[0] == wifi.code
    assert wifi.passphrase in cover.words[0]


def test_the_same_game_always_gives_the_same_file(tmp_path: Path) -> None:
    first, second = tmp_path / "first.pdf", tmp_path / "second.pdf"
    print_sheets("port_royal", first)
    print_sheets("port_royal", second)
    assert first.read_bytes() == second.read_bytes()


def test_the_tags_of_a_board_too_large_for_paper_come_to_be_stuck_on(tmp_path: Path) -> None:
    path = tmp_path / "layout.toml"
    path.write_text(
        """
        [frames.board]
        title = "Board"
        size = [600, 400]
        tags = [{ id = 560, at = [30, 40], side = 30 }]
        [table]
        size = [700, 500]
        [table.frames]
        board = [350, 250, 0]
        """,
        encoding="utf-8",
    )
    layout = read_layout(path, "port_royal", [])
    game, registry = GAMES["port_royal"], load_registry("port_royal")
    document, pages = make_document(game, registry, layout, PAPERS["a4"])
    pdf = tmp_path / "board.pdf"
    pdf.write_bytes(document)
    sheets = rasterised(pdf, pages - OF_THE_STORY)
    assert len(sheets.pages) == pages - OF_THE_STORY
    number, corners = sheets.tags[560]
    assert sides(corners) == pytest.approx([30.0] * 4, abs=0.1)
    words = " ".join(sheets.words[number - 1].split())
    assert "Board, tag 560 centre 30 mm from the left, 40 mm from the top" in words


def test_navegadors_labels_come_in_two_sizes_and_its_board_gets_tags_to_stick_on(
    tmp_path: Path,
) -> None:
    pdf = tmp_path / "navegador.pdf"
    assert print_sheets("navegador", pdf) == 6 + 8 + 5  # the board in parts, and the mats
    sheets, registry = rasterised(pdf, 6), load_registry("navegador")
    for tag, piece in registry.pieces.items():
        side = 8.0 if piece.startswith(("ship", "worker", "rondel_marker")) else 10.0
        assert sides(sheets.tags[tag][1]) == pytest.approx([side] * 4, abs=0.1)
    for frame in load_layout("navegador").mats.values():
        for spot in frame.tags:
            number, corners = sheets.tags[spot.id]
            assert sides(corners) == pytest.approx([spot.side] * 4, abs=0.1)
            words = " ".join(sheets.words[number - 1].split())
            assert f"{frame.title}, tag {spot.id}" in words
            assert f"centre {spot.x:g} mm from the left," in words
            assert f"{spot.y:g} mm from the top" in words
    tiles, wood = " ".join(sheets.words[1:3]), sheets.words[3]
    for each in PIECES.values():
        wooden = each.id.startswith(("ship", "worker", "rondel_marker"))
        assert str(each.name) in (wood if wooden else tiles)
    assert "tag 63 · tile 1 of 5 · front" in tiles
    assert "tag 145 · tile 1 of 5 · back" in tiles
    assert "tag 114 · ship 7 of 7" in wood
    cover = " ".join(sheets.words[0].split())
    assert "104 labels, tags of 10 mm: tile, card" in cover
    assert "46 labels, tags of 8 mm: ship, marker, worker" in cover
    assert "ship 7.5 and 7 mm" in cover
    assert "zone cards" not in cover


def test_the_command_writes_the_file_and_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "sheets.pdf"
    assert _run("port_royal", "--out", str(out), "--paper", "letter") == 0
    assert out.read_bytes().startswith(b"%PDF")
    assert "9 pages, Letter. Print them at 100 %" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "pages"), [("port_royal", 9), ("navegador", 6)])
def test_what_a_first_match_needs_is_few_pages_and_is_said_before(
    game: str, pages: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(game, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pages"] <= pages
    assert {part["kind"] for part in told["parts"]} == {"labels", "zones", "lens"}
    out = tmp_path / "sheets.pdf"
    assert _run(game, "--out", str(out)) == 0
    assert f"{told['pages']} pages, A4" in capsys.readouterr().out
    assert told["pieces"] == sum(part["pieces"] for part in told["parts"])
    assert told["minutes"] > 10


def test_sheets_are_printed_by_choice(tmp_path: Path) -> None:
    out = tmp_path / "sheets.pdf"
    assert _run("maracaibo", "--with", "zones", "--out", str(out)) == 0
    cover = " ".join(rasterised(out).words[0].split())
    assert "zone cards" in cover
    assert "labels" not in cover
    assert "calibration sheet" not in cover
    assert _run("port_royal", "--set", "contracts", "--json", "--with", "labels") == 0
    with pytest.raises(UserError, match=r"no expansion 'chess'\. There are: adventure, contracts"):
        _run("port_royal", "--set", "chess", "--json")
    with pytest.raises(UserError, match="--out FILE"):
        _run("port_royal")


@pytest.mark.parametrize(("game", "most"), [("maracaibo", 250), ("port_royal", 60)])
def test_ink_is_spared_and_told_as_it_is(
    game: str, most: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Backs and seas are lines. In pages of which a twentieth is covered."""
    assert _run(game, "--with", "all", "--set", "all", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ink"] * told["pages"] / 0.05 <= most
    out = tmp_path / "sheets.pdf"
    print_sheets(game, out)
    stem = out.with_suffix("")
    subprocess.run(["pdftoppm", "-r", "20", "-gray", out, stem], check=True)
    files = sorted(tmp_path.glob("*.pgm"))[1:]
    pages = [cv2.imread(str(file), cv2.IMREAD_GRAYSCALE) for file in files]
    seen = float(np.mean([1 - np.asarray(page).mean() / 255 for page in pages]))
    assert told["ink"] == pytest.approx(seen, rel=0.35)


def test_a_game_that_is_not_known_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"Unknown: chess\. There is port_royal"):
        _run("chess", "--out", str(tmp_path / "sheets.pdf"))


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"sheets\.pdf cannot be written: No such file"):
        _run("port_royal", "--out", str(tmp_path / "missing" / "sheets.pdf"))


def _run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return command.run(parser.parse_args(words))


def _cut(page: Picture, left: float, top: float, right: float, bottom: float) -> Picture:
    rows = slice(round(top * PX), round(bottom * PX))
    return page[rows, round(left * PX) : round(right * PX)]


def _runs(dark: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> list[int]:
    """The length of the longest dark stretch of each row."""
    lengths = []
    for row in dark:
        edges = np.flatnonzero(np.diff(np.concatenate([[0], row.view(np.int8), [0]])))
        lengths.append(int((edges[1::2] - edges[::2]).max(initial=0)))
    return lengths

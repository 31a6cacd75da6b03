"""Sheets to print, chosen and downloaded on a phone."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from server.store.keys import known_code
from tests.server.web.conftest import Quay, Room


def words_of(pdf: bytes, folder: Path) -> str:
    (folder / "sheets.pdf").write_bytes(pdf)
    program = shutil.which("pdftotext")
    assert program is not None
    command = [program, "-layout", str(folder / "sheets.pdf"), "-"]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


def test_game_sets_paper_and_language_are_chosen_and_the_file_comes(
    quay: Quay, phone: Callable[..., Page], tmp_path: Path
) -> None:
    page = phone(quay)
    page.goto("/join")
    page.get_by_role("button", name="Join without a seat").click()
    quay.room.let_in()
    expect(page.get_by_text("Hold NEXT for two seconds")).to_have_count(0)
    page.goto("/")
    page.get_by_role("link", name="Sheets to print").click()
    page.get_by_role("link", name="Port Royal").click()
    expect(page.get_by_label("Labels")).to_be_checked()
    expect(page.get_by_label("House pieces")).not_to_be_checked()
    expect(page.get_by_text("To cut out:")).to_have_count(4)
    page.get_by_label("Calibration sheet").uncheck()
    page.get_by_label("Letter").check()
    page.get_by_label("Italiano").check()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download the PDF").click()
    assert coming.value.suggested_filename == "port_royal-it-letter.pdf"
    words = words_of(Path(coming.value.path()).read_bytes(), tmp_path)
    assert "fogli per la telecamera" in words


def test_without_a_set_its_labels_are_not_printed(room: Room, tmp_path: Path) -> None:
    player = room.player()
    some = player.get("/sheets.pdf?game=port_royal&language=en")
    assert some.content_type == "application/pdf"
    every = player.get("/sheets.pdf?game=port_royal&language=en&set=contracts&with=labels")
    assert "Calibration sheet" not in words_of(every.data, tmp_path)
    assert "Contracts" not in words_of(some.data, tmp_path)
    assert "Contracts" in words_of(every.data, tmp_path)
    code = known_code(room.table.folder)
    assert code is not None
    assert code in words_of(some.data, tmp_path)


@pytest.mark.parametrize(
    "query",
    [
        "game=chess",
        "game=port_royal&paper=a0",
        "game=navegador&set=contracts",
        "game=port_royal&language=xx",
        "game=port_royal&with=gold",
    ],
)
def test_sheets_that_there_are_not_are_refused(room: Room, query: str) -> None:
    assert room.player().get(f"/sheets.pdf?{query}").status_code == 409


def test_who_is_not_in_gets_no_sheets_since_the_code_is_on_them(room: Room) -> None:
    visitor = room.visitor()
    assert visitor.get("/sheets").status_code == 403
    assert visitor.get("/sheets.pdf?game=port_royal").status_code == 403
    assert "Sheets to print" not in visitor.get("/").text
    assert "Sheets to print" in room.player().get("/").text

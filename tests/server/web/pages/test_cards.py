"""The page on which cards are learned and corrected, in a real browser."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from rules.setting import KNOWN_BY, PICTURES
from server.live.albums import Albums
from server.live.messages import Answer, Begin, Refused, View
from server.live.uploaded import SentPictures
from server.live.virtual_piles import SECRET_BYTES, SECRET_FILE
from server.web.request.uploads import MOST_BYTES, Upload
from tests import patience
from tests.patience import PATIENCE
from tests.server.web.conftest import Room, Served
from vision.measure.art import portrait
from vision.recognise import album_file
from vision.recognise.album import new_album
from vision.recognise.album_file import Damaged, write_whole
from vision.recognise.found import NO_CARD
from vision.simulator.scene import Deck


def until(served: Served, shown: Callable[[View], object]) -> View:
    host = served.assistant.host
    patience.until(lambda: shown(host.view), lambda: host.view)
    return served.assistant.host.view


def choose(page: Page, kind: str) -> None:
    """Somebody finds a kind by its picture, among the guesses or among all."""
    page.locator(f".kinds button[value='{kind}']").first.click()


def turned_up(served: Served, folder: Path) -> str:
    """A match without labels, in which a first card was turned up that nobody knows: always the
    same one.
    """
    shuffled = folder / SECRET_FILE
    shuffled.write_bytes(bytes(SECRET_BYTES))
    host, playground = served.assistant.host, served.assistant.playground
    assert playground is not None
    host.ask(Begin("port_royal", ("Ann", "Bob"), {KNOWN_BY.key: PICTURES})).result(PATIENCE)
    backs = until(served, lambda view: view.unknown).unknown
    served.assistant.learner.learn("port_royal", NO_CARD, backs[0])
    view = until(served, lambda view: view.status.matches)
    assert view.match is not None
    host.ask(Answer(view.match.seats[0], "first:red")).result(PATIENCE)
    piece = playground.draw("deck", playground.spot_in("harbour"))
    until(served, lambda view: view.unknown)
    return piece.kind


def test_a_card_is_learned_while_playing_and_its_wrong_name_is_put_right(
    served: Served, phone: Callable[..., Page], tmp_path: Path
) -> None:
    kind = turned_up(served, tmp_path)
    wrong = "trader/green/3"  # with the same numbers on it: another one would not be believed
    page = phone(served)
    page.goto("/table")
    page.get_by_role("link", name="Which card is this?").click()
    picture = page.get_by_alt_text("The camera's picture of it")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalHeight)") > 100
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    choose(page, wrong)
    expect(page.get_by_text("is learned")).to_be_visible()
    view = until(served, lambda view: view.match and len(view.match.journal) == 3)
    assert view.match is not None
    assert view.match.journal[-1].startswith(f"turn:{wrong}.")
    page.goto("/cards")
    expect(page.get_by_text("Kinds known: 1 of 62")).to_be_visible()
    page.locator(f"a[href='/cards/one?kind={wrong}']").click()
    choose(page, kind)
    expect(page.get_by_text("is learned")).to_be_visible()
    expect(page.locator(f"a[href='/cards/one?kind={kind}']")).to_be_visible()
    view = until(served, lambda view: view.wrong or view.question)
    assert view.match is not None
    assert view.match.journal[-1].startswith(f"turn:{wrong}."), "what was played stays"
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the album").click()
    restored = Albums(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").mkdir()
    restored.restore("port_royal", Path(download.value.path()), served.table.sent)
    assert set(restored.cards("port_royal")) == {kind, f"{NO_CARD}/1"}


def test_the_page_says_what_to_install_where_nothing_printed_can_be_read(
    served: Served, phone: Callable[..., Page], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = phone(served)
    page.goto("/cards")
    expect(page.locator("#album")).to_be_visible()
    expect(page.locator("#no-tesseract")).to_have_count(0)
    monkeypatch.setenv("PATH", str(tmp_path))
    page.goto("/cards")
    expect(page.locator("#no-tesseract")).to_contain_text("sudo apt install tesseract-ocr")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.fixture(scope="module")
def sent() -> Iterator[SentPictures]:
    with closing(SentPictures()) as sent:
        yield sent


@pytest.fixture(scope="module")
def little_album(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An album of two cards that another group has made."""
    album = new_album("port_royal")
    for seed, kind in enumerate(("priest/4", "governor/8")):
        album.enrol(kind, portrait("port_royal", kind, Deck("hard"), seed))
    path = tmp_path_factory.mktemp("elsewhere") / "theirs.album"
    album.save(path)
    return path


def test_an_album_is_restored_from_a_file_and_a_damaged_one_is_refused(
    served: Served, phone: Callable[..., Page], little_album: Path, tmp_path: Path
) -> None:
    page = phone(served)
    page.goto("/")
    page.get_by_role("link", name="Cards known by their pictures").click()
    expect(page.get_by_text("Kinds known: 0 of 62")).to_be_visible()
    damaged = tmp_path / "damaged.album"
    damaged.write_bytes(little_album.read_bytes()[:-300])
    page.get_by_label("Load an album").set_input_files(damaged)
    page.get_by_role("button", name="Use it").click()
    expect(page.get_by_text("This file is no album, or it is damaged.")).to_be_visible()
    page.get_by_label("Load an album").set_input_files(little_album)
    page.get_by_role("button", name="Use it").click()
    expect(page.get_by_text("Album loaded.")).to_be_visible()
    expect(page.get_by_text("Kinds known: 2 of 62")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert set(served.assistant.learner.albums.cards("port_royal")) == {"priest/4", "governor/8"}


def test_cards_of_sets_that_are_not_in_play_are_corrected_too(
    served: Served, phone: Callable[..., Page], little_album: Path, tmp_path: Path
) -> None:
    learner = served.assistant.learner
    learner.restore("port_royal", little_album, served.table.sent)
    learner.rename("port_royal", "governor/8", "gambler/gambler/4")
    turned_up(served, tmp_path)
    page = phone(served)
    page.goto("/cards")
    page.locator("a[href='/cards/one?kind=gambler/gambler/4']").click()
    choose(page, "gambler/gambler/6")
    expect(page.locator("a[href='/cards/one?kind=gambler/gambler/6']")).to_be_visible()


def test_an_album_comes_in_parts_that_fit_together_and_not_without_end() -> None:
    upload = Upload()
    upload.add("ann", 0, b"begin")
    upload.add("ann", 5, b"ning")
    with pytest.raises(Refused, match="incomplete"):
        upload.add("bob", 9, b"!")
    with pytest.raises(Refused, match="incomplete"):
        upload.add("ann", 5, b"again")
    assert upload.take("ann") == b"beginning"
    with pytest.raises(Refused, match="Choose a file"):
        upload.take("ann")
    upload.add("ann", 0, bytes(MOST_BYTES))
    with pytest.raises(Refused, match="too large"):
        upload.add("ann", MOST_BYTES, b"!")


def test_only_phones_that_are_in_restore_an_album(room: Room) -> None:
    for path in ("/upload/part?at=0", "/cards/album/restore", "/cards/spread/look"):
        assert room.visitor().post(path).status_code == 403


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ({"game": b"navegador"}, "an album of another game"),
        ({"card/dragon/3": b""}, "cards of another game"),
        ({"card/priest/4": b"no picture"}, "no album, or it is damaged"),
        ({f"card/no_card/{n}": b"" for n in range(500)}, "too large for an album"),
        ({"card/" + "priest/4" * 100: b""}, "no album, or it is damaged"),
        (b"PK\x03\x04 of version 1", "This old album has no colours"),
        (b"Quartermaster album 9\n", "a newer Quartermaster"),
        (b"Quartermaster album 3\n", "no album, or it is damaged"),
    ],
)
def test_an_album_that_cannot_be_used_is_refused_with_the_reason(
    tmp_path: Path, sent: SentPictures, written: dict[str, bytes] | bytes, why: str
) -> None:
    file, (width, height) = tmp_path / "file", new_album("port_royal").form_of(NO_CARD).fine_size
    card = cv2.imencode(".png", np.zeros((height, width, 3), np.uint8))[1].tobytes()
    if isinstance(written, bytes):
        file.write_bytes(written)
    else:
        entries = {"game": b"port_royal", **written}
        write_whole(file, [(name, content or card) for name, content in entries.items()])
    with pytest.raises(Refused, match=why):
        Albums(tmp_path).restore("port_royal", file, sent)
    assert not Albums(tmp_path).cards("port_royal")


def test_a_file_that_is_larger_than_any_album_is_not_even_read(
    tmp_path: Path, sent: SentPictures
) -> None:
    file = tmp_path / "file"
    new_album("port_royal").save(file)
    os.truncate(file, 10**10)
    with pytest.raises(Refused, match="too large for an album"):
        Albums(tmp_path).restore("port_royal", file, sent)


def test_an_album_of_very_many_entries_is_read_through_once_and_given_up(
    tmp_path: Path, sent: SentPictures
) -> None:
    """It costs no more than its length, and what is behind the last that can be is not read."""
    file = tmp_path / "file"
    entries = ((f"confirmed/{number}", b"") for number in range(100_000))
    write_whole(file, [("game", b"port_royal"), *entries])
    read = list[str]()
    with pytest.raises(Damaged):
        album_file.read(file, lambda name, _: read.append(name))
    assert len(read) < 5000
    with pytest.raises(Refused, match="no album, or it is damaged"):
        Albums(tmp_path).restore("port_royal", file, sent)
    write_whole(file, [("game", b"port_royal"), ("confirmed/x", b""), ("confirmed/x", b"")])
    with pytest.raises(Damaged):
        album_file.read(file, lambda *_: None)


def test_what_was_not_written_to_its_end_is_left_out_of_the_own_album(tmp_path: Path) -> None:
    """After a power cut a file ends in a part of an entry, or in zeros."""
    file = tmp_path / "file"
    write_whole(file, [("game", b"port_royal"), ("card/priest/4", bytes(500))])
    whole = file.read_bytes()
    first = whole.index(b"port_royal") + len(b"port_royal")
    for end in (b"", whole[first : first + 7], whole[first:-1], bytes(5), bytes(100_000)):
        file.write_bytes(whole[:first] + end)
        assert album_file.whole_part(file) == whole[:first]
    for end in (bytes(100) + b"!" + bytes(100), bytes(16) + whole[first:]):
        file.write_bytes(whole[:first] + end)
        with pytest.raises(Damaged):
            album_file.whole_part(file)


def test_a_file_that_is_no_album_of_the_game_is_refused(tmp_path: Path, sent: SentPictures) -> None:
    file = tmp_path / "foreign"
    file.write_bytes(b"nothing of the kind")
    with pytest.raises(Refused, match="no album, or it is damaged"):
        Albums(tmp_path).restore("port_royal", file, sent)
    assert not Albums(tmp_path).cards("port_royal")


def test_there_is_no_such_page_without_a_camera(room: Room) -> None:
    assert room.player().get("/cards").status_code == 404

"""Numbers on drawn pieces are read by the real Tesseract, in a process of its own."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rules.text import Text
from vision.measure.art import portrait
from vision.reading import Picture, Reading, Unreadable
from vision.recognise.album import new_album
from vision.recognise.digits import field_of
from vision.recognise.found import Art, PictureReader
from vision.recognise.number_process import NumberProcess
from vision.recognise.numbers import NumberWitness, PrintedNumbers, numbers_of
from vision.recognise.outlines import find_outlines
from vision.registry import load_registry
from vision.simulator.scene import Deck

PX_PER_MM = 4.5
WAIT = 60.0


@pytest.fixture(scope="module")
def process() -> Iterator[NumberProcess]:
    process = NumberProcess(patience=WAIT)
    yield process
    process.close()


def shown(game: str, kind: str, seed: int = 1) -> Picture:
    return portrait(game, kind, Deck("hard"), seed, PX_PER_MM)


def reader(game: str, *kinds: str) -> PictureReader:
    album = new_album(game)
    for seed, kind in enumerate(kinds):
        album.enrol(kind, shown(game, kind, 10 + seed))
    return album.reader()


def printed(game: str) -> PrintedNumbers:
    numbers = numbers_of(game)
    assert numbers is not None
    return numbers


def heard(
    process: NumberProcess, game: str, picture: Picture, art: Art, known: Sequence[str] = ()
) -> Art:
    """What is known as soon as the numbers have been read."""
    witness = NumberWitness(printed(game), process)
    witness.judge(picture, art, PX_PER_MM, known)
    witness.wait(WAIT)
    assert witness.news()
    assert not witness.news()
    return witness.judge(picture, art, PX_PER_MM, known)


def crop(game: str, kind: str) -> Picture:
    """The number of a piece that lies upright."""
    form, picture = printed(game).forms[kind], shown(game, kind)
    corners = find_outlines(picture, form.size)[0]
    ways = [np.roll(corners, -n, axis=0) for n in range(4)]
    upright = min(ways, key=lambda way: float(way[0].sum()))
    return field_of(picture, upright, form.size, form.numbers[0])


@pytest.mark.parametrize("kind", ["quest/07", "legacy/l18"])
def test_a_tile_that_was_never_shown_is_known_by_its_number(
    process: NumberProcess, kind: str
) -> None:
    picture = shown("maracaibo", kind)
    art = reader("maracaibo", "quest/01").read(picture, px_per_mm=PX_PER_MM)
    assert art.readings == ()
    (reading,) = heard(process, "maracaibo", picture, art).readings
    assert (reading.piece, reading.how) == (kind, "number")
    assert 0 < reading.confidence <= 1


def test_a_colony_is_known_by_the_picture_of_its_good_and_its_price(process: NumberProcess) -> None:
    picture = shown("navegador", "colony/gold/80")
    art = reader("navegador", "colony/gold/50", "colony/sugar/40").read(
        picture, px_per_mm=PX_PER_MM
    )
    assert art.readings == ()
    (reading,) = heard(process, "navegador", picture, art).readings
    assert (reading.piece, reading.how) == ("colony/gold/80", "number")


def test_a_card_whose_number_says_otherwise_is_unknown(process: NumberProcess) -> None:
    picture = shown("port_royal", "captain/4")
    art = reader("port_royal", "captain/4").read(picture)
    (reading,) = art.readings
    confirmed = heard(process, "port_royal", picture, art)
    assert [each.piece for each in confirmed.readings] == ["captain/4"]
    mistaken = Art((replace(reading, piece="governor/8"),), ())
    alone = heard(process, "port_royal", picture, mistaken, ["governor/8"])
    assert [each.piece for each in alone.readings] == ["governor/8"], "as somebody called it"
    doubtful = heard(process, "port_royal", picture, mistaken, ["governor/8", "captain/4"])
    assert doubtful.readings == ()
    (spot,) = doubtful.unreadable
    assert str(spot.why) == "its printed number differs"
    assert spot.candidates[0] == "governor/8"
    assert "captain/4" in spot.candidates


def test_before_its_number_was_read_a_known_card_is_known_and_another_unknown() -> None:
    hanging = NumberProcess((sys.executable, "-c", "import time; time.sleep(600)"), patience=0.3)
    try:
        witness = NumberWitness(printed("maracaibo"), hanging)
        corners = np.array([[10, 10], [136, 10], [136, 136], [10, 136]], np.float64)
        picture = shown("maracaibo", "quest/07")
        known, unknown = (
            Reading("quest/07", corners, how="art"),
            Unreadable(corners, Text("unknown")),
        )
        art = Art((known,), (unknown,))
        judged = witness.judge(picture, art, PX_PER_MM)
        assert judged.readings == (known,)
        assert judged.unreadable == (unknown,)
    finally:
        hanging.close()


def test_a_reader_that_hangs_is_ended_and_nothing_is_read() -> None:
    hanging = NumberProcess((sys.executable, "-c", "import time; time.sleep(600)"), patience=0.3)
    more_than_waits_in_a_pipe = np.zeros((600, 800, 3), np.uint8)
    question = hanging.ask([crop("maracaibo", "quest/07"), more_than_waits_in_a_pipe])
    assert question.wait(WAIT)
    assert question.found() == [None, None]
    assert hanging.pid is None
    hanging.close()


def test_a_reader_that_was_killed_is_started_again(process: NumberProcess) -> None:
    number = crop("maracaibo", "quest/07")
    assert process.ask([number]).wait(WAIT)
    before = process.pid
    assert before is not None
    os.kill(before, signal.SIGKILL)
    again = process.ask([number])
    assert again.wait(WAIT)
    found = again.found()
    assert found is not None
    assert [each and each.number for each in found] == ["7"]
    assert process.pid not in (None, before)


def test_a_reader_that_was_stopped_is_ended_and_the_next_one_reads(
    process: NumberProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = [crop("maracaibo", "quest/07")]
    assert process.ask(wanted).wait(WAIT)
    stopped = process.pid
    assert stopped is not None
    os.kill(stopped, signal.SIGSTOP)
    with monkeypatch.context() as short:
        short.setattr(process._keeper, "_patience", 0.3)
        lost = process.ask(wanted)
        assert lost.wait(WAIT)
    assert lost.found() == [None]
    assert not Path(f"/proc/{stopped}").exists()
    again = process.ask(wanted)
    assert again.wait(WAIT)
    assert again.found() != [None]


def test_every_game_with_numbers_has_one_for_every_field_of_a_form() -> None:
    for game in ("port_royal", "maracaibo", "navegador"):
        numbers, registry = printed(game), load_registry(game)
        assert {form for form in registry.forms if form.numbers} == set(numbers.forms.values())
        for kind, texts in numbers.numbers.items():
            assert len(texts) == len(numbers.forms[kind].numbers), kind

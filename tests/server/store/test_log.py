"""The write-ahead log: what a disk has spoilt is told apart from what a power cut has torn."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from server.store import Entry, Store
from server.store.log import damage_in, ends_in_doubt, log_of, mend

HEAD, FRAME = 32, 24 + 4096
NAMES = ("Anne", "Edward")


def note(text: str) -> Entry:
    return Entry("final", text, "robot", 1.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database as a power cut leaves it: twenty choices, each on the disk, are in the log."""
    live = tmp_path / "live" / "matches.sqlite"
    with Store.open(live) as store:
        match_id = store.new_match("port_royal", NAMES, {}, 1.0)
        for number in range(20):
            store.append(match_id, [note(f"number {number}")])
        shutil.copytree(live.parent, tmp_path / "found")
    return tmp_path / "found" / "matches.sqlite"


def rows(path: Path) -> int:
    with Store.open(path) as store:
        return len(store.entries(1)) if store.matches() else 0


def flip(log: Path, byte: int, bit: int = 0) -> None:
    spoilt = bytearray(log.read_bytes())
    spoilt[byte] ^= 1 << bit
    log.write_bytes(spoilt)


def frames(log: Path) -> int:
    return (log.stat().st_size - HEAD) // FRAME


def test_a_sound_log_is_read_and_worked_off_when_the_store_is_opened(path: Path) -> None:
    assert damage_in(log_of(path)) is None
    with Store.open(path) as store:
        assert store.trouble is None
        assert len(store.entries(1)) == 20
        assert log_of(path).stat().st_size == 0


def frames_in(log: bytes) -> int:
    return (len(log) - HEAD) // FRAME


def test_what_a_disk_has_spoilt_is_noticed_and_all_of_the_log_is_kept(path: Path) -> None:
    log = log_of(path)
    written = log.read_bytes()
    sound = frames_in(written) - 6
    at = HEAD + sound * FRAME + 512
    log.write_bytes(spoilt := written[:at] + b"\xa5" * 512 + written[at + 512 :])
    with Store.open(path) as store:
        assert len(store.entries(1)) < 20
        assert store.trouble is not None
        told = str(store.trouble)
    assert "matches.sqlite-wal.damaged-1" in told
    assert f"of {frames_in(spoilt)} entries the last 6 cannot be read" in told
    assert "./run rescue" in told
    assert path.with_name("matches.sqlite-wal.damaged-1").read_bytes() == spoilt
    with Store.open(path) as store:
        assert store.trouble is None


def test_one_flipped_bit_is_put_right_and_told(path: Path) -> None:
    log = log_of(path)
    sound = log.read_bytes()
    flip(log, HEAD + 8 * FRAME + 1000)
    assert damage_in(log) is not None
    spoilt = log.read_bytes()
    kept = mend(log)
    assert kept is not None
    assert (log.read_bytes(), kept.read_bytes()) == (sound, spoilt)
    flip(log, HEAD + 8 * FRAME + 1000)
    with Store.open(path) as store:
        assert len(store.entries(1)) == 20
        assert "was corrected; nothing is missing" in str(store.trouble)
        assert "matches.sqlite-wal.damaged-2" in str(store.trouble)


@pytest.mark.parametrize(
    "byte", [0, 9, 18, 25, 31], ids=["magic", "page size", "salt", "sum", "other sum"]
)
def test_a_spoilt_head_of_the_log_is_noticed_and_put_right(path: Path, byte: int) -> None:
    sound = log_of(path).read_bytes()
    flip(log_of(path), byte)
    spoilt = damage_in(log_of(path))
    assert spoilt is not None
    assert (spoilt.readable, spoilt.lost) == (0, frames(log_of(path)))
    mend(log_of(path))
    assert log_of(path).read_bytes() == sound


def test_wherever_a_bit_has_flipped_nothing_is_missing_without_a_word(
    path: Path, tmp_path: Path
) -> None:
    dice, size = random.Random(1), log_of(path).stat().st_size
    heads = [HEAD + 3 * FRAME + byte for byte in range(0, 24, 3)]
    last = [(size - 9 - 200 * number, 7) for number in range(12)]
    anywhere = [(dice.randrange(size), dice.randrange(8)) for _ in range(30)]
    missing = 0
    for number, (byte, bit) in enumerate((*((byte, 5) for byte in heads), *last, *anywhere)):
        copy = tmp_path / str(number) / path.name
        shutil.copytree(path.parent, copy.parent)
        flip(log_of(copy), byte, bit)
        with Store.open(copy) as store:
            if not store.matches() or len(store.entries(1)) < 20:
                missing += 1
                assert re.search("cannot be (used|read)", str(store.trouble))
            else:
                assert "nothing is missing" in str(store.trouble)
                assert [row.key for row in store.entries(1)] == [f"number {n}" for n in range(20)]
                store.check_whole()
    assert missing < 15


def test_flipped_bits_in_several_places_are_put_right(path: Path) -> None:
    log, sound = log_of(path), log_of(path).read_bytes()
    for number in (2, 5, 11):
        flip(log, HEAD + number * FRAME + 700)
    mend(log)
    assert log.read_bytes() == sound


def test_what_is_torn_is_not_mended(path: Path) -> None:
    log, dice = log_of(path), random.Random(3)
    written = log.read_bytes()
    for rest in (bytes(FRAME), dice.randbytes(FRAME), written[-FRAME:-600] + bytes(600)):
        log.write_bytes(torn := written[:-FRAME] + rest)
        assert mend(log) is None
        assert log.read_bytes() == torn


def test_what_a_power_cut_tears_is_no_damage(path: Path) -> None:
    log, dice = log_of(path), random.Random(2)
    written = log.read_bytes()
    for cut in (HEAD + FRAME // 2, HEAD + 5 * FRAME, len(written) - 1, len(written) - FRAME + 30):
        log.write_bytes(written[:cut])
        assert damage_in(log) is None
        assert not ends_in_doubt(log)
        log.write_bytes(written[:cut] + dice.randbytes(9000))
        assert damage_in(log) is None
    for debris in (written[-5000:-100], bytes(20_000)):
        log.write_bytes(written + debris)
        assert damage_in(log) is None
        assert not ends_in_doubt(log)
    log.write_bytes(written + written[HEAD:])
    assert damage_in(log) is None


def test_a_transaction_of_many_pages_may_be_torn_in_its_middle(tmp_path: Path) -> None:
    """Of what was not synced any sector may be there: later pages, but not earlier ones."""
    path = tmp_path / "matches.sqlite"
    with Store.open(path) as store:
        match_id = store.new_match("port_royal", NAMES, {}, 1.0)
        before = log_of(path).stat().st_size
        store.append(match_id, [note("x" * 3000)] * 8)
        log = tmp_path / "copy-wal"
        shutil.copy(log_of(path), log)
    assert frames(log) > 4 + (before - HEAD) // FRAME
    flip(log, before + FRAME + 500)
    assert damage_in(log) is None


def test_the_remains_of_an_older_log_are_no_damage(path: Path) -> None:
    old = log_of(path).read_bytes()
    with Store.open(path) as store:
        store.append(1, [note("after the log was begun anew")])
        new = log_of(path).read_bytes()
    log_of(path).write_bytes(new + old[len(new) :])
    assert damage_in(log_of(path)) is None


def test_the_log_is_worked_off_every_few_dozen_choices_and_when_a_match_ends(
    tmp_path: Path,
) -> None:
    path = tmp_path / "matches.sqlite"
    with Store.open(path) as store:
        match_id = store.new_match("port_royal", NAMES, {}, 1.0)
        for number in range(400):
            store.append(match_id, [note(f"{number}")])
        assert log_of(path).stat().st_size < 130 * FRAME
        store.finish(match_id, 2.0)
        assert log_of(path).stat().st_size == 0

"""The write-ahead log of the database, read before SQLite opens it.

SQLite believes the log up to the first frame whose checksum is wrong and silently forgets the rest.
After a power cut that is right: the rest is what was being written, and nobody was told of it yet.
But a card that fails may spoil a frame in the middle, and then choices that everybody was shown are
behind it. The two are told apart here. A transaction begins only when the one before it is on the
disk, so a spoilt frame is the end of a torn write unless another transaction follows its own.

Of the last transaction in the log nobody can say that it was finished; a frame spoilt there looks
like a torn write, so people are told of both. What can be known of frames behind a spoilt one, they
say themselves: every checksum starts from the one before it, as that is written in the log.

A single bit that has flipped is put right where that is certain: if there is only one without whose
flipping the sums come out. For the upper bits of a word there are several such; then it is certain
only if the page was written again later, so that what this frame has of it is of no account.
"""

from __future__ import annotations

import shutil
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Literal, NamedTuple

from server.store.atomic_file import publish, unfinished, write_whole

_HEAD = struct.Struct(">8I")
"""Magic, format, page size, number of the checkpoint, two salts, two sums."""
_FRAME_HEAD = struct.Struct(">6I")
"""Number of the page, pages after a commit or 0, two salts, two sums."""
_ORDERS: dict[int, Order] = {0x377F0682: "<", 0x377F0683: ">"}
"""In which order of bytes the sums are taken."""
_WORD = 2**32 - 1
_VERSION, _PAGE_SIZE = 3_007_000, 4096
"""In every log of ours."""
_MOST_FLIPS = 8
"""A disk that has spoilt more of the log is not to be believed."""

Sums = tuple[int, int]
Order = Literal["<", ">"]


@dataclass(frozen=True, slots=True)
class Damage:
    """Frames that were on the disk and cannot be used any more."""

    readable: int
    lost: int


class _Frame(NamedTuple):
    page: int
    commits: bool
    salts: Sums
    ours: bool
    """Written since the log was last begun anew; behind them there may be older ones."""
    sums: Sums
    follows: bool
    """Whether its sums are right, if those of the frame before it are."""


def log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def damage_in(log: Path) -> Damage | None:
    """What a failing disk has made of the log; None if it is sound, torn at its end, or not there.

    Nobody may be writing to it, or what was just being written has to be looked at again.
    """
    try:
        written = log.read_bytes()
    except FileNotFoundError:
        return None
    frames = list(_frames(written))
    readable = _readable(frames)
    if not _head_is_sound(written):
        # The head was on the disk before any frame. One that was torn when the log was begun anew
        # has no salt of the frames behind it, which had been worked off before.
        lost = sum(frame.ours for frame in frames)
        return Damage(0, lost) if lost else None
    behind, known = frames[readable:], {frame.sums for frame in frames[:readable]}
    last = max((n for n, frame in enumerate(behind) if _is_news(frame, known)), default=0)
    if any(frame.ours and frame.commits for frame in behind[:last]):
        return Damage(readable, last + 1)
    return None


def ends_in_doubt(log: Path) -> bool:
    """Whether the last transaction cannot be read although it seems to be all there.

    Either it was just being written when the power failed, or the disk has spoilt it since.
    """
    try:
        frames = list(_frames(log.read_bytes()))
    except FileNotFoundError:
        return False
    behind = [frame for frame in frames[_readable(frames) :] if frame.ours]
    return bool(behind) and any(frame.commits for frame in behind)


def set_aside(log: Path) -> Path:
    """Keep a copy of a damaged log beside it, on the disk for good; its name."""
    with unfinished(log) as new:
        shutil.copyfile(log, new)
        for number in count(1):
            kept = log.with_name(f"{log.name}.damaged-{number}")
            if publish(new, kept):
                return kept
    raise AssertionError("there is always another number")


def mend(log: Path) -> Path | None:
    """Put single bits right that have flipped; where the log is kept as it was, if there were any.

    Nobody may have it open.
    """
    try:
        found = log.read_bytes()
    except FileNotFoundError:
        return None
    mended = found
    for _ in range(_MOST_FLIPS):
        better = _with_one_bit_put_right(mended)
        if better is None:
            break
        mended = better
    if mended == found:
        return None
    kept = set_aside(log)
    write_whole(log, mended)
    return kept


def _with_one_bit_put_right(written: bytes) -> bytes | None:
    """The log with its first spoilt part mended; None if there is none that can be."""
    if len(written) < _HEAD.size:
        return None
    magic, _, page_size, *_, first, second = _HEAD.unpack_from(written)
    order = _ORDERS.get(magic, "<")
    frames = list(_frames(written))
    if not _head_is_sound(written):
        ways = _ways(written, range(24), 24, (0, 0), order)
        sound = [way for way in ways if _head_is_sound(way) and _is_like_ours(way, frames)]
        return sound[0] if len(sound) == 1 else None
    number = _readable(frames)
    if number == len(frames):
        return None
    size = _FRAME_HEAD.size + page_size
    start = _HEAD.size + number * size
    if frames[number].follows:
        salted = _with(written, start + 8, written[16:24])
        return salted if _flips(salted, written) == 1 else None
    seed = frames[number - 1].sums if number else (first, second)
    summed = (*range(start, start + 8), *range(start + _FRAME_HEAD.size, start + size))
    ways = _ways(written, summed, start + 16, seed, order)
    ways = [way for way in ways if _page_at(way, start) and _leads_on(way, number)]
    later = {frame.page for frame in frames[number + 1 :] if frame.ours and frame.follows}
    page = frames[number].page
    if len(ways) == 1 or (page in later and all(_page_at(way, start) == page for way in ways)):
        return ways[0] if ways else None
    return None


def _ways(
    written: bytes, summed: Sequence[int], sums_at: int, seed: Sums, order: Order
) -> list[bytes]:
    """Every way to put one bit right, in the sums or in the bytes that they are the sums of."""
    data = bytes(written[at] for at in summed)
    stored = written[sums_at : sums_at + 8]
    wanted = _sums(data, seed, order)
    right = struct.pack(">2I", *wanted)
    ways = [_with(written, sums_at, right)] if _flips(right, stored) == 1 else []
    first, second = struct.unpack(">2I", stored)
    lacks = ((first - wanted[0]) & _WORD, (second - wanted[1]) & _WORD)
    for byte, bit in _flipped_bits(data, lacks, order):
        ways.append(_with(written, summed[byte], bytes([data[byte] ^ bit])))
    return ways


def _flipped_bits(data: bytes, lacks: Sums, order: Order) -> Iterator[tuple[int, int]]:
    """Bytes, and a bit in each, without whose flipping the sums would not lack this.

    The sums are linear: one more in a word adds to both of them what depends only on its place.
    """
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    adds = [(1, 1), (0, 1)]  # what one more adds in the two words that are summed last
    for pair in reversed(range(0, len(words), 2)):
        for place, (one, other) in zip((pair, pair + 1), adds, strict=True):
            for bit in range(32):
                change = -(1 << bit) if words[place] >> bit & 1 else 1 << bit
                if (change * one & _WORD, change * other & _WORD) == lacks:
                    byte = bit // 8 if order == "<" else 3 - bit // 8
                    yield 4 * place + byte, 1 << bit % 8
        adds = [((one + other) & _WORD, (one + 2 * other) & _WORD) for one, other in adds]


def _page_at(written: bytes, start: int) -> int:
    page, *_ = _FRAME_HEAD.unpack_from(written, start)
    return int(page)


def _leads_on(written: bytes, number: int) -> bool:
    """Whether a frame and the one behind it, if there is one, are sound."""
    two = islice(_frames(written, number), 2)
    return all(frame.follows for frame in two if frame.ours)


def _is_like_ours(written: bytes, frames: Sequence[_Frame]) -> bool:
    """Whether a head is one that could have been written before these frames."""
    _, version, page_size, _, *salts, _, _ = _HEAD.unpack_from(written)
    ours = (version, page_size) == (_VERSION, _PAGE_SIZE)
    return ours and frames[:1] != [] and frames[0].salts == (salts[0], salts[1])


def _flips(one: bytes, other: bytes) -> int:
    """In how many bits they differ."""
    return (int.from_bytes(one) ^ int.from_bytes(other)).bit_count()


def _with(written: bytes, at: int, part: bytes) -> bytes:
    return written[:at] + part + written[at + len(part) :]


def _readable(frames: Sequence[_Frame]) -> int:
    """How many frames SQLite would believe."""
    return next(
        (n for n, each in enumerate(frames) if not (each.ours and each.follows)), len(frames)
    )


def _is_news(frame: _Frame, known: set[Sums]) -> bool:
    """Not a frame that a confused disk has written a second time."""
    return frame.ours and frame.follows and frame.sums not in known


def _head_is_sound(written: bytes) -> bool:
    if len(written) < _HEAD.size:
        return False
    magic, *_, first, second = _HEAD.unpack_from(written)
    order = _ORDERS.get(magic)
    return order is not None and _sums(written[:24], (0, 0), order) == (first, second)


def _frames(written: bytes, number: int = 0) -> Iterator[_Frame]:
    """Every whole frame of the log from this one on, as far as its size is known."""
    if len(written) < _HEAD.size:
        return
    magic, _, page_size, _, salt, other_salt, *seed = _HEAD.unpack_from(written)
    order = _ORDERS.get(magic, "<")
    sound = _head_is_sound(written)
    if not sound:
        page_size = _PAGE_SIZE
    before: Sums = (seed[0], seed[1])
    size = _FRAME_HEAD.size + page_size
    begin = _HEAD.size + number * size
    if number:
        *_, first, second = _FRAME_HEAD.unpack_from(written, begin - size)
        before = (first, second)
    for start in range(begin, len(written) - size + 1, size):
        page, pages, *salts, first, second = _FRAME_HEAD.unpack_from(written, start)
        # Only one of the two salts of a spoilt head can have suffered.
        same = (salts[0] == salt, salts[1] == other_salt)
        body = written[start + _FRAME_HEAD.size : start + size]
        sums = _sums(body, _sums(written[start : start + 8], before, order), order)
        before = (first, second)
        ours = page > 0 and (all if sound else any)(same)
        yield _Frame(page, pages > 0, (salts[0], salts[1]), ours, before, sums == before)


def _sums(data: bytes, seed: Sums, order: Order) -> Sums:
    """SQLite's checksum of some words, going on from another."""
    first, second = seed
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for one, other in zip(words, words, strict=True):
        first = (first + one + second) & _WORD
        second = (second + other + first) & _WORD
    return first, second

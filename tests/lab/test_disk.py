"""The disk that forgets, by itself and over its socket."""

from __future__ import annotations

import errno
import socket
import struct
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.lab.disk import BLOCK, SECTOR, Disk, PowerFailed
from tests.lab.nbd import DiskServer

BLOCKS = 32


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    image = tmp_path / "image"
    image.write_bytes(b"o" * BLOCK * BLOCKS)
    disk = Disk(image, tmp_path / "changes")
    yield disk
    disk.close()
    assert image.read_bytes() == b"o" * BLOCK * BLOCKS


def test_what_was_flushed_survives_any_cut(disk: Disk) -> None:
    for seed in range(20):
        text = bytes([seed]) * 3 * BLOCK
        disk.write(BLOCK, text)
        disk.flush()
        disk.cut(Random(seed))
        assert disk.read(BLOCK, len(text)) == text


def test_after_a_cut_every_sector_is_the_flushed_one_or_the_one_written_since(disk: Disk) -> None:
    fates = set()
    for seed in range(40):
        dice = Random(seed)
        disk.write(0, b"a" * BLOCK * BLOCKS)
        disk.flush()
        disk.write(0, b"b" * BLOCK * (BLOCKS // 2))
        lost = disk.cut(dice)
        now = disk.read(0, BLOCK * BLOCKS)
        sectors = [now[at : at + SECTOR] for at in range(0, len(now), SECTOR)]
        assert set(sectors) <= {b"a" * SECTOR, b"b" * SECTOR}
        assert now[BLOCK * (BLOCKS // 2) :] == b"a" * BLOCK * (BLOCKS // 2)
        kept = [now[at : at + BLOCK] == b"b" * BLOCK for at in range(0, len(now) // 2, BLOCK)]
        assert lost == kept.count(False)
        fates.add("all" if all(kept) else "some" if any(kept) else "none")
    assert fates == {"all", "some", "none"}


def test_what_is_written_through_the_cache_is_safe_and_nothing_else(disk: Disk) -> None:
    everything_lost = next(seed for seed in range(99) if Random(seed).choice((0, 1, 2)) == 0)
    disk.write(0, b"a" * BLOCK)
    disk.write(BLOCK, b"b" * BLOCK, through=True)
    disk.cut(Random(everything_lost))
    assert disk.read(0, 2 * BLOCK) == b"o" * BLOCK + b"b" * BLOCK


def test_any_bytes_can_be_written_and_read(disk: Disk) -> None:
    dice = Random(1)
    model = bytearray(b"o" * BLOCK * BLOCKS)
    for _ in range(300):
        at = dice.randrange(len(model))
        data = dice.randbytes(min(dice.randint(1, 3 * BLOCK), len(model) - at))
        disk.write(at, data, through=dice.random() < 0.2)
        model[at : at + len(data)] = data
        if dice.random() < 0.2:
            disk.flush()
        at = dice.randrange(len(model))
        length = dice.randint(1, len(model) - at)
        assert disk.read(at, length) == model[at : at + length]


def test_a_saved_disk_holds_everything_that_was_flushed(disk: Disk, tmp_path: Path) -> None:
    disk.write(BLOCK * 5 + 10, b"kept")
    disk.flush()
    disk.write(BLOCK * 6, b"not flushed")
    disk.save(tmp_path / "saved")
    saved = (tmp_path / "saved").read_bytes()
    assert saved[BLOCK * 5 : BLOCK * 5 + 20] == b"o" * 10 + b"kept" + b"o" * 6
    assert b"not flushed" not in saved


def test_a_failed_card_can_be_read_but_not_written(disk: Disk) -> None:
    disk.refuses = True
    with pytest.raises(OSError, match="failed"):
        disk.write(0, b"x")
    with pytest.raises(OSError, match="failed"):
        disk.flush()
    assert disk.read(0, 1) == b"o"


def test_the_power_can_fail_at_a_write_and_then_nothing_is_taken_any_more(disk: Disk) -> None:
    disk.fail_at(2)
    disk.write(0, b"first")
    with pytest.raises(PowerFailed):
        disk.write(BLOCK, b"second")
    assert disk.off.is_set()
    for use in (disk.flush, lambda: disk.read(0, 1), lambda: disk.write(0, b"third")):
        with pytest.raises(PowerFailed):
            use()
    assert disk.cut(Random(1)) == 2
    assert disk.read(0, 5) == disk.read(BLOCK, 5) == b"ooooo"  # and it can be used again
    disk.write(0, b"first")


class Client:
    """As much of the protocol as QEMU speaks."""

    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(30)
        self.socket.connect(str(path))
        assert self.take(18) == b"NBDMAGICIHAVEOPT\x00\x03"
        self.socket.sendall(struct.pack(">I", 3))
        assert self.option(8) == [(0x80000001, b"")]  # structured replies: not here
        (kind, export), (end, _) = self.option(7, struct.pack(">IH", 0, 0), answers=2)
        assert (kind, end) == (3, 1)
        self.size = struct.unpack(">HQH", export)[1]

    def take(self, length: int) -> bytes:
        data = b""
        while len(data) < length:
            part = self.socket.recv(length - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def option(self, number: int, data: bytes = b"", answers: int = 1) -> list[tuple[int, bytes]]:
        self.socket.sendall(b"IHAVEOPT" + struct.pack(">II", number, len(data)) + data)
        said = []
        for _ in range(answers):
            _, option, kind, length = struct.unpack(">QIII", self.take(20))
            assert option == number
            said.append((kind, self.take(length)))
        return said

    def ask(
        self, kind: int, offset: int = 0, length: int = 0, data: bytes = b"", flags: int = 0
    ) -> tuple[int, bytes]:
        self.socket.sendall(
            struct.pack(">IHHQQI", 0x25609513, flags, kind, 7, offset, length or len(data)) + data
        )
        magic, error, handle = struct.unpack(">IIQ", self.take(16))
        assert (magic, handle) == (0x67446698, 7)
        return error, self.take(length) if kind == 0 and not error else b""


def test_qemu_reads_writes_and_flushes_over_a_socket(disk: Disk, tmp_path: Path) -> None:
    with DiskServer(disk, tmp_path / "socket"):
        client = Client(tmp_path / "socket")
        assert client.size == BLOCK * BLOCKS
        assert client.ask(1, 100, data=b"hello") == (0, b"")
        assert client.ask(0, 99, 7) == (0, b"ohelloo")
        assert disk.flushes == 0
        assert client.ask(3) == (0, b"")
        assert disk.flushes == 1
        assert client.ask(1, 200, data=b"safe", flags=1) == (0, b"")
        assert client.ask(0, BLOCK * BLOCKS, 1) == (errno.EINVAL, b"")
        disk.refuses = True
        assert client.ask(1, 0, data=b"x") == (errno.EIO, b"")
        client.socket.close()
        again = Client(tmp_path / "socket")
        assert again.ask(0, 100, 5) == (0, b"hello")
        again.socket.close()
    assert not (tmp_path / "socket").exists()


def test_a_server_that_is_stopped_cuts_its_client_off(disk: Disk, tmp_path: Path) -> None:
    with DiskServer(disk, tmp_path / "socket"):
        client = Client(tmp_path / "socket")
        assert client.ask(0, 0, 1) == (0, b"o")
    with pytest.raises((EOFError, ConnectionError)):
        client.ask(0, 0, 1)
    client.socket.close()


def test_a_write_at_which_the_power_fails_is_not_answered(disk: Disk, tmp_path: Path) -> None:
    disk.fail_at(1)
    with DiskServer(disk, tmp_path / "socket"):
        client = Client(tmp_path / "socket")
        client.socket.settimeout(0.2)
        with pytest.raises(TimeoutError):
            client.ask(1, 0, data=b"x")
        client.socket.settimeout(30)
    with pytest.raises((EOFError, ConnectionError)):
        client.take(1)
    client.socket.close()

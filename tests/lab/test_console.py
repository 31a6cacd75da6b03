"""The console, with a real shell at its other end."""

from __future__ import annotations

import os
import pty
import socket
import subprocess
import termios
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lab.console import Console, ConsoleError, Said, parse


def test_the_exit_code_ends_what_a_command_said() -> None:
    heard = b"one\r\ntwo\r\n\r\nlab1x 3\r\nlater"
    assert parse(heard, "lab1x") == (Said(3, "one\ntwo"), b"later")


def test_a_mark_that_is_cut_off_or_echoed_is_no_end() -> None:
    assert parse(b"one\n\nlab1x", "lab1x") is None
    assert parse(b"one\n\nlab1x 1", "lab1x") is None
    assert parse(b"printf '\\n%s%s %d\\n' lab 1x $?\n", "lab1x") is None
    assert parse(b"\n\nlab2x 0\n", "lab1x") is None


@pytest.fixture
def console() -> Iterator[Console]:
    """A shell on a terminal that echoes, as a serial port does."""
    ours, theirs = socket.socketpair()
    master, slave = pty.openpty()
    assert termios.tcgetattr(slave)[3] & termios.ECHO
    shell = subprocess.Popen(
        ["/bin/bash", "--noprofile", "--norc", "--noediting", "-i"],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={"PS1": "", "PS2": "", "PATH": os.environ["PATH"]},
        start_new_session=True,
    )
    os.close(slave)

    def forward(read: int, write: int) -> None:
        try:
            while data := os.read(read, 4096):
                os.write(write, data)
        except OSError:
            pass

    threads = [
        threading.Thread(target=forward, args=(master, theirs.fileno())),
        threading.Thread(target=forward, args=(theirs.fileno(), master)),
    ]
    for thread in threads:
        thread.start()
    console = Console(ours)
    console.wait(30)
    yield console
    shell.kill()
    shell.wait()
    console.close()
    for thread in threads:
        thread.join()
    theirs.close()
    os.close(master)


def test_commands_say_their_output_and_how_they_ended(console: Console) -> None:
    assert console.run("echo hello; echo to stderr >&2; (exit 7)") == Said(7, "hello\nto stderr")
    assert console.run("cd /tmp && pwd") == Said(0, "/tmp")
    assert console.check("printf %s 'no newline'") == "no newline"


def test_a_command_that_must_succeed_tells_what_it_said(console: Console) -> None:
    with pytest.raises(ConsoleError, match="ended with 1: no such ship"):
        console.check("echo no such ship; false")


def test_a_late_answer_is_not_taken_for_the_next_one(console: Console) -> None:
    with pytest.raises(ConsoleError, match="no answer in time"):
        console.run("sleep 1; echo late", timeout=0.2)
    assert console.run("echo in time").output.endswith("in time")


def test_a_file_of_any_bytes_can_be_put_into_the_guest(console: Console, tmp_path: Path) -> None:
    data = bytes(range(256)) * 40
    console.put(str(tmp_path / "a file"), data)
    assert (tmp_path / "a file").read_bytes() == data

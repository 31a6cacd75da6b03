"""A process that answers questions: whatever happens to it, whoever asks is told something."""

from __future__ import annotations

import os
import queue
import signal
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from tests.patience import PATIENCE, until
from vision.processes.keeper import Keeper, Limits, Lost, Running, Work, worker

SOON = 0.3


def kept(
    limits: Limits | None = None, idle: float = PATIENCE, patience: float = PATIENCE
) -> Keeper[bytes, bytes]:
    command = worker("tests.vision.processes.told", limits)
    return Keeper(Work("The process of a test", command, bytes, bytes), patience, idle)


@pytest.fixture
def keeper() -> Iterator[Keeper[bytes, bytes]]:
    keeper = kept()
    assert keeper.pid is None, "nobody has asked anything"
    yield keeper
    keeper.close()


def said(answer: Future[bytes]) -> bytes:
    return answer.result(PATIENCE)


def test_it_answers_one_question_after_another_and_is_started_again_when_it_was_killed(
    keeper: Keeper[bytes, bytes],
) -> None:
    answers = [keeper.ask(question) for question in (b"one", b"print two", b"x" * 3_000_000)]
    assert [said(answer) for answer in answers] == [b"one", b"print two", b"x" * 3_000_000]
    first = keeper.pid
    assert first
    os.kill(first, signal.SIGKILL)
    assert said(keeper.ask(b"four")) == b"four"
    assert keeper.pid not in (None, first)


def test_who_dies_of_a_question_is_asked_once_more_and_then_given_up(
    keeper: Keeper[bytes, bytes],
) -> None:
    with pytest.raises(Lost):
        said(keeper.ask(b"die"))
    assert said(keeper.ask(b"next")) == b"next"


@pytest.mark.parametrize("size", [10, 3_000_000])
def test_one_that_was_stopped_is_ended_and_the_next_question_finds_a_new_one(size: int) -> None:
    """Also if it is asked for more than waits in a pipe for somebody to take it."""
    keeper = kept()
    assert said(keeper.ask(b"first")) == b"first"
    stopped = keeper.pid
    assert stopped
    os.kill(stopped, signal.SIGSTOP)
    keeper._patience = SOON
    with pytest.raises(Lost):
        said(keeper.ask(bytes(size)))
    assert not _is_there(stopped)
    keeper._patience = PATIENCE
    assert said(keeper.ask(b"next")) == b"next"
    keeper.close()


def test_one_that_hangs_keeps_nobody_at_the_end() -> None:
    keeper = kept()
    hanging, waiting = keeper.ask(b"hang"), keeper.ask(b"later")
    until(lambda: keeper.pid)
    keeper.close()
    keeper.close()
    with pytest.raises(Lost):
        said(hanging)
    assert waiting.cancelled()
    assert keeper.ask(b"after the end").cancelled()
    assert keeper.pid is None


def test_it_ends_when_nothing_has_been_asked_for_a_while() -> None:
    keeper = kept(idle=0.01)
    assert said(keeper.ask(b"first")) == b"first"
    until(lambda: keeper.pid is None)
    assert said(keeper.ask(b"second")) == b"second"
    keeper.close()


def test_it_takes_no_more_time_and_memory_for_a_question_than_it_may() -> None:
    keeper = kept(Limits(seconds=1, megabytes=50))
    assert said(keeper.ask(b"grow 40000000")) == b"40000000"
    assert said(keeper.ask(b"grow 60000000")) == b"no more memory"
    patient = keeper.pid
    with pytest.raises(Lost):
        said(keeper.ask(b"compute"))
    assert patient is not None
    assert not _is_there(patient)
    assert said(keeper.ask(b"next")) == b"next"
    keeper.close()


def test_one_with_work_of_its_own_is_heard_and_started_again_until_it_is_to_end() -> None:
    lines: queue.Queue[bytes] = queue.Queue()
    begun: list[int] = []
    command = ("sh", "-c", "echo $$; exec cat")
    running = Running("A test", command, lines.put, 0.0, lambda child: begun.append(child.pid))
    running.keep()
    first = int(lines.get(timeout=PATIENCE))
    assert first == running.pid
    running.signal(signal.SIGKILL)
    second = int(lines.get(timeout=PATIENCE))
    running.end(lambda child: child.terminate())
    running.end(lambda child: child.terminate())
    assert begun == [first, second]
    assert not _is_there(second)
    assert running.pid is None


def test_one_that_cannot_be_started_is_tried_again_until_it_can_be(tmp_path: Path) -> None:
    lines: queue.Queue[bytes] = queue.Queue()
    program = tmp_path / "program"
    running = Running("A test", (str(program),), lines.put, 0.01, lambda _: None)
    running.keep()
    whole = tmp_path / "whole"
    whole.write_text("#!/bin/sh\necho here\nexec cat\n")
    whole.chmod(0o755)
    whole.rename(program)
    assert lines.get(timeout=PATIENCE) == b"here\n"
    running.end(lambda child: child.terminate())


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True

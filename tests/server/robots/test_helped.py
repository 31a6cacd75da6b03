"""Robot hands do for robot seats what the screen says, and the camera checks it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules.games import GAMES
from server.robots.helped import HelpedSeats
from server.robots.match import RobotMatch
from server.store import Store

GAME: Any = GAMES["port_royal"]


def test_a_match_with_a_strong_robot_goes_on_when_the_process_that_searches_is_killed(
    tmp_path: Path,
) -> None:
    seats = HelpedSeats({"red": "strong"}, seconds=0.05, kills=2)
    with (
        Store.open(tmp_path / "store.db") as store,
        RobotMatch(store, GAME, ("Ann", "Bob"), 2, sensible=True, seats=seats) as robots,
    ):
        report = robots.play(choices=36)
        (record,) = store.matches()
        match, rows = store.load(record.id), store.entries(record.id)
        assert report.killed == 2
        assert report.decided >= 8
        assert match.journal == list(report.intended[: len(match.journal)])
        assert len(report.intended) - len(match.journal) <= 1
        answered = zip(match.answers, [row for row in rows if row.kind == "choice"], strict=True)
        by_robot = {row.by for taken, row in answered if taken.who.colour == "red"}
        assert by_robot == {"robot", "camera"}, "it says itself what needs no hand"
        assert not robots.table.refusals
        _move_otherwise_than_the_robot_wants(robots, seats)


def _move_otherwise_than_the_robot_wants(robots: RobotMatch, seats: HelpedSeats) -> None:
    """Another card than the robot's is taken for it: that is wrong until it lies back."""
    player, table = robots.player, robots.table
    while True:
        choice = robots.intended.choice
        assert choice is not None
        if choice.who.colour == "red":
            others = [option for option in choice.legal() if option.moves and not option.by_phone]
            told = seats.decision(choice.who)
            others = [option for option in others if told.option and option.key != told.option.key]
            if others:
                break
        player.step()
    before = player.shown
    (move, *_) = others[0].moves
    assert move.piece
    table.hands.put(move.piece, move.target)
    table.settle()
    assert player.shown == before
    assert "a robot plays for Ann and wants: " in str(table.view.wrong[move.piece])
    table.hands.put(move.piece, move.source)
    table.settle()
    assert not table.view.wrong
    player.step()
    assert len(player.shown) > len(before)

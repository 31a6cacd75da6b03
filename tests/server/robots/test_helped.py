"""Robot hands do for robot seats what the screen says, and the camera checks it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules.games import GAMES
from server.robots.helped import HelpedSeats
from server.robots.match import RobotMatch
from server.robots.open_hands import OpenHands
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


def test_the_hand_of_a_robot_lies_open_and_all_of_it_has_to_be_seen(tmp_path: Path) -> None:
    seats = HelpedSeats({"blue": "sensible"})
    with (
        Store.open(tmp_path / "store.db") as store,
        RobotMatch(
            store, GAMES["maracaibo"], ("Ann", "Bob"), 21, sensible=True, seats=seats
        ) as robots,
    ):
        player, table = robots.player, robots.table
        while len(robots.intended.journal) < 12 or not _has_to_think(robots, "hand:blue"):
            player.step()
        (blue,) = (seat for seat in robots.intended.seats if seat.colour == "blue")
        truth = player.simulation.dealer.piles
        held = OpenHands(lambda: table.view)
        assert {*held("hand:blue")} == {*truth["hand:blue"]}
        assert not held("hand:red"), "people hold theirs"
        card, number = truth["hand:blue"][0], len(truth["hand:blue"])
        table.hands.put(card, "deck")
        table.settle()
        assert not table.view.wrong, "nobody but its owner knows what is in a hand"
        assert str(held.trouble(robots.intended, blue)).startswith(f"Lay open {number} cards (")
        table.hands.put(card, "hand:blue")
        table.settle()
        assert held.trouble(robots.intended, blue) is None
        player.step()
        (record,) = store.matches()
        journal = store.load(record.id).journal
        assert journal == robots.intended.journal[: len(journal)]


def _has_to_think(robots: RobotMatch, hand: str) -> bool:
    choice = robots.intended.choice
    held = robots.player.simulation.dealer.piles[hand]
    return choice is not None and choice.who.colour == "blue" and len(held) > 1


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
    assert "the robot for Ann wants: " in str(table.view.wrong[move.piece])
    table.hands.put(move.piece, move.source)
    table.settle()
    assert not table.view.wrong
    if table.view.provisional:
        table.press_next()  # what was done before is final now
    table.press_next()
    assert player.shown == before, "nobody passes for it"
    assert "NEXT cannot pass here: the robot for Ann" in str(table.refusals[-1])
    player.step()
    assert len(player.shown) > len(before)

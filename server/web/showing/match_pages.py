"""What pages show of one match, at its table and in its club alike.

How it stands, its scores, its whole course and every single step, ready for the templates
`table.html`, `scores.html`, `history_match.html` and `history_step.html`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from flask import abort, render_template

from rules.at_once import SeatOption
from rules.flow import Seat
from rules.games import GAMES
from rules.match import Match
from server.live.messages import View
from server.store import Entry
from server.web.games import drawn_by
from server.web.parts.card_drawings import drawing, show
from server.web.parts.cards import Card, Face
from server.web.parts.chart import NARROW, WIDE, chart
from server.web.parts.points import Courses, compared, scores
from server.web.showing.drawing import just_moved, picture
from server.web.showing.ending import ended, ending
from server.web.showing.happened import Happening, happenings, told_at
from server.web.showing.replays import Replay
from server.web.showing.reports import Reported, reported, rows_behind_answers
from vision.printed_copy import copy_of

_MOVES = 8
"""How many of the last rows are shown."""
_courses = Courses()


@dataclass(frozen=True, slots=True)
class Way:
    """The steps that lead on from one; None where it goes no further."""

    first: int | None
    turn_back: int | None
    back: int | None
    forward: int | None
    turn_forward: int | None
    last: int | None


@dataclass(frozen=True, slots=True)
class Turn:
    step: int
    who: tuple[Seat, ...]
    """Nobody in the set-up, and everybody where all play at once."""
    rows: tuple[Happening, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A row, and who or what has told the match what is in it."""

    row: Happening
    reports: tuple[Reported, ...]
    """Of its answers, each way to tell it once."""
    provisional: bool


def now(view: View, match: Match[Any], rows: Iterable[Entry]) -> dict[str, Any]:
    """Whose turn it is, what lies where and what happened last, for the match of a view."""
    moved = just_moved(match)
    return {
        "picture": picture(match, view.sighting, view.wrong, moved),
        "scores": scores(match),
        "moves": _last_moves(view, match, rows),
        "end": ended(view),
    }


def points(match_id: int, match: Match[Any]) -> dict[str, Any]:
    """Everybody's points, line by line, and how they grew."""
    course, listed = _courses.course(match_id, match), scores(match)
    sides = match.game.scoring.sides(match.table)
    return {
        "match": match,
        "outcome": match.outcome(),
        "end": ending(match, course),
        "scores": listed,
        "compared": compared(match, listed),
        "course": course,
        "charts": [chart(sides, course, *size) for size in (NARROW, WIDE)],
    }


def whole(replay: Replay) -> dict[str, Any]:
    """A match to be looked back at: its points, and where every turn starts."""
    return {
        "record": replay.record,
        "turns": _turns(replay.match),
        **points(replay.record.id, replay.match),
    }


def at_step(replay: Replay, step: int) -> dict[str, Any]:
    """The table after so many choices, and the last of them. There may be no such step."""
    match = replay.match
    if step > len(match.journal):
        abort(404)
    row, move, moved = None, None, []
    if step:
        row, answer = replay.reported[step - 1], match.answers[step - 1]
        move = reported(match, step, row)
        moved = [m.piece for m in match.fork(step - 1).take(answer.option) if m.piece]
    then = match.fork(step)
    return {
        "record": replay.record,
        "match": then,
        "step": step,
        "steps": len(match.journal),
        "way": _way(step, [start.answered for start in match.checkpoints], len(match.journal)),
        "move": move,
        "told": told_at(match, step) if step else None,
        "row": row,
        "picture": picture(then, moved=moved),
        "scores": scores(then),
    }


def about_piece(match: Match[Any] | None, game: str, kind: str) -> str:
    """The page that says what a kind of piece does, in this match if it is one of its game."""
    match = _match_of(game, match)
    found = next((each for each in match.game.pieces.values() if each.kind == kind), None)
    if found is None:
        abort(404)
    own, drawn = drawn_by(game), drawing(game, kind, copy_of(match.game))
    show([drawn] if drawn else [])
    card = Card(found, own.faces.get(kind, Face()), drawing=drawn)
    sentences = own.reads(match, found) if own.reads else ()
    return render_template(
        "piece.html", title=found.name, card=card, sentences=sentences, match=match
    )


def about_topic(match: Match[Any] | None, game: str, key: str) -> str:
    """The page that says what a place, a sign or an account is."""
    match, tell = _match_of(game, match), drawn_by(game).topic
    found = tell(match, key) if tell else None
    if found is None:
        abort(404)
    return render_template(
        "piece.html", title=found.title, card=None, sentences=found.rules, match=match
    )


def _match_of(game: str, match: Match[Any] | None) -> Match[Any]:
    if match is not None and match.game.name == game:
        return match
    return _at_first(game) if game in GAMES else abort(404)


@cache
def _at_first(game: str) -> Match[Any]:
    """A match as it begins; pages only read it."""
    played = GAMES[game]
    names = [str(number) for number in range(1, min(played.seats) + 1)]
    return Match(played, played.seat(names), {})


def _last_moves(view: View, match: Match[Any], entries: Iterable[Entry]) -> list[Told]:
    """The newest first."""
    rows = rows_behind_answers(entries)
    final = view.final if view.provisional else len(match.answers)
    found = []
    for row in happenings(match, _MOVES):
        numbers = range(row.number, min(row.last, len(rows)) + 1)
        reports = [reported(match, number, rows[number - 1]) for number in numbers]
        ways = {(each.by, each.seat): each for each in reversed(reports)}
        found.append(Told(row, tuple(reversed(ways.values())), row.last > final))
    return found


def _turns(match: Match[Any]) -> list[Turn]:
    """Where every turn starts, the set-up first."""
    rows, turns = happenings(match), list[Turn]()
    for answered, table in match.checkpoints:
        turns.append(Turn(answered, _whose(match, answered, table.active), ()))
    for number, turn in reversed(list(enumerate(turns))):
        own = [row for row in rows if row.number > turn.step]
        rows = rows[len(own) :]
        turns[number] = replace(turn, rows=tuple(reversed(own)))
    return turns


def _whose(match: Match[Any], answered: int, active: Seat | None) -> tuple[Seat, ...]:
    first = match.answers[answered].option if answered < len(match.answers) else None
    if isinstance(first, SeatOption):
        return tuple(match.seats)  # all at once
    return (active,) if active else ()


def _way(step: int, turns: Sequence[int], last: int) -> Way:
    earlier = [turn for turn in turns if turn < step]
    later = [turn for turn in turns if turn > step]
    return Way(
        first=0 if step else None,
        turn_back=earlier[-1] if earlier else None,
        back=step - 1 if step else None,
        forward=step + 1 if step < last else None,
        turn_forward=later[0] if later else last if step < last else None,
        last=last if step < last else None,
    )

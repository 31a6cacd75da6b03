"""What is different about a match for seats that robots play: they say much themselves, and hands
do for them what they want and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.explain import Run
from rules.text import Text
from server.live.concluded import certain, steps
from server.live.helpers import Robots
from server.live.match import ROBOT, Act, Live
from server.live.messages import Refused
from server.live.search import Astray, Begun, Finding, Search
from server.store.rows import Entry


def as_decided(search: Search, found: Finding, robots: Robots | None, match_id: int) -> Finding:
    """What hands have done, up to the first answer that a robot has not decided."""
    if robots is None or not isinstance(found, Run | Begun):
        return found
    fork = search.match.fork()
    for number, key in enumerate(found.keys):
        option = fork.option(key)
        why = robots.why_not(match_id, fork, option)
        if why is not None:
            return _up_to(number, search, found, why)
        fork.take(option)
    return found


def _up_to(number: int, search: Search, found: Run | Begun, why: Text) -> Begun | Astray:
    """What was done before it counts as far as it can be seen; else all that has moved is wrong."""
    before = found.keys[: certain(steps(search.match, found.keys[:number]))]
    if before:
        return Begun(tuple(before))
    moved = search.snapshot.moved(search.match)
    return Astray(dict.fromkeys(moved), dict.fromkeys(moved, why))


def said_by_robot(acts: Iterable[Act]) -> list[Act]:
    """What a phone would have said, said by a robot."""
    return [act._replace(by=ROBOT) if act.by.startswith("phone:") else act for act in acts]


def next_pressed(live: Live, robots: Robots | None, match_id: int) -> list[Act]:
    """NEXT. It does not pass for a robot that wants something else."""
    option = live.next_answer()
    why = robots.why_not(match_id, live.match, option) if robots and option else None
    if why is not None:
        raise Refused(Text("NEXT cannot pass here: {why}", why=why))
    return live.press_next()


def undone(live: Live, entries: Iterable[Entry], whole_turn: bool) -> list[Act]:
    """UNDO. A robot would say again at once what it has said itself: that is taken back together
    with what somebody did before it.
    """
    by = _given_by(entries)
    acts = live.press_undo(whole_turn)
    while (left := len(live.match.journal)) and by[left : left + 1] == [ROBOT]:
        acts += live.press_undo()
    return acts


def _given_by(entries: Iterable[Entry]) -> list[str]:
    """By whom or what each answer of a match was given."""
    found: list[str] = []
    for entry in entries:
        if entry.kind == "choice":
            found.append(entry.by)
        elif entry.kind == "undo":
            found.pop()
    return found

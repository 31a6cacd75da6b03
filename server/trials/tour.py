"""An evening prepared so that every page has something to show, and a walk through its pages.

The matches are played by the rules and kept in a real store; the table is the simulated one, seen
by the real vision. The pages are served as beside real buttons: a phone is let in by NEXT.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from firmware.panel import SimulatedPanel
from firmware.switches import Button
from rules.flow import TABLE
from rules.games import GAMES
from rules.match import Match
from rules.simulation import Simulation
from server.assistant import Assistant
from server.live.cameras import SIMULATED
from server.live.messages import Answer, Begin, Resume, View
from server.store import Entry
from server.web import create_app
from server.web.http.serving import WebServer

GAME = "port_royal"
NAMES = ("Ann", "Bob", "Cleo", "Dora", "Emil")
_EVENING = 1_700_000_000.0
_SECONDS = 10
"""Between two choices."""
_REPORTERS = ("camera", "phone:red", "button")
_PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Stop:
    """A page to look at, as long as nobody goes on; the name says what is special about it."""

    name: str
    path: str
    looks_on: bool = False
    """Whether it is seen by a phone that has not joined."""


class Tour:
    def __init__(self, url: str, assistant: Assistant) -> None:
        self.url = url
        self.assistant = assistant
        assert isinstance(assistant.panel, SimulatedPanel)
        self.panel: SimulatedPanel = assistant.panel

    def let_in(self) -> None:
        """Somebody at the table holds NEXT for the phone that asks."""
        self.panel.hold(Button.NEXT)

    def stops(self, sit: Callable[[str], None]) -> Iterator[Stop]:
        """From page to page; what is asked and what lies on the table changes on the way.

        `sit` is called when the phone that has joined has to take the seat of a colour.
        """
        host, store = self.assistant.host, self.assistant.store
        over = self._played(2, lambda match: match.choice is None)
        store.finish(over, _EVENING + 3600)
        store.keep_results(over)
        late = self._played(5, _is_well_stocked)
        yield Stop("start-looking-on", "/", looks_on=True)
        yield Stop("table-no-match", "/table")
        host.ask(Begin(GAME, NAMES[:3], {})).result(_PATIENCE)
        self._seen()
        sit("red")
        yield Stop("start", "/")
        yield Stop("what", f"/new-match/what?game={GAME}")
        yield Stop("set-up", "/set-up")
        yield Stop("check", "/check")
        yield Stop("check-aim", "/check/aim")
        yield Stop("join", "/join")
        yield Stop("join-looking-on", "/join", looks_on=True)
        yield Stop("me-looking-on", "/me", looks_on=True)
        self._go_on_with(late)
        sit("red")
        sit("blue")
        yield Stop("table", "/table")
        yield Stop("scores", "/scores")
        yield Stop("rules", "/rules")
        yield Stop("simulated", "/simulated")
        yield Stop("simulated-looking-on", "/simulated", looks_on=True)
        yield Stop("camera", "/camera")
        yield Stop("history", "/history")
        yield Stop("history-match", f"/history/{over}")
        yield Stop("players", f"/players?game={GAME}")
        yield Stop("player", "/players/1")
        yield Stop("history-step", f"/history/{late}/{_answered(host.view) - 1}")
        yield Stop("printed-values", "/edition/maracaibo")
        yield Stop("printed-values-chapter", "/edition/maracaibo?chapter=3")
        yield Stop("error", "/nowhere")
        yield Stop("me", "/me")
        self._misplace_a_card()
        yield Stop("table-wrong", "/table")
        yield Stop("me-wrong", "/me")
        host.ask(Begin(GAME, NAMES[:2], {})).result(_PATIENCE)
        self._seen()
        for key in ("first:red", "draw"):
            assert host.view.match is not None
            host.ask(Answer(host.view.match.seats[0], key)).result(_PATIENCE)
        sit("red")
        yield Stop("me-which-card", "/me")
        self._go_on_with(over)
        yield Stop("table-over", "/table")
        yield Stop("scores-over", "/scores")

    def _played(self, seats: int, until: Callable[[Match[Any]], bool]) -> int:
        """A stored match as it was when something first held."""
        simulation = Simulation(GAMES[GAME], NAMES[:seats], {}, seed=25)
        while not until(simulation.match):
            simulation.step()
        match, store = simulation.match, self.assistant.store
        match_id = store.new_match(GAME, NAMES[:seats], match.settings, _EVENING)
        rows = [
            Entry("choice", key, _REPORTERS[number % 3], _EVENING + _SECONDS * number)
            for number, key in enumerate(match.journal)
        ]
        # What was done before this turn is final, as after NEXT.
        done = match.script_start if match.choice else len(rows)
        rows.insert(done, Entry("final", "", "button", _EVENING + _SECONDS * done))
        store.append(match_id, rows)
        return match_id

    def _go_on_with(self, match_id: int) -> None:
        """Twice: the first time its cards are laid out, the second time they lie there already."""
        for _ in range(2):
            self.assistant.host.ask(Resume(match_id)).result(_PATIENCE)
            self._seen()
        self._until(lambda view: not view.wrong)

    def _misplace_a_card(self) -> None:
        table = self.assistant.playground
        assert table is not None
        card = next(lying for lying in table.shown().pieces if "ship" in lying.piece)
        table.put(card.piece, table.spot_in("area:blue"))
        self._until(lambda view: view.wrong)

    def _seen(self) -> None:
        """Wait until the camera has seen the table as it lies now."""
        table = self.assistant.playground
        assert table is not None
        self._until(lambda view: not view.searching and table.is_seen_by(view.sighting))

    def _until(self, shown: Callable[[View], object]) -> None:
        give_up = time.monotonic() + _PATIENCE
        while not shown(self.assistant.host.view):
            if time.monotonic() > give_up:
                raise TimeoutError("The camera has not seen what was laid on the table.")
            time.sleep(0.02)


@contextmanager
def tour(folder: Path) -> Iterator[Tour]:
    """The pages of a table in an empty folder, served on a free port of this computer."""
    with (
        WebServer("127.0.0.1", 0) as web,
        Assistant(folder, SIMULATED, lambda _: None) as assistant,
    ):
        web.start(create_app(replace(assistant.tableside(web.port), own_screen=False)))
        yield Tour(f"http://127.0.0.1:{web.port}", assistant)
        web.stop()


def _is_well_stocked(match: Match[Any]) -> bool:
    """Red may take one of many cards, and everybody has some."""
    if match.choice is None or match.choice.who is TABLE or len(match.choice.options) < 10:
        return False
    places = match.table.places
    return (
        match.choice.who.colour == "red"
        and len(places["harbour"]) >= 6
        and all(len(places[f"area:{seat.colour}"]) >= 3 for seat in match.seats)
    )


def _answered(view: View) -> int:
    return len(view.match.journal) if view.match else 0

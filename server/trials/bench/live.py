"""From a card that lies still to the choice stored and sent, beside one whole scan by plain ArUco.

Pictures of 12 megapixels are rendered beforehand, so that only the assistant's own work counts:
every frame from the first one with the new card, what the host makes of it, and the disk.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import cv2

from rules.flow import TABLE
from rules.games import GAMES
from rules.pieces import Place
from rules.simulation import Simulation
from server.live.host import Host
from server.live.messages import Answer, Begin, View
from server.member.member import Member
from server.memory import MOST_MB
from server.progress import part
from server.robots.puppets import Puppets
from server.store import Store
from server.trials.bench import loading, membership, memory
from vision.layout import load_layout
from vision.locate.places import looking
from vision.picture_source import Frame, shrunk_grey
from vision.reading import Picture
from vision.recognise.tags import TagReader
from vision.registry import DICTIONARY, load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.render import render
from vision.simulator.scenes import arranged
from vision.watching.watch import Watch

NAMES = ("Ann", "Bob", "Cleo")
PLAYED = 150
"""Answers before the card is turned up: a table in the middle of a match."""
ROUNDS = 5
_EVERY = 0.2
_MOST_FRAMES = 100


class Turn(NamedTuple):
    """A table before and after a card is turned up, and the answers that have led there."""

    before: Mapping[str, Place]
    after: Mapping[str, Place]
    answers: Sequence[str]


def measure() -> dict[str, Any]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        part("a card that is read")
        turn = turned_up()
        before, after = picture(turn.before), picture(turn.after)
        ours = median(understood(before, after, turn.answers)[1] for _ in range(ROUNDS))
        plain = median(_plain_scan(after) for _ in range(ROUNDS))
        part("in a club")
        told = membership.measure(lambda join: _work(before, after, turn.answers, join))
    finally:
        cv2.setNumThreads(threads)
    return {
        "baseline": "cv2.aruco.ArucoDetector, one whole scan",
        "baseline_s": round(plain, 3),
        "live_s": round(ours, 3),
        "ratio": round(ours / plain, 3),
        **told,
        **loading.measure(),
        "resident_mb": memory.resident(),
    }


def as_text(figures: dict[str, Any]) -> str:
    return (
        f"From the still card to the choice stored and sent: {figures['live_s']} s of work, "
        f"{figures['ratio']} of {figures['baseline']} ({figures['baseline_s']} s).\n"
        f"{membership.as_text(figures)}\n{loading.as_text(figures)}\n"
        f"After {memory.MATCHES} matches of each game the assistant holds {figures['resident_mb']} "
        f"MB; {MOST_MB} are allowed."
    )


def turned_up() -> Turn:
    """In the middle of a match, the same one every time."""
    simulation = Simulation(GAMES["port_royal"], NAMES, {}, 5)
    puppets = Puppets(simulation)
    while len(simulation.match.journal) < PLAYED or not _about_to_draw(simulation):
        simulation.step()
    before = puppets.sighting().places
    card = simulation.dealer.piles["deck"][-1]
    return Turn(before, {**before, card.id: "harbour"}, simulation.match.journal)


def _about_to_draw(simulation: Simulation) -> bool:
    choice = simulation.match.choice
    return choice is not None and choice.next_key == "stop"


def picture(places: Mapping[str, Place]) -> Picture:
    """Of twelve megapixels."""
    cards: dict[Place, list[str]] = {}
    for piece, place in places.items():
        cards.setdefault(place, []).append(piece)
    scene = arranged(load_layout("port_royal"), load_registry("port_royal"), cards, untidy=0)
    return render(scene, Camera()).picture


def watch_of_the_table() -> Watch:
    layout, registry = load_layout("port_royal"), load_registry("port_royal")
    return Watch(TagReader(registry, layout), looking(layout, registry))


def understood(
    before: Picture,
    after: Picture,
    answers: Sequence[str],
    every: float = _EVERY,
    clock: Callable[[], float] = time.perf_counter,
    join: membership.Join = membership.in_no_club,
) -> tuple[float, float]:
    """Seconds for which frames are waited for, one `every` so many, and those of work on them."""
    watch = watch_of_the_table()
    with TemporaryDirectory() as folder, Store.open(Path(folder) / "matches.sqlite") as store:
        views: list[View] = []
        member = Member(store, lambda: None)

        def show(view: View) -> None:
            views.append(view)
            member.follow(view)

        host = Host(store, show)
        host.handle(Begin("port_royal", NAMES, {}))
        for key in answers:
            match = host.view.match
            assert match is not None
            assert match.choice is not None
            who = match.choice.who
            host.handle(Answer(match.seats[0] if who is TABLE else who, key))
        moment = 0.0
        while watch.state != "still":
            moment += every
            event = watch.see(frame_of(before, moment))
            if event is not None:
                host.handle(event)
        frames = [frame_of(after, moment + every * n) for n in range(1, _MOST_FRAMES)]
        with join(store, member):
            start = clock()
            for frame in frames:
                event = watch.see(frame)
                if event is not None:
                    host.handle(event)
                    break
            work = clock() - start
        match = views[-1].match
        if match is None or len(match.journal) != len(answers) + 2:
            raise RuntimeError("The card that was turned up was not understood.")
        return frame.time - frames[0].time, work


def _work(before: Picture, after: Picture, answers: Sequence[str], join: membership.Join) -> float:
    """Seconds of the processor: what other programs do meanwhile does not count."""
    return understood(before, after, answers, _EVERY, time.process_time, join)[1]


def frame_of(picture: Picture, moment: float) -> Frame:
    size = (picture.shape[1], picture.shape[0])
    return Frame(shrunk_grey(picture), size, lambda: picture, moment)


def _plain_scan(picture: Picture) -> float:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY))
    start = time.perf_counter()
    detector.detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    return time.perf_counter() - start

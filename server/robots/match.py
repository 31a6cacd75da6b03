"""Robots that play whole matches on a simulated table, with nothing but hands, buttons and phones.

They play what a simulation of their own intends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from rules.game import Game
from rules.match import Match
from rules.simulation import Simulation
from server.live.albums import Albums
from server.robots.helped import HelpedSeats, HelpfulPlayer
from server.robots.mistakes import KINDS, ClumsyPlayer
from server.robots.table import RobotTable
from server.store import Store
from vision.measure.art import portrait
from vision.recognise.album import tiles_of
from vision.simulator.scene import Deck


@dataclass(slots=True)
class Report:
    """How a match went."""

    intended: Sequence[str]
    journal: Sequence[str]
    frames: int
    questions: int
    learned: int
    """How many cards somebody had to name that nobody knew."""
    confirmed: int
    """How many somebody had to confirm, or to name where they could not be told."""
    mistakes: Sequence[str]
    """What the robots did wrong on purpose; all of it was noticed."""
    decided: int = 0
    """How many decisions of robot seats were carried out."""
    killed: int = 0
    """How often the process was killed that thinks for them."""


def show_tiles(match: Match[Any], albums: Albums) -> None:
    """Tiles that are known by their pictures are shown to the camera one by one before a match."""
    name, pictured = match.game.name, match.table.places.pictured
    tiles = [kind for kind in tiles_of(name) if kind in pictured] if pictured else []
    missing = [kind for kind in tiles if kind not in albums.cards(name)]
    if missing:
        portraits = (
            (kind, portrait(name, kind, Deck("hard"), n)) for n, kind in enumerate(missing)
        )
        albums.show(name, dict(portraits))


class RobotMatch:
    """Robots at a table. Use it in `with`."""

    def __init__(
        self,
        store: Store,
        game: Game[Any],
        names: Sequence[str],
        seed: int,
        settings: Mapping[str, str] | None = None,
        *,
        sensible: bool = False,
        mistakes: int = 0,
        kinds: Sequence[str] = KINDS,
        albums: Albums | None = None,
        seats: HelpedSeats | None = None,
    ) -> None:
        """`sensible` robots play as the game's own player would, the others at random. The mistakes
        are of these `kinds` in turn.

        Without `albums` of their own they learn the cards as they come, and keep them beside the
        store; tiles they show before. For `seats` of robots they only do what the screen says.
        """
        simulation = Simulation(game, names, settings or {}, seed)
        simulation.sensible = sensible
        albums = albums or Albums(store.path.parent)
        show_tiles(simulation.match, albums)
        open_hands = seats.strengths if seats else ()
        self.table = RobotTable(store, simulation, seed, albums, open_hands)
        self.seats = seats
        self.player = (
            HelpfulPlayer(simulation, self.table, seed, seats, mistakes, kinds)
            if seats
            else ClumsyPlayer(simulation, self.table, seed, mistakes, kinds)
        )
        self.table.answer_questions = self.player.answer_questions
        self.table.begin()
        if seats:
            seats.sit_down(store, self.table)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.seats:
            self.seats.close()
        self.table.close()

    @property
    def intended(self) -> Match[Any]:
        return self.player.intended

    def play(self, choices: int | None = None) -> Report:
        """Play to the end, or until so many choices are made."""
        player, table = self.player, self.table
        while self.intended.choice and (choices is None or len(self.intended.journal) < choices):
            player.step()
        if self.intended.choice is None:
            player.check(lag=0)
        return Report(
            intended=self.intended.journal,
            journal=player.shown,
            frames=table.frames,
            questions=table.questions,
            learned=table.learned,
            confirmed=table.confirmed,
            mistakes=player.mistakes,
            decided=self.seats.decided if self.seats else 0,
            killed=self.seats.killed if self.seats else 0,
        )

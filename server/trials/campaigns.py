"""Whole campaigns, many at once: whether each holds, how it goes on, and what it tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.audit import LONGEST, faults, replay_faults
from rules.campaign import Campaign
from rules.game import Game
from rules.match import Match
from rules.simulation import Simulation


@dataclass(frozen=True, slots=True)
class Played:
    """One campaign in figures."""

    seed: int
    seats: int
    choices: tuple[int, ...]
    """Of each of its matches."""
    told: tuple[int, ...]
    """How many passages of the story were new in each."""
    finished: int
    """How often the story came to its end; then another campaign begins with the same settings."""
    faults: tuple[str, ...] = ()
    passages: frozenset[tuple[str, str]] = frozenset()
    """All that was told."""


def play(
    game: Game[Any],
    names: Sequence[str],
    settings: Mapping[str, str],
    seed: int,
    *,
    matches: int,
    sensible: bool,
) -> Played:
    """Match after match, each with what the one before has left behind. All laws are checked after
    every choice, each match is replayed from its journal alone, and the story so far is compared
    with what the settings of a match alone can tell.
    """
    assert game.campaign is not None
    found, choices, told = list[str](), list[int](), list[int]()
    so_far, ever = set[tuple[str, str]](), set[tuple[str, str]]()
    finished, begun_with = 0, settings
    while not found and len(choices) < matches:
        number = len(choices) + 1
        simulation = Simulation(game, names, settings, seed + len(choices))
        simulation.sensible = sensible
        match = simulation.match
        try:
            found += _against_the_story(game.campaign, match, so_far)
            found += _laws(simulation)
        except Exception as error:
            # Whatever a rule stumbles over is what is looked for; other campaigns go on.
            found.append(f"after {len(match.journal)} choices {type(error).__name__}: {error}")
        found = [f"match {number}: {fault}" for fault in found]
        choices.append(len(match.journal))
        if not found:
            new = {(str(heading), str(text)) for heading, text in game.campaign.story(match.table)}
            told.append(len(new - so_far))
            so_far |= new
            ever |= new
            settings = {**settings, **game.campaign.left_behind(match.table)}
            if game.campaign.is_finished(match.table):
                finished += 1
                settings, so_far = begun_with, set()
    passages = frozenset(ever)
    return Played(seed, len(names), tuple(choices), tuple(told), finished, tuple(found), passages)


def _laws(simulation: Simulation) -> Iterator[str]:
    match = simulation.match
    yield from faults(simulation)
    while simulation.step():
        for fault in faults(simulation):
            yield f"after {len(match.journal)} choices {fault}"
            return
        if len(match.journal) > LONGEST:
            yield f"there is no end after {LONGEST} choices"
            return
    yield from (f"replayed from its journal, {fault}" for fault in replay_faults(match))


def _against_the_story(
    campaign: Campaign[Any], match: Match[Any], so_far: set[tuple[str, str]]
) -> Iterator[str]:
    """A game that keeps its story in the settings of a match keeps all of it."""
    before = {(str(heading), str(text)) for heading, text in campaign.before(match.table)}
    if before and before != so_far:
        yield f"the archive tells {len(before)} passages, the matches have told {len(so_far)}"


def summary(game: Game[Any], played: Sequence[Played]) -> dict[str, Any]:
    told = [number for campaign in played for number in campaign.told]
    return {
        "game": game.name,
        "campaigns": len(played),
        "matches": sum(len(campaign.choices) for campaign in played),
        "choices": sum(sum(campaign.choices) for campaign in played),
        "finished": sum(campaign.finished for campaign in played),
        "passages": len({passage for campaign in played for passage in campaign.passages}),
        "with_news": round(sum(map(bool, told)) / max(1, len(told)), 3),
        "faults": {campaign.seed: campaign.faults for campaign in played if campaign.faults},
    }

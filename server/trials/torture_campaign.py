"""Pulls the plug around the ends of matches: what one leaves behind is where the next begins.

Each time a process goes on with the newest campaign in the store. It plays the last answers of a
match, begins the next one, and is killed at a random moment. Then everything that was shown must be
there, and every match must have begun with what the one before has left behind.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.games import GAMES
from rules.simulation import Simulation
from server.live.host import Host
from server.live.messages import Answer, Begin, Resume, View
from server.store import Entry, Store
from server.trials.torture import Damage, digest, leave_debris, lost, play_until_cut

EVENINGS = 4
"""Matches of each campaign."""
LAST = 6
"""Answers at the end of every match that are given one by one."""


@dataclass(frozen=True, slots=True)
class Evening:
    settings: Mapping[str, str]
    seats: tuple[str, ...]
    """The colours of those who answered; the table answers as the first of them."""
    keys: tuple[str, ...]


def torture_campaign(
    game: str, path: Path, cuts: int, seed: int, progress: Callable[[Damage], None]
) -> Damage:
    """`path` is the store to be made and tortured."""
    dice, damage, played = random.Random(seed), Damage(), evenings(game, seed)
    for _ in range(cuts):
        shown = play_until_cut(lambda pipe: _play(game, played, path, pipe), dice)
        leave_debris(path, dice)
        damage.cuts += 1
        damage.shown += len(shown)
        damage.lost += lost(path, shown) + _torn(path, played)
        progress(damage)
    return damage


@cache
def evenings(game_name: str, seed: int) -> tuple[Evening, ...]:
    """The matches of one campaign, each with what the one before has left behind."""
    game = GAMES[game_name]
    assert game.campaign is not None
    found, settings = list[Evening](), dict(game.campaign.begins(2))
    for number in range(EVENINGS):
        match = Simulation(game, ["Ann", "Bob"], settings, seed + number).played()
        colours = {seat.colour for seat in match.seats}
        who = (taken.who.colour for taken in match.answers)
        seats = tuple(colour if colour in colours else match.seats[0].colour for colour in who)
        found.append(Evening(dict(match.settings), seats, tuple(match.journal)))
        settings = {**match.settings, **game.campaign.left_behind(match.table)}
    return tuple(found)


def _play(game: str, played: tuple[Evening, ...], path: Path, pipe: int) -> None:
    """Play campaigns for ever, writing down every view that is shown."""

    def show(view: View) -> None:
        if view.match is not None:
            journal = view.match.journal
            os.write(pipe, f"{view.match_id} {len(journal)} {digest(journal)}\n".encode())

    with Store.open(path) as store:
        host = Host(store, show)
        while True:
            match_id, evening = _at_the_table(store, host, game, played)
            missing = evening.keys[len(store.load(match_id).journal) :]
            if len(missing) > LAST:
                entries = [Entry("choice", key, "import", 1.0) for key in missing[:-LAST]]
                store.append(match_id, entries)
                missing = missing[-LAST:]
            host.handle(Resume(match_id))
            seats = {seat.colour: seat for seat in store.record(match_id).seats}
            for colour, key in zip(evening.seats[-len(missing) :], missing, strict=False):
                host.handle(Answer(seats[colour], key))


def _at_the_table(
    store: Store, host: Host, game: str, played: tuple[Evening, ...]
) -> tuple[int, Evening]:
    """The match to go on with: the next one of the newest campaign, if its last is over."""
    newest = store.campaigns.newest(1)
    if newest and (campaign := newest[0].campaign):
        standing = store.campaigns.standing(campaign)
        number = len(standing.played)
        if standing.played[-1][1].choice is not None:
            return newest[0].id, played[number - 1]
        if standing.next_settings is not None and number < len(played):
            settings = standing.next_settings
            host.handle(Begin(game, ["Ann", "Bob"], settings, campaign=campaign))
            return store.campaigns.newest(1)[0].id, played[number]
    host.handle(Begin(game, ["Ann", "Bob"], played[0].settings))
    return store.campaigns.newest(1)[0].id, played[0]


def _torn(path: Path, played: tuple[Evening, ...]) -> int:
    """Matches that did not begin with what the one before has left behind."""
    wrong = 0
    with Store.open(path) as store:
        for newest in store.campaigns.newest(99):
            assert newest.campaign is not None
            matches = store.campaigns.matches(newest.campaign)
            begun = [dict(match.settings) for match in matches]
            wrong += sum(a != b.settings for a, b in zip(begun, played, strict=False))
    return wrong

"""Who leads a tournament or a league, and why.

A match brings the share of one's opponents whom one has beaten: 100 for the winner, 0 for the last,
50 for a tie of two; so tables of different sizes count the same. Who has the same is told apart by
victories, then by how strong the opponents were, then by the share of all points at one's tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean

FULL = 100.0


@dataclass(frozen=True, slots=True)
class Result:
    """How one match ended for everybody who is named."""

    players: Sequence[str]
    places: Sequence[int]
    points: Sequence[int]

    def score(self, number: int) -> float:
        place, others = self.places[number], [*self.places]
        del others[number]
        if not others:
            return FULL if place == 1 else 0.0
        beaten = sum(1.0 if place < each else 0.5 if place == each else 0.0 for each in others)
        return FULL * beaten / len(others)


@dataclass(slots=True)
class Standing:
    player: str
    score: float = 0.0
    matches: int = 0
    wins: int = 0
    opponents: list[str] = field(default_factory=list)
    strength: float = 0.0
    """The mean score that their opponents have for a match."""
    shares: list[float] = field(default_factory=list)
    """Of all points at a table, match by match."""
    place: int = 0

    @property
    def share(self) -> float:
        return fmean(self.shares) if self.shares else 0.0

    @property
    def order(self) -> tuple[float, int, float, float]:
        return (-self.score, -self.wins, -round(self.strength, 6), -round(self.share, 6))


def standings(players: Iterable[str], results: Iterable[Result]) -> list[Standing]:
    """The first comes first; who is equal in everything shares a place."""
    found = {player: Standing(player) for player in players}
    for result in results:
        total = sum(max(0, each) for each in result.points)
        for number, player in enumerate(result.players):
            if player not in found:
                continue
            own = found[player]
            own.score += result.score(number)
            own.matches += 1
            own.wins += result.places[number] == 1
            own.opponents += [other for other in result.players if other != player]
            own.shares.append(max(0, result.points[number]) / total if total else 0.0)
    for own in found.values():
        met = [found[other] for other in own.opponents if other in found]
        own.strength = fmean(each.score / each.matches for each in met) if met else 0.0
    ranked = sorted(found.values(), key=lambda each: (each.order, each.player))
    for number, own in enumerate(ranked):
        before = ranked[number - 1] if number else None
        own.place = before.place if before and before.order == own.order else number + 1
    return ranked

"""Many matches at once: what they come to, what points come from, and what helps to win."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from statistics import NormalDist, mean, quantiles
from typing import Any

from rules.audit import LONGEST, faults, replay_faults
from rules.flow import Seat
from rules.game import Game
from rules.lively import enliven
from rules.match import Match
from rules.occurred import Occurred, few, watched
from rules.score_sheet import ScoreSheet, score_sheets
from rules.simulation import Simulation
from rules.text import Plural
from server.trials.answers import NEEDS, Answers, Need, Taps

DOUBT = 0.05
"""How likely it may be that chance alone makes any one piece stand out."""


@dataclass(frozen=True, slots=True)
class Side:
    """How one player fared in one match."""

    points: int
    victory: float
    """1 for a victory, a part of it if it is shared."""
    lead: float
    """Points more than the others had on average."""
    sources: Mapping[str, Mapping[str, int]]
    """The points of each kind, and in it of each reason."""
    acquired: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """One match in figures."""

    seed: int
    sides: tuple[Side, ...]
    """The players in the order of their seats; no opponent that the game plays itself."""
    best: int
    """The most points that anybody had, such an opponent among them."""
    turns: int
    choices: int
    answers: Mapping[Need, int]
    """How many answers there were of each kind, from the first turn on."""
    taps: Taps
    ended_by: str
    faults: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    """How strong the player of each seat is, if they differ."""
    occurred: Occurred | None = None
    """What came up in it, if that was watched."""
    budget_shares: tuple[float, ...] = ()
    """How much of its time each decision of strong players took."""
    sorts: Mapping[str, str] = field(default_factory=dict)
    """For the name of every piece of the match, the sort of pieces that it is one of."""


# ----------------------------------------------------------------------------------------- matches


def play(simulation: Simulation, seed: int) -> Played:
    answers = Answers()
    while step(simulation, answers):
        pass
    return in_figures(simulation.match, seed, answers)


def step(simulation: Simulation, answers: Answers) -> bool:
    """Answer the open question; False if the match is over."""
    option = simulation.pick()
    if option is None:
        return False
    answers.note(simulation.match, option)
    simulation.take(option)
    return True


def play_audited(simulation: Simulation, seed: int) -> Played:
    """The laws of the game are checked after every choice, and the journal is replayed; random
    players are lively ones.
    """
    match, found = simulation.match, list[str]()
    answers, occurred = Answers(), Occurred()
    if not simulation.sensible and not simulation.players:
        enliven(simulation, seed)
    try:
        found += faults(simulation)
        note = partial(answers.note, match)
        with closing(watched(simulation, occurred, note)) as watching:
            for _ in watching:
                found += faults(simulation)
                if len(match.journal) > LONGEST:
                    found.append(f"there is no end after {LONGEST} choices")
                if found:
                    break
        found = [f"after {len(match.journal)} choices {fault}" for fault in found]
        found += (f"replayed from its journal, {fault}" for fault in replay_faults(match))
    except Exception as error:
        # Whatever a rule stumbles over is what is looked for; other matches go on.
        found.append(f"after {len(match.journal)} choices {type(error).__name__}: {error}")
    return replace(in_figures(match, seed, answers, tuple(found)), occurred=occurred)


def in_figures(
    match: Match[Any], seed: int, answers: Answers, found: tuple[str, ...] = ()
) -> Played:
    game, table, outcome = match.game, match.table, match.outcome()
    everybody = score_sheets(match)
    points = {sheet.seat: sheet.total for sheet in everybody}
    winners = outcome.winners if outcome else ()
    victory = 1.0 if outcome and outcome.together else 1 / max(1, len(winners))
    sorts = _sorts(game)
    return Played(
        seed,
        tuple(
            Side(
                sheet.total,
                victory if sheet.seat in winners else 0.0,
                _lead(points, sheet.seat),
                sources(sheet, sorts),
                tuple(str(piece.name) for piece in game.scoring.acquired(table, sheet.seat)),
            )
            for sheet in everybody
            if sheet.seat in match.seats
        ),
        max(points.values()),
        # Every turn is a script of its own; the first script is the set-up.
        len(match.checkpoints) - 1,
        len(match.journal),
        answers.counted,
        answers.taps,
        str(outcome.ended_by) if outcome and outcome.ended_by else "",
        found,
        sorts=sorts,
    )


def _lead(points: Mapping[Seat, int], seat: Seat) -> float:
    """Points more than the others had on average; none for whoever plays alone."""
    others = [number for other, number in points.items() if other is not seat]
    return points[seat] - mean(others) if others else 0.0


def sources(sheet: ScoreSheet, sorts: Mapping[str, str]) -> dict[str, dict[str, int]]:
    """Points by their kind on a score sheet, and by their reason, whatever its values.

    What pieces bring by themselves goes by the sort of piece.
    """
    found: dict[str, Counter[str]] = {}
    for kind in (kind for section in sheet.sections for kind in section.kinds):
        reasons = found.setdefault(str(kind.name) if kind.name else "", Counter())
        for line in kind.lines:
            because = line.because
            message = because.other if isinstance(because, Plural) else because.message
            reason = re.sub(r"\{\w+\}", "…", message)
            reasons[sorts.get(str(because), reason)] += line.amount
    return {kind: dict(reasons) for kind, reasons in found.items()}


def _sorts(game: Game[Any]) -> dict[str, str]:
    """For the name of every piece, the sort of pieces that it is one of, whatever set it is of."""
    found = {}
    for piece in game.pieces.values():
        first, *others = piece.id.split("/")
        found[str(piece.name)] = others[0] if first in game.edition.sets else first
    return found


# ----------------------------------------------------------------------------------------- figures


def survey(game: Game[Any], played: Sequence[Played]) -> dict[str, Any]:
    sides = [side for match in played for side in match.sides]
    points = [side.points for side in sides]
    sorts = {name: sort for match in played for name, sort in match.sorts.items()}
    return {
        "game": game.name,
        "seats": len(played[0].sides),
        "matches": len(played),
        "ends": dict(Counter(m.ended_by for m in played if m.ended_by).most_common()),
        "turns": _range([match.turns for match in played]),
        "choices": _range([match.choices for match in played]),
        "answers_per_turn": answers_per_turn(played),
        "taps": taps(played),
        "winners": _range([match.best for match in played]),
        "last": _range([min(side.points for side in match.sides) for match in played]),
        "points": _range(points),
        "tenths": [round(n) for n in quantiles(points, n=10)] if len(points) > 1 else [],
        "histogram": histogram(points),
        "sources": _kinds(sides),
        "reasons": _reasons(sides),
        "had": _had(sorts, sides),
        "by_seat": by_seat(played, usual_rate(sides)),
        "by_strength": by_strength(played),
        "budget": budget(played),
        "usual": round(usual_rate(sides), 3),
        "acquired": acquired(sides),
        "never_acquired": never_acquired(sorts, {name for side in sides for name in side.acquired}),
        **_occurred(game, played),
        "faults": {match.seed: match.faults for match in played if match.faults},
    }


def _occurred(game: Game[Any], played: Sequence[Played]) -> dict[str, Any]:
    """What never came up in matches that were watched, and which of them show all the rest."""
    each = {match.seed: match.occurred for match in played if match.occurred}
    if not each:
        return {}
    together = Occurred()
    for occurred in each.values():
        together.join(occurred)
    return {"never": together.never(game), "seeds": few(each)}


def _range(numbers: list[int]) -> dict[str, float]:
    return {"least": min(numbers), "mean": round(mean(numbers), 1), "most": max(numbers)}


def answers_per_turn(played: Sequence[Played]) -> dict[str, float]:
    """Of each kind of answer, over all matches."""
    turns = sum(match.turns for match in played)
    return {
        need: round(sum(match.answers.get(need, 0) for match in played) / max(1, turns), 4)
        for need in NEEDS
    }


def taps(played: Sequence[Played]) -> dict[str, Any]:
    """What phones are tapped for: in a turn, and by one person in a match, in all and for what."""
    found = Taps()
    for match in played:
        found.add(match.taps)
    return {
        "per_turn": found.per_turn,
        "per_match": found.per_match,
        "asked": found.most_asked,
    }


def histogram(points: Sequence[int]) -> dict[int, int]:
    """How many reached so many points or up to the next step."""
    spread = max(points) - min(points)
    step = next((step for step in (1, 2, 5, 10, 20, 50) if spread / step <= 15), 100)
    counts = Counter(n // step * step for n in points)
    return {least: counts[least] for least in range(min(counts), max(counts) + 1, step)}


def _mean(each: Sequence[Mapping[str, int]]) -> dict[str, float]:
    """What a player had on average, the most important first."""
    total: Counter[str] = Counter()
    for counted in each:
        total.update(counted)
    return {name: round(n / len(each), 2) for name, n in total.most_common()}


def _kinds(sides: Sequence[Side]) -> dict[str, float]:
    """The points of each kind."""
    return _mean([{kind: sum(of.values()) for kind, of in side.sources.items()} for side in sides])


def _reasons(sides: Sequence[Side]) -> dict[str, dict[str, float]]:
    """Within each kind, those of each reason."""
    return {kind: _mean([side.sources.get(kind, {}) for side in sides]) for kind in _kinds(sides)}


def _had(sorts: Mapping[str, str], sides: Sequence[Side]) -> dict[str, float]:
    """How many pieces of each sort."""
    return _mean([Counter(sorts[name] for name in side.acquired) for side in sides])


def by_seat(played: Sequence[Played], usual: float) -> list[dict[str, float]]:
    """For each seat how often it won, also as a multiple of what everybody wins."""
    rows = []
    for seat in range(len(played[0].sides)):
        sides = [match.sides[seat] for match in played]
        rates = _rates([side.victory for side in sides])
        points = round(mean(side.points for side in sides), 1)
        rows.append({**rates, "share": share(rates["won"], usual), "points": points})
    return rows


def share(won: float, usual: float) -> float:
    """How often something won as a multiple of the usual rate: 1 is neither good nor bad."""
    return round(won / usual, 2) if usual else 0.0


def _rates(victories: Sequence[float]) -> dict[str, float]:
    """How often something won, and between what that lies in truth."""
    won, number = sum(victories), len(victories)
    low, high = interval(won, number, DOUBT)
    return {"won": round(won / number, 3), "low": round(low, 3), "high": round(high, 3)}


def by_strength(played: Sequence[Played]) -> dict[str, dict[str, float]]:
    """For each strength how often one of its players won; a victory together counts once."""
    victories: dict[str, list[float]] = {}
    for match in played:
        for strength in dict.fromkeys(match.players):
            sides = zip(match.players, match.sides, strict=True)
            won = sum(side.victory for player, side in sides if player == strength)
            victories.setdefault(strength, []).append(min(1.0, won))
    return {strength: _rates(each) for strength, each in sorted(victories.items())}


def budget(played: Sequence[Played]) -> dict[str, float]:
    """How much of their time strong players took; nothing if there are none."""
    shares = sorted(share for match in played for share in match.budget_shares)
    if not shares:
        return {}
    return {
        "decisions": len(shares),
        "mean": round(mean(shares), 3),
        "p99": round(shares[int(0.99 * (len(shares) - 1))], 3),
        "most": round(shares[-1], 3),
    }


def usual_rate(sides: Sequence[Side]) -> float:
    """How often a player wins, whatever they have; less alone against an opponent of the game."""
    return sum(side.victory for side in sides) / len(sides)


def acquired(sides: Sequence[Side]) -> list[dict[str, Any]]:
    """For every piece how often its owners won, the best first.

    With many pieces some stand out by chance. So the interval is as wide as it takes for all of
    them together to be right, but for the doubt: `stands` is above or below only for pieces whose
    interval does not hold the rate of all players.
    """
    owners: dict[str, list[Side]] = {}
    for side in sides:
        for name in dict.fromkeys(side.acquired):
            owners.setdefault(name, []).append(side)
    usual = usual_rate(sides)
    rows = []
    for name, having in owners.items():
        won = sum(side.victory for side in having)
        low, high = interval(won, len(having), DOUBT / len(owners))
        rows.append(
            {
                "name": name,
                "owners": len(having),
                "won": round(won / len(having), 3),
                "low": round(low, 3),
                "high": round(high, 3),
                "share": share(won / len(having), usual),
                "lead": round(mean(side.lead for side in having), 1),
                "stands": "above" if low > usual else "below" if high < usual else "",
            }
        )
    return sorted(rows, key=lambda row: (-row["won"], row["name"]))


def interval(won: float, number: int, doubt: float) -> tuple[float, float]:
    """Between what the true rate lies, but for so much doubt (Wilson's score interval)."""
    z = NormalDist().inv_cdf(1 - doubt / 2)
    rate, shrink = won / number, 1 + z * z / number
    centre = (rate + z * z / (2 * number)) / shrink
    spread = z / shrink * (rate * (1 - rate) / number + z * z / (4 * number * number)) ** 0.5
    return centre - spread, centre + spread


def never_acquired(sorts: Mapping[str, str], names: Collection[str]) -> list[str]:
    """Pieces of the same sorts that nobody ever had."""
    wanted = {sorts[name] for name in names}
    return sorted(name for name, sort in sorts.items() if sort in wanted and name not in names)

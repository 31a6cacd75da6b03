"""Consensus of several frames: one bad frame never decides what lies on the table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from vision.reading import FloatArray, MatTag, Reading, Stranger, Tags, Unreadable

Seen = Reading | MatTag | Stranger | Unreadable
Name = str | int | None

ENOUGH = 2
"""Votes that decide if they all say the same."""
MOST = 5
"""Votes after which the majority decides."""


class Consensus:
    """What several frames of the same still table showed."""

    def __init__(self) -> None:
        self._votes: list[list[Seen]] = []
        self._named: list[dict[Name, list[Seen]]] = []
        """Each vote by names: only what is called the same can be the same."""
        self._elected: list[Seen] | None = None

    def __len__(self) -> int:
        return len(self._votes)

    def add(self, tags: Tags) -> None:
        vote = everything(tags)
        named: dict[Name, list[Seen]] = {}
        for seen in vote:
            named.setdefault(name_of(seen), []).append(seen)
        self._votes.append(vote)
        self._named.append(named)
        self._elected = None

    def unanimous(self) -> bool:
        """Whether all votes show the same things at the same spots."""
        first, *others = self._votes
        return all(
            len(vote) == len(first) and all(self._is_in(seen, number) for seen in first)
            for number, vote in enumerate(others, start=1)
        )

    def elected(self) -> list[Seen]:
        """What more than half of the votes show, as the latest of them saw it."""
        if self._elected is None:
            self._elected = []
            chosen: dict[Name, list[Seen]] = {}
            for vote in reversed(self._votes):
                for seen in vote:
                    same = chosen.setdefault(name_of(seen), [])
                    if 2 * self.count(seen) > len(self._votes) and not find(seen, same):
                        same.append(seen)
                        self._elected.append(seen)
        return self._elected.copy()

    def all_seen(self) -> list[Seen]:
        """Everything that any vote shows, each once, as the latest of them saw it."""
        chosen: list[Seen] = []
        for vote in reversed(self._votes):
            chosen += [seen for seen in vote if not find(seen, chosen)]
        return chosen

    def count(self, seen: Seen) -> int:
        """How many votes show a thing at its spot."""
        return sum(self._is_in(seen, number) for number in range(len(self._votes)))

    def _is_in(self, seen: Seen, number: int) -> bool:
        return find(seen, self._named[number].get(name_of(seen), ())) is not None


def everything(tags: Tags) -> list[Seen]:
    return [*tags.pieces, *tags.mats, *tags.strangers, *tags.unreadable]


def as_tags(seen: Iterable[Seen]) -> Tags:
    kept = list(seen)
    return Tags(
        tuple(each for each in kept if isinstance(each, Reading)),
        tuple(each for each in kept if isinstance(each, MatTag)),
        tuple(each for each in kept if isinstance(each, Stranger)),
        tuple(each for each in kept if isinstance(each, Unreadable)),
    )


def find(seen: Seen, among: Sequence[Seen]) -> Seen | None:
    """The same thing at the same spot, a quarter of its own size off at most."""
    name = name_of(seen)
    alike = (other for other in among if name_of(other) == name)
    return next((other for other in alike if shift(seen, other) < side(seen) / 4), None)


def same_name(first: Seen, second: Seen) -> bool:
    return name_of(first) == name_of(second)


def is_pictured(seen: Seen) -> bool:
    """Whether it is a card that was known without a tag: others may look the same."""
    return isinstance(seen, Reading) and seen.how != "tag"


def is_unique(seen: Seen) -> bool:
    """Whether there is only one of its name."""
    return not isinstance(seen, Unreadable) and not is_pictured(seen)


def is_elsewhere(seen: Seen, elected: Sequence[Seen], known: Sequence[Seen]) -> bool:
    """Whether a thing is seen at another spot, where it was not known to be before."""
    return any(
        same_name(seen, new) and not (is_pictured(new) and find(new, known)) for new in elected
    )


def shift(first: Seen, second: Seen) -> float:
    """How far apart two things are, in pixels."""
    return math.dist(middle(first), middle(second))


def side(seen: Seen) -> float:
    """The length of a tag's side in pixels, or the like of anything else."""
    first, second, third, _ = seen.corners
    return math.sqrt(math.dist(first, second) * math.dist(second, third))


def middle(seen: Seen) -> FloatArray:
    """Where a thing is, in pixels."""
    # Its own mean would spend most of the time on checking four corners.
    return np.asarray(np.add.reduce(seen.corners) / len(seen.corners), np.float64)


def name_of(seen: Seen) -> Name:
    """A piece, or the id of a tag; what cannot be read has no name."""
    if isinstance(seen, Reading):
        return seen.piece
    return None if isinstance(seen, Unreadable) else seen.id

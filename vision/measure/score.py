"""How much of what should be read is read, and how much is read wrongly."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Score:
    looks: int = 0
    """At how many pictures or things somebody has looked."""
    wanted: int = 0
    """What should be read of it."""
    read: int = 0
    """Rightly."""
    wrong: int = 0

    @property
    def recall(self) -> float:
        return self.read / self.wanted if self.wanted else 1.0

    def include(self, other: Score) -> None:
        self.looks += other.looks
        self.wanted += other.wanted
        self.read += other.read
        self.wrong += other.wrong

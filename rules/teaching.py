"""A first turn for people who have never played: what to do at each question, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.text import Text


@dataclass(frozen=True, slots=True)
class Taught:
    """What is said at a question."""

    do: Text
    why: Text


@dataclass(frozen=True, slots=True)
class Teaching:
    """How a game teaches the first turn of each player."""

    steps: Mapping[str, Taught] = field(default_factory=dict)
    """By the message that a question asks with; others are told with the rules of their phase."""
    scripts: int = 1
    """How many scripts with the same active player belong to that player's first turn."""

"""Whom the host may ask for something."""

from __future__ import annotations

from typing import Any, Protocol

from rules.flow import Option
from rules.match import Match
from rules.text import Text


class Eyes(Protocol):
    """What the host may ask of the camera; the answers come as events."""

    def audit(self) -> None:
        """Read the whole table again."""

    def look(self) -> None:
        """Say `Settled` as soon as a few frames in a row show nothing new."""


class Dealer(Protocol):
    """Who knows what lies face down; at a real table nobody does."""

    def why_not(self, option: Option[Any]) -> Text | None:
        """Why an answer to the match that was shown last cannot be."""


class Robots(Protocol):
    """Who plays for seats among people: hands move pieces for them."""

    def why_not(self, match_id: int, match: Match[Any], option: Option[Any]) -> Text | None:
        """Why hands may not do this for a robot that is asked; None for everybody else."""

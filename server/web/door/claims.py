"""What phones ask for, and what they are told of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Claim:
    """What a phone asks for: a seat of a match by its colour, or only to come in."""

    phone: str
    match_id: int | None
    colour: str | None
    sign: str
    """Two digits that the phone shows and that everybody sees beside the question."""
    until: float
    device: str | None = None


@dataclass(frozen=True, slots=True)
class Handover:
    """A phone has lost its seat to another one, which showed this number."""

    match_id: int
    colour: str
    sign: str

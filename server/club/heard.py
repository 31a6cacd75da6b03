"""What tables have said, and how far the club has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from server.wire.messages import Ack, Refusal, Rows, Status


@dataclass(slots=True)
class Heard:
    """What tables have said, to be stored together."""

    rows: Sequence[tuple[str, Rows]] = ()
    here: Mapping[str, Status] = field(default_factory=dict)
    stands: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Their summaries."""
    refused: Mapping[str, Refusal] = field(default_factory=dict)
    """Messages that could not be read."""

    def apart(self) -> Iterator[tuple[str, Heard]]:
        """The same, table by table."""
        for table in {**dict(self.rows), **self.here, **self.stands, **self.refused}:
            yield (
                table,
                Heard(
                    [each for each in self.rows if each[0] == table],
                    {key: each for key, each in self.here.items() if key == table},
                    {key: each for key, each in self.stands.items() if key == table},
                    {key: each for key, each in self.refused.items() if key == table},
                ),
            )

    def piece_by_piece(self) -> Iterator[Heard]:
        """The same, one thing after the other."""
        yield Heard(here=self.here)
        yield Heard(stands=self.stands)
        yield Heard(refused=self.refused)
        for table, told in self.rows:
            for number, event in enumerate(told.events):
                marks = told.marks[number : number + 2]
                yield Heard([(table, Rows(told.epoch, told.first + number, [event], marks))])


@dataclass(slots=True)
class Known:
    """A match of a table, as far as it was told."""

    id: int
    game: str
    colours: Sequence[str]
    rows: int
    """The number of the last one."""
    ended: bool = False


@dataclass(slots=True)
class Told:
    """How far a table has told, and which matches of it are known, by its own numbers."""

    epoch: str
    last: int
    mark: str = ""
    refusals: int = 0
    refused: str = ""
    """The last time, and when."""
    refused_at: float = 0.0
    matches: dict[int, Known] = field(default_factory=dict)

    def differs(self, told: Rows) -> bool:
        """Whether the table has told something else as its last event: it was put back to an older
        copy, and has played on.
        """
        place = self.last + 1 - told.first
        return (
            self.mark != ""
            and 0 <= place < len(told.marks)
            and told.marks[place] not in ("", self.mark)
        )

    def ack(self, refused: Refusal | None = None) -> Ack:
        return Ack(self.epoch, self.last, self.mark, refused)

"""What a player is told to do on the table, one sentence after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from rules.flow import Choice, Flow, Instruction, Option, Reveal, Seat
from rules.maracaibo.table import Table
from rules.pieces import Move, Piece, Place
from rules.text import Text, listing

DONE = "done"
T = TypeVar("T")


def instruct(
    seat: Seat, sentence: Text, record: Text, *moves: Move, to_do: Sequence[Text] = ()
) -> Flow[None]:
    """Say what to do on the table, and wait until it is done; `record` says what happened then.

    What a camera sees needs no button. What takes several steps has a list of them.
    """
    next_key = None if moves else DONE
    option = Option(DONE, None, Text("Done"), moves, record=record)
    steps = None if moves else to_do
    yield Instruction(seat, sentence, lambda: [option], next_key, to_do=steps)


@dataclass(slots=True)
class Errands:
    """What a player does on the table for a side that plays by itself.

    A step that a camera sees is waited for. The others are said together with the next such step,
    or with the next piece that is turned up; only what is left at the end needs a button.
    """

    table: Table
    seat: Seat
    _said: list[tuple[Text, Text]] = field(default_factory=list)
    """The sentences that are still to be shown, each with what it records."""

    def say(self, sentence: Text, record: Text) -> Flow[None]:
        """A step that no camera sees, of markers and discs."""
        self._said.append((sentence, record))
        if self.table.rulings.asks_all:
            yield from self.end()

    def move(
        self, piece: Piece, source: Place, target: Place, sentence: Text, record: Text
    ) -> Flow[None]:
        """A step that a camera sees."""
        sentence, record = self._with_all(sentence, record)
        yield from instruct(self.seat, sentence, record, Move(piece, source, target))
        self.table.places.move(piece, source, target)

    def turn_up(self, flow: Flow[T]) -> Flow[T]:
        """A step in which pieces are turned up, as `flow` asks."""
        try:
            question = next(flow)
            while True:
                option = yield self._together(question)
                question = flow.send(option)
        except StopIteration as end:
            value: T = end.value
            return value

    def end(self) -> Flow[None]:
        """All that was said and not waited for is done now."""
        if self._said:
            yield from instruct(self.seat, *self._with_all(*self._said.pop()))

    def _together(self, question: Choice[Any]) -> Choice[Any]:
        """What was said is done before the piece is turned up."""
        if not self._said or not isinstance(question, Reveal):
            return question
        said, self._said = self._said, []
        prompt, _ = _joined([*said, (question.prompt, question.prompt)])

        def after(option: Option[Any] | None) -> Option[Any] | None:
            if option is None:
                return None
            _, record = _joined([*said, (option.text, option.past_text)])
            return replace(option, record=record)

        options = question.menu
        return replace(
            question,
            prompt=prompt,
            menu=lambda: filter(None, map(after, options())),
            answer=lambda piece_id: after(question.answer(piece_id)),
        )

    def _with_all(self, sentence: Text, record: Text) -> tuple[Text, Text]:
        """These words, after all that was said before."""
        said, self._said = [*self._said, (sentence, record)], []
        return _joined(said)


def _joined(said: Sequence[tuple[Text, Text]]) -> tuple[Text, Text]:
    """Sentences one after another, and what they record together."""
    sentences, records = zip(*said, strict=True)
    if len(said) == 1:
        return sentences[0], records[0]
    message = " ".join(f"{{part{number}}}" for number in range(len(said)))
    parts = {f"part{number}": sentence for number, sentence in enumerate(sentences)}
    return Text(message, **parts), listing(records)

"""Messages that a phone can show in any language.

Rules never build sentences: they name a message in English and the values that go into it. The
server looks the message up in a catalogue; `str()` gives the English one.
"""

from __future__ import annotations

from collections.abc import Iterable


class Text:
    """A message with its values; a value may be a number, a name or another `Text`."""

    __slots__ = ("message", "values")

    def __init__(self, message: str, **values: object) -> None:
        self.message = message
        self.values = values

    def __str__(self) -> str:
        return self.message.format(**self.values) if self.values else self.message

    def __repr__(self) -> str:
        return f"Text({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        return self._same() == other._same()

    def __hash__(self) -> int:
        return hash(self.message)

    def _same(self) -> tuple[object, ...]:
        return (self.message, self.values)


class Plural(Text):
    """A message that depends on a number: one form for 1, another for the rest.

    Languages with more forms have them in their catalogue.
    """

    __slots__ = ("n", "one", "other")

    def __init__(self, one: str, other: str, n: int, **values: object) -> None:
        self.message = one if n == 1 else other
        values["n"] = n
        self.values = values
        self.one = one
        self.other = other
        self.n = n


def listing(parts: Iterable[Text]) -> Text:
    """Several messages one after another."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    message = ", ".join(f"{{{name}}}" for name in values)
    return Text(message, **values)

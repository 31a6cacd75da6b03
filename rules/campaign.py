"""Campaigns: matches that follow each other, evening after evening.

What a match leaves behind is a pure function of its last table: settings of the next match. So each
journal replays alone, and nothing is kept twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.text import Text

T = TypeVar("T")


class Carried(Mapping[str, Text]):
    """The values of a setting that earlier matches leave behind: whatever fits, as it is written.

    No form asks for it; iterating gives only some examples. Pages show it only if it has `words`.
    """

    def __init__(
        self,
        fits: Callable[[str], object],
        examples: Iterable[str],
        words: Mapping[str, Text] | None = None,
    ) -> None:
        self._fits = fits
        self._examples = tuple(examples)
        self.words = words or {}

    def __getitem__(self, value: str) -> Text:
        if not self._fits(value):
            raise KeyError(value)
        return self.words.get(value) or Text("{value}", value=value)

    def __iter__(self) -> Iterator[str]:
        return iter(self._examples)

    def __len__(self) -> int:
        return len(self._examples)


@dataclass(frozen=True, slots=True)
class Campaign(Generic[T]):
    """How the matches of one campaign hang together."""

    begins: Callable[[int], Mapping[str, str]]
    """The settings with which so many players usually begin one."""
    is_part: Callable[[Mapping[str, str]], bool]
    """Whether a match with these settings is a match of a campaign."""
    left_behind: Callable[[T], Mapping[str, str]]
    """What changes in the settings for the next match, from the table of one that is over."""
    is_finished: Callable[[T], bool]
    """Whether the campaign is over with such a match."""
    story: Callable[[T], Iterable[tuple[Text, Text]]]
    """The story of a match so far: headings and texts."""
    whose: Callable[[T], Text | None] = lambda _: None
    """Whose story it is, if that has to be said above it."""
    before: Callable[[T], Iterable[tuple[Text, Text]]] = lambda _: ()
    """The story of all matches before it, as far as the settings of a match alone can tell it."""
    made_up: Callable[[int], Mapping[str, str]] | None = None
    """An owner's story that nobody has written, as settings, for trials; None if there is none."""
    texts: Sequence[Text] = ()
    """Everything that can be told, to be translated."""

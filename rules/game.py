"""What the kernel needs to know of a game, and what a match is set up with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, Self, TypeVar

from rules.edition import BadValue, Edition
from rules.flow import Choice, Flow, Option, Seat
from rules.ledger import Ledger, Line
from rules.pieces import Piece, Place, Places
from rules.text import Text


class RulesError(Exception):
    """Something the rules cannot take; `reason` can be shown in any language."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


class BadSettings(RulesError):
    """A match that cannot be set up like this."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A variant or a ruling that a group decides before the match."""

    key: str
    text: Text
    values: Mapping[str, Text]
    """What it can be, each in a few words."""
    default: str
    simulated: str | None = None
    """What to propose instead where the table is simulated, and every piece has its tag."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the set-up, and where pieces must lie after it, as far as a camera can see."""

    text: Text
    pieces: Mapping[Piece, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Chapter:
    """The rules of one phase in short."""

    title: Text
    rules: Sequence[Text]


@dataclass(frozen=True, slots=True)
class Part:
    """A piece, a space or a track: an owner looks at all that is printed on it together."""

    chapter: Text
    name: Text
    shows: Sequence[Text]
    """All of it in words, line by line, with the values in force."""
    values: Mapping[str, Text]
    """What can be confirmed or corrected on a phone, by path, in a word or two."""
    row: str
    """The path by which the owner's file gives all of it."""
    house: tuple[str, ...]
    """The paths of what is still the house's own."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: who won, why, and everybody's place (1 is the first)."""

    winners: tuple[Seat, ...]
    because: Text
    places: Mapping[Seat, int]
    ended_by: Text | None = None
    """What brought the match to its end, if there are several ways."""


class Table(Protocol):
    """The whole state between two questions, as plain data."""

    seats: Sequence[Seat]
    ledger: Ledger
    places: Places[Any]
    active: Seat | None
    """Whose turn it is, whoever is asked; None before the first turn."""

    def copy(self) -> Self:
        """A twin that shares no part that can change."""

    def key(self) -> Hashable:
        """Equal for two tables that no rule can tell apart."""


T = TypeVar("T", bound=Table)


@dataclass(frozen=True, slots=True)
class Game(Generic[T]):
    name: str
    edition: Edition
    seats: range
    colours: tuple[str, ...]
    """One for each seat."""
    points: str
    """What is counted at the end, as the ledger calls it."""
    accounts: Mapping[str, Text]
    """What the ledger counts, by its own word and in words for people."""
    settings: tuple[Setting, ...]
    pieces: Mapping[str, Piece]
    place_name: Callable[[Sequence[Seat], Place], Text]
    """A place in words, to be used in a sentence: "it lies in ..."."""
    new: Callable[[Sequence[Seat], Mapping[str, str]], T]
    """The table as it comes out of the box."""
    face_down: Callable[[T], Mapping[Place, Sequence[Piece]]]
    """The face-down piles of a new table; what comes into one later is shuffled in."""
    stacks: frozenset[Place]
    """Places where pieces lie on top of each other: most of them are not in sight."""
    set_up: Callable[[T], Sequence[Step]]
    """The rulebook's steps for a table that comes out of the box, for people to follow."""
    script: Callable[[T], Flow[None] | None]
    """The next stretch of play, by convention a turn; None when the match is over."""
    phase: Callable[[T], Text]
    """What is being played now, in the rulebook's words."""
    help: Callable[[T], Sequence[Text]]
    """The rules of this phase in short, for somebody who is asked."""
    standing: Callable[[T], Sequence[Line]]
    """The lines of points that everybody would have if the match ended now."""
    outcome: Callable[[T], Outcome]
    face_up: frozenset[Place] = frozenset()
    """The stacks that are shuffled but lie face up: the top piece is seen before it is taken."""
    aside: frozenset[Place] = frozenset()
    """The stacks that are not on the table: the box, a stock beside the board."""
    hands: Callable[[Seat], Collection[Place]] = lambda _: ()
    """The face-down piles that a player holds in hand: nobody else knows what is in them."""
    chapters: Sequence[Chapter] = ()
    """The rules in short, phase by phase, for somebody who looks something up."""
    printed: Mapping[str, Text] = field(default_factory=dict)
    """The house values that the owner of a copy can confirm or correct, by path and in words."""
    printed_words: Mapping[str, Mapping[str, Text]] = field(default_factory=dict)
    """For each house value that is a word: which words it can be, and what they are for people."""
    parts: Callable[[], Sequence[Part]] = lambda: ()
    """Where the house values stand, chapter by chapter; none if they are so few that a plain list
    does.
    """
    contradiction: Callable[[Edition], Text | None] = lambda _: None
    """Why the values of an owner cannot all be printed on one copy; None if they can."""
    copy_with: Callable[[Mapping[str, str]], Game[T]] | None = None
    """This game with the pieces of a copy on which an owner has read these values, by their paths;
    None if house values are printed on no piece.
    """
    sides: Callable[[T], Sequence[Seat]] = lambda table: table.seats
    """Everybody who scores: the players, then an opponent that the game itself plays."""
    virtual: Callable[[Mapping[str, str]], Collection[Place]] = lambda _: ()
    """Under these settings, the face-down piles that do not lie on the table at all: the assistant
    shuffles them and turns their pieces up.
    """
    faults: Callable[[T], Iterable[str]] = lambda _: ()
    """What is wrong with a table that the rules can never lead to, for whoever writes the rules."""
    acquired: Callable[[T, Seat], Iterable[Piece]] = lambda *_: ()
    """What a seat has bought, built or chosen so far: what could have helped it to win."""
    sensible: (
        Callable[[T, Choice[Any], Sequence[Option[Any]], Sequence[Piece]], Option[Any]] | None
    ) = None
    """How somebody who knows the game, but does not think long, answers a player's question.

    The options are those that the player could choose; the pieces are the own hand.
    """

    def seat(self, names: Sequence[str], colours: Sequence[str] = ()) -> tuple[Seat, ...]:
        """Seats for these players in clockwise order, in the colours they want."""
        colours = colours or self.colours[: len(names)]
        if len(names) not in self.seats:
            raise BadSettings(
                Text(
                    "{game} is for {least} to {most} players, not {n}.",
                    game=self.edition.text("title"),
                    least=self.seats[0],
                    most=self.seats[-1],
                    n=len(names),
                )
            )
        if len(colours) != len(names) or not {*colours} <= {*self.colours}:
            raise BadSettings(
                Text(
                    "Every player needs one of the colours {known}.", known=", ".join(self.colours)
                )
            )
        if len({*colours}) < len(colours):
            raise BadSettings(Text("Two players have the same colour; give each another one."))
        return tuple(map(Seat, range(len(names)), colours, names))

    def proposed(self, simulated: bool) -> dict[str, str]:
        """The settings that suit most groups, or a simulated table."""
        own = {s.key: s.simulated for s in self.settings if simulated and s.simulated is not None}
        return self.settle(own)

    def settle(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """The chosen settings, checked, with the defaults for the rest.

        House values are settings too, by their path: a match keeps those it began with. Where
        there are hundreds of them, on pieces, it keeps what the owner has said.
        """
        settled = {setting.key: setting.default for setting in self.settings}
        own = {path: text for path, text in chosen.items() if self.edition.is_open(path)}
        for key, value in chosen.items():
            if key not in settled and key not in own:
                known = ", ".join(settled) or "none"
                raise BadSettings(
                    Text("There is no option {key}; there is {known}.", key=key, known=known)
                )
            settled[key] = value
        for setting in self.settings:
            if settled[setting.key] not in setting.values:
                raise BadSettings(
                    Text(
                        "The option {key} can be {values}, not {value}.",
                        key=setting.key,
                        values=" or ".join(setting.values),
                        value=settled[setting.key],
                    )
                )
        edition = self.laid_over(own) if own else self.edition
        kept = own if self.copy_with else self.printed
        for printed in edition.values:
            if printed.path in kept:
                settled[printed.path] = printed.written()
        return settled

    def of_copy(self, settled: Mapping[str, str]) -> Game[T]:
        """This game with the pieces of the copy that the settings of a match describe."""
        own = {path: text for path, text in settled.items() if self.edition.is_open(path)}
        return self.copy_with(own) if self.copy_with and own else self

    def laid_over(self, own: Mapping[str, str]) -> Edition:
        """The edition with an owner's values in place of house values, checked."""
        try:
            edition = self.edition.laid_over(own)
        except BadValue as error:
            what = self.printed.get(error.path) or Text("{path}", path=error.path)
            raise BadSettings(Text("{what}: {why}", what=what, why=error.reason)) from error
        problem = self.contradiction(edition)
        if problem is not None:
            raise BadSettings(problem)
        return edition

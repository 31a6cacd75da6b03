"""What the kernel needs to know of a game, and what a match is set up with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, Self, TypeVar

from rules.announcements import Kind
from rules.campaign import Campaign
from rules.edition import BadValue, Edition
from rules.effects import Vocabulary
from rules.flow import Choice, Flow, Option, Seat
from rules.ledger import Ledger, Line, LookAhead, Money
from rules.pieces import Piece, Place, Places
from rules.setting import CONCLUDE, KNOWN_BY, PICTURES, TAKE_BACK, Setting
from rules.teaching import Teaching
from rules.text import Text, listing
from rules.typed import unknown


class RulesError(Exception):
    """Something the rules cannot take; `reason` can be shown in any language."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


class BadSettings(RulesError):
    """A match that cannot be set up like this."""


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
class Group:
    """House values that an owner looks at together, and confirms with one tick."""

    key: str
    name: Text
    values: Mapping[str, Text]
    """By path, in a word or two below the name."""
    chapter: Text | None = None
    """The heading under which it is folded away; None where there are few."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: who won, why, and everybody's rank (1 is the first).

    Who plays `together`, or alone against the game, wins or loses as one, and needs no rank.
    """

    winners: tuple[Seat, ...]
    because: Text
    ranks: Mapping[Seat, int] = field(default_factory=dict)
    ended_by: Text | None = None
    """What brought the match to its end, if there are several ways."""
    together: bool = False

    @property
    def lost(self) -> bool:
        """Whether the players have lost, all of them."""
        return not self.winners

    @property
    def verdict(self) -> Text:
        """What it is called, to be said before the reason."""
        if self.lost:
            return Text("Lost")
        if len(self.winners) == 1:
            return Text("Winner")
        return Text("Won together") if self.together else Text("Shared victory")

    @property
    def headline(self) -> Text:
        """Who has won, as it is called out."""
        if not self.winners:
            return Text("Lost this time")
        if self.together and len(self.winners) > 1:
            return Text("Won together!")
        if len(self.winners) == 1:
            return Text("{name} wins!", name=self.winners[0])
        names = listing(Text("{name}", name=seat) for seat in self.winners)
        return Text("{names} share the victory!", names=names)


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
class Piles(Generic[T]):
    """Where pieces lie so that not all of them can be seen."""

    face_down: Callable[[T], Mapping[Place, Sequence[Piece]]]
    """The face-down piles of a new table; what comes into one later is shuffled in."""
    stacks: frozenset[Place] = frozenset()
    """Places where pieces lie on top of each other: most of them are not in sight."""
    open_stacks: frozenset[Place] = frozenset()
    """The stacks of which the game knows what lies on top, for all to see."""
    tops: Callable[[T], Mapping[Piece, Piece | None]] = lambda _: {}
    """What lies on top of them, in sight, each with the piece that it hides."""
    laid: Callable[[T], Sequence[Piece]] = lambda _: ()
    """What lies in open stacks, in an order in which it can have been laid."""
    levels: Callable[[T], Mapping[Place, int]] = lambda _: {}
    """How many tiles lie in a place, for what comes to lie or to stand there: its height."""
    round: Callable[[T], int] = lambda _: 0
    """Which round is played, if people compare after every round how high their tiles lie."""
    face_up: frozenset[Place] = frozenset()
    """The stacks that are shuffled but lie face up: the top piece is seen before it is taken."""
    aside: frozenset[Place] = frozenset()
    """The stacks that are not on the table: the box, a stock beside the board."""
    virtual: frozenset[Place] = frozenset()
    """The face-down piles that are not on the table at all: the assistant turns up their pieces."""
    hands: Callable[[Seat], Collection[Place]] = lambda _: ()
    """The face-down piles that a player holds in hand: nobody else knows what is in them."""


@dataclass(frozen=True, slots=True)
class Guide(Generic[T]):
    """The rulebook in short, for people at the table."""

    set_up: Callable[[T], Sequence[Step]]
    """The steps for a table that comes out of the box, for people to follow."""
    phase: Callable[[T], Text]
    """What is being played now, in the rulebook's words."""
    rules: Callable[[T], Sequence[Text]]
    """The rules of this phase in short, for somebody who is asked."""
    chapters: Callable[[T], Sequence[Chapter]] = lambda _: ()
    """All rules in short as they hold in this match, for somebody who looks something up."""
    teaching: Teaching = field(default_factory=Teaching)
    """The first turns question by question, for a group that has never played."""


@dataclass(frozen=True, slots=True)
class Scoring(Generic[T]):
    """What is counted, for whom, and what it comes to."""

    points: str
    """What is counted at the end, as the ledger calls it."""
    standing: Callable[[T], Sequence[Line]]
    """The lines of points that everybody would have if the match ended now."""
    outcome: Callable[[T], Outcome]
    sides: Callable[[T], Sequence[Seat]] = lambda table: table.seats
    """Everybody who scores: the players, then an opponent that the game itself plays."""
    acquired: Callable[[T, Seat], Iterable[Piece]] = lambda *_: ()
    """What a seat has bought, built or chosen so far: what could have helped it to win."""
    sections: Mapping[str, Text] = field(default_factory=dict)
    kinds: Mapping[str, Text] = field(default_factory=dict)
    """When (none if all at once) and from what points come, as on a score pad; see `sheet`."""


@dataclass(frozen=True, slots=True)
class Printed:
    """The house values of a game, as the owner of a copy confirms or corrects them."""

    things: Mapping[str, Text] = field(default_factory=dict)
    """Each of them by path and in words."""
    words: Mapping[str, Mapping[str, Text]] = field(default_factory=dict)
    """For each that is a word: which words it can be, and what they are for people."""
    groups: Sequence[Group] = ()
    """Those of a plain list that an owner confirms together."""
    parts: Callable[[], Sequence[Part]] = lambda: ()
    """Where they stand, chapter by chapter; none if they are so few that a plain list does."""
    contradiction: Callable[[Edition], Text | None] = lambda _: None
    """Why the values of an owner cannot all be printed on one copy; None if they can."""
    check: Callable[[Edition], None] = lambda _: None
    """Raises BadValue for what cannot be meant; matches that began with such values go on."""
    on_pieces: bool = False
    """Whether there are hundreds of them, on pieces: a match keeps only what its owner has said."""


@dataclass(frozen=True, slots=True)
class Reach(Generic[T]):
    """What need not be looked at when pieces that moved are explained: it must be certain."""

    may_come: Callable[[T, Place | None, Place | None, Mapping[Piece, Place | None]], bool] = (
        lambda *_: True
    )
    """Whether a piece that is in one place, now or later in this turn, can come to another in it.
    None is out of sight; a card that is paid face down comes to its place too. The last argument is
    where the pieces are seen that lie elsewhere than before. Answers of phones do not count.
    """
    in_order: Callable[
        [T, Sequence[Option[Any]], Option[Any], Mapping[Piece, Place | None], bool], bool
    ] = lambda *_: True
    """Whether an option may follow the answers that are thought to have been given so far: of those
    that come to the same in any order, only one needs to be looked at. The last argument is whether
    pieces that came face down before may show their faces only now.
    """
    why_it_stays: Callable[[T, Piece, Place | None], Text | None] = lambda *_: None
    """Why hands cannot bring a piece to a place, if no question refuses just that with a reason."""


_LEAVING = 0.25


def lean_away_from_leaving(_table: Any, choice: Choice[Any], option: Option[Any]) -> float:
    """Whoever always may leave things would hardly ever do any."""
    return _LEAVING if option.key == choice.next_key else 1.0


@dataclass(frozen=True, slots=True)
class Game(Generic[T]):
    """A game with all its sets; `for_match` has those that a match is played with."""

    name: str
    edition: Edition
    seats: range
    colours: tuple[str, ...]
    """One for each seat."""
    accounts: Mapping[str, Text]
    """What the ledger counts, by its own word and in words for people."""
    settings: tuple[Setting, ...]
    pieces: Mapping[str, Piece]
    place_name: Callable[[Sequence[Seat], Place], Text]
    """A place in words, to be used in a sentence: "it lies in ..."."""
    new: Callable[[Sequence[Seat], Mapping[str, str]], T]
    """The table as it comes out of the box."""
    script: Callable[[T], Flow[None] | None]
    """The next stretch of play, by convention a turn; None when the match is over."""
    piles: Piles[T]
    guide: Guide[T]
    scoring: Scoring[T]
    money: Money | None = None
    """What players pay with by hand."""
    cards: Collection[str] = ()
    """How the ids of those pieces begin that can be known by the pictures on them."""
    printed: Printed = Printed()
    reach: Reach[T] = field(default_factory=Reach)
    announces: Sequence[Kind] = ()
    """The kinds of events that its rules announce."""
    no_longer_asked: frozenset[str] = frozenset()
    """Answers in journals of older versions to questions that may not be asked any more."""
    faults: Callable[[T], Iterable[str]] = lambda _: ()
    """What is wrong with a table that the rules can never lead to, for whoever writes the rules."""
    sensible: (
        Callable[[T, Choice[Any], Sequence[Option[Any]], Sequence[Piece]], Option[Any]] | None
    ) = None
    """How somebody who knows the game answers, of the options, with these pieces in hand."""
    weigh: Callable[[T, Choice[Any], Option[Any]], float] = lean_away_from_leaving
    """How likely a lively random player gives an answer, compared with the others."""
    effects: Vocabulary[T, Any] | None = None
    """The words in which cards and tiles say what they do, if it has some."""
    kinds_shown: Callable[[], Mapping[str, Mapping[str, int]]] | None = None
    """Every kind of effect that the rulebooks know, by group, and how many pieces show it."""
    look_ahead: LookAhead[T] | None = None
    """How far a strong player looks ahead; without it, to the end of the match."""
    variant: Callable[[Game[T], Mapping[str, str]], Game[T]] | None = None
    """What the settings of a match make of the game, or itself; None if they never matter."""
    sets: tuple[str, ...] = ()
    """The expansions that are played with, or all there are."""
    campaign: Campaign[T] | None = None
    settled: Mapping[str, str] | None = None
    """The settings of the match for which this is the game; None if it is for no match yet."""

    def __post_init__(self) -> None:
        if CONCLUDE not in self.settings:
            shared = (*((KNOWN_BY,) if self.cards else ()), CONCLUDE, TAKE_BACK)
            object.__setattr__(self, "settings", (*self.settings, *shared))

    def seat(self, names: Sequence[str], colours: Sequence[str] = ()) -> tuple[Seat, ...]:
        """Seats for these players in clockwise order, in the colours they want."""
        colours = colours or self.colours[: len(names)]
        if len(names) not in self.seats:
            raise BadSettings(self._how_many(len(names)))
        if len(colours) != len(names) or not {*colours} <= {*self.colours}:
            known = ", ".join(self.colours)
            raise BadSettings(Text("Give each player a colour: {known}.", known=known))
        if len({*colours}) < len(colours):
            raise BadSettings(Text("Give every player a different colour."))
        return tuple(map(Seat, range(len(names)), colours, names))

    def _how_many(self, tried: int) -> Text:
        """Why so many cannot play."""
        title, least, most = self.edition.text("title"), self.seats[0], self.seats[-1]
        if most == 1:
            return Text("{game} is for one player here, not {tried}.", game=title, tried=tried)
        values = {"game": title, "least": least, "most": most, "n": tried}
        return Text("{game} is for {least} to {most} players, not {n}.", **values)

    def proposed(self, simulated: bool) -> dict[str, str]:
        """The settings that suit most groups, or a simulated table."""
        own = {s.key: s.simulated for s in self.settings if s.simulated is not None}
        return self.settle(own if simulated else {})

    def settle(self, chosen: Mapping[str, str], given: bool = False) -> dict[str, str]:
        """The chosen settings, checked (see `laid_over`), with the defaults for the rest.

        House values are settings too, by their path: a match keeps those it began with, or where
        there are hundreds of them, on pieces, what the owner has said.
        """
        settled = {setting.key: setting.default for setting in self.settings}
        own = {path: text for path, text in chosen.items() if self.edition.is_open(path)}
        for key, value in chosen.items():
            if key not in settled and key not in own:
                raise BadSettings(unknown(key, settled or ("none",)))
            settled[key] = value
        for setting in self.settings:
            if (value := settled[setting.key]) not in setting.values:
                said = {"key": setting.key, "values": " or ".join(setting.values), "value": value}
                raise BadSettings(Text("{key} can be {values}, not {value}.", **said))
        edition = self.laid_over(own, given) if own else self.edition
        kept = own if self.printed.on_pieces else self.printed.things
        for printed in edition.values if kept else ():
            if printed.path in kept:
                settled[printed.path] = printed.written()
        return settled

    def for_match(self, settled: Mapping[str, str]) -> Game[T]:
        """The game that a match with these settings is really about.

        Everything in it can follow from them: seats, pieces of the sets in play and of the owner's
        copy, places, rules and outcome. The same settings give the same pieces.
        """
        if self.variant is None or self.settled == settled:
            return self
        variant = self.variant(self, settled)
        return self if variant is self else replace(variant, settled=dict(settled))

    def pictured(self, settled: Mapping[str, str]) -> frozenset[str]:
        """The kinds whose pieces are known by their pictures in a match with these settings."""
        if settled.get(KNOWN_BY.key) != PICTURES:
            return frozenset()
        begins = tuple(self.cards)
        return frozenset(p.kind for key, p in self.pieces.items() if key.startswith(begins))

    def laid_over(self, own: Mapping[str, str], given: bool = False) -> Edition:
        """The edition with an owner's values in it, checked; more closely if they are given now."""
        try:
            edition = self.edition.laid_over(own)
            if given:
                self.printed.check(edition)
            problem = self.printed.contradiction(edition)
        except BadValue as error:
            what = self.printed.things.get(error.path) or Text("{path}", path=error.path)
            raise BadSettings(Text("{what}: {why}", what=what, why=error.reason)) from error
        except RecursionError as error:
            raise BadSettings(Text("A printed value is nested too deeply.")) from error
        if problem:
            raise BadSettings(problem)
        return edition

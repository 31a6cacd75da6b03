"""What is wrong on the table, in words for the people at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.at_once import AtOnce, said_by
from rules.explaining.explain import Ambiguity, Run, Unexplained, explain
from rules.flow import TABLE, Choice, Option, Seat
from rules.match import Match
from rules.pieces import Piece, Place
from rules.text import Plural, Text, listing
from server.live.snapshot import face_up_pile
from vision.reading import Sighting, Unreadable
from vision.recognise.album import tiles_of

_MOST_STATES = 300
"""How many states are looked at for each piece."""
_MOST_ANSWERS = 60
"""How many answers others are thought to give until they are done."""


def troubles(
    match: Match[Any], sighting: Sighting, moved: Mapping[Piece, Place | None]
) -> Iterator[Text]:
    """What keeps a sighting from being understood at all."""
    pieces = match.game.pieces
    for piece_id, between in sighting.between.items():
        yield Text(
            "Move {piece}: not clearly in {places}",
            piece=pieces[piece_id].name,
            places=listing(match.game.place_name(match.seats, place) for place in between),
        )
    for piece_id in sorted(sighting.elsewhere):
        yield _in_no_place(match, pieces[piece_id])
    for piece_id, number in sighting.duplicates.items():
        yield Plural(
            "{piece}: seen {n} time, leave one",
            "{piece}: seen {n} times, leave one",
            number,
            piece=pieces[piece_id].name,
        )
    for frame in sorted(sighting.doubled_mats):
        yield Text("Zone card {frame} twice: take one away", frame=frame)
    piles = match.table.places.piles
    for place in sorted(sighting.hidden & piles.keys()):
        if piles[place].known and place not in match.game.piles.stacks:
            yield Text(
                "Lay the zone card where the camera sees it: {place}",
                place=match.game.place_name(match.seats, place),
            )
    for tag in sighting.strangers:
        yield Text("Unknown tag {tag}: take it away", tag=tag)
    yield from _unread(match, sighting, moved)


def _unread(
    match: Match[Any], sighting: Sighting, moved: Mapping[Piece, Place | None]
) -> Iterator[Text]:
    """Tags that are seen and cannot be read, if a piece may carry them that is not seen elsewhere.

    In a stack they may belong to pieces that lie below others, and outside of all places to
    anything: those count only if a piece is missing. Where something stands on a tile it is the tag
    of the tile.
    """
    pieces, untagged = match.game.pieces, match.table.places.untagged
    seen = {*sighting.between, *sighting.elsewhere, *sighting.duplicates}
    missing = {piece.id for piece, place in moved.items() if place is None} - seen
    free = any(
        piece not in untagged and key not in seen and key not in sighting.places
        for key, piece in pieces.items()
    )
    named = {spot.piece for spot in sighting.unreadable if spot.piece in missing}
    for piece_id in sorted(piece_id for piece_id in named if piece_id):
        yield Text(
            "{piece} is covered: clear the view",
            piece=pieces[piece_id].name,
        )
    known = {*named, *seen, *sighting.places}
    yield from (
        Text(
            "On a phone, name the card in {place}",
            place=match.game.place_name(match.seats, spot.place),
        )
        if spot.place
        else Text("On a phone, name the card outside all places")
        for spot in unknown_cards(match, sighting)
    )
    built_on = {*sighting.places.values()} & {*match.game.piles.levels(match.table)}
    unread = [spot for spot in sighting.unreadable if spot.place not in built_on]
    unnamed = [spot for spot in unread if spot.piece not in known and not spot.card]
    places = {spot.place for spot in unnamed if spot.place not in match.game.piles.stacks}
    for place in sorted(place for place in places if place is not None and free):
        yield Text(
            "Unreadable card in {place}: uncover it or avoid glare",
            place=match.game.place_name(match.seats, place),
        )
    elsewhere = any(spot.place is None or spot.place in match.game.piles.stacks for spot in unnamed)
    if elsewhere and missing - named:
        yield Text("Unreadable card: uncover it or avoid glare")


def unknown_cards(match: Match[Any], sighting: Sighting) -> tuple[Unreadable, ...]:
    """Cards that lie where it matters which they are, and that nobody knows by their pictures.

    In a stack nobody asks: what lies there came from where it was known, or was paid face down.
    What may be only printed on a board is asked for where a tile is being turned up.
    """
    stacks = match.game.piles.stacks
    spots = [s for s in sighting.unreadable if s.card and s.place not in stacks]
    if any(spot.faint for spot in spots):
        wanted = _turned_up_into(match)
        spots = [spot for spot in spots if not spot.faint or spot.place in wanted]
    return tuple(spots)


def _turned_up_into(match: Match[Any]) -> set[Place]:
    """The places into which chance is asked to turn up a tile; cards have clear outlines."""
    if match.choice is None or match.choice.who is not TABLE:
        return set()
    tiles = set(tiles_of(match.game.name))
    moves = [move for option in match.choice.legal() for move in option.moves]
    return {move.target for move in moves if move.piece and move.piece.kind in tiles}


def _in_no_place(match: Match[Any], piece: Piece) -> Text:
    """Nobody knows yet where it was going to, so it is said where the match believes it."""
    place = home(match, piece)
    if place is None:
        return Text(
            "{piece} lies outside all places: place it, or put it back face down",
            piece=piece.name,
        )
    return Text(
        "{piece} lies outside all places: lay it in {place}, or where you mean",
        piece=piece.name,
        place=place,
    )


def lies(match: Match[Any], moved: Mapping[Piece, Place | None]) -> Iterator[Text]:
    """Where pieces are seen now."""
    for piece, place in moved.items():
        if place is None:
            yield Text("{piece} is out of sight", piece=piece.name)
        else:
            name = match.game.place_name(match.seats, place)
            yield Text("{piece} lies in {place}", piece=piece.name, place=name)


def put_back(match: Match[Any], piece: Piece) -> Text:
    """What brings a piece to where the match believes it."""
    place = home(match, piece)
    if place is None:
        return Text("Put {piece} back, face down", piece=piece.name)
    return Text("Move {piece} to {place}", piece=piece.name, place=place)


def out_of_place(
    match: Match[Any], piece: Piece, why: Text | None = None, goes_to: Place | None = None
) -> Text:
    """What to do with a piece that lies wrong, and why if that is known: it goes back from where it
    is seen to lie, or where it must have been meant to go.
    """
    place = home(match, piece)
    if why is not None and goes_to is None and place is not None:
        if _names(why, piece.name):
            return Text("{why}: put it back", why=why)
        return Text("{why}: put {piece} back", why=why, piece=piece.name)
    what = put_back(match, piece)
    if goes_to is not None:
        name = match.game.place_name(match.seats, goes_to)
        what = Text("Move {piece} to {place}", piece=piece.name, place=name)
    return what if why is None else Text("{what}: {why}", what=what, why=why)


def _names(text: Text, name: Text) -> bool:
    """Whether a message says what this is called."""
    parts = (value for value in text.values.values() if isinstance(value, Text))
    return any(part == name or _names(part, name) for part in parts)


def home(match: Match[Any], piece: Piece) -> Text | None:
    """Where a piece belongs, in words; None if it is face down."""
    place = match.table.places.where(piece) or face_up_pile(match, piece)
    return match.game.place_name(match.seats, place) if place else None


# -------------------------------------------------------------------------------- Too early


def too_early(
    match: Match[Any],
    moved: Mapping[Piece, Place | None],
    dropped: Callable[[], bool] = lambda: False,
) -> dict[Piece, Text]:
    """Which of these pieces somebody has moved too early while several play at once, and who has
    to finish first: these are thought to be done, and what was moved is looked at again.

    As soon as `dropped` says that nobody wants to know any more, it raises `Dropped`.
    """
    if not isinstance(match.choice, AtOnce):
        return {}

    def who(match: Match[Any], piece: Piece) -> Seat | None:
        moves = {piece: moved[piece]}
        return _who(match, explain(match, moves, most_states=_MOST_STATES, dropped=dropped))

    found: dict[Piece, Text] = {}
    for piece in moved:
        for later, forced in () if who(match, piece) else _ahead(match):
            mover = who(later, piece)
            first = [seat for seat in match.on_turn if seat in forced or seat != mover]
            if mover and first:
                names = listing(Text("{seat}", seat=seat) for seat in first)
                found[piece] = Plural(
                    "{seats} must finish first",
                    "{seats} must finish first",
                    len(first),
                    seats=names,
                )
                break
    return found


def _who(match: Match[Any], found: Run | Ambiguity | Unexplained) -> Seat | None:
    """Who has begun what was found; None if nobody can have."""
    if isinstance(found, Ambiguity):
        return found.choice.who
    if isinstance(found, Run) and found.keys and match.choice:
        return match.option(found.keys[0]).who or match.choice.who
    return None


def _ahead(match: Match[Any]) -> Iterator[tuple[Match[Any], set[Seat]]]:
    """The match whenever others are asked, as it goes on once those who are asked now leave what
    they can; with those who cannot leave it.
    """
    fork, forced, asked = match.fork(), set(), {*match.on_turn}
    for _ in range(_MOST_ANSWERS):
        question = fork.choice.questions[0] if fork.choice else None
        option = question and _leave(question)
        if not question or not option:
            return
        if option.key != question.next_key and question.who is not TABLE:
            forced.add(question.who)
        fork.take(said_by(fork.choice, question.who, option))
        if fork.script_start != match.script_start:
            yield fork, forced
            return
        if isinstance(fork.choice, AtOnce) and not asked.issuperset(fork.on_turn):
            asked |= {*fork.on_turn}
            yield fork, forced


def _leave(question: Choice[Any]) -> Option[Any] | None:
    """How a question is left; where that is not possible, the first answer that is."""
    left = question.find(question.next_key) if question.next_key else None
    if left and left.blocked is None:
        return left
    return next((option for option in question.options if option.blocked is None), None)

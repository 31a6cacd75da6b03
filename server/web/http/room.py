"""Who has which connections, and which of them goes if there has to be room for one more.

Nobody looks at all of them for that, however often somebody comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from server.web.http.connection import Who

T = TypeVar("T")


class Room(Generic[T]):
    """In each part of it those stand first on which nothing has happened for longest."""

    def __init__(self) -> None:
        self._who: dict[T, str] = {}
        self._idle: dict[T, None] = {}
        self._busy: dict[T, None] = {}
        """They are being answered, or wait to be."""
        self._of: dict[str, dict[T, None]] = {}
        self._with: dict[int, dict[str, None]] = {}
        """Who has so many."""
        self._most = 0
        """That anybody has."""

    def __len__(self) -> int:
        return len(self._who)

    def __contains__(self, one: T) -> bool:
        return one in self._who

    def __iter__(self) -> Iterator[T]:
        return iter(self._who)

    def number(self, who: str) -> int:
        return len(self._of.get(who, ()))

    def all_of(self, who: str) -> list[T]:
        return list(self._of.get(who, ()))

    def add(self, one: T, who: str, busy: bool = False) -> None:
        self._who[one] = who
        (self._busy if busy else self._idle)[one] = None
        own = self._of.setdefault(who, {})
        own[one] = None
        self._count(who, len(own) - 1, len(own))

    def remove(self, one: T) -> None:
        """Does no harm to one that is not there."""
        who = self._who.pop(one, None)
        if who is None:
            return
        self._idle.pop(one, None)
        self._busy.pop(one, None)
        own = self._of[who]
        del own[one]
        if not own:
            del self._of[who]
        self._count(who, len(own) + 1, len(own))

    def happened(self, one: T, busy: bool) -> None:
        """Something has, so this one is the last to go of its kind."""
        who = self._who.get(one)
        if who is not None:
            self.remove(one)
            self.add(one, who, busy)

    def oldest_of(self, who: str) -> Iterator[tuple[T, bool]]:
        """In which order those go that somebody has, each with whether it is busy.

        Look no further once one is gone.
        """
        own = self._of.get(who, {})
        yield from ((one, False) for one in own if one in self._idle)
        yield from ((one, True) for one in own if one in self._busy)

    def oldest(self) -> Iterator[tuple[T, bool]]:
        """In which order all go: first those of whoever has most of them."""
        if self._most > 1:
            yield from self.oldest_of(next(iter(self._with[self._most])))
        yield from ((one, False) for one in self._idle)
        yield from ((one, True) for one in self._busy)

    def _count(self, who: str, before: int, now: int) -> None:
        if before:
            others = self._with[before]
            del others[who]
            if not others:
                del self._with[before]
        if now:
            self._with.setdefault(now, {})[who] = None
        if now > self._most or (before == self._most and before not in self._with):
            self._most = now


class Rooms(Generic[T]):
    """Strangers share one, phones that are in another: neither takes a place in the other."""

    def __init__(self) -> None:
        self._strangers: Room[T] = Room()
        self._known: Room[T] = Room()

    def __contains__(self, one: T) -> bool:
        return one in self._strangers or one in self._known

    def __iter__(self) -> Iterator[T]:
        yield from self._strangers
        yield from self._known

    def of(self, who: Who) -> Room[T]:
        return self._known if who.known else self._strangers

    def in_the_way(self, who: Who, most: int, of_one: int) -> Iterator[tuple[T, bool]] | None:
        """In which order others go for one more; None if there is room.

        Who has more than his share loses the oldest; if there are too many, who has most.
        """
        room = self.of(who)
        if room.number(who.name) >= of_one:
            return room.oldest_of(who.name)
        return room.oldest() if len(room) >= most else None

    def remove(self, one: T) -> None:
        """Does no harm to one that is not there."""
        self._strangers.remove(one)
        self._known.remove(one)

"""Whether what an edition or an owner says of Port Royal can be meant, row by row.

Each row fits its type here. That all of it can be printed on one copy is `contradiction`'s to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, convert, field

from rules.edition import BASE, BadValue, Edition, set_of
from rules.port_royal import names
from rules.port_royal.abilities import Abilities, Of
from rules.port_royal.adventure.happenings import Happening
from rules.port_royal.demands import Demand
from rules.port_royal.pieces import ADVENTURE, COLOURS
from rules.port_royal.vocabulary import Number
from rules.text import Text
from rules.typed import Table, problems, row_name, words_of

_STARS = 15
"""Missions for playing on after the adventure: as many as the rulebook says."""
_Strength = (
    Annotated[int, Meta(ge=1, le=99)] | Annotated[str, Meta(pattern="^(skull|[1-9][0-9]?)$")]
)
_Aloud = Annotated[str, Meta(pattern="^[^{}]*$", description="plain words, without braces")]
"""What is read aloud stands there as it is: nothing is put into it."""
_Colour = Annotated[str, words_of(names.SHIP_COLOURS)]
_NO_ABILITIES, _NOTHING = Abilities(), Happening()


class _Checked(Table, frozen=True):
    def check(self, path: str) -> None:
        """BadValue for values that do not go together."""


class _Row(_Checked, frozen=True, kw_only=True):
    set: str = BASE
    key: str | None = None
    kind: str | None = None
    name: str | None = None


class _Copies(_Row, frozen=True, kw_only=True):
    count: Number
    batch: Number = 0


class ShipRow(_Copies, frozen=True, kw_only=True):
    colour: str
    coins: Number
    swords: Annotated[
        _Strength, Meta(description="a whole number from 1 to 99, or skull in quotes")
    ]
    gift: Number = 0
    crowns: Number = 0
    item: Annotated[str, words_of(names.SHIPS_WITH)] | None = None

    def check(self, path: str) -> None:
        in_adventure = self.set == ADVENTURE
        _one_of(names.SHIPS if in_adventure else COLOURS, self.colour, f"{path}.colour")
        for word in ("item", "crowns"):
            if getattr(self, word) and not in_adventure:
                why = Text("{word} is only for The Adventure Begins.", word=word)
                raise BadValue(f"{path}.{word}", why)


class PersonRow(_Copies, frozen=True, kw_only=True):
    role: str
    cost: Number
    influence: Number
    swords: Number = 0
    colour: str | None = None
    does: Abilities | None = None

    def check(self, path: str) -> None:
        if self.name is None:
            if self.role not in names.ROLES_OF_PERSONS:
                why = Text("Unknown person: {word}. Give the card a name.", word=self.role)
                raise BadValue(path, why)
            if names.person(self.role, self.colour) is None:
                _one_of(names.COLOURED.get(self.role, ()), self.colour, f"{path}.colour")


class ExpeditionRow(_Copies, frozen=True, kw_only=True):
    needs: dict[Annotated[str, words_of(names.SIGNS)], Number]
    coins: Number
    influence: Number
    special: bool = False

    def check(self, path: str) -> None:
        if not any(self.needs.values()):
            raise BadValue(f"{path}.needs", Text("It asks for nothing."))


class TaxRow(_Copies, frozen=True, kw_only=True):
    bonus_to: Annotated[str, words_of(names.TAXES)]
    threshold: Number | None = None
    bonus: Number | None = None


class ContractRow(_Row, frozen=True, kw_only=True):
    needs: Demand
    coins: tuple[Number, ...]
    seal: Annotated[int, Meta(ge=-1, le=2)]
    letter: str
    white: bool = False


class _Told(_Checked, frozen=True, kw_only=True):
    number: str | int
    text: _Aloud | None = None
    title: _Aloud | None = None


class MissionRow(_Told, frozen=True, kw_only=True):
    needs: Demand
    coins: Number = 0
    crowns: Number = 0
    first_crowns: Number = 0
    star: bool = False
    shuffles: tuple[Number, ...] = ()
    next: str | None = None
    asks: str | None = None
    yes: str | None = None
    no: str | None = None
    against: str | None = None

    def check(self, path: str) -> None:
        if self.asks is not None and self.next is not None:
            why = Text("{one} and {other} exclude each other.", one="next", other="asks")
            raise BadValue(f"{path}.next", why)
        for word in ("yes", "no"):
            if getattr(self, word) is not None and self.asks is None:
                raise BadValue(f"{path}.{word}", Text("It needs {word}.", word="asks"))


class PageRow(_Told, frozen=True, kw_only=True):
    first: str | None = None
    last: str | None = None
    chapter: int | None = None


class Helper(_Checked, frozen=True, kw_only=True):
    """What is not a person but does what persons do."""

    key: str
    name: str | None = None
    does: Abilities = _NO_ABILITIES
    swords: Number = 0
    colour: _Colour | None = None

    def check_help(self, path: str, of: Of) -> None:
        _refuse(self.does.why_not(of, self.colour, in_adventure=True), f"{path}.does")
        if self.colour and not self.does.of_colour():
            why = Text("It needs no ship colour.")
            raise BadValue(f"{path}.colour", why)


class EventRow(Helper, frozen=True, kw_only=True):
    number: Number
    now: Happening = _NOTHING
    for_: Literal["all", "active"] | None = field(name="for", default=None)
    month_end: bool = False
    after: bool = False

    def check(self, path: str) -> None:
        _refuse(self.now.why_not(), f"{path}.now")
        self.check_help(path, "event")
        helps = self.does != _NO_ABILITIES or bool(self.swords)
        if helps and self.for_ is None:
            why = Text("Say for whom: all or active.")
            raise BadValue(f"{path}.for", why)
        if self.for_ is not None and not helps:
            why = Text("It says for whom, but not what.")
            raise BadValue(f"{path}.for", why)
        if self.month_end and (helps or self.now != _NOTHING):
            raise BadValue(path, Text("The month's end does nothing else."))


class SideRow(Helper, frozen=True, kw_only=True):
    key: Annotated[str, words_of(names.CHARACTERS)]
    coins: Number


class CharacterRow(_Checked, frozen=True):
    key: str
    front: SideRow
    back: SideRow

    def check(self, path: str) -> None:
        self.front.check_help(f"{path}.front", "character")
        self.back.check_help(f"{path}.back", "character")


_ROWS: Mapping[str, Any] = {
    "ships.cards": ShipRow,
    "persons.cards": PersonRow,
    "expeditions.cards": ExpeditionRow,
    "taxes.cards": TaxRow,
    "contracts.cards": ContractRow,
    "missions.cards": MissionRow,
    "events.cards": EventRow,
    "characters.cards": CharacterRow,
    "chapters.rows": PageRow,
    "ends.rows": PageRow,
}


def check(edition: Edition) -> None:
    """BadValue for the first word that cannot be meant."""
    roles = edition.table("roles")
    _fit(roles, dict[str, Abilities], "roles")
    rows = {table: [*_rows(edition, table, form)] for table, form in _ROWS.items()}
    stars = sum(row.star for row in rows["missions.cards"])
    if stars != _STARS:
        why = Text("Missions with a red star: {n}, not {found}.", n=_STARS, found=stars)
        raise BadValue("missions.cards", why)
    sides = [side.key for row in rows["characters.cards"] for side in (row.front, row.back)]
    twice = next((key for key in sides if sides.count(key) > 1), None)
    if twice is not None:
        raise BadValue("characters.cards", Text("{name} is there twice.", name=twice))
    for what in ("markers", "influence"):
        for number in edition.numbers(f"victory.{what}"):
            _fit(number, Number, f"victory.{what}")


def _rows(edition: Edition, table: str, form: Any) -> Iterable[Any]:
    for index, row in enumerate(edition.rows(table)):
        path = f"{table}[{row_name(row, index)}]"
        _fit(row, form, path)
        read = convert(row, form)
        read.check(path)
        match read:
            case PersonRow():
                usual = convert(edition.table("roles").get(read.role, {}), Abilities)
                does = usual if read.does is None else read.does
                why = does.why_not("person", read.colour, read.set == ADVENTURE)
                _refuse(why, f"{path}.does")
            case ContractRow():
                _check_demand(read.needs, path, _roles(edition, "contract_cards"), False)
            case MissionRow():
                _check_demand(read.needs, path, _roles(edition, ADVENTURE), True)
        yield read


def _fit(value: object, form: Any, path: str) -> None:
    _no_nulls(value, path)
    for problem in problems(value, form, path):
        raise BadValue(problem.path, problem.reason)


def _no_nulls(value: object, path: str) -> None:
    """TOML has none, and JSON says with it what should not be there at all."""
    if value is None:
        raise BadValue(path, Text("It must be left out, if there is none."))
    inner = value.items() if isinstance(value, Mapping) else ()
    for name, each in inner:
        _no_nulls(each, f"{path}.{name}")
    if isinstance(value, list):
        for each in value:
            _no_nulls(each, path)


def _one_of(known: Collection[str], word: str | None, path: str) -> None:
    if word not in known:
        _fit(word or "", Annotated[str, words_of(known)], path)


def _refuse(why: Text | None, path: str) -> None:
    if why:
        raise BadValue(path, why)


def _roles(edition: Edition, added: str) -> Counter[str]:
    """How many persons of each role there are in the base game and in a set."""
    rows = (row for row in edition.rows("persons.cards") if set_of(row) in (BASE, added))
    found = Counter[str]()
    for row in rows:
        found[row["role"]] += row["count"]
    return found


def _check_demand(demand: Demand, path: str, roles: Counter[str], of_mission: bool) -> None:
    _refuse(demand.why_not(of_mission), f"{path}.needs")
    for role, number in Counter(demand.persons).items():
        if number > roles[role]:
            why = Text(
                "Cards of {word}: {has}, not {wanted}.",
                word=role,
                has=roles[role],
                wanted=number,
            )
            raise BadValue(f"{path}.needs.persons", why)

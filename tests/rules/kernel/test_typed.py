"""What fits no type is told with its place, and with what is allowed there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta

from rules.text import Text
from rules.typed import Problem, Table, Wrong, problems, read, read_file

Price = Annotated[int, Meta(ge=0, le=99)]


class Ship(Table, frozen=True, tag_field="kind", tag="ship", kw_only=True):
    key: str
    price: Price
    colour: Literal["red", "blue"] = "red"
    swords: Price | Literal["skull"] = 0


class Crew(Table, frozen=True, tag_field="kind", tag="crew"):
    key: str
    pay: Annotated[tuple[int, int], Meta(description="what they get, and when, as [3, 1]")]
    late: bool = False

    def __post_init__(self) -> None:
        if self.pay[0] < self.pay[1]:
            raise Wrong(Text("They get less than they ask."), "pay")


class Box(Table, frozen=True):
    cards: tuple[Ship | Crew, ...]
    counts: dict[str, int]
    after: Crew | None = None


SHIP = {"kind": "ship", "key": "cog", "price": 3}
CREW = {"kind": "crew", "key": "cook", "pay": [3, 1]}


def told(*cards: Any, **more: Any) -> list[str]:
    return [str(each) for each in problems({"cards": [*cards], "counts": {}, **more}, Box)]


def test_what_fits_is_read_as_it_is() -> None:
    box = read({"cards": [SHIP, CREW], "counts": {"all": 2}}, Box, "box.toml", ValueError)
    assert box == Box((Ship(key="cog", price=3), Crew("cook", (3, 1))), {"all": 2})
    assert told(SHIP, CREW) == []


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({**SHIP, "price": "3"}, 'price: It must be a whole number from 0 to 99, not "3".'),
        ({**SHIP, "price": True}, "price: It must be a whole number from 0 to 99, not true."),
        ({**SHIP, "colour": "pink"}, 'colour: It must be one of these: red, blue, not "pink".'),
        ({**SHIP, "key": 3}, "key: It must be text in quotes, not 3."),
        (
            {**SHIP, "swords": "none"},
            'swords: It must be a whole number from 0 to 99 or one of these: skull, not "none".',
        ),
        ({**CREW, "late": 1}, "late: It must be true or false, not 1."),
        ({**CREW, "pay": 3}, "pay: It must be what they get, and when, as [3, 1], not 3."),
        ({**CREW, "pay": [1, 3]}, "pay: They get less than they ask."),
        ({**SHIP, "kind": "raft"}, 'kind: It must be one of these: ship, crew, not "raft".'),
    ],
)
def test_a_wrong_value_is_told_with_its_row_and_what_is_allowed(
    wrong: dict[str, Any], sentence: str
) -> None:
    [said] = told(wrong)
    row, _, rest = said.partition("].")
    assert row.startswith("cards[")
    assert rest == sentence


def test_rows_are_named_as_they_name_themselves_or_by_where_they_stand() -> None:
    assert told(SHIP, 3)[0].startswith("cards[1]: It must be a table, not 3")
    assert told({**SHIP, "cost": 3})[0].startswith("cards[cog]: Unknown: cost. There is")
    assert told({"kind": "ship", "price": 3}) == [
        "cards[0]: key is missing; it must be text in quotes."
    ]
    assert told({"key": "cog"}) == [
        "cards[cog]: kind is missing; it must be one of these: ship, crew."
    ]


def test_all_that_is_wrong_is_told_at_once() -> None:
    found = problems({"cards": 3, "count": {}, "after": {"key": "cook", "pay": 1}}, Box)
    assert [(each.path, str(each.reason)) for each in found] == [
        ("", "Unknown: count. There is cards, counts, after."),
        ("cards", "It must be a list, not 3."),
        ("", "counts is missing; it must be a table."),
        ("after.pay", "It must be what they get, and when, as [3, 1], not 1."),
    ]


def test_a_long_value_is_told_shortly() -> None:
    [said] = problems({"cards": ["x" * 900], "counts": {}}, Box)
    assert said == Problem("cards[0]", said.reason)
    assert len(str(said)) < 150


def test_a_file_is_named_with_what_is_wrong_in_it(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text('counts = { all = 2 }\n[[cards]]\nkind = "ship"\nkey = "cog"\nprice = "3"\n')
    with pytest.raises(LookupError) as error:
        read_file(file, Box, _NotThere)
    assert str(error.value) == (
        f'{file}: cards[cog].price: It must be a whole number from 0 to 99, not "3".'
    )
    file.write_text("= 3")
    with pytest.raises(_NotThere, match=r"box\.toml: is not valid TOML"):
        read_file(file, Box, _NotThere)
    with pytest.raises(_NotThere, match=r"none\.toml: cannot be read"):
        read_file(tmp_path / "none.toml", Box, _NotThere)


class _NotThere(ValueError, LookupError):
    pass


AT_ONCE = """
import sys
from pathlib import Path
from threading import Barrier, Thread
from types import ModuleType
from rules.typed import read

FORMS = '''
from __future__ import annotations
from collections.abc import Mapping
from typing import Annotated, Literal
from msgspec import Meta
from rules.typed import Table
class Spot(Table, frozen=True):
    x: Annotated[float, Meta(ge=0)] | Literal["middle"] = "middle"
    of: tuple[Annotated[int, Meta(ge=0)], ...] | None = None
class Board(Table, frozen=True):
    spots: Mapping[str, Spot] | None = None
    rows: tuple[Spot | int, ...] = ()
class Box(Table, frozen=True):
    boards: tuple[Board, ...] = ()
    mats: Mapping[str, Board | Literal["none"]] | None = None
'''

sys.setswitchinterval(1e-6)
for _ in range(100):
    module = sys.modules["forms"] = ModuleType("forms")
    exec(FORMS, module.__dict__)
    begin = Barrier(8)

    def look():
        begin.wait()
        read({"boards": [{"rows": [{}]}]}, module.Box, Path("box.toml"), ValueError)

    threads = [Thread(target=look) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
"""


def test_what_is_read_for_the_first_time_may_be_read_by_several_at_once() -> None:
    subprocess.run([sys.executable, "-c", AT_ONCE], check=True)

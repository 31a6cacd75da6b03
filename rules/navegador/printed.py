"""What is known of every printed copy, so that an owner's values can be checked against it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.edition import Edition
from rules.game import Group
from rules.navegador.board import (
    CHURCH,
    ROWS,
    SHIPYARD,
    Board,
    board_of,
    distances,
    reach,
    reachable,
)
from rules.navegador.names import CATEGORY_NAMES, GOOD_NAMES, REGION_NAMES, ROW_NAMES
from rules.navegador.pieces import CATEGORIES, GOODS, PORTUGAL, REGIONS, edition
from rules.navegador.sailing import PHASE_OF_REGION, SAILING_RANGE
from rules.text import Plural, Text

_CAPE = "cabo_da_boa_esperanca"
_AT_MOST = (("guine", _CAPE, 2), (PORTUGAL, "angola", 2), (PORTUGAL, "bahia", 2))
"""Voyages of the rulebook's examples: no more borders than these."""
_ANGOLA, _INTO_ANGOLA = "angola", ("guine", "rio_de_janeiro")
"""The example of exploring: which region, and where the ships come from in one action."""
_STACK_SIZES = range(1, 5)
_BASE_POINTS = {"explorer": (4, 5), "shipyard": (1, 3), "church": (1, 3)}
"""Points printed on the mat that fit the situations shown in the rulebook."""
_IN_ROW = {
    "sugar_factory": (100,),
    "gold_factory": (70, 100),
    "spice_factory": (100,),
    SHIPYARD: (150,),
    CHURCH: (250,),
}
"""Prices of the rulebook's examples; several in a row stand next to each other."""
_IN_COLUMN = {
    "colony": (30,),
    "factory": (20,),
    "explorer": (30, 20),
    "shipyard": (50,),
    "church": (40,),
}
_SECOND_SLOT_OF_CHURCHES = 40


def contradiction(own: Edition) -> Text | None:
    """The first reason why these values cannot all be printed on one copy."""
    for region in REGIONS[1:]:
        if own.text(f"goods.{region}") not in GOODS:
            return Text(
                "{region}: sugar, gold or spice, not {good}.",
                region=REGION_NAMES[region],
                good=own.text(f"goods.{region}"),
            )
    board = board_of(own)
    problems = (_stacks(board), _borders(board), _prices(board), _refill(board), _mats(board))
    return next((problem for found in problems for problem in found), None)


def _stacks(board: Board) -> Iterator[Text]:
    """Every tile but one of each good lies on the board, one to four in a region."""
    for region, number in board.stacks.items():
        if number not in _STACK_SIZES:
            yield Text(
                "{region}: 1 to 4 colony tiles, not {n}.",
                region=REGION_NAMES[region],
                n=number,
            )
    for good in GOODS:
        regions = [region for region in board.stacks if board.goods[region] == good]
        total, needed = (
            sum(board.stacks[region] for region in regions),
            len(edition().numbers(f"colonies.{good}")) - 1,
        )
        if total != needed:
            yield Plural(
                "{n} {good} tile instead of {needed}. Correct the other stacks too.",
                "{n} {good} tiles instead of {needed}. Correct the other stacks too.",
                total,
                good=GOOD_NAMES[good],
                needed=needed,
            )
    if board.stacks["guine"] < 2:
        yield Text("{region}: at least two colony tiles.", region=REGION_NAMES["guine"])
    for size in (1, 3):
        if size not in board.stacks.values():
            yield Plural(
                "Some region must have {n} colony tile.",
                "Some region must have {n} colony tiles.",
                size,
            )


def _borders(board: Board) -> Iterator[Text]:
    apart = distances(board)
    for region in REGIONS[1:]:
        if (PORTUGAL, region) not in apart:
            yield Text("No way leads to {region}.", region=REGION_NAMES[region])
            return
    for one, other, borders in _AT_MOST:
        if apart[one, other] > borders:
            yield Plural(
                "{here} and {there}: at most {n} border apart.",
                "{here} and {there}: at most {n} borders apart.",
                borders,
                here=REGION_NAMES[one],
                there=REGION_NAMES[other],
            )
    if apart[PORTUGAL, _CAPE] < 3:
        yield Plural(
            "{here} and {there}: at least {n} border apart.",
            "{here} and {there}: at least {n} borders apart.",
            3,
            here=REGION_NAMES[PORTUGAL],
            there=REGION_NAMES[_CAPE],
        )
    if not _explores_angola(board):
        one, other = _INTO_ANGOLA
        yield Text(
            "Ships from {one} and {other} must reach {region} in one action.",
            one=REGION_NAMES[one],
            other=REGION_NAMES[other],
            region=REGION_NAMES[_ANGOLA],
        )


def _explores_angola(board: Board) -> bool:
    """Whether the example of exploring is possible in a phase that can begin before it.

    Ships cross one border at first; more only if the region that begins a later phase can be
    explored while Angola is not.
    """
    unexplored = frozenset((_ANGOLA,))
    explored = reachable(board, unexplored)
    phases = [1, *(phase for region, phase in PHASE_OF_REGION.items() if region in explored)]
    return any(
        all(
            _ANGOLA in reach(board, unexplored, SAILING_RANGE[phase - 1])[source].unknown
            for source in _INTO_ANGOLA
        )
        for phase in phases
    )


def _prices(board: Board) -> Iterator[Text]:
    for row in ROWS:
        prices = board.prices[row]
        if any(price <= 0 or price % 10 for price in prices):
            yield Text("{row}: prices in tens, like 50.", row=ROW_NAMES[row])
        if list(prices) != sorted(set(prices)):
            yield Text("{row}: prices must rise.", row=ROW_NAMES[row])
        yield from _must_show(ROW_NAMES[row], prices, _IN_ROW[row])


def _refill(board: Board) -> Iterator[Text]:
    tiles = edition().number("components.privileges.colony")
    start = edition().number("rules.gallery")
    for number, (second, third) in board.refill.items():
        if second < 1 or third < 1 or start + second + third > tiles:
            yield Plural(
                "{n} player: too few privileges for {second} and {third}.",
                "{n} players: too few privileges for {second} and {third}.",
                number,
                second=second,
                third=third,
            )


def _mats(board: Board) -> Iterator[Text]:
    for category, possible in _BASE_POINTS.items():
        if board.points[category] not in possible:
            yield Text(
                "Points for {category}: {one} or {other}, not {n}.",
                category=CATEGORY_NAMES[category],
                one=possible[0],
                other=possible[1],
                n=board.points[category],
            )
    for category in CATEGORIES:
        cash = board.cash[category]
        if list(cash) != sorted(set(cash), reverse=True) or any(n % 10 or n <= 0 for n in cash):
            yield Text(
                "Cash for {category} must fall slot by slot, in tens.",
                category=CATEGORY_NAMES[category],
            )
        yield from _must_show(CATEGORY_NAMES[category], cash, _IN_COLUMN[category])
    if board.cash["church"][1] != _SECOND_SLOT_OF_CHURCHES:
        yield Text("The second slot for churches shows {n}.", n=_SECOND_SLOT_OF_CHURCHES)


def _must_show(what: Text, numbers: tuple[int, ...], known: tuple[int, ...]) -> Iterator[Text]:
    runs = [numbers[at : at + len(known)] for at in range(len(numbers))]
    if known not in runs:
        yield Text(
            "{what}: somewhere there must be {known}.",
            what=what,
            known=", ".join(map(str, known)),
        )


def printed_things() -> dict[str, Text]:
    """Each house value in words, for the owner who looks for it on the printed copy."""
    words: dict[str, Text] = {}
    for path in edition().house:
        table, _, name = path.partition(".")
        if table == "goods":
            words[path] = Text("What grows in {region}", region=REGION_NAMES[name])
        elif table == "stacks":
            words[path] = Text("Colony tiles in {region}", region=REGION_NAMES[name])
        elif table == "borders":
            one, other = name.split("-")
            words[path] = Text(
                "{one} and {other}: shared border?",
                one=REGION_NAMES[one],
                other=REGION_NAMES[other],
            )
        elif table == "prices":
            words[path] = Text("Prices: {row}", row=ROW_NAMES[name])
        elif table == "refill":
            words[path] = Plural(
                "{n} player: privileges per arch in phases 2 and 3",
                "{n} players: privileges per arch in phases 2 and 3",
                int(name.removeprefix("for_")),
            )
        elif table == "points":
            words[path] = Text("Points above the {category} column", category=CATEGORY_NAMES[name])
        else:
            words[path] = Text(
                "Cash in the {category} column, from the top",
                category=CATEGORY_NAMES[name],
            )
    return words


def groups() -> list[Group]:
    """The borders region by region, each pair with the region that comes first."""
    pairs = [path for path in edition().house if path.startswith("borders.")]
    found = []
    for number, region in enumerate(REGIONS[:-1]):
        later = {
            path: REGION_NAMES[other]
            for path in pairs
            for other in REGIONS[number + 1 :]
            if {*path.removeprefix("borders.").split("-")} == {region, other}
        }
        name = Text("{region}: borders with these?", region=REGION_NAMES[region])
        found.append(Group(f"borders of {region}", name, later))
    return found


def printed_words() -> dict[str, dict[str, Text]]:
    """The goods that may be printed in a region where none is known."""
    return {path: GOOD_NAMES for path in edition().house if path.startswith("goods.")}

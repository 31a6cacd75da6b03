"""What a phone says beside an option: what may be done at any time stands by itself, below."""

from __future__ import annotations

from typing import Any

from rules.cooper_island.actions.income import Fleet
from rules.cooper_island.actions.payment import IN_STORE
from rules.cooper_island.actions.sailing import Toll
from rules.cooper_island.actions.vocabulary import Chosen
from rules.cooper_island.actions.workers import Post, actions_of
from rules.cooper_island.pieces import LargeCard, RoyalCard, SmallCard
from rules.cooper_island.printed.box import Islet, Logbook
from rules.cooper_island.printed.describe import discount_text, effects_text
from rules.cooper_island.printed.names import GOOD_NAMES, STRUCTURE_NAMES
from rules.cooper_island.table import Table
from rules.flow import Anytime, Option
from rules.match import Match
from rules.pieces import Piece
from rules.text import Text, listing
from server.web.games.cooper_island.reading import stages_text
from server.web.parts.cards import Aside

_ANYTIME = Text("At any time")
ONE_BY_ONE = Text("One by one")
_SIGNS = {
    "anchor": "anchor",
    "boat": "ship",
    "boats:all": "ship",
    "cargo": "ship",
    "cell": "person",
    "chart": "explorer",
    "cube:gold": "gold",
    "cube:stone": "stone",
    "feed": "bread",
    "good:cloth": "cloth",
    "good:coin": "coin",
    "good:food": "bread",
    "good:gold": "gold",
    "good:stone": "stone",
    "good:wood": "wood",
    "hire": "person",
    "income:islet": "explorer",
    "income:tile": "hexes",
    "islet": "explorer",
    "lay": "hexes",
    "pier": "ship",
    "recruit": "person",
    "ruin": "city",
    "send": "person",
    "ship": "ship",
    "site": "city",
    "slot": "marker",
    "statue": "marker",
    "store": "card",
    "structure": "city",
    "take:food": "bread",
    "tile": "hexes",
    "trade": "tax",
    "use": "explorer",
}
"""By an option's key or its first word: what stands for it where no piece does."""


def aside(match: Match[Any], option: Option[Any]) -> Aside:
    if isinstance(option.value, Anytime):
        return Aside(group=_ANYTIME, last=True, sign=_sign(option))
    if isinstance(option.value, Post):
        return Aside(detail=_actions(match.table, option.value), topic=option.value.sector.key)
    if isinstance(option.value, RoyalCard) and option.value.stages:
        return Aside(detail=stages_text(option.value))
    if isinstance(option.value, Islet | Logbook):
        return Aside(sign=_sign(option), short=effects_text(option.value.does))
    word, _, rest = option.key.partition(":")
    if _is_done_in_one_go(match, option):
        return Aside(group=ONE_BY_ONE, last=True, sign=_sign(option))
    if word == "single":
        return Aside(short=_at(rest.partition(":")[0]))
    if word == "keep" and rest.partition("/")[0] in STRUCTURE_NAMES:
        structure, _, number = rest.partition("/")
        name = STRUCTURE_NAMES[structure]
        return Aside(sign="city", short=Text("{structure} {number}", structure=name, number=number))
    if isinstance(option.value, Fleet | Chosen):
        return Aside(sign=_sign(option) or _SIGNS.get(f"good:{rest.partition('.')[2]}"))
    if isinstance(option.value, Toll) and option.value.space != IN_STORE:
        return Aside(short=Text("{good} of your land", good=GOOD_NAMES[option.value.good]))
    if word == "goods":
        return Aside(sign=_SIGNS[f"good:{option.value[0]}"])
    return Aside(sign=_sign(option))


def _is_done_in_one_go(match: Match[Any], option: Option[Any]) -> bool:
    """Whether other answers say the same, and what would be asked next."""
    word = option.key.partition(":")[0]
    if option.moves or match.choice is None or word not in ("boat", "do", "good"):
        return False
    others = [each for question in match.choice.questions for each in question.options]
    if word == "boat":
        fleets = (each.value for each in others if isinstance(each.value, Fleet))
        return any(boat is option.value for fleet in fleets for boat, _ in fleet.brought)
    begins = ("goods:",) if word == "good" else ("do:all.", f"{option.key}.")
    return not option.key.startswith("do:all.") and any(
        each.key.startswith(begins) for each in others
    )


def _at(space: str) -> Text:
    return Text("at {space}", space=space)


def _sign(option: Option[Any]) -> str | None:
    return _SIGNS.get(option.key) or _SIGNS.get(option.key.partition(":")[0])


def _actions(table: Table, post: Post) -> Text:
    """What a worker would do there."""
    alone = not table.workers_on(post.sector.key, post.special)
    texts = [effects_text(actions_of(post, alone=alone))]
    discount = post.sector.square_discount
    if post.special and alone and discount:
        texts.append(discount_text(discount))
    return listing(texts)


def in_words(_match: Match[Any], piece: Piece) -> Text | None:
    """The card of a building, for whoever looks at four of them."""
    return piece.name if isinstance(piece, SmallCard | LargeCard) else None

"""Solo tables of Maracaibo on which it is Jean's turn."""

from __future__ import annotations

from rules.maracaibo.places import location, opponent, trail
from rules.maracaibo.table import Table
from rules.match import Match
from rules.text import Text
from tests.rules.at_the_table import play
from tests.rules.maracaibo.the_table import Prepare, at_table, put

JEAN = opponent("red")


def jean_to(table: Table, place_id: str) -> None:
    put(table, "ship/blue", location(place_id))
    table.player(table.jean).ship = place_id


def jeans_explorer_to(table: Table, space_id: str) -> None:
    put(table, "explorer/blue", trail(space_id))
    table.player(table.jean).explorer = space_id


def jeans_turn(card: str, prepare: Prepare | None = None, **settings: str) -> Match[Table]:
    """Jean has turned up this card; at the hardest level she may have any."""

    def ready(table: Table) -> None:
        table.active = JEAN
        if prepare:
            prepare(table)

    match = at_table(ready, 1, **{"difficulty": "5"} | settings)
    play(match, f"turn:{card}")
    return match


def told(match: Match[Table]) -> list[str]:
    """All that the player is told until Jean's turn is over; the table answers as it likes."""
    told = []
    while match.choice and match.table.phase == "jean":
        told += sentences(match.choice.prompt)
        match.take(match.choice.legal()[0])
    return told


def sentences(prompt: Text) -> list[str]:
    """One after another, if several are said together."""
    if "part0" in prompt.values:
        return [str(sentence) for sentence in prompt.values.values()]
    return [str(prompt)]

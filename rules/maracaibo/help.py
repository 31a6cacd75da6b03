"""Maracaibo in short, for people at the table: the set-up, the phases and their rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.game import Chapter, Step
from rules.maracaibo.actions.stories import makes_way, without_rivals
from rules.maracaibo.pieces import Story
from rules.maracaibo.places import city_space
from rules.maracaibo.printed.board import board
from rules.maracaibo.printed.stories import WITHOUT_CAMPAIGN
from rules.maracaibo.set_up import MARACAIBO, MARACAIBO_TILE
from rules.maracaibo.story.checklist import coming, tile_steps, tokens_left
from rules.maracaibo.story.telling import HOUSE_STORY
from rules.maracaibo.table import Table
from rules.pieces import Piece, Place
from rules.text import Plural, Text

DELIVERING = Text("City: first you may discard its good to remove a disc.")
ANYTIME = Text("Any time: plan a card, or claim a career task.")
COMBAT = Text("Combat: each action once. Value left over is lost.")
KEPT = Text("Story cards, legacy tiles, numbered cards: keep for the next match.")
DONE = Text("A story card is done when its story tile is taken or its tiles are full.")
BY_PHASE = {
    "set_up": Chapter(
        Text("Set-up"),
        (
            Text("Four rounds. Each ends when a ship reaches the last space."),
            Text("Most points win. Cards in hand or planned score nothing."),
        ),
    ),
    "sail": Chapter(
        Text("Phase A: sail"),
        (
            Text("Sail 1 to {most} spaces along the arrows.", most=board().sail_most),
            Text("Never sail past a stop sign."),
            Plural(
                "Each assistant left behind unused: {n} point.",
                "Each assistant left behind unused: {n} points.",
                board().passed_assistant_vp,
            ),
        ),
    ),
    "main": Chapter(
        Text("Phase B: main action"),
        (
            Text("One main action: city, village, quest or assistant."),
            DELIVERING,
            Text("Village: 1 action; 2 from 4 movement points, 3 from 7."),
            ANYTIME,
            COMBAT,
        ),
    ),
    "draw": Chapter(
        Text("Phase C: draw cards"),
        (
            Text("Draw to your hand limit: deck, market or planned cards."),
            Plural(
                "Market cards: {n} doubloon, none with the upgrade.",
                "Market cards: {n} doubloons, none with the upgrade.",
                board().market_cost,
            ),
            Text("Then refill the market."),
        ),
    ),
    "scoring": Chapter(
        Text("Scoring"),
        (
            Text("From the player who ended the round: buy, invest or take points."),
            Text("Then income, empty markets, all ships to Havana."),
            Text("At the end also score tracks, cards, buildings, influence, ranks."),
        ),
    ),
    "jean": Chapter(
        Text("Jean's turn"),
        (
            Text("Do each instruction on the table."),
            Text("A quest costs Jean nothing and ends her turn."),
        ),
    ),
}


_CAMPAIGN = Chapter(
    Text("Campaign"),
    (
        DONE,
        Text("At the round's end read its back aloud. Vote if asked."),
        Text("Read and do the next card. In final scoring only lay it out."),
        KEPT,
    ),
)
CHAPTERS = (*BY_PHASE.values(), _CAMPAIGN)


def phase(table: Table) -> Text:
    return BY_PHASE[table.phase].title


def rules_of_phase(table: Table) -> Sequence[Text]:
    return BY_PHASE[table.phase].rules


def steps(table: Table) -> list[Step]:
    """The set-up for this number of players, in the rulebook's order."""
    two = len(table.everyone) == 2
    tile = table.box.city_tiles[MARACAIBO_TILE]
    maracaibo: dict[Piece, Place] = {tile: city_space(MARACAIBO)}
    found = [
        Step(Text("Shuffle the combat tokens into two face-down piles.")),
        Step(Text("Shuffle the quest tiles face up; three on the explorer track.")),
    ]
    if int(table.scenario) not in WITHOUT_CAMPAIGN:
        found.append(Step(Text("Story tiles beside them, in order.")))
    if two:
        found.append(Step(Text("Cover Maracaibo with its city tile."), maracaibo))
    found += [
        Step(
            Plural(
                "City tiles for {n} player: shuffle both helms and two random others "
                "onto 3, 5, 13, 14.",
                "City tiles for {n} players: shuffle both helms and two random others "
                "onto 3, 5, 13, 14.",
                len(table.everyone),
            )
        ),
        *numbered_steps(table),
        Step(
            Text(
                "Deal {dealt} each. Shuffle {added} into the rest.",
                dealt=Plural("{n} A card", "{n} A cards", table.board.start_cards),
                added=Plural("{n} B card", "{n} B cards", table.board.b_cards),
            )
        ),
        Step(Text("Lay out four cards as the market.")),
        Step(Text("Four prestige buildings above the board, the first face up.")),
        Step(Text("Ownership markers: one on left-most cells, two on others.")),
    ]
    if two:
        found.append(Step(Text("Markers: Spain on 6, England on 7, France on 8.")))
    found += [
        Step(Text("Two discs on each ship upgrade.")),
        Step(
            Text(
                "Ship, explorer, markers on first spaces; doubloon income {income}, "
                "combat points {points}; two figures.",
                income=table.board.start_income,
                points=table.board.start_combat_points,
            )
        ),
        Step(Text("Deal two careers each.")),
        Step(start_doubloons(table)),
        *story_steps(table),
        Step(Text("Keep four cards, plan one, discard three.")),
        Step(Text("Keep one career, with three figures on it.")),
    ]
    return [*found, *jeans_steps(table)] if table.solo else found


def numbered_steps(table: Table) -> Iterator[Step]:
    """Going on with a campaign: cards with a number that came in before stay in the game."""
    if table.tale.archive.cards:
        yield Step(
            Text(
                "Shuffle project cards {numbers} into the A cards.",
                numbers=", ".join(map(str, table.tale.archive.cards)),
            )
        )


def story_steps(table: Table) -> Iterator[Step]:
    """The story card of this match, or what the archive holds, and what each asks for."""
    archive = table.tale.archive
    archived = sorted({*archive.stories, *archive.waiting} & table.box.stories.keys())
    numbers = without_rivals(table, archived)
    yield from (Step(makes_way(number)) for number in archived if number not in numbers)
    if archived or archive.tiles:
        yield Step(
            Text(
                "Story cards {numbers} from the archive, with their quests.",
                numbers=", ".join(map(str, sorted(numbers))),
            )
        )
    else:
        numbers = [int(table.scenario)]
        yield Step(Text("Story card {number}, with its quests.", number=numbers[0]))
    stories = [table.box.stories[number] for number in sorted(numbers)]
    for story in stories:
        fetched = (table.box.stories[other] for other in story.fetch)
        stories += (other for other in fetched if other not in stories)
    if any(story.text is not None for story in stories):
        yield Step(HOUSE_STORY)
    yield from _without_twins(_asked_for(table, stories))


def _asked_for(table: Table, stories: Iterable[Story]) -> Iterator[Step]:
    tokens = iter(tokens_left(table))
    for story in stories:
        token = next(tokens, None) if story.location is not None else None
        yield from coming(table, story, token)
    for name in table.tale.archive.tiles:
        tile = table.box.legacy_tiles.get(f"legacy/{name}")
        if tile is not None:
            yield from tile_steps(table, tile)


def _without_twins(steps: Iterable[Step]) -> Iterator[Step]:
    """A tile of the archive is also named by the card that has brought it."""
    seen: list[Step] = []
    for step in steps:
        if step not in seen:
            seen.append(step)
            yield step


def start_doubloons(table: Table) -> Text:
    if table.solo:
        return Plural(
            "Take {n} doubloon; you begin.",
            "Take {n} doubloons; you begin.",
            table.board.start_doubloons[0],
        )
    return Text("Doubloons in turn order: 8, 9, 10, 11.")


def jeans_steps(table: Table) -> Iterator[Step]:
    """She has no figures, doubloons or combat points, and is dealt no cards."""
    jean = table.board.jean
    yield Step(
        Text(
            "Jean: ship, explorer, points marker and three influence markers on "
            "first spaces. Nothing else."
        )
    )
    yield Step(
        Plural(
            "Jean's board: a disc on {n} space.",
            "Jean's board: a disc on each of {n} spaces.",
            len(jean.discs_vp) - 1,
        )
    )
    a, b, c = jean.levels[table.difficulty - 1]
    yield Step(
        Text(
            "Jean's deck, if real: random cards, A {a}, B {b}, C {c}, shuffled. Box the rest.",
            a=a,
            b=b,
            c=c,
        )
    )

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

DELIVERING = Text(
    "In a city you may deliver one good first: its card goes, and a disc of your ship."
)
ANYTIME = Text("At any moment: plan a card of your hand, or claim a task of your career.")
COMBAT = Text("In combat each manoeuvre is possible once; what is left of the value is lost.")
KEPT = Text("Story cards, legacy tiles and numbered cards are kept for the next match.")
DONE = Text(
    "A story card is done when somebody has its story tile, or its tiles are full of discs."
)
BY_PHASE = {
    "set_up": Chapter(
        Text("Set-up"),
        (
            Text("Four rounds; each ends when a ship reaches the last space of the way."),
            Text("Most points win. Cards in hand and in the planning area score nothing."),
        ),
    ),
    "sail": Chapter(
        Text("Phase A: sail"),
        (
            Text("Sail 1 to {most} spaces along the arrows, never back.", most=board().sail_most),
            Text("Nobody sails past a space with the stop sign."),
            Plural(
                "Each assistant you leave behind unused brings {n} point.",
                "Each assistant you leave behind unused brings {n} points.",
                board().passed_assistant_vp,
            ),
        ),
    ),
    "main": Chapter(
        Text("Phase B: main action"),
        (
            Text("One main action: city, village, quest or assistant, as this place offers."),
            DELIVERING,
            Text("Villages: one action; two from 4 movement points, three from 7."),
            ANYTIME,
            COMBAT,
        ),
    ),
    "draw": Chapter(
        Text("Phase C: draw cards"),
        (
            Text("Draw up to your hand limit from the deck, the market or your planning area."),
            Plural(
                "A card of the market costs {n} doubloon, unless your ship has the upgrade.",
                "A card of the market costs {n} doubloons, unless your ship has the upgrade.",
                board().market_cost,
            ),
            Text("The market is refilled only after that."),
        ),
    ),
    "scoring": Chapter(
        Text("Scoring"),
        (
            Text("From whoever ended the round: buy a card or invest, or take points."),
            Text("Then income is paid, markets are emptied, and all ships return to Havana."),
            Text("At the very end: points of tracks, cards and buildings, influence and ranks."),
        ),
    ),
    "jean": Chapter(
        Text("Jean's turn"),
        (
            Text("Follow the instructions one by one; each is a single move on the table."),
            Text("Jean takes a quest without paying, and her turn ends with it."),
        ),
    ),
}


_CAMPAIGN = Chapter(
    Text("Campaign"),
    (
        DONE,
        Text("At the end of a round its back is read aloud. If it asks something, all vote."),
        Text("The card that follows is read and carried out; in the last scoring only laid out."),
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
        Step(Text("Shuffle the combat tokens and lay them face down in two piles.")),
        Step(Text("Shuffle the quest tiles into a face-up pile; three go on the explorer track.")),
    ]
    if int(table.scenario) not in WITHOUT_CAMPAIGN:
        found.append(Step(Text("Lay the story tiles in order beside them.")))
    if two:
        found.append(Step(Text("Cover Maracaibo with its city tile."), maracaibo))
    found += [
        Step(
            Plural(
                "Of the city tiles for {n} player take the two with a helm and two "
                "others at random; shuffle them onto the cities 3, 5, 13 and 14.",
                "Of the city tiles for {n} players take the two with a helm and two "
                "others at random; shuffle them onto the cities 3, 5, 13 and 14.",
                len(table.everyone),
            )
        ),
        *numbered_steps(table),
        Step(
            Text(
                "Deal {dealt} to everybody; shuffle {added} into the other A cards.",
                dealt=Plural("{n} A card", "{n} A cards", table.board.start_cards),
                added=Plural("{n} B card", "{n} B cards", table.board.b_cards),
            )
        ),
        Step(Text("Lay four cards of the deck open as the market.")),
        Step(Text("Lay four prestige buildings above the board, the first one face up.")),
        Step(Text("Fill the rows of ownership markers: one on the left-most cell, two on others.")),
    ]
    if two:
        found.append(Step(Text("Put a marker of Spain on 6, of England on 7 and of France on 8.")))
    found += [
        Step(Text("Everybody puts two discs on each of the twelve upgrades of their ship board.")),
        Step(
            Text(
                "Everybody puts ship, explorer and markers on their first spaces, the doubloon "
                "income on {income}, the combat points on {points}, and takes two figures.",
                income=table.board.start_income,
                points=table.board.start_combat_points,
            )
        ),
        Step(Text("Deal two careers to everybody.")),
        Step(start_doubloons(table)),
        *story_steps(table),
        Step(Text("Everybody keeps four cards, plans one and discards three.")),
        Step(Text("Everybody chooses one career and puts three figures on it.")),
    ]
    return [*found, *jeans_steps(table)] if table.solo else found


def numbered_steps(table: Table) -> Iterator[Step]:
    """Going on with a campaign: cards with a number that came in before stay in the game."""
    if table.tale.archive.cards:
        yield Step(
            Text(
                "Shuffle the project cards with these numbers into the A cards: {numbers}.",
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
                "Take these story cards out of the archive and lay them out, with the quests they "
                "ask for: {numbers}.",
                numbers=", ".join(map(str, sorted(numbers))),
            )
        )
    else:
        numbers = [int(table.scenario)]
        yield Step(
            Text("Lay out story card {number}, and the quests it asks for.", number=numbers[0])
        )
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
    return Text("In turn order everybody takes 8, 9, 10 and 11 doubloons.")


def jeans_steps(table: Table) -> Iterator[Step]:
    """She has no figures, doubloons or combat points, and is dealt no cards."""
    jean = table.board.jean
    yield Step(
        Text(
            "Jean gets a ship, an explorer, a points marker and three influence markers, all on "
            "their first spaces; nothing else is dealt to her."
        )
    )
    yield Step(
        Plural(
            "Put a disc on the {n} space for discs on Jean's board.",
            "Put a disc on each of the {n} spaces for discs on Jean's board.",
            len(jean.discs_vp) - 1,
        )
    )
    a, b, c = jean.levels[table.difficulty - 1]
    yield Step(
        Text(
            "If Jean's cards lie on the table, shuffle A, B and C apart, then {a} of the A, {b} of "
            "the B and {c} of the C cards together: they are her deck. The box gets the others.",
            a=a,
            b=b,
            c=c,
        )
    )

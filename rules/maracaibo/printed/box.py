"""What is printed on one copy of Maracaibo: its board, and the values on all of its pieces.

Every match has the box it began with. Most are played with the house's; the owner of a copy who
corrects a value plays with pieces that have the same names and other numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from rules.edition import Edition
from rules.maracaibo.printed import cards, stories, tiles
from rules.maracaibo.printed.board import Board, board, board_of
from rules.maracaibo.printed.cards import Building, Career, JeanCard, ProjectCard
from rules.maracaibo.printed.stories import Story
from rules.maracaibo.printed.tiles import CityTile, CombatToken, LegacyTile, Quest
from rules.pieces import Piece


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    board: Board
    projects: Mapping[str, ProjectCard]
    careers: Mapping[str, Career]
    buildings: Mapping[str, Building]
    jean_cards: Mapping[str, JeanCard]
    city_tiles: Mapping[str, CityTile]
    combat_tokens: Mapping[str, CombatToken]
    quests: Mapping[str, Quest]
    legacy_tiles: Mapping[str, LegacyTile]
    stories: Mapping[int, Story]
    printed: Edition
    """Where all of this comes from: what of it is the house's."""

    @property
    def pieces(self) -> dict[str, Piece]:
        """Every piece with a tag, by its id."""
        return {
            **self.projects,
            **self.careers,
            **self.buildings,
            **self.jean_cards,
            **self.city_tiles,
            **self.combat_tokens,
            **self.quests,
            **tiles.STORY_TILES,
            **self.legacy_tiles,
            **tiles.SHIPS,
            **tiles.EXPLORERS,
        }


@cache
def house_box() -> Box:
    return Box(
        board=board(),
        projects=cards.PROJECTS,
        careers=cards.CAREERS,
        buildings=cards.BUILDINGS,
        jean_cards=cards.JEAN_CARDS,
        city_tiles=tiles.CITY_TILES,
        combat_tokens=tiles.COMBAT_TOKENS,
        quests=tiles.QUESTS,
        legacy_tiles=tiles.LEGACY_TILES,
        stories=stories.STORIES,
        printed=cards.edition(),
    )


@lru_cache(maxsize=8)
def box_of(printed: Edition) -> Box:
    """The box of a copy on which these values are printed."""
    return Box(
        board=board_of(printed),
        projects={card.id: card for card in cards.projects(printed)},
        careers={card.id: card for card in cards.careers(printed)},
        buildings={card.id: card for card in cards.buildings(printed)},
        jean_cards={card.id: card for card in cards.jean_cards(printed)},
        city_tiles={tile.id: tile for tile in tiles.city_tiles(printed)},
        combat_tokens={token.id: token for token in tiles.combat_tokens(printed)},
        quests={tile.id: tile for tile in tiles.quests(printed)},
        legacy_tiles={tile.id: tile for tile in tiles.legacy_tiles(printed)},
        stories={story.number: story for story in stories.stories(printed)},
        printed=printed,
    )


@lru_cache(maxsize=8)
def box_before(box: Box) -> Box:
    """The same pieces with the three story cards of versions that had no campaign."""
    return replace(box, stories=stories.stories_before())

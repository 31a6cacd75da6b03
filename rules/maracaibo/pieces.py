"""The pieces of Maracaibo that a camera can tell apart: the cards and tiles of `printed`."""

from __future__ import annotations

from rules.maracaibo.printed.box import house_box
from rules.maracaibo.printed.cards import (
    BUILDINGS,
    CAREERS,
    JEAN_CARDS,
    PROJECTS,
    Building,
    Career,
    Goal,
    JeanAction,
    JeanCard,
    Price,
    ProjectCard,
    edition,
)
from rules.maracaibo.printed.stories import STORIES, Story, StoryQuest
from rules.maracaibo.printed.tiles import (
    CITY_TILES,
    COLOURS,
    COMBAT_TOKENS,
    EXPLORERS,
    LEGACY_TILES,
    QUESTS,
    SHIPS,
    STORY_TILES,
    CityTile,
    CombatToken,
    Explorer,
    LegacyTile,
    Quest,
    Ship,
    Side,
    StoryTile,
)
from rules.pieces import Piece

__all__ = [
    "BUILDINGS",
    "CAREERS",
    "CITY_TILES",
    "COLOURS",
    "COMBAT_TOKENS",
    "EXPLORERS",
    "JEAN_CARDS",
    "LEGACY_TILES",
    "PIECES",
    "PROJECTS",
    "QUESTS",
    "SHIPS",
    "STORIES",
    "STORY_TILES",
    "Building",
    "Career",
    "CityTile",
    "CombatToken",
    "Explorer",
    "Goal",
    "JeanAction",
    "JeanCard",
    "LegacyTile",
    "Price",
    "ProjectCard",
    "Quest",
    "Ship",
    "Side",
    "Story",
    "StoryQuest",
    "StoryTile",
    "edition",
]

PIECES: dict[str, Piece] = house_box().pieces
"""Every piece with a tag. Coins, figures, discs, markers and synergy tokens have none."""

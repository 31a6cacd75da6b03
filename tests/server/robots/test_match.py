"""Robots play on a simulated table: pixels in, stored journals out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.games import GAMES
from rules.match import Match
from rules.navegador.pieces import REGIONS, SHIPS
from rules.port_royal.pieces import base_cards
from server.robots.match import Report, RobotMatch
from server.robots.mistakes import ANOTHERS, KINDS
from server.robots.player import OutOfStep
from server.store import Store
from vision.layout import load_layout
from vision.registry import load_registry
from vision.simulator.placing import Tabletop

GAME: Any = GAMES["port_royal"]
NAMES = ("Ann", "Bob", "Cem", "Dora", "Eve")


def stored(store: Store) -> Match[Any]:
    """The match as it is on the disk."""
    (record,) = store.matches()
    return store.load(record.id)


def play(
    path: Path, seats: int, seed: int, mistakes: int = 0, choices: int | None = None
) -> tuple[RobotMatch, Report, Match[Any]]:
    with (
        Store.open(path / "store.db") as store,
        RobotMatch(store, GAME, NAMES[:seats], seed, mistakes=mistakes) as robots,
    ):
        return robots, robots.play(choices), stored(store)


def test_a_whole_match_of_two_is_stored_choice_by_choice_as_it_was_meant(tmp_path: Path) -> None:
    robots, report, match = play(tmp_path, seats=2, seed=2)
    assert match.journal == list(report.intended)
    assert match.table == robots.intended.table
    assert match.outcome() == robots.intended.outcome() is not None
    assert not robots.table.refusals


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_more_robots_are_followed_as_well(tmp_path: Path, seats: int) -> None:
    _, report, match = play(tmp_path, seats, seed=seats, choices=30)
    # A card about to be turned up cannot be seen yet.
    assert len(report.intended) - len(match.journal) <= 1
    assert match.journal == list(report.intended[: len(match.journal)])


def play_navegador(
    path: Path, seats: int, seed: int, tagged: str, choices: int | None = None
) -> tuple[RobotMatch, Report, Match[Any]]:
    settings = {"tagged": tagged}
    with (
        Store.open(path / "store.db") as store,
        RobotMatch(
            store, GAMES["navegador"], NAMES[:seats], seed, settings, sensible=True
        ) as robots,
    ):
        return robots, robots.play(choices), stored(store)


def test_a_whole_match_of_navegador_is_stored_as_it_was_meant(tmp_path: Path) -> None:
    """Only tiles carry tags: phones tell the rest."""
    robots, report, match = play_navegador(tmp_path, seats=2, seed=4, tagged="tiles")
    assert match.journal == list(report.intended)
    assert match.table == robots.intended.table
    assert match.outcome() == robots.intended.outcome() is not None
    assert not robots.table.refusals


def test_wooden_pieces_with_tags_need_no_phone(tmp_path: Path) -> None:
    robots, report, match = play_navegador(tmp_path, seats=3, seed=2, tagged="all", choices=30)
    assert match.journal == list(report.intended[: len(match.journal)])
    assert len(report.intended) - len(match.journal) <= 1
    wooden = [piece for piece in robots.table.hands.table.places if piece.startswith("ship/")]
    assert len(wooden) == 3 * 7 + 1


def test_tiles_lie_face_down_in_their_region_until_it_is_explored(tmp_path: Path) -> None:
    robots, _, match = play_navegador(tmp_path, seats=2, seed=4, tagged="tiles", choices=1)
    scene = robots.table.hands.table.scene()
    down = {scene.place_of(lying.pose) for lying in scene.pieces if not lying.face_up}
    assert {f"colonies:{region}" for region in REGIONS[1:]} <= down
    assert not any(piece.startswith("colony/") for piece in robots.table.hands.table.places)
    assert match.table.places.count("colonies:bahia") == 4


@pytest.mark.parametrize(
    ("seats", "seed", "jean_deck"), [(2, 21, "real"), (1, 37, "real"), (1, 18, "virtual")]
)
def test_a_round_of_maracaibo_is_stored_as_it_was_meant(
    tmp_path: Path, seats: int, seed: int, jean_deck: str
) -> None:
    """Set-up, draft, all turns and the scoring, until the second round has begun.

    With the virtual deck some turns are enough: all the rest is as with the real one.
    """
    settings = {"jean_deck": jean_deck}
    with (
        Store.open(tmp_path / "store.db") as store,
        RobotMatch(
            store, GAMES["maracaibo"], NAMES[:seats], seed, settings, sensible=True
        ) as robots,
    ):
        while robots.intended.table.round == 1:
            robots.player.step()
            if jean_deck == "virtual" and len(robots.intended.journal) >= 45:
                break
        match = stored(store)
    assert match.journal == robots.intended.journal
    assert match.table == robots.intended.table
    assert match.table.round == (2 if jean_deck == "real" else 1)
    assert not robots.table.refusals


def test_every_kind_of_mistake_is_noticed_and_the_match_goes_on_as_meant(tmp_path: Path) -> None:
    robots, report, match = play(tmp_path, seats=2, seed=3, mistakes=10, choices=90)
    assert {mistake.partition(":")[0] for mistake in report.mistakes} == set(KINDS)
    asked = sum(mistake.startswith(ANOTHERS) for mistake in report.mistakes)
    assert len(report.mistakes) == 10
    refused = len(robots.table.refusals)
    assert refused == 10 + asked, "NEXT is refused with the question and after it"
    assert match.journal == list(report.intended[: len(match.journal)])


def test_a_hand_left_lying_over_the_harbour_is_no_trade(tmp_path: Path) -> None:
    with (
        Store.open(tmp_path / "store.db") as store,
        RobotMatch(store, GAME, NAMES[:2], seed=2) as robots,
    ):
        while "harbour" not in robots.table.hands.table.places.values():
            robots.player.step()
        table, shown = robots.table.hands.table, robots.player.shown
        covered = next(piece for piece, place in table.places.items() if place == "harbour")
        robots.table.hands.leave(table.label(covered))
        for _ in range(60):
            robots.table.wait()
        assert robots.player.shown == shown
        assert robots.player.view.wrong or robots.player.view.unclear


def test_a_mistake_that_nobody_notices_is_not_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The robots would complain: with hands that make no mistake, there is nothing to notice."""
    monkeypatch.setattr("server.robots.hands.RobotHands.put", lambda *_: None)
    with pytest.raises(OutOfStep, match="not noticed"):
        play(tmp_path, seats=2, seed=1, mistakes=1, choices=60)


def test_cards_lie_so_that_every_label_can_be_seen() -> None:
    layout, registry = load_layout("port_royal"), load_registry("port_royal")
    table = Tabletop(layout, registry, GAME.piles.stacks, seed=3)
    cards = [card.id for card in base_cards()]
    for place in ("area:red", "area:yellow", "harbour"):
        for _ in range(18):
            table.lay(cards.pop(), place)
    lying = [card.piece for card in table.scene().pieces]
    labels = {piece: table.label(piece) for piece in lying}
    wide, high = registry.form_of(lying[0]).size
    for number, piece in enumerate(lying):
        label = labels[piece]
        for above in lying[number + 1 :]:
            pose = table.pose(above)
            off = (abs(label.x - pose.x), abs(label.y - pose.y))
            assert off[0] > wide / 2 + 3 or off[1] > high / 2 + 3, (piece, above)


def test_pieces_of_different_make_share_a_place_without_touching() -> None:
    layout, registry = load_layout("navegador"), load_registry("navegador")
    table = Tabletop(layout, registry, GAMES["navegador"].piles.stacks, seed=3)
    colonies = [piece for piece in registry.form_by_piece if piece.startswith("colony/")]
    for number, ship in enumerate(SHIPS["red"]):
        table.lay(ship.id, "area:red")
        table.lay(colonies[2 * number], "area:red")
        table.lay(colonies[2 * number + 1], "area:red")
        if number == 3:
            table.lay("navegador", "area:red")
    lying = [each.piece for each in table.scene().pieces]
    assert len(lying) == 22
    for number, piece in enumerate(lying):
        for other in lying[number + 1 :]:
            one, two = registry.form_of(piece), registry.form_of(other)
            across = abs(table.pose(piece).x - table.pose(other).x)
            along = abs(table.pose(piece).y - table.pose(other).y)
            apart_x = across > (one.width + two.width) / 2 - 0.5
            apart_y = along > (one.height + two.height) / 2 - 0.5
            assert apart_x or apart_y, (piece, other)


@pytest.mark.parametrize("sector", ["centre", "sailing", "privilege", "buildings"])
def test_all_markers_and_the_orange_ship_find_room_in_one_sector(sector: str) -> None:
    layout, registry = load_layout("navegador"), load_registry("navegador")
    table = Tabletop(layout, registry, GAMES["navegador"].piles.stacks, seed=5)
    pieces = [*(f"rondel_marker/{colour}" for colour in SHIPS), "ship/orange"]
    for piece in pieces:
        table.lay(piece, f"rondel:{sector}")
    scene = table.scene()
    assert {scene.place_of(lying.pose) for lying in scene.pieces} == {f"rondel:{sector}"}


def test_of_a_stack_only_the_card_on_top_shows_its_label() -> None:
    layout, registry = load_layout("port_royal"), load_registry("port_royal")
    table = Tabletop(layout, registry, GAME.piles.stacks, seed=3)
    cards = list(registry.pieces.values())[:30]
    for card in cards:
        table.lay(card, "discard")
    assert table.scene().pieces[-1].piece == cards[-1]
    assert len(table.scene().pieces) < len(cards)
    poses = [lying.pose for lying in table.scene().pieces]
    assert max(abs(pose.x - poses[0].x) for pose in poses) < 9


def test_what_is_dropped_lies_in_no_place() -> None:
    layout, registry = load_layout("port_royal"), load_registry("port_royal")
    table = Tabletop(layout, registry, GAME.piles.stacks)
    table.pile("deck", 60)
    table.drop("sailor/3.1")
    scene = table.scene()
    assert scene.place_of(table.pose("sailor/3.1")) is None
    assert [lying.face_up for lying in scene.pieces] == [False, True]


@pytest.mark.parametrize(
    ("mode", "seats", "choices"),
    [
        ("contracts", 3, 24),
        ("set_sail", 2, 16),
        ("contracts_alone", 1, 16),
        ("adventure", 2, 24),
    ],
)
def test_hands_are_followed_in_the_other_ways_to_play_port_royal(
    tmp_path: Path, mode: str, seats: int, choices: int
) -> None:
    settings = {"mode": mode, "markers": "tags"}
    with (
        Store.open(tmp_path / "store.db") as store,
        RobotMatch(store, GAME, NAMES[:seats], 3, settings=settings) as robots,
    ):
        report, match = robots.play(choices), stored(store)
    assert len(report.intended) - len(match.journal) <= 1
    assert match.journal == list(report.intended[: len(match.journal)])


def test_land_of_cooper_island_is_followed_tile_by_tile_and_mistakes_are_noticed(
    tmp_path: Path,
) -> None:
    cooper_island = GAMES["cooper_island"]
    with (
        Store.open(tmp_path / "store.db") as store,
        RobotMatch(store, cooper_island, NAMES[:2], 3, sensible=True, mistakes=3) as robots,
    ):
        report, match = robots.play(48), stored(store)
    assert match.journal == list(report.intended[: len(match.journal)])
    assert len(report.intended) - len(match.journal) <= 1
    assert len(report.mistakes) == 3
    tiles = {key for key in match.journal if key.startswith(("lay:", "shore:"))}
    assert len(tiles) > 2

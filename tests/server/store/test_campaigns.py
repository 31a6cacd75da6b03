"""Campaigns in a store: matches that follow each other, told from their journals alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.game import Game
from rules.games import GAMES
from rules.simulation import Simulation
from server.store import Entry, Store, StoreError
from server.store.rescue import rescue

NOON = 1_700_000_000.0
DAY = 86_400.0
GAME: Game = GAMES["port_royal"]  # type: ignore[type-arg]
ALONE = {"mode": "adventure_alone"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.open(path) as store:
        yield store


def chapter(settings: dict[str, str], won: bool) -> list[str]:
    """The journal of a chapter that ends well, or not."""
    for seed in range(100):
        simulation = Simulation(GAME, ["Ann"], settings, seed)
        simulation.sensible = won
        while simulation.step():
            pass
        outcome = simulation.match.outcome()
        if outcome and outcome.lost != won:
            return simulation.match.journal
    raise AssertionError("no such chapter")


def write(store: Store, match_id: int, keys: list[str], at: float) -> None:
    store.append(match_id, [Entry("choice", key, "phone:red", at) for key in keys])


def test_a_chapter_begins_a_campaign_by_itself_and_other_matches_do_not(store: Store) -> None:
    plain = store.new_match("port_royal", ["Ann", "Bob"], {}, NOON)
    first = store.new_match("port_royal", ["Ann"], ALONE, NOON)
    after = store.new_match(
        "port_royal", ["Ann", "Bob"], {"mode": "adventure", "chapter": "after"}, NOON
    )
    assert [store.record(match).campaign for match in (plain, first, after)] == [None, first, None]
    assert [record.id for record in store.campaigns.newest(9)] == [first]


def test_the_next_match_begins_with_what_the_last_one_left_behind(store: Store, path: Path) -> None:
    first = store.new_match("port_royal", ["Ann"], ALONE, NOON)
    assert store.campaigns.standing(first).next_settings is None, "it is not over"
    write(store, first, chapter(ALONE, won=True), NOON)
    store.close()
    with Store.open(path) as again:
        standing = again.campaigns.standing(first)
        assert standing.next_settings is not None
        settings = dict(standing.next_settings)
        assert (settings["chapter"], settings["shuffled"], settings["failures"]) == ("2", "80", "0")
        second = again.new_match("port_royal", ["Ann"], settings, NOON + DAY, campaign=first)
        assert [record.id for record in again.campaigns.matches(first)] == [first, second]
        assert again.campaigns.standing(first).next_settings is None


def test_a_chapter_that_was_lost_is_played_again_with_coins_more(store: Store) -> None:
    first = store.new_match("port_royal", ["Ann"], ALONE, NOON)
    write(store, first, chapter(ALONE, won=False), NOON)
    settings = store.campaigns.standing(first).next_settings
    assert settings is not None
    assert (settings["chapter"], settings["failures"]) == ("1", "1")


def test_taking_back_the_end_of_a_chapter_takes_back_what_it_left_behind(store: Store) -> None:
    first = store.new_match("port_royal", ["Ann"], ALONE, NOON)
    keys = chapter(ALONE, won=True)
    write(store, first, keys, NOON)
    settings = store.campaigns.standing(first).next_settings
    assert settings is not None
    store.append(first, [Entry("undo", keys[-1], "button", NOON + 1)])
    assert store.campaigns.standing(first).next_settings is None
    store.append(first, [Entry("choice", keys[-1], "button", NOON + 2)])
    assert store.campaigns.standing(first).next_settings == settings


def test_a_match_that_began_from_another_end_says_so(store: Store) -> None:
    first = store.new_match("port_royal", ["Ann"], ALONE, NOON)
    keys = chapter(ALONE, won=True)
    write(store, first, keys, NOON)
    other = {**ALONE, "chapter": "3"}
    second = store.new_match("port_royal", ["Ann"], other, NOON + DAY, campaign=first)
    assert store.campaigns.standing(first).from_other_end == {second}


def test_a_match_that_was_given_up_does_not_count(store: Store) -> None:
    first = store.new_match("port_royal", ["Ann"], ALONE, NOON)
    write(store, first, chapter(ALONE, won=True), NOON)
    settings = store.campaigns.standing(first).next_settings
    assert settings is not None
    second = store.new_match("port_royal", ["Ann"], settings, NOON + DAY, campaign=first)
    store.finish(second, NOON + DAY, abandoned=True)
    assert store.campaigns.standing(first).next_settings == settings


def exported_campaign(store: Store) -> list[str]:
    """The files of two matches, one of them not over."""
    first = store.new_match("port_royal", ["Ann"], ALONE, NOON)
    write(store, first, chapter(ALONE, won=True), NOON)
    store.finish(first, NOON + 1)
    settings = store.campaigns.standing(first).next_settings
    assert settings is not None
    second = store.new_match("port_royal", ["Ann"], settings, NOON + DAY, campaign=first)
    return [store.export_match(match) for match in (first, second)]


def test_files_of_a_campaign_are_a_campaign_again_in_another_store(
    store: Store, tmp_path: Path
) -> None:
    files = exported_campaign(store)
    with Store.open(tmp_path / "other.db") as other:
        other.new_match("port_royal", ["Bob"], ALONE, NOON + 5)
        first, second = (other.import_match(file, NOON + 2 * DAY) for file in files)
        assert [match.id for match in other.campaigns.matches(first)] == [first, second]
        assert not other.campaigns.standing(first).from_other_end
        again = other.import_match(files[0], NOON + 3 * DAY)
        assert other.record(again).campaign == again, "a copy is a campaign of its own"


def test_what_is_no_part_of_a_campaign_is_in_none_whatever_its_file_says(store: Store) -> None:
    plain = store.new_match("port_royal", ["Ann", "Bob"], {}, NOON)
    said = json.loads(store.export_match(plain))
    assert "campaign" not in said
    said["campaign"] = {"first_match": 1, "begun": said["created"]}
    assert store.record(store.import_match(json.dumps(said), NOON)).campaign is None
    said["campaign"] = {"first_match": "one", "begun": said["created"]}
    with pytest.raises(StoreError, match="the first match of the campaign must be a number"):
        store.import_match(json.dumps(said), NOON)


def test_a_rescue_from_text_files_keeps_campaigns_together(store: Store, path: Path) -> None:
    exported_campaign(store)
    first, second = (record.id for record in reversed(store.matches()))
    write(store, second, chapter(dict(store.record(second).settings), won=False), NOON + DAY)
    store.finish(second, NOON + DAY + 1)
    store.close()
    path.write_bytes(b"no database" * 1000)
    rescue(path)
    with Store.open(path) as again:
        assert [match.id for match in again.campaigns.matches(first)] == [first, second]
        assert again.campaigns.standing(first).next_settings is not None


def test_a_campaign_that_is_not_there_is_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="Campaign 7 does not exist"):
        store.campaigns.matches(7)

"""Maracaibo's campaign in a store: evenings that follow each other, whatever happens between."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.games import GAMES
from rules.maracaibo.story.archive import read_archive
from rules.simulation import Simulation
from server.store import Entry, Store, StoreError
from server.store.campaigns import Saved, read_saved

NOON = 1_700_000_000.0
GAME = GAMES["maracaibo"]


def play(store: Store, match_id: int, seed: int) -> list[str]:
    """A whole match with the settings that it has in the store."""
    record = store.record(match_id)
    names = [seat.name for seat in record.seats]
    simulation = Simulation(GAME, names, record.settings, seed)
    while simulation.step():
        pass
    keys = simulation.match.journal
    store.append(match_id, [Entry("choice", key, "camera", NOON) for key in keys])
    return keys


def test_evening_follows_evening_and_all_of_it_is_there_after_a_restart(tmp_path: Path) -> None:
    path, results = tmp_path / "matches.sqlite", []
    with Store.open(path) as store:
        first = store.new_match("maracaibo", ["Ann", "Bob"], {"scenario": "1"}, NOON)
        play(store, first, 1)
    for evening in range(2, 5):
        with Store.open(path) as store:
            standing = store.campaigns.standing(first)
            assert standing.next_settings is not None
            archive = read_archive(standing.next_settings["archive"])
            assert archive is not None
            results.append(len(archive.results))
            between = store.new_match("navegador", ["Ann", "Bob"], {}, NOON)
            assert store.record(between).campaign is None
            names = ["Ann", "Bob"]
            match_id = store.new_match(
                "maracaibo", names, standing.next_settings, NOON, campaign=first
            )
            play(store, match_id, evening)
    assert results == [1, 2, 3]
    with Store.open(path) as store:
        assert len(store.campaigns.matches(first)) == 4
        assert store.campaigns.standing(first).from_other_end == frozenset()


def test_taking_back_the_end_of_an_evening_takes_back_its_archive(tmp_path: Path) -> None:
    with Store.open(tmp_path / "matches.sqlite") as store:
        first = store.new_match("maracaibo", ["Ann", "Bob"], {"scenario": "1"}, NOON)
        keys = play(store, first, 2)
        settings = store.campaigns.standing(first).next_settings
        assert settings is not None
        store.append(first, [Entry("undo", keys[-1], "button", NOON)])
        assert store.campaigns.standing(first).next_settings is None
        store.append(first, [Entry("choice", keys[-1], "button", NOON)])
        assert store.campaigns.standing(first).next_settings == settings


def test_a_saved_campaign_is_read_as_it_was_written() -> None:
    saved = Saved("maracaibo", ("Ann", "Bob"), ("red", "blue"), {"scenario": "1"})
    assert read_saved(saved.written) == saved


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"quartermaster_campaign": 2}',
        '{"quartermaster_campaign": 1, "game": 7}',
    ],
)
def test_another_file_is_refused(text: str) -> None:
    with pytest.raises(StoreError):
        read_saved(text)

"""The owner's own file: printed values confirmed or corrected from a real copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.game import BadSettings
from rules.games import GAMES
from server import owner
from server.command import main
from server.host import Begin, Host
from server.store import Store

GAME = GAMES["navegador"]


def test_at_first_every_house_value_is_unconfirmed(tmp_path: Path) -> None:
    values = owner.house_values(GAME, tmp_path)
    assert len(values) == owner.unconfirmed(GAME, tmp_path) == len(GAME.edition.house)
    assert owner.read_own(GAME, tmp_path) == {}
    explorers = next(value for value in values if value.path == "points.explorer")
    assert (str(explorers.label), explorers.value, explorers.confirmed) == (
        "Points on the mat above the column of explorers",
        "4",
        False,
    )


def test_a_corrected_and_a_confirmed_value_are_kept(tmp_path: Path) -> None:
    owner.set_values(GAME, tmp_path, {"points.explorer": "5"})
    owner.confirm(GAME, tmp_path, ["cash.church"])
    assert owner.read_own(GAME, tmp_path) == {"points.explorer": "5", "cash.church": "50 40 30"}
    assert owner.unconfirmed(GAME, tmp_path) == len(GAME.edition.house) - 2


def test_a_wrong_value_is_refused_and_nothing_is_kept_of_it(tmp_path: Path) -> None:
    owner.confirm(GAME, tmp_path, ["points.church"])
    with pytest.raises(BadSettings, match="add up to 13 tiles"):
        owner.set_values(GAME, tmp_path, {"stacks.goa": "4", "points.explorer": "5"})
    assert owner.read_own(GAME, tmp_path) == {"points.church": "3"}
    with pytest.raises(BadSettings, match="not one of the values to be confirmed"):
        owner.confirm(GAME, tmp_path, ["rules.seats"])


def test_a_broken_file_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "navegador-printed.json"
    for text in ("{", '{"format": 9, "values": {}}', '{"format": 1, "values": {"a": 1}}'):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(owner.OwnerError, match=r"navegador-printed\.json"):
            owner.read_own(GAME, tmp_path)
        assert file.read_text(encoding="utf-8") == text


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "navegador-printed.new").mkdir()
    with pytest.raises(owner.OwnerError, match=r"navegador-printed\.json cannot be written"):
        owner.confirm(GAME, tmp_path, ["points.church"])


def test_the_command_lists_sets_and_confirms(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path)]
    goa = ["--set", "stacks.goa", "4", "--set", "stacks.malaca", "2"]
    assert main(["edition", "navegador", *data, *goa, "--confirm", "points.explorer"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert "48 of 51 printed values are not confirmed" in rows[-2]
    assert [row.split()[:3] for row in rows if row.startswith("yours")] == [
        ["yours", "stacks.goa", "4"],
        ["yours", "stacks.malaca", "2"],
        ["yours", "points.explorer", "4"],
    ]
    assert main(["edition", "navegador", *data, "--set", "stacks.goa", "3"]) == 2
    assert "add up to" in capsys.readouterr().err
    assert main(["edition", "port_royal", *data]) == 0
    assert "every printed value is known" in capsys.readouterr().out


def test_a_match_begins_with_the_owners_values_and_keeps_them(tmp_path: Path) -> None:
    owner.set_values(GAME, tmp_path, {"points.explorer": "5"})
    with Store.open(tmp_path / "matches.sqlite") as store:
        host = Host(store, lambda _: None)
        host.handle(Begin("navegador", ["Ann", "Bob"], {}))
        owner.set_values(GAME, tmp_path, {"points.explorer": "4"})
        match_id = host.view.match_id
        assert match_id is not None
        assert store.load(match_id).table.board.points["explorer"] == 5
        host.handle(Begin("navegador", ["Ann", "Bob"], {}))
        assert host.view.match is not None
        assert host.view.match.table.board.points["explorer"] == 4

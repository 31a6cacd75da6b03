"""The owner's own file: printed values confirmed or corrected from a real copy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.edition import MARKS, row_of
from rules.game import BadSettings
from rules.games import GAMES
from server.command import main
from server.live.host import Host
from server.live.messages import Begin
from server.store import Store
from server.store import owner_values as owner

GAME = GAMES["navegador"]


def test_at_first_every_house_value_is_unconfirmed(tmp_path: Path) -> None:
    values = owner.house_values(GAME, tmp_path)
    assert len(values) == owner.unconfirmed(GAME, tmp_path) == len(GAME.edition.house)
    assert owner.read_own(GAME, tmp_path) == {}
    explorers = next(value for value in values if value.path == "points.explorer")
    assert (str(explorers.label), explorers.value, explorers.confirmed) == (
        "Points above the explorers column",
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
    with pytest.raises(BadSettings, match="13 spice tiles"):
        owner.set_values(GAME, tmp_path, {"stacks.goa": "4", "points.explorer": "5"})
    assert owner.read_own(GAME, tmp_path) == {"points.church": "3"}
    with pytest.raises(BadSettings, match="This value cannot be changed"):
        owner.confirm(GAME, tmp_path, ["rules.seats"])


def test_a_broken_file_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "navegador-printed.json"
    for text in ("{", '{"format": 9, "values": {}}', '{"format": 1, "values": {"a": 1}}'):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(owner.OwnerError, match=r"navegador-printed\.json"):
            owner.read_own(GAME, tmp_path)
        assert file.read_text(encoding="utf-8") == text


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    nowhere = tmp_path / "data"
    nowhere.symlink_to(tmp_path / "unplugged" / "data")
    with pytest.raises(owner.OwnerError, match=r"navegador-printed\.json cannot be written"):
        owner.confirm(GAME, nowhere, ["points.church"])


def test_the_command_lists_sets_and_confirms(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path)]
    goa = ["--set", "stacks.goa", "4", "--set", "stacks.malaca", "2"]
    assert main(["edition", "navegador", *data, *goa, "--confirm", "points.explorer"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert "102 of 105 printed values to confirm" in rows[-2]
    assert [row.split()[:3] for row in rows if row.startswith("yours")] == [
        ["yours", "stacks.goa", "4"],
        ["yours", "stacks.malaca", "2"],
        ["yours", "points.explorer", "4"],
    ]
    assert main(["edition", "navegador", *data, "--set", "stacks.goa", "3"]) == 2
    assert "instead of 12" in capsys.readouterr().err
    assert main(["edition", "port_royal", *data]) == 0
    number = len(GAMES["port_royal"].printed.things)
    assert f"{number} of {number} printed values to confirm" in capsys.readouterr().out


def test_the_command_takes_any_border_and_confirms_all_of_them_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path)]
    border = ["--set", "borders.portugal-timor", "yes"]
    assert main(["edition", "navegador", *data, *border, "--confirm", "borders"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert "27 of 105 printed values to confirm" in rows[-2]
    own = owner.read_own(GAME, tmp_path)
    assert len(own) == 78
    assert own["borders.portugal-timor"] == "yes"
    cape = ["--set", "borders.portugal-cabo_da_boa_esperanca", "yes"]
    assert main(["edition", "navegador", *data, *cape]) == 2
    assert ": at least 3 borders apart" in capsys.readouterr().err


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


WITH_ROWS = [name for name, game in GAMES.items() if any(map(row_of, game.edition.house))]


@pytest.mark.parametrize("name", WITH_ROWS)
def test_a_value_that_is_not_kept_is_an_error_with_its_reason(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = GAMES[name]
    row = next(filter(None, map(row_of, game.edition.house)))
    as_it_is = {k: v for k, v in game.edition.value(row).items() if k not in MARKS}
    command = ["edition", name, "--data", str(tmp_path), "--set", row, json.dumps(as_it_is)]
    assert main(command) == 2
    said = capsys.readouterr().err
    assert f"{row} is a whole row: give it in {tmp_path}" in said
    assert owner.read_own(game, tmp_path) == {}


def test_what_an_older_version_took_is_named_until_it_is_put_right(tmp_path: Path) -> None:
    port_royal = GAMES["port_royal"]
    path = "events.cards[fair-wind].now.coins"
    file = owner.values_file(port_royal.name, tmp_path)
    file.write_text(json.dumps({"format": 1, "values": {path: "-3"}}), encoding="utf-8")
    assert owner.read_own(port_royal, tmp_path) == {path: "-3"}
    with Store.open(tmp_path / "matches.sqlite") as store:
        host = Host(store, lambda _: None)
        with pytest.raises(BadSettings, match="Fair wind: coins, active player: It must be"):
            host.handle(Begin("port_royal", ["Ann", "Bob"], {}))
        owner.forget(port_royal, tmp_path, [path])
        host.handle(Begin("port_royal", ["Ann", "Bob"], {}))


def test_two_values_for_one_path_are_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    twice = ["--set", "points.explorer", "5", "--set", "points.explorer", "4"]
    assert main(["edition", "navegador", "--data", str(tmp_path), *twice]) == 2
    assert "points.explorer is given twice" in capsys.readouterr().err
    assert owner.read_own(GAME, tmp_path) == {}


# ---------------------------------------------------------------- Maracaibo: hundreds of values

MARACAIBO = GAMES["maracaibo"]
QUEST = "quests.tiles[01]"
OWN_QUEST = """
influence.ranks.france = [[1, 1], [4, 2], [8, 3], [12, 4], [13, 5]]

[[quests.tiles]]
id = "01"
needs = { movement = 6 }
reward = [{ vp = 9 }]
"""


def own_file(folder: Path, text: str) -> Path:
    file = owner.own_file(MARACAIBO, folder)
    file.write_text(text, encoding="utf-8")
    return file


def test_what_is_printed_on_a_whole_row_or_table_is_confirmed_at_once(tmp_path: Path) -> None:
    before = owner.unconfirmed(MARACAIBO, tmp_path)
    owner.confirm(MARACAIBO, tmp_path, [QUEST])
    assert owner.unconfirmed(MARACAIBO, tmp_path) == before - 1
    owner.confirm(MARACAIBO, tmp_path, ["combat_tokens"])
    assert owner.unconfirmed(MARACAIBO, tmp_path) == before - 26
    assert owner.read_own(MARACAIBO, tmp_path)["combat_tokens.tokens[01].france.value"] == "6"


def test_a_file_written_by_hand_gives_whole_rows(tmp_path: Path) -> None:
    owner.set_values(MARACAIBO, tmp_path, {f"{QUEST}.reward[0].doubloons": "5"})
    own_file(tmp_path, OWN_QUEST)
    with Store.open(tmp_path / "matches.sqlite") as store:
        host = Host(store, lambda _: None)
        host.handle(Begin("maracaibo", ["Ann", "Bob"], {}))
        own_file(tmp_path, "").unlink()
        match_id = host.view.match_id
        assert match_id is not None
        match = store.load(match_id)
    assert match.table.board.ranks["france"] == {1: 1, 4: 2, 8: 3, 12: 4, 13: 5}
    quest = match.table.box.quests["quest/01"]
    assert (quest.needs.movement, quest.reward[0].n) == (6, 9)
    assert f"{QUEST}.reward[0].doubloons" not in match.settings
    assert owner.read_own(MARACAIBO, tmp_path) == {f"{QUEST}.reward[0].doubloons": "5"}


def test_what_was_set_is_kept_while_a_file_gives_the_row(tmp_path: Path) -> None:
    said = {f"{QUEST}.reward[0].doubloons": "5"}
    owner.set_values(MARACAIBO, tmp_path, said)
    own_file(tmp_path, OWN_QUEST)
    owner.set_values(MARACAIBO, tmp_path, {"combat_tokens.tokens[01].france.value": "6"})
    own_file(tmp_path, "").unlink()
    kept = {**said, "combat_tokens.tokens[01].france.value": "6"}
    assert owner.read_own(MARACAIBO, tmp_path) == kept


def test_what_the_file_gives_is_changed_only_there(tmp_path: Path) -> None:
    own_file(tmp_path, OWN_QUEST)
    with pytest.raises(owner.OwnerError, match=r"maracaibo-own\.toml\. Change it there"):
        owner.set_values(MARACAIBO, tmp_path, {f"{QUEST}.reward[0].doubloons": "5"})
    owner.confirm(MARACAIBO, tmp_path, ["quests"])
    assert QUEST in owner.read_own(MARACAIBO, tmp_path)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("quests = ", "cannot be read: Invalid value"),
        ("[rules]\nrounds = 3\n", "rules.rounds is no value to confirm"),
        ('[[quests.tiles]]\nid = "99"\nreward = []\n', "quests.tiles[99] is no value"),
        (
            '[[quests.tiles]]\nid = "01"\nreward = [{ gold = 1 }]\n',
            "Unknown: gold. There is reading, doubloons",
        ),
        ('influence.length = "far"\n', "Write 1 whole number"),
    ],
)
def test_a_file_that_cannot_be_used_says_where_why_and_what_to_do(
    tmp_path: Path, text: str, reason: str
) -> None:
    own_file(tmp_path, text)
    with pytest.raises(owner.OwnerError) as refused:
        owner.read_own(MARACAIBO, tmp_path)
    assert str(refused.value).startswith(str(tmp_path / "maracaibo-own.toml"))
    assert reason in str(refused.value)
    assert str(refused.value).endswith(
        ("Correct or delete it.", "Correct or remove it.", "Remove it.")
    )


def test_the_command_prints_rows_to_start_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["edition", "maracaibo", "--data", str(tmp_path)]
    rows = ["influence.ranks.spain", "map.locations[20]", "projects.cards[book-printer]", QUEST]
    assert main([*command, "--toml", rows[0], rows[2], rows[3]]) == 0
    printed = capsys.readouterr().out
    assert "last = true" in printed
    own_file(tmp_path, printed)
    assert set(owner.read_own(MARACAIBO, tmp_path)) == {rows[0], rows[2], rows[3]}
    assert main([*command, "--only", "quest 02"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed if "quests.tiles[02]" in line] == ["house"] * 3
    assert not [line for line in listed if "quests.tiles[03]" in line]
    assert "--toml ROW" in "".join(listed)


def test_the_example_of_an_own_file_can_be_used(tmp_path: Path) -> None:
    guide = (Path(__file__).parents[3] / "rules/maracaibo/OWN_COPY.md").read_text(encoding="utf-8")
    own_file(tmp_path, guide.partition("```toml")[2].partition("```")[0])
    assert {"influence.ranks.france", QUEST, "projects.cards[sugar-mill]"} == set(
        owner.read_own(MARACAIBO, tmp_path)
    )


def test_the_example_of_an_own_file_for_port_royal_can_be_used(tmp_path: Path) -> None:
    port_royal = GAMES["port_royal"]
    guide = Path(__file__).parents[3] / "rules/port_royal/OWN_COPY.md"
    example = guide.read_text(encoding="utf-8").partition("```toml")[2].partition("```")[0]
    owner.own_file(port_royal, tmp_path).write_text(example, encoding="utf-8")
    cards = ("missions.cards[21]", "missions.cards[22]", "events.cards[alms]", "events.cards[toll]")
    assert set(owner.read_own(port_royal, tmp_path)) == {*cards}


def test_the_example_of_an_own_story_card_can_be_used(tmp_path: Path) -> None:
    guide = (Path(__file__).parents[3] / "rules/maracaibo/OWN_COPY.md").read_text(encoding="utf-8")
    own_file(tmp_path, guide.rpartition("```toml")[2].partition("```")[0])
    own = owner.read_own(MARACAIBO, tmp_path)
    assert set(own) == {"story.cards[42]"}
    table = MARACAIBO.for_match(MARACAIBO.settle(own)).new(
        MARACAIBO.seat(["Ann", "Bob"]), MARACAIBO.settle(own)
    )
    assert [branch.then for branch in table.box.stories[42].vote] == [14, 15]

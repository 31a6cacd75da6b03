"""Many matches at once, and what they come to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.flow import Seat
from rules.games import GAMES
from rules.ledger import Line
from rules.port_royal.box import box_of
from rules.port_royal.table import Table
from rules.score_sheet import Kind, ScoreSheet, Section
from rules.text import Plural, Text
from server.command import main
from server.trials.survey import Side, acquired, histogram, interval, sources
from tests.packages import bring


def test_a_survey_says_how_matches_ended_and_what_they_scored(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["--seats", "2", "--players", "sensible", "--matches", "2"]
    assert main(["dev", "survey", "navegador", *arguments]) == 0
    said = capsys.readouterr().out
    assert "2 matches of navegador with 2 sensible players" in said
    assert "ended by: Nagasaki was explored" in said


@pytest.mark.parametrize("game", GAMES)
def test_a_survey_counts_what_a_turn_asks_of_people(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--seats", "2", "--players", "sensible", "--matches", "1", "--json"]
    assert main(["dev", "survey", game, *arguments]) == 0
    figures = json.loads(capsys.readouterr().out)
    counted, taps = figures["answers_per_turn"], figures["taps"]
    assert [*counted] == ["pieces", "phone", "next", "forced"]
    assert 0.3 < counted["pieces"] < 10
    assert 0 < counted["next"] < 5
    if game in ("navegador", "maracaibo"):
        assert counted["forced"] == 0, "nobody is asked what can be answered in one way only"
    assert 0 <= taps["per_turn"] <= taps["per_match"]
    assert abs(sum(taps["asked"].values()) - taps["per_match"]) < 1


def test_a_game_without_sensible_players_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bring(monkeypatch, "port_royal", replace(GAMES["port_royal"], sensible=None))
    assert main(["dev", "survey", "port_royal", "--players", "sensible"]) == 2
    assert "has no sensible players yet" in capsys.readouterr().err


def test_strong_players_keep_within_their_budget(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["dev", "survey", "port_royal", "--seats", "2", "--players", "strong,easy"]
    assert main([*arguments, "--budget", "0.002", "--matches", "2", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert {*figures["by_strength"]} == {"strong", "easy"}
    assert figures["budget"]["seconds"] == 0.002
    assert figures["budget"]["decisions"] > 20
    assert main([*arguments, "--budget", "0"]) == 2
    assert "more than 0 seconds" in capsys.readouterr().err


def test_players_of_two_strengths_change_seats_and_are_compared(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["dev", "survey", "port_royal", "--seats", "2", "--players", "sensible,random"]
    assert main([*arguments, "--matches", "4", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["players"] == "sensible,random"
    assert figures["by_strength"]["sensible"]["won"] == 1.0
    assert figures["by_strength"]["random"].keys() == {"won", "low", "high"}
    # Whoever is sensible has won from either seat.
    assert [seat["won"] for seat in figures["by_seat"]] == [0.5, 0.5]
    assert [seat["share"] for seat in figures["by_seat"]] == [1.0, 1.0]
    assert main([*arguments, "--matches", "2"]) == 0
    assert "sensible      100.0 %" in capsys.readouterr().out


def test_strengths_are_one_for_all_or_one_for_each_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["dev", "survey", "port_royal", "--seats", "3", "--players", "sensible,random"]) == 2
    )
    assert "say one for all, or one for each" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["dev", "survey", "port_royal", "--players", "brilliant"])
    assert "there are no 'brilliant' players" in capsys.readouterr().err


def test_a_survey_of_matches_alone_compares_with_nobody(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["--seats", "1", "--setting", "mode=contracts_alone", "--matches", "2", "--audit"]
    assert main(["dev", "survey", "port_royal", *arguments]) == 0
    assert "2 matches of port_royal with 1 random player" in capsys.readouterr().out


def test_a_survey_shows_where_points_come_from_and_which_pieces_won(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["dev", "survey", "maracaibo", "--seats", "2", "--matches", "2", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert sum(figures["sources"].values()) == pytest.approx(figures["points"]["mean"], abs=0.2)
    assert sum(seat["won"] for seat in figures["by_seat"]) == pytest.approx(1)
    assert sum(figures["histogram"].values()) == 4
    names = [row["name"] for row in figures["acquired"]]
    assert names
    assert not any(name.startswith("Career ") for name in names)
    assert not set(names) & set(figures["never_acquired"])
    assert main(["dev", "survey", "port_royal", "--matches", "2", "--pieces"]) == 0
    assert "  Sailor" in capsys.readouterr().out


def test_pieces_are_told_apart_by_what_they_are_and_only_those_of_the_match_are_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["dev", "survey", "port_royal", "--players", "sensible", "--matches", "3", "--json"]
    assert main(arguments) == 0
    figures = json.loads(capsys.readouterr().out)
    assert {"sailor", "trader"} <= {*figures["had"]}
    assert not {"set_sail_rest", "set_sail_cards", "contract_cards"} & {*figures["had"]}
    of_the_base_game = {
        str(piece.name) for piece in box_of(GAMES["port_royal"].edition).pieces.values()
    }
    assert {*figures["never_acquired"]} <= of_the_base_game
    assert main([*arguments, "--setting", "mode=set_sail"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert "sailor" in figures["had"]
    assert "set_sail_rest" not in figures["had"]


def test_a_survey_of_navegador_tells_the_five_kinds_of_a_mat_apart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["dev", "survey", "navegador", "--seats", "2", "--matches", "3", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    kinds = ("Colonies", "Factories", "Explorers", "Shipyards", "Churches")
    assert {*kinds, "Ships", "Workers", "Money"} == set(figures["sources"])
    for kind, points in figures["sources"].items():
        assert sum(figures["reasons"][kind].values()) == pytest.approx(points, abs=0.1)
    assert sum(figures["sources"].values()) == pytest.approx(figures["points"]["mean"], abs=0.2)


def test_an_audit_says_what_never_came_up_and_which_matches_show_the_rest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["dev", "survey", "cooper_island", "--seats", "2", "--matches", "2", "--audit"]
    assert main([*arguments, "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["never"].keys() == {"answers", "pieces", "effects"}
    assert "fortress" in figures["never"]["pieces"]
    assert {*figures["seeds"]} <= {1, 2}
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert "Never came up" in said
    assert "fortress" in said.partition("Never came up")[2]


def test_a_survey_by_two_processes_gives_the_same_figures(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["dev", "survey", "port_royal", "--seats", "2", "--matches", "5", "--json"]
    assert main(arguments) == 0
    alone = capsys.readouterr().out
    assert main([*arguments, "--jobs", "2"]) == 0
    assert capsys.readouterr().out == alone


def test_an_audit_finds_nothing_wrong_with_any_setting(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--seats", "1", "--matches", "2", "--audit", "--any-setting"]
    assert main(["dev", "survey", "maracaibo", *arguments]) == 0
    said = capsys.readouterr().out
    assert "2 matches ended, lost no piece and replayed exactly." in said


def test_an_audit_names_the_seed_of_a_match_with_a_fault(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def rich(table: Table) -> Iterator[str]:
        yield from (f"{seat} is rich" for seat in table.seats if table.coins(seat) > 5)

    broken = replace(GAMES["port_royal"], faults=rich)
    bring(monkeypatch, "port_royal", broken)
    assert main(["dev", "survey", "port_royal", "--matches", "1", "--seed", "7", "--audit"]) == 1
    assert re.search(r"Seed 7: after \d+ choices \w+ is rich", capsys.readouterr().out)


def test_an_audit_goes_on_after_a_rule_that_stumbles(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumbling(_table: Table) -> Iterator[str]:
        raise KeyError("sailor")

    broken = replace(GAMES["port_royal"], faults=stumbling)
    bring(monkeypatch, "port_royal", broken)
    assert main(["dev", "survey", "port_royal", "--matches", "2", "--audit", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["faults"]
    assert found == {seed: ["after 0 choices KeyError: 'sailor'"] for seed in ("1", "2")}


def test_points_are_added_up_by_kind_and_by_the_form_of_their_reason() -> None:
    seat = Seat(0, "red", "Ann")
    quests = (
        Line(seat, "vp", 3, Text("Quest {quest}", quest=1)),
        Line(seat, "vp", 4, Text("Quest {quest}", quest=2)),
    )
    cards = (
        Line(seat, "vp", 2, Text("Sugar mill")),
        *(Line(seat, "vp", n, Plural("{n} worker", "{n} workers", n)) for n in (1, 5)),
    )
    kinds = (Kind("quest", Text("Quests"), quests), Kind("card", Text("Cards"), cards))
    later = (Kind("quest", Text("Quests"), quests[:1]),)
    sheet = ScoreSheet(seat, (Section("1", Text("1"), kinds), Section("2", Text("2"), later)))
    assert sheet.total == 18
    found = sources(sheet, {"Sugar mill": "project"})
    assert found == {"Quests": {"Quest …": 10}, "Cards": {"project": 2, "… workers": 6}}


def test_a_histogram_has_no_gaps_and_few_steps() -> None:
    assert histogram([3, 5, 5]) == {3: 1, 4: 0, 5: 2}
    steps = histogram([61, 79, 140, 201])
    assert list(steps) == list(range(60, 210, 10))
    assert {least for least, number in steps.items() if number} == {60, 70, 140, 200}


@pytest.mark.parametrize(
    ("won", "number", "low", "high"),
    [(50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0)],
)
def test_the_interval_of_a_rate_is_wilsons(won: int, number: int, low: float, high: float) -> None:
    assert interval(won, number, 0.05) == pytest.approx((low, high), abs=0.001)


def test_a_piece_stands_out_only_if_chance_can_hardly_explain_it() -> None:
    def side(victory: float, *names: str) -> Side:
        return Side(100, victory, 20 * victory - 10, {}, names)

    sides = [side(1, "strong", "common")] * 80 + [side(0, "weak", "common")] * 80
    sides += [side(1, "lucky"), side(1, "lucky"), side(0, "common"), side(0)]
    rows = {row["name"]: row for row in acquired(sides)}
    assert {name: row["stands"] for name, row in rows.items()} == {
        "strong": "above",
        "lucky": "",
        "common": "",
        "weak": "below",
    }
    assert (rows["strong"]["owners"], rows["strong"]["won"], rows["strong"]["lead"]) == (80, 1, 10)
    assert rows["strong"]["share"] > 1 > min(row["share"] for row in rows.values())

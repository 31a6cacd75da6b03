"""The quartermaster command as a user types it."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rules.games import GAMES
from server.command import DEV, OF_TABLES, OTHERS, main
from server.trials.bench.club_run import Faults
from vision.measure.art import CONDITIONS


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main(argv) == 0
    return capsys.readouterr().out


def complaint(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main(argv) == 2
    return capsys.readouterr().err


def listed(capsys: pytest.CaptureFixture[str], *argv: str) -> list[str]:
    with pytest.raises(SystemExit) as end:
        main([*argv, "--help"])
    assert end.value.code == 0
    return re.findall(r"^    ([\w-]+)", capsys.readouterr().out, re.MULTILINE)


def test_help_lists_ten_commands_of_a_table_and_where_all_others_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert listed(capsys) == [*OF_TABLES]
    assert len(OF_TABLES) <= 10
    assert listed(capsys, "dev") == [*DEV]
    with pytest.raises(SystemExit):
        main(["dev", "--help"])
    others = capsys.readouterr().out.partition("Beside these:")[2]
    assert all(name in others for name in (*OTHERS, "lab"))


def test_a_command_for_developers_is_found_by_its_name_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    why = complaint(capsys, "play", "port_royal", "--setting", "gambler=yes")
    assert "Type: ./run dev play port_royal --setting gambler=yes\n" in why


def test_play_prints_a_score_sheet_whose_lines_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "dev", "play", "port_royal", "--seats", "4", "--seed", "7", "--json")
    data = json.loads(out)
    assert set(data) == {"game", "seats", "seed", "choices", "winners", "scores"}
    assert (data["game"], data["seats"], data["seed"]) == ("port_royal", 4, 7)
    assert len(data["scores"]) == 4
    for score in data["scores"]:
        assert score["total"] == sum(line["amount"] for line in score["lines"])
        assert all(line["because"] for line in score["lines"])
    best = max(score["total"] for score in data["scores"])
    assert all(s["total"] == best for s in data["scores"] if s["seat"] in data["winners"])


def test_an_opponent_that_the_game_plays_has_a_score_sheet_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = run(capsys, "dev", "play", "maracaibo", "--seats", "1", "--seed", "3")
    totals = dict(re.findall(r"^(Red|Jean): (\d+) points$", out, re.MULTILINE))
    assert set(totals) == {"Red", "Jean"}
    best = max(map(int, totals.values()))
    assert f"{best}." in out.splitlines()[-1]


def test_the_same_seed_gives_the_same_match(capsys: pytest.CaptureFixture[str]) -> None:
    first = run(capsys, "dev", "play", "port_royal", "--seed", "7", "--json")
    assert run(capsys, "dev", "play", "port_royal", "--seed", "7", "--json") == first
    assert run(capsys, "dev", "play", "port_royal", "--seed", "8", "--json") != first


def test_a_journal_replays_to_the_same_score_sheet(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    journal = str(tmp_path / "match.json")
    options = ["--seats", "3", "--setting", "expedition_to_win=yes", "--journal", journal]
    assert run(capsys, "dev", "play", "port_royal", *options) == run(
        capsys, "dev", "replay", journal
    )
    data = json.loads(run(capsys, "dev", "replay", journal, "--json"))
    assert data["seats"] == 3


def test_a_setting_may_still_be_called_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = "expedition_to_win=yes"
    as_option = run(capsys, "dev", "play", "port_royal", "--option", chosen)
    assert as_option == run(capsys, "dev", "play", "port_royal", "--setting", chosen)


def test_an_unfinished_journal_is_replayed_as_far_as_it_goes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "match.json"
    run(capsys, "dev", "play", "port_royal", "--journal", str(path))
    head = json.loads(path.read_text(encoding="utf-8"))
    head["journal"] = head["journal"][:20]
    path.write_text(json.dumps(head), encoding="utf-8")
    assert "The match is not over." in run(capsys, "dev", "replay", str(path))


def test_perft_prints_a_row_for_each_depth(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "dev", "perft", "port_royal", "--seats", "2", "--seed", "1", "--depth", "5")
    assert [row.split() for row in out.splitlines()] == [
        ["1", "1"],
        ["2", "1"],
        ["3", "1"],
        ["4", "2"],
        ["5", "2"],
    ]


def test_bench_rules_names_its_baseline(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.trials.bench.rules.SECONDS", 0.01)
    data = json.loads(run(capsys, "bench", "rules", "--json"))
    assert data["baseline"] == "python-chess"
    assert set(data["games"]["port_royal"]) == {"choices_per_s", "ratio"}
    assert "python-chess" in run(capsys, "bench", "rules")


def test_bench_numbers_counts_what_is_printed_on_pieces_and_reads_none_wrongly(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.trials.bench.numbers.KINDS", 1)
    monkeypatch.setattr("server.trials.bench.numbers.SCALES", (4.5,))
    monkeypatch.setattr("server.trials.bench.numbers.LIGHT", ("white",))
    data = json.loads(run(capsys, "bench", "numbers", "--json"))
    assert data["wrong"] == 0
    assert {name.partition(",")[0] for name in data["numbers"]} == {
        "port_royal card",
        "navegador tile",
        "maracaibo card",
        "maracaibo tile",
    }


def test_bench_art_reads_hard_faces_and_strangers_and_names_none_wrongly(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.trials.bench.art.CONDITIONS", CONDITIONS[:1])
    monkeypatch.setattr("server.trials.bench.art.SCALES", (2.7,))
    data = json.loads(run(capsys, "bench", "art", "--json", "--tables", "1"))
    for group in ("conditions", "stranger", "half_album"):
        assert data[group]["white 2.7"].keys() == {"cards", "recall", "wrong", "unknown"}
    assert data["conditions"]["white 2.7"]["cards"] == 8
    assert data["wrong"] == 0
    assert data["cost"].keys() == {"card_over_tag_region", "idle_ratio"}
    why = complaint(capsys, "bench", "rules", "--tables", "3")
    assert "only `bench art` and `bench club` have tables" in why


def test_bench_phone_looks_at_every_kind_of_question(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.trials.bench.phone.GAMES", {"navegador": GAMES["navegador"]})
    monkeypatch.setattr("server.trials.questions._EACH", 1)
    with ThreadPoolExecutor() as apart:  # from a browser that other tests have open
        data = json.loads(apart.submit(run, capsys, "bench", "phone", "--json").result())
    seen = data["games"]["navegador"]
    assert seen["questions"] >= 10
    assert seen["first_answer_y_max"] <= 420
    assert seen["words_max"] <= 90
    assert data["bars_px"] <= 104
    assert data["start_begin_y"] <= 740
    assert 0 < data["event_kb"] <= data["event_most_kb"] <= 12
    assert data["tap_to_heard_ms"] > 0
    assert data["tap_to_answer_ms"] > 0


def test_bench_club_loses_nothing_though_everything_is_killed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.trials.bench.club.FAULTS", Faults(broker=1, club=1, tables=1))
    options = ("--tables", "2", "--seconds", "2", "--json")
    data = json.loads(run(capsys, "bench", "club", *options))
    wanted = {"tables", "rows", "lost", "duplicated", "p99_ms", "p99_over_ping_p50", "rows_per_s"}
    assert wanted | {"club_mb", "cost_us"} <= data.keys()
    assert (data["tables"], data["lost"], data["duplicated"]) == (2, 0, 0)
    assert data["rows"] > 0
    assert "bench club" in complaint(capsys, "bench", "rules", "--seconds", "3")


def test_bench_explain_measures_every_game_beside_its_baseline(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for constant in ("TURNS", "ROUNDS", "ONE_IN", "SHOWN"):
        monkeypatch.setattr(f"server.trials.bench.explain.{constant}", 1)
    monkeypatch.setattr("server.trials.bench.rules.SECONDS", 0.01)
    data = json.loads(run(capsys, "bench", "explain", "--json"))
    assert data["baseline"]["python_chess_moves_per_s"] > 0
    assert set(data["games"]) == set(GAMES)
    apart = {"looks", "p50_ms", "p99_ms", "max_ms", "unique", "gave_up"}
    for game in data["games"].values():
        assert set(game) == apart | {"host_wait_max_ms", "whole_turns", "move_by_move"}
        assert set(game["whole_turns"]) == set(game["move_by_move"]) == apart
        assert game["looks"] == game["whole_turns"]["looks"] + game["move_by_move"]["looks"] > 0
        assert 0 <= game["gave_up"] <= 1 - game["unique"] <= 1
        assert game["host_wait_max_ms"] > 0


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ("dev play port_royal --seats 6", "Port Royal is for 2 to 5 players, not 6"),
        ("dev play port_royal --seats 1", "Port Royal is for 2 to 5 players, not 1"),
        ("dev play port_royal --setting tide", "--setting tide must have the form KEY=VALUE"),
        (
            "dev play port_royal --setting tide=low",
            "Unknown: tide. There is mode, gambler",
        ),
        (
            "dev play port_royal --setting others_take=maybe",
            "can be always or after_active, not maybe",
        ),
        ("dev play port_royal --journal /nowhere/x.json", "/nowhere/x.json cannot be written"),
        ("dev perft port_royal --depth 0", "--depth must be 1 or more"),
        ("dev replay /nowhere.json", "/nowhere.json cannot be read"),
    ],
)
def test_a_mistake_is_answered_with_what_is_wrong(
    capsys: pytest.CaptureFixture[str], argv: str, message: str
) -> None:
    assert message in complaint(capsys, *argv.split())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("not a journal", "This is not a journal"),
        ("[]", "must say"),
        ('{"quartermaster": 99}', "must say"),
        (
            '{"quartermaster": 1, "game": "chess", "seats": [], "options": {}, "journal": []}',
            "Unknown: chess",
        ),
        ('{"quartermaster": 1, "game": "port_royal", "seats": 3}', "The journal needs lists"),
        (
            '{"quartermaster": 1, "game": "port_royal", "seats": ["A", "B"], "options": {}, '
            '"journal": ["first:red", "stop"]}',
            "Answer 2 of the journal, stop, does not fit: First turn up a card",
        ),
    ],
)
def test_a_journal_that_does_not_fit_says_where_and_why(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "match.json"
    path.write_text(text, encoding="utf-8")
    assert message in complaint(capsys, "dev", "replay", str(path))


def test_effects_lists_every_kind_of_maracaibo_and_finds_none_missing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["dev", "effects", "maracaibo"]) == 0
    listed = capsys.readouterr().out
    assert "now_vp_per_compass" in listed
    assert listed.endswith("All 187 kinds are used.\n")
    assert "port_royal has no catalogue of effects" in complaint(
        capsys, "dev", "effects", "port_royal"
    )

"""From pieces that moved to the answers that moved them, in Navegador."""

from __future__ import annotations

import pytest

from rules.explaining.explain import Ambiguity, Run, explain
from rules.explaining.understood import all_runs
from rules.games import GAMES
from rules.pieces import Move
from tests.rules.at_the_table import play
from tests.rules.kernel.explaining import moved, reasons, run, turns_are_found
from tests.rules.navegador.the_table import at_table

TWO = "portugal portugal"
WEST = {"guine": "80", "bahia": "100", "angola": "70", "rio_de_janeiro": "40"}

# ------------------------------------------------------------------------------ Everything tagged


def test_a_marker_and_a_ship_that_moved_are_a_sector_and_a_voyage() -> None:
    match = at_table(open_tiles=WEST, tagged="all")
    places = {"rondel_marker/red": "rondel:sailing", "ship/red.7": "sea:guine"}
    assert run(match, places) == "sector:sailing sail:portugal/guine"


def test_it_does_not_matter_which_of_a_players_ships_it_was() -> None:
    match = at_table(open_tiles=WEST, tagged="all")
    places = {"rondel_marker/red": "rondel:sailing", "ship/red.6": "sea:guine"}
    assert run(match, places) == "sector:sailing sail:portugal/guine"


def test_two_ships_of_a_colour_that_changed_places_have_not_moved() -> None:
    match = at_table({"red": "portugal guine"}, open_tiles=WEST, tagged="all")
    swapped = {"ship/red.6": "sea:guine", "ship/red.7": "sea:portugal"}
    assert explain(match, moved(match, swapped)) == Run((), ())


def test_one_ship_that_took_the_place_of_another_is_understood() -> None:
    """In phase 1 Portugal to Angola is too far: one ship came to Guiné, the other went on."""
    match = at_table({"red": "portugal guine"}, open_tiles=WEST, tagged="all")
    match.play("sector:sailing")
    answer = explain(match, moved(match, {"ship/red.6": "sea:angola"}))
    assert isinstance(answer, Run)
    assert set(answer.keys) == {"sail:portugal/guine", "sail:guine/angola"}


def test_a_fleet_that_explored_is_understood_before_and_after_the_lost_ship_is_taken_back() -> None:
    match = at_table(tagged="all")
    play(match, "sector:sailing")
    tiles = {f"colony/gold/{price}": "colonies:guine" for price in (50, 60, 70)}
    for place in ("sea:guine", "area:red"):
        answer = explain(
            match, moved(match, {"ship/red.6": "sea:guine", "ship/red.7": place, **tiles})
        )
        assert isinstance(answer, Run)
        assert answer.keys[0] == "explore:guine:portugal+portugal"
        assert len(answer.keys) == 4
        ship = match.game.pieces["ship/red.7"]
        late = (Move(ship, "sea:guine", "area:red"),)
        assert answer.pending == (late if place == "sea:guine" else ())


def test_the_cell_in_lisbon_tells_how_many_workers_were_hired() -> None:
    match = at_table(buildings={"red": "church"}, tagged="all")
    places = {"rondel_marker/red": "rondel:workers", "worker/red": "lisbon:5"}
    assert run(match, places) == "sector:workers hire:2"


def test_virtual_workers_leave_no_trace_so_it_is_asked() -> None:
    match = at_table(
        workers={"red": 8}, buildings={"red": "church church"}, tagged="all", money={"red": 900}
    )
    match.play("sector:workers")
    answer = explain(match, moved(match, {"worker/red": "lisbon:9"}))
    assert isinstance(answer, Ambiguity)
    assert set(answer.runs) == {"hire:1", "hire:2", "hire:3"}


def test_ships_paid_for_the_sector_and_new_ones_are_told_apart() -> None:
    match = at_table(
        {"red": "portugal guine bahia"}, sectors={"red": "sailing"}, open_tiles=WEST, tagged="all"
    )
    places = {"rondel_marker/red": "rondel:privilege", "ship/red.7": "area:red"}
    answer = explain(match, moved(match, places))
    assert isinstance(answer, Run)
    assert answer.keys[0] == "sector:privilege"
    assert answer.keys[1].startswith("give:")


def test_the_card_handed_on_is_the_extra_action() -> None:
    match = at_table(holder="red", open_tiles=WEST, tagged="all")
    places = {"navegador": "area:blue", "ship/red.7": "sea:guine"}
    assert run(match, places) == "navegador sail:portugal/guine"


def test_a_ship_moved_without_the_marker_or_the_card_is_not_guessed_at() -> None:
    match = at_table(holder="red", open_tiles=WEST, tagged="all")
    assert reasons(match, {"ship/red.7": "sea:guine"}) == {
        "ship/red.7": "Red ship cannot come to Guiné (sea) now"
    }


def test_a_ship_that_enters_an_unexplored_region_alone_is_told_so() -> None:
    match = at_table({"red": "portugal portugal portugal"}, tagged="all")
    match.play("sector:sailing")
    [reason] = reasons(match, {"ship/red.7": "sea:guine"}).values()
    assert reason == "Guiné is unexplored: ships cannot enter"


def test_a_ship_that_goes_too_far_is_told_so() -> None:
    match = at_table({"red": TWO}, open_tiles=WEST, tagged="all")
    match.play("sector:sailing")
    [reason] = reasons(match, {"ship/red.7": "sea:angola"}).values()
    assert reason == "Portugal to Angola is too far: 1 border in phase 1"


def test_a_sector_that_is_too_far_is_told_so() -> None:
    match = at_table({"red": "portugal guine"}, sectors={"red": "sailing"}, tagged="rondel")
    assert reasons(match, {"rondel_marker/red": "rondel:buildings"}) == {
        "rondel_marker/red": "Buildings costs 4 ships; Red has 2 at sea"
    }


def test_another_players_marker_is_told_whose_turn_it_is() -> None:
    match = at_table(tagged="rondel")
    assert reasons(match, {"rondel_marker/blue": "rondel:ships"}) == {
        "rondel_marker/blue": "Red is on turn, not Blue"
    }


def test_any_privilege_of_its_kind_may_be_laid_on_the_mat() -> None:
    match = at_table(tagged="all", phase=2)
    places = {"rondel_marker/red": "rondel:privilege", "privilege/church.1": "column:church:red"}
    answer = explain(match, moved(match, places))
    assert isinstance(answer, Run)
    assert answer.keys == ("sector:privilege", "take:church")
    [pending] = answer.pending
    assert (pending.piece and pending.piece.id, pending.target) == ("worker/red", "lisbon:2")


# --------------------------------------------------------------------------- Only tiles tagged


def test_a_colony_that_was_taken_tells_the_sector_too() -> None:
    match = at_table({"red": "guine"}, open_tiles={"guine": "80"})
    assert run(match, {"colony/gold/80": "area:red"}) == "sector:colony found:colony/gold/80"


def test_a_privilege_that_was_taken_tells_the_sector_too() -> None:
    match = at_table()
    assert run(match, {"privilege/church.1": "column:church:red"}) == "sector:privilege take:church"


def test_a_dearer_colony_is_refused_with_the_cheaper_one() -> None:
    match = at_table({"red": "guine"}, open_tiles={"guine": "80 90"})
    match.play("sector:colony")
    assert reasons(match, {"colony/gold/90": "area:red"}) == {
        "colony/gold/90": "Found Gold colony 80 first: it is cheaper"
    }


def test_what_no_camera_could_have_seen_is_never_guessed() -> None:
    match = at_table({"red": "portugal portugal"}, founded={"red": "gold/50"})
    assert match.choice is not None
    told = {option.key for option in match.choice.options if option.by_phone}
    assert told == {
        f"sector:{sector}"
        for sector in ("sailing", "workers", "market_1", "ships", "market_2", "buildings")
    }
    match.play("sector:market_1")
    assert all(option.by_phone or option.key == "done" for option in match.choice.options)


def test_tiles_turned_up_are_read_after_the_phone_has_said_which_ships_explore() -> None:
    match = at_table()
    play(match, "sector:sailing explore:guine:portugal+portugal")
    tiles = {f"colony/gold/{price}": "colonies:guine" for price in (50, 60, 70)}
    answer = explain(match, moved(match, tiles))
    assert isinstance(answer, Run)
    assert set(answer.keys) == {f"turn:{tile}" for tile in tiles}


def test_pieces_without_a_tag_are_not_expected_in_any_run() -> None:
    match = at_table(tagged="tiles")
    moves = match.play("sector:workers")
    assert moves == []
    assert match.play("hire:1") == []


# ----------------------------------------------------------------------------- Random turns


@pytest.mark.parametrize(("tagged", "number"), [("tiles", 250), ("rondel", 250), ("all", 250)])
def test_the_played_turn_is_found_from_the_pieces_that_moved(tagged: str, number: int) -> None:
    unique, looks = turns_are_found(GAMES["navegador"], {"tagged": tagged}, 1, number)
    assert looks
    assert unique > 0.9 * looks


def test_the_king_s_privilege_is_seen_in_its_column() -> None:
    match = at_table(over=True)
    answer = explain(match, moved(match, {"privilege/king.1": "column:colony:red"}))
    assert [each.keys for each in all_runs(answer)] == [("king:colony",)]

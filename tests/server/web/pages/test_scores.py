"""Scores: every total with its lines, how they grew, and who won by what."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page

from rules.games import GAMES
from rules.match import Match
from server.live.messages import Resume
from server.web.parts.chart import NARROW, WIDE, chart
from server.web.parts.points import Courses, Moment, compared, scores, totals
from tests.patience import PATIENCE
from tests.rules.kernel.test_golden import JOURNALS
from tests.server.web.conftest import Room, Served
from tests.server.web.evenings import NAMES, go_on, golden_match, play


def plain(html: str) -> str:
    """The words of a page."""
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", html))


# -------------------------------------------------------------------------------- Lines and totals


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_total_is_the_sum_of_its_lines(seats: int) -> None:
    match = golden_match(seats)
    ledger = match.table.ledger
    for score in scores(match):
        assert score.points.total == ledger.balance(score.seat, "influence")
        [coins] = score.others
        assert coins.total == ledger.balance(score.seat, "coins")
        assert score.sheet.total == score.points.total
        assert sum(row.amount for row in coins.rows) == coins.total
        assert [row.total - row.amount for row in coins.rows][1:] == [
            row.total for row in coins.rows
        ][:-1]


def test_a_player_without_a_line_has_nothing_yet() -> None:
    first = scores(golden_match(2, 1))[0]
    assert (first.points.total, first.sheet.sections) == (0, ())
    assert [(row.amount, str(row.because)) for row in first.others[0].rows] == [
        (3, "Coins to start with")
    ]


def test_during_the_match_players_are_in_the_order_of_their_seats() -> None:
    assert [score.seat.name for score in scores(golden_match(5, 300))] == list(NAMES)


def test_after_the_match_they_are_in_the_order_of_its_outcome() -> None:
    match = golden_match(5)
    outcome = match.outcome()
    assert outcome is not None
    ranked = scores(match)
    assert [score.place for score in ranked] == [1, 2, 3, 4, 5]
    assert [score.seat for score in ranked if score.won] == list(outcome.winners)


# ------------------------------------------------------------------------------------- The course


def test_the_course_has_the_points_after_every_turn() -> None:
    match = golden_match(4)
    course = Courses().course(1, match)
    turns = [answered for answered, table in match.checkpoints if table.active is not None]
    assert [moment.answered for moment in course] == [*turns, len(match.journal)]
    for moment in course:
        then = match.fork(moment.answered)
        assert moment.points == totals(then, then.table)


def test_during_a_turn_the_course_ends_with_now() -> None:
    match = golden_match(2, 200)
    assert match.script_start < 200
    last = Courses().course(1, match)[-1]
    assert last == Moment(200, totals(match, match.table))


def counting(seats: int, upto: int) -> tuple[Match[Any], Counter[str]]:
    """A match that counts how often its points are worked out."""
    counts: Counter[str] = Counter()
    usual = GAMES["port_royal"]

    def standing(table: Any) -> Any:
        counts["standing"] += 1
        return usual.scoring.standing(table)

    game = replace(usual, scoring=replace(usual.scoring, standing=standing))
    known = golden_match(seats)
    match = Match(game, game.seat(NAMES[:seats]), known.settings, known.journal[:upto])
    return match, counts


def test_a_new_choice_costs_only_the_turns_that_are_new() -> None:
    match, counts = counting(2, 250)
    courses = Courses()
    courses.course(1, match.fork())
    counts.clear()
    known = golden_match(2).journal
    match.play(known[250])
    courses.course(1, match.fork())
    assert counts["standing"] <= 2


def test_a_choice_taken_back_takes_its_points_back() -> None:
    match = golden_match(2, 300)
    courses = Courses()
    courses.course(1, match)
    for _ in range(60):
        match.undo()
    assert courses.course(1, match) == Courses().course(1, match)
    assert courses.course(1, match)[-1].answered == 240


def test_two_matches_do_not_get_mixed_up() -> None:
    courses = Courses()
    two, five = golden_match(2, 100), golden_match(5, 100)
    courses.course(1, two)
    assert courses.course(1, five) == Courses().course(1, five)


# -------------------------------------------------------------------------------------- The chart


@pytest.mark.parametrize("size", [NARROW, WIDE])
@pytest.mark.parametrize("upto", [0, 1, 30, 200, None])
def test_the_chart_stays_inside_its_frame(size: tuple[int, int], upto: int | None) -> None:
    match = golden_match(5, upto)
    drawn = chart(match.seats, Courses().course(1, match), *size)
    assert drawn.up[0].number == 0
    assert len(drawn.up) >= 2
    for curve in drawn.curves:
        ends = [float(end) for end in re.findall(r"V([\d.]+)", curve.path)]
        assert all(drawn.top - 6 <= y <= drawn.bottom + 6 for y in ends)
        assert drawn.top - 1 <= curve.end <= drawn.bottom + 1


def test_symbols_at_the_ends_do_not_cover_each_other() -> None:
    match = golden_match(5, 1)
    drawn = chart(match.seats, Courses().course(1, match), *NARROW)
    ends = sorted(curve.end for curve in drawn.curves)
    assert min(b - a for a, b in pairwise(ends)) >= 17


def test_points_below_zero_have_room() -> None:
    seats = golden_match(2, 0).seats
    drawn = chart(seats, [Moment(0, (0, 0)), Moment(5, (-7, 12))], *NARROW)
    assert drawn.up[0].number <= -7
    assert drawn.up[-1].number >= 12


@pytest.mark.parametrize("points", [7, 21, 149])
def test_the_points_at_the_end_have_room_for_all_their_digits(points: int) -> None:
    seats = golden_match(2, 0).seats
    drawn = chart(seats, [Moment(0, (0, 0)), Moment(5, (3, points))], *NARROW)
    begins = drawn.right + 24
    assert begins + 8.5 * len(str(points)) <= drawn.width


# --------------------------------------------------------------------------------------- The page


def test_the_page_unfolds_every_point_with_its_reason(room: Room) -> None:
    go_on(room, play(room.table.store, 3, 250))
    page = room.visitor().get("/scores").text
    match = room.table.host.view.match
    assert match is not None
    for score in scores(match):
        assert f'id="points-{score.seat.colour}"' in page
        assert f'id="coins-{score.seat.colour}"' in page
        for row in score.others[0].rows:
            assert str(row.because) in page
        [section] = score.sheet.sections
        for kind in section.kinds:
            assert f'id="sheet-{score.seat.colour}--{kind.key}"' in page
            assert str(kind.name) in page
            for line in kind.rows:
                assert str(line.what) in page


def test_the_page_has_all_players_side_by_side(room: Room) -> None:
    go_on(room, play(room.table.store, 2))
    match = room.table.host.view.match
    assert match is not None
    table = room.visitor().get("/scores").text.partition('id="side-by-side"')[2]
    told = plain(table.partition("</table>")[0])
    both = compared(match, scores(match))
    for kind in both.kinds:
        assert f"{kind.name} {' '.join(map(str, kind.totals))}" in told
    assert f"Total {both.totals[0]} {both.totals[1]}" in told
    assert "Ahead or behind 0 0" in told, "the tie is broken by coins"
    assert [seat.name for seat in both.seats] == ["Bob", "Ann"], "the winner first"


def test_nobody_is_ahead_of_those_with_whom_they_win(room: Room) -> None:
    match_id = play(room.table.store, 2, game="port_royal-together")
    page = room.player().get(f"/history/{match_id}").text
    assert "Side by side" in page
    assert "Ahead or behind" not in page


def test_what_no_form_asks_for_is_not_shown_as_an_agreement(room: Room) -> None:
    match_id = play(room.table.store, 3, 10, game="navegador")
    go_on(room, match_id)
    for path in ("/rules", f"/history/{match_id}"):
        page = plain(room.player().get(path).text)
        assert "Filling the gallery" in page
        assert "Which questions are asked" not in page


def test_rounds_unfold_into_kinds_and_these_into_lines_on_a_narrow_phone(
    served: Served, phone: Callable[..., Page]
) -> None:
    """A match against Jean, in all four languages: nothing is wider than 360 pixels."""
    journal = next(path for path in JOURNALS if path.stem == "maracaibo-1").read_text("utf-8")
    match_id = served.table.store.import_match(journal, 1e9)
    words = {"en-GB": "Round 4", "ru-RU": "Раунд 4", "uk-UA": "Раунд 4", "it-IT": "Round 4"}
    for language, round_ in words.items():
        page = phone(served, locale=language)
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(f"/history/{match_id}")
        line = page.locator("#sheet-red-4-combat td")
        assert not line.first.is_visible()
        page.locator("#points-red > summary").click()
        page.locator("#sheet-red-4 > summary", has_text=round_).click()
        page.locator("#sheet-red-4-combat > summary").click()
        assert [cell.inner_text() for cell in line.all()] == ["+4"]
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        too_wide = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert too_wide == 0, language
        assert page.locator("#score-blue .score-total strong").first.inner_text() == "171"


def test_the_page_has_the_chart_as_a_table_too(room: Room) -> None:
    match_id = play(room.table.store, 2, 200)
    go_on(room, match_id)
    page = room.visitor().get("/scores").text
    table = page[page.index('id="chart-as-table"') :]
    last = Courses().course(1, golden_match(2, 200))[-1]
    cells = "".join(f"<td>{points}</td>" for points in last.points)
    assert cells in table


def test_the_final_ranking_names_the_tie_break(room: Room) -> None:
    go_on(room, play(room.table.store, 2))
    page = plain(room.visitor().get("/scores").text)
    assert "Final ranking" in page
    assert "Bob wins! 12 influence, tied; most coins: 9" in page


def test_without_a_match_the_page_says_what_to_do(room: Room) -> None:
    assert "No match is running" in room.visitor().get("/scores").text


def test_five_long_names_fit_on_a_narrow_phone(served: Served, phone: Callable[..., Page]) -> None:
    names = ("Wilhelmina-Antoinette", "Константинопольская", "M" * 20, "Jo", "Ferdinando Emanuele")
    match_id = play(served.table.store, 5, names=names)
    served.assistant.host.ask(Resume(match_id)).result(timeout=PATIENCE)
    for language in ("en-GB", "ru-RU"):
        page = phone(served, locale=language)
        old = f"/history/{match_id}"
        for path in ("/scores", "/rules", "/history", old, f"{old}/300"):
            page.goto(path)
            page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
            too_wide = page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            assert too_wide == 0, path

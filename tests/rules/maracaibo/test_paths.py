"""Maracaibo: paths of the edition taken apart."""

from __future__ import annotations

from rules.maracaibo.printed.paths import Name, path_of


def test_a_path_leads_through_a_row_to_a_value_in_it() -> None:
    path = path_of("careers.cards[3].tasks[0].easy.vp")
    assert path.row == "careers.cards[3]"
    assert path.inside == (Name("tasks", "0"), Name("easy", ""), Name("vp", ""))
    assert path.last == "vp"
    assert path.lies_in("careers", "cards", "tasks")
    assert not path.lies_in("careers", "tasks")


def test_a_value_that_stands_in_no_row_is_given_by_itself() -> None:
    path = path_of("influence.ranks.france")
    assert path.row == "influence.ranks.france"
    assert path.inside == ()
    assert path.names == ("influence", "ranks", "france")

"""What is counted: all words, and those that somebody meets in a match."""

from __future__ import annotations

import fnmatch

import pytest
from babel.messages import Catalog, Message

from server.language.counting import WITH_A_MATCH, WITHOUT, count, met_in_a_match


def test_of_several_forms_one_is_counted() -> None:
    messages = [Message("Take a card"), Message(("{n} coin", "{n} coins")), Message("")]
    assert str(count(messages)) == "2 messages, 5 words"


@pytest.mark.parametrize(
    ("file", "met"),
    [
        ("rules/port_royal/turns.py", True),
        ("server/live/host.py", True),
        ("server/web/templates/me.html", True),
        ("server/web/games/maracaibo/templates/parts.html", True),
        ("server/simulated/dealers.py", True),
        ("rules/maracaibo/printed/owner.py", False),
        ("server/web/templates/printing.html", False),
        ("server/web/pages/setup.py", False),
        ("server/club/pages/templates/table.html", False),
        ("hardware/print/cover.py", False),
        ("server/store/file.py", False),
    ],
)
def test_what_a_player_meets_in_a_match(file: str, met: bool) -> None:
    assert met_in_a_match(Message("x", locations=[(file, 0)])) == met
    elsewhere = [(file, 0), ("server/commands/print.py", 0)]
    assert met_in_a_match(Message("x", locations=elsewhere)) == met


def test_all_sources_that_are_named_have_messages(source: Catalog) -> None:
    """A page that has another name now would be counted again."""
    files = {file for message in source for file, _line in message.locations}
    named = (*WITH_A_MATCH, *WITHOUT)
    assert [name for name in named if not fnmatch.filter(files, name)] == []

"""Learning cards while playing: the whole assistant, over a simulated table without labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rules.setting import KNOWN_BY, PICTURES
from server.assistant import Assistant
from server.live.messages import Answer, Begin, Refused, View
from server.live.virtual_piles import SECRET_BYTES, SECRET_FILE
from server.store.atomic_file import write_whole
from tests import patience
from tests.patience import PATIENCE
from vision.reading import Unreadable
from vision.recognise.found import NO_CARD

GAME = "port_royal"
BACK = f"{NO_CARD}/1"


@pytest.fixture
def assistant(tmp_path: Path) -> Iterator[Assistant]:
    """It is shuffled the same way in every test: the blue trader 3 comes first."""
    write_whole(tmp_path / SECRET_FILE, bytes(SECRET_BYTES), mode=0o600)
    with Assistant(tmp_path, "simulated", lambda _: None) as running:
        settings = {KNOWN_BY.key: PICTURES}
        running.host.ask(Begin(GAME, ("Ann", "Bob"), settings)).result(PATIENCE)
        backs = until(running, lambda view: bool(view.unknown)).unknown
        assert {spot.place for spot in backs} == {None}
        running.learner.learn(GAME, NO_CARD, backs[0])
        until(running, lambda view: view.status.matches)
        match = running.host.view.match
        assert match is not None
        running.host.ask(Answer(match.seats[0], "first:red")).result(PATIENCE)
        yield running


def until(assistant: Assistant, shown: Callable[[View], bool]) -> View:
    patience.until(lambda: shown(assistant.host.view), lambda: assistant.host.view)
    return assistant.host.view


def turn_up_a_card(assistant: Assistant) -> tuple[str, Unreadable]:
    """What it truly is, and what the camera sees of it."""
    playground = assistant.playground
    assert playground is not None
    piece = playground.draw("deck", playground.spot_in("harbour"))
    (spot,) = until(assistant, lambda view: bool(view.unknown)).unknown
    return piece.kind, spot


def test_a_card_that_nobody_knows_is_asked_for_and_known_from_then_on(
    assistant: Assistant, tmp_path: Path
) -> None:
    kind, spot = turn_up_a_card(assistant)
    assert spot.place == "harbour"
    assert assistant.host.view.status.reason is not None
    picture = assistant.learner.picture(spot.corners)
    assert picture is not None
    assert picture.startswith(b"\xff\xd8")
    assert assistant.learner.learn(GAME, kind, spot)
    view = until(assistant, lambda view: bool(view.match and len(view.match.journal) == 3))
    assert view.match is not None
    assert view.match.journal[-1].startswith(f"turn:{kind}.")
    assert (tmp_path / f"{GAME}.album").exists()
    assert list(assistant.learner.albums.cards(GAME)) == [BACK, kind]


def test_a_wrong_name_is_put_right_in_the_middle_of_a_match(assistant: Assistant) -> None:
    kind, spot = turn_up_a_card(assistant)
    wrong = "trader/green/3"  # with the same numbers on it: another one would not be believed
    assistant.learner.learn(GAME, wrong, spot)
    until(assistant, lambda view: bool(view.match and len(view.match.journal) == 3))
    assistant.learner.rename(GAME, wrong, kind)
    view = until(assistant, lambda view: bool(view.wrong or view.question))
    assert view.match is not None
    assert view.match.journal[-1].startswith(f"turn:{wrong}."), "what was played stays"
    assert list(assistant.learner.albums.cards(GAME)) == [BACK, kind]


def test_what_is_no_card_of_the_game_is_not_learned(assistant: Assistant) -> None:
    _, spot = turn_up_a_card(assistant)
    with pytest.raises(Refused, match="No such card"):
        assistant.learner.learn(GAME, "dragon/3", spot)
    assert list(assistant.learner.albums.cards(GAME)) == [BACK]


def test_a_card_that_does_not_lie_there_any_more_is_not_learned(assistant: Assistant) -> None:
    kind, spot = turn_up_a_card(assistant)
    playground = assistant.playground
    assert playground is not None
    playground.tidy_up()
    until(assistant, lambda view: not view.unknown)
    with pytest.raises(Refused, match="card has moved"):
        assistant.learner.learn(GAME, kind, spot)

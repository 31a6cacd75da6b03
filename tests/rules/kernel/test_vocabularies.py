"""What the edition of a game with effects can say has a meaning, and a sentence for phones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin

import pytest

import rules.cooper_island.printed.describe as of_cooper_island
import rules.cooper_island.printed.nodes as on_cooper_island
import rules.maracaibo.printed.describe as of_maracaibo
import rules.maracaibo.printed.nodes as in_maracaibo
from rules.edition import EditionError
from rules.effects import Vocabulary
from rules.flow import Seat
from rules.games import GAMES
from rules.text import Text
from rules.typed import As, Table, Worded, fields_of, read

WRITTEN: Mapping[str, type[Worded]] = {
    "cooper_island": on_cooper_island.Node,
    "maracaibo": in_maracaibo.Node,
}
SENTENCES: Mapping[str, Callable[[Any], Text]] = {
    "cooper_island": of_cooper_island.effect_text,
    "maracaibo": lambda node: of_maracaibo.steps_text((node,)),
}
SMALL: Mapping[str, Mapping[str, int]] = {"cooper_island": {"draw": 1}, "maracaibo": {"vp": 1}}


def sample(form: Any, game: str) -> Any:
    """Something small that fits a type, as a file would have it."""
    if get_origin(form) is Annotated:
        inner, mark = get_args(form)
        return mark.extra["words"][0] if mark.extra else sample(inner, game)
    if get_origin(form) is Literal:
        return get_args(form)[0]
    if get_origin(form) is tuple:
        return [sample(each, game) for each in get_args(form) if each is not ...]
    if issubclass(form, Table):
        return {name: sample(each.type, game) for name, each in needed(form).items()}
    return dict(SMALL[game]) if issubclass(form, Worded) else {bool: True, int: 1, str: "x"}[form]


def needed(form: type) -> Mapping[str, Any]:
    return {name: each for name, each in fields_of(form).items() if each.required}


def rows(game: str) -> Iterator[Mapping[str, Any]]:
    """Every word that the edition of a game can say, as short as can be."""
    for word, kind in WRITTEN[game].words.items():
        if isinstance(kind, Mapping):
            yield from ({word: each} for each in kind)
        elif isinstance(kind, As):
            beside = {"a": [SMALL[game]]} if kind.beside is None else {}
            yield {word: sample(kind.first, game), **beside}
        else:
            yield {word: 0, **sample(kind, game)}


@pytest.mark.parametrize("game", WRITTEN)
def test_every_word_of_a_game_has_a_meaning_and_a_sentence_of_its_own(game: str) -> None:
    effects = GAMES[game].effects
    assert effects is not None
    assert effects.nodes() == {*WRITTEN[game].kinds()}
    written: Any = WRITTEN[game]
    nodes = [read([row], tuple[written], "test", ValueError)[0] for row in rows(game)]
    assert {*map(type, nodes)} == effects.nodes()
    for node in nodes:
        assert str(SENTENCES[game](node)), node


def test_a_word_without_a_meaning_is_told_when_the_game_is_loaded() -> None:
    class Sink(Table, frozen=True):
        n: int

    class Written(Worded):
        words: ClassVar[dict[str, Any]] = {"sink": Sink}

    effects: Vocabulary[Any, None] = Vocabulary(lambda _: False)
    with pytest.raises(EditionError, match="Nothing is done for Sink"):
        effects.check(Written)

    @effects.means(Sink)
    def sink(table: Any, seat: Seat, node: Sink, source: None) -> None:
        """It sinks."""

    effects.check(Written)

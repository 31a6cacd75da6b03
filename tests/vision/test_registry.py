"""Which tag is on which card."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from rules.navegador.pieces import PIECES
from rules.port_royal.pieces import Character, all_cards, base_cards
from vision.registry import RegistryError, load_registry, read_registry

ALL = '"ship/a.1" = 0\n"ship/a.2" = 1\n"tile/b.1" = 2'
KNOWN = ("ship/a.1", "ship/a.2", "tile/b.1")
LABEL = "label = { side = 10, margin = 2, at = [9.5, 9.5] }"
HEAD = f"[forms.card]\nsize = [59, 91]\n{LABEL}\n[pieces]\n"


def written(folder: Path, pieces: str, head: str = HEAD) -> Path:
    path = folder / "tags.toml"
    path.write_text(head + pieces, encoding="utf-8")
    return path


def test_every_card_of_the_box_has_a_tag_of_its_own() -> None:
    registry = load_registry("port_royal")
    assert [registry.pieces[tag] for tag in range(120)] == [card.id for card in base_cards()]
    two_sided = sum(isinstance(card, Character) for card in all_cards())
    assert sorted(registry.pieces) == list(range(len(all_cards()) + two_sided))


@pytest.mark.parametrize(
    ("game", "tags", "listed"),
    [
        ("port_royal", 120, "097c0edc0d2933b153323c38b84336c6d2554f253dbab5632747bd332981aa98"),
        ("port_royal", 241, "a85fccec1021382d9b7697192065622a2f4a23f39cec39c2ef2aaa94978f7da6"),
        ("port_royal", 386, "20a34cfebd9124840bd1ddd72e563a5f0f739c6449d7ff224569b5920b91f987"),
        ("navegador", 115, "86784699bd4098501c889f02da2fc9b2b0581c6927b20cd86cefb9179d09822f"),
        ("navegador", 150, "47c9f383d590aceb3a78982823f433c94e75cd21065c569baaa39559c0104e72"),
        ("maracaibo", 317, "3f592109a01aa7d61874fbce3f8ba47947173efa416f3e981228e5675252e576"),
    ],
)
def test_labels_once_printed_stay_right_for_ever(game: str, tags: int, listed: str) -> None:
    """If this fails, tags that people have glued to their pieces mean other pieces now.

    Of a game that has got more tags since, the first ones stay as they were.
    """
    pieces = load_registry(game).pieces
    written = "\n".join(f"{tag} {pieces[tag]}" for tag in sorted(pieces)[:tags])
    assert sha256(written.encode()).hexdigest() == listed


def test_a_piece_with_a_tag_on_either_side_is_found_by_both(tmp_path: Path) -> None:
    path = written(tmp_path, '"ship/a.1" = 0\n"ship/a.2" = 1\n"tile/b.1" = [2, 3]\n')
    registry = read_registry(path, "game", KNOWN)
    assert registry.pieces[2] == registry.pieces[3] == "tile/b.1"
    assert registry.tags_of("tile/b.1") == (2, 3)
    assert registry.tag_of("tile/b.1") == 2


@pytest.mark.parametrize(
    ("pieces", "told"),
    [
        ('"ship/a.1" = 0\n"ship/a.2" = 0\n"tile/b.1" = 2', "0 is given to both 'ship/a.1' and"),
        ('"ship/a.1" = 0\n"ship/a.2" = 1\n"tile/b.1" = 560', "560 of 'tile/b.1' is outside"),
        (
            '"ship/a.1" = 0\n"ship/a.2" = 1\n"tile/b.1" = "x"',
            'pieces.tile/b.1: It must be a whole number or a list, not "x"',
        ),
        ('"ship/a.1" = 0\n"ship/a.2" = 1', "has no tag for tile/b.1; append"),
        ('"ship/z.9" = 0', "'ship/z.9', which is no piece of game"),
        ("= 3", "is not valid TOML"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path: Path, pieces: str, told: str) -> None:
    with pytest.raises(RegistryError, match=r"tags\.toml: ") as error:
        read_registry(written(tmp_path, pieces), "game", KNOWN)
    assert told in str(error.value)


def test_pieces_take_the_first_form_that_names_how_their_ids_begin(tmp_path: Path) -> None:
    small = "label = { side = 8, margin = 1, at = [7, 7] }"
    forms = (
        f'[forms.ship]\npieces = ["ship/"]\nsize = [18, 14]\nthick = 8\n{small}\n'
        f"[forms.rest]\nsize = [20, 20]\n{LABEL}\n[pieces]\n"
    )
    registry = read_registry(written(tmp_path, ALL, forms), "game", KNOWN)
    ship, rest = registry.form_of("ship/a.2"), registry.form_of("tile/b.1")
    assert (ship.name, ship.size, ship.label.side, ship.thick) == ("ship", (18, 14), 8, 8)
    assert (rest.name, rest.size, rest.label.side, rest.thick) == ("rest", (20, 20), 10, 0)
    assert registry.forms == (ship, rest)


def test_pieces_of_a_set_are_there_only_with_it(tmp_path: Path) -> None:
    forms = (
        f'[forms.ship]\npieces = ["ship/"]\nset = "fleet"\nsize = [18, 14]\n{LABEL}\n'
        f"[forms.rest]\nsize = [20, 20]\n{LABEL}\n[pieces]\n"
    )
    registry = read_registry(written(tmp_path, ALL, forms), "game", KNOWN)
    assert [*registry.form_by_piece] == [*KNOWN]
    without = registry.with_sets(["races"])
    assert [*without.form_by_piece] == [*without.pieces.values()] == ["tile/b.1"]
    assert [form.name for form in without.forms] == ["rest"]
    assert registry.with_sets(["fleet"]) == registry
    with pytest.raises(RegistryError, match=r"'ship/a\.1'"):
        without.tag_of("ship/a.1")


def test_a_game_without_sets_has_all_its_pieces_whatever_sets_are_in_play() -> None:
    assert load_registry("navegador", frozenset({"races"})) == load_registry("navegador")


@pytest.mark.parametrize(
    ("forms", "told"),
    [
        ("", "forms is missing; it must be a table"),
        (
            "[forms.card]\nsize = [59, 91]\n",
            r"forms\.card: label is missing; it must be a table with side, margin, at",
        ),
        (
            "[forms.card]\nsize = [9, 9]\nlabel = 3\n",
            r"forms\.card\.label: It must be a table with side, margin, at, not 3",
        ),
        (
            f"[forms.card]\n{LABEL}\n",
            r"forms\.card: size is missing; it must be two positive numbers",
        ),
        (
            f"[forms.card]\nsize = [9, 9]\nthick = -1\n{LABEL}\n",
            r"forms\.card\.thick: It must be a height",
        ),
        (
            f"[forms.card]\nsize = [9, 9]\npieces = 3\n{LABEL}\n",
            r"forms\.card\.pieces: It must be a list, not 3",
        ),
        (
            f"[forms.card]\nsize = [9, 9]\nset = 3\n{LABEL}\n",
            r"forms\.card\.set: It must be an expansion",
        ),
        (f'[forms.card]\nsize = [9, 9]\npieces = ["ship/"]\n{LABEL}\n', "no form is for 'tile/b"),
    ],
)
def test_a_form_that_cannot_be_used_is_named(tmp_path: Path, forms: str, told: str) -> None:
    with pytest.raises(RegistryError, match=told):
        read_registry(written(tmp_path, ALL, forms + "[pieces]\n"), "game", KNOWN)


def test_navegador_has_tiles_with_large_tags_and_wooden_pieces_with_small_ones() -> None:
    registry = load_registry("navegador")
    assert [registry.pieces[tag] for tag in range(115)] == list(PIECES)
    sides = {form.name: form.label.side for form in registry.forms}
    assert sides == {"tile": 10, "card": 10, "ship": 8, "marker": 8, "worker": 8}
    for form in registry.forms:
        half = form.label.side / 2 + form.label.margin
        assert half <= form.label.x <= form.width - half
        assert half <= form.label.y <= form.height - half


def test_privileges_have_a_tag_on_either_side_and_nothing_else_of_navegador_has() -> None:
    registry = load_registry("navegador")
    for piece in PIECES:
        front, *back = registry.tags_of(piece)
        assert front < 115
        assert len(back) == piece.startswith("privilege/"), piece
    assert sorted(registry.pieces) == list(range(150))


def test_an_unknown_game_is_told_which_games_there_are() -> None:
    with pytest.raises(RegistryError, match=r"Unknown: chess\. There is port_royal"):
        load_registry("chess")


def test_asking_for_an_unknown_piece_names_it() -> None:
    with pytest.raises(RegistryError, match="'ship/pink/1'"):
        load_registry("port_royal").tag_of("ship/pink/1")

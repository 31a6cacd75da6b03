"""Which tag is on which card."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from rules.port_royal.cards import all_cards
from vision.registry import RegistryError, load_registry, read_registry

KNOWN = ("ship/a.1", "ship/a.2", "tile/b.1")
LABEL = "label = { side = 10, margin = 2, at = [9.5, 9.5] }"
HEAD = f"[forms.card]\nsize = [59, 91]\n{LABEL}\n[pieces]\n"


def written(folder: Path, pieces: str, head: str = HEAD) -> Path:
    path = folder / "tags.toml"
    path.write_text(head + pieces, encoding="utf-8")
    return path


def test_every_card_of_the_box_has_a_tag_of_its_own() -> None:
    registry = load_registry("port_royal")
    assert [registry.pieces[tag] for tag in range(120)] == [card.id for card in all_cards()]


def test_labels_once_printed_stay_right_for_ever() -> None:
    """If this fails, tags that people have glued to their cards mean other cards now."""
    pieces = load_registry("port_royal").pieces
    listed = "\n".join(f"{tag} {pieces[tag]}" for tag in range(120))
    assert sha256(listed.encode()).hexdigest() == (
        "097c0edc0d2933b153323c38b84336c6d2554f253dbab5632747bd332981aa98"
    )


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
        ('"ship/a.1" = 0\n"ship/a.2" = 1\n"tile/b.1" = "x"', "must be a whole number"),
        ('"ship/a.1" = 0\n"ship/a.2" = 1', "has no tag for tile/b.1; append"),
        ('"ship/z.9" = 0', "'ship/z.9', which is no piece of game"),
        ("= 3", "is not valid TOML"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path: Path, pieces: str, told: str) -> None:
    with pytest.raises(RegistryError, match=r"tags\.toml: ") as error:
        read_registry(written(tmp_path, pieces), "game", KNOWN)
    assert told in str(error.value)


def test_a_label_without_a_size_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, '"ship/a.1" = 0\n"ship/a.2" = 1\n"tile/b.1" = 2', "[pieces]\n")
    with pytest.raises(RegistryError, match=r"\[label\] needs `side` and `margin`"):
        read_registry(path, "game", KNOWN)


def test_an_unknown_game_is_told_which_games_there_are() -> None:
    with pytest.raises(RegistryError, match=r"'chess'.*port_royal"):
        load_registry("chess")


def test_asking_for_an_unknown_piece_names_it() -> None:
    with pytest.raises(RegistryError, match="'ship/pink/1'"):
        load_registry("port_royal").tag_of("ship/pink/1")

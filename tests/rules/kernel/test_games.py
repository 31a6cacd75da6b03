"""Games are found by looking into folders; nobody keeps a list of them."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules
from rules.games import GAMES, companion, find_games


def test_every_folder_of_rules_with_a_game_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("beach_of_shells", "only_a_library"):
        (tmp_path / name).mkdir()
    (tmp_path / "only_a_library" / "__init__.py").touch()
    (tmp_path / "beach_of_shells" / "__init__.py").write_text(
        "from types import SimpleNamespace\nGAME = SimpleNamespace(name='beach_of_shells')\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(rules, "__path__", [*rules.__path__, str(tmp_path)])
    assert list(find_games()) == [*GAMES, "beach_of_shells"]


def test_the_games_known_for_long_come_first() -> None:
    assert list(GAMES)[:3] == ["port_royal", "navegador", "maracaibo"]


def test_what_a_game_has_in_another_package_is_found_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "seaside" / "games" / "beach_of_shells"
    folder.mkdir(parents=True)
    (folder / "faces.py").write_text("SHELLS = 2\n", encoding="utf-8")
    (folder / "wrong.py").write_text("import nothing_of_this_name\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    faces = companion("seaside", "beach_of_shells", "faces")
    assert faces is not None
    assert faces.SHELLS == 2
    assert companion("seaside", "beach_of_shells", "scenes") is None
    assert companion("seaside", "a_game_nobody_knows", "faces") is None
    with pytest.raises(ModuleNotFoundError, match="nothing_of_this_name"):
        companion("seaside", "beach_of_shells", "wrong")

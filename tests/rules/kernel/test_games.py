"""Games are found by what installed packages say, and loaded one by one when they are needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rules.games import GAMES
from rules.plugins import NotLoaded
from server.web.games import PHONES, drawn_by
from server.web.parts.on_phones import OnPhones
from tests.packages import installed, write_package

SHELLS = {
    "__init__.py": "from beach.cards import EDITION\nGAME = EDITION\n",
    "cards.py": """from pathlib import Path

from rules.edition import Edition

EDITION = Edition.load(Path(__file__).with_name("edition.toml"))
WORTH = {"white": 1, "pink": 2}
SUM = sum(WORTH[row["colour"]] for row in EDITION.rows("shells"))
""",
    "edition.toml": """origin = "rulebook"
[[shells]]
id = "cockle"
colour = "white"
[[shells]]
id = "conch"
colour = "pink"
""",
}
BEACH = "[quartermaster.games]\nbeach = beach:GAME\n"


def why_not(folder: Path, **files: str) -> str:
    """What is said of a game of shells with other files in it."""
    named = {f"{name}.toml" if name == "edition" else f"{name}.py": f for name, f in files.items()}
    write_package(folder, "beach", {**SHELLS, **named}, BEACH)
    with installed(folder):
        assert "beach" not in [*GAMES]
        assert len(GAMES) == 4
        with pytest.raises(NotLoaded, match="beach cannot be played: "):
            GAMES["beach"]
        return str(GAMES.failed["beach"])


def test_the_games_known_for_long_come_first() -> None:
    assert GAMES.names == ("port_royal", "navegador", "maracaibo", "cooper_island")


def test_no_game_is_imported_before_it_is_needed() -> None:
    code = "import sys; from rules.games import GAMES; GAMES.names; 'navegador' in GAMES; "
    code += "print(*[name for name in GAMES.names if f'rules.{name}' in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["navegador"]


def test_who_asks_for_a_game_that_nobody_brings_is_told_which_there_are() -> None:
    assert "chess" not in GAMES
    with pytest.raises(NotLoaded, match=r"Unknown: chess\. There is port_royal, navegador"):
        GAMES["chess"]


def test_a_row_without_a_value_is_named_with_its_file(tmp_path: Path) -> None:
    said = why_not(tmp_path, edition=SHELLS["edition.toml"].replace('colour = "pink"', ""))
    assert said.startswith(f"{tmp_path}/beach/edition.toml: shells[conch] has no colour. (")
    assert said.endswith(f"{tmp_path}/beach/cards.py, line 7)")


def test_a_row_with_a_word_that_means_nothing_is_named_with_its_file(tmp_path: Path) -> None:
    said = why_not(tmp_path, edition=SHELLS["edition.toml"].replace("pink", "pnik"))
    row, code = f"{tmp_path}/beach/edition.toml: shells[conch]", f"{tmp_path}/beach/cards.py"
    assert said == f"KeyError: 'pnik' ({row}; {code}, line 7)"


def test_a_file_that_is_no_toml_is_named(tmp_path: Path) -> None:
    said = why_not(tmp_path, edition="[[shells]\n")
    assert said.startswith(f"{tmp_path}/beach/edition.toml: is not valid TOML (")


def test_a_module_that_raises_is_named_with_its_line(tmp_path: Path) -> None:
    said = why_not(tmp_path, cards="import os\n\nraise RuntimeError('low tide')\n")
    assert said == f"RuntimeError: low tide ({tmp_path}/beach/cards.py, line 3)"


def test_a_module_that_is_no_python_is_named_with_its_line(tmp_path: Path) -> None:
    said = why_not(tmp_path, cards="SHELLS = 2\ndef (:\n")
    assert said == f"SyntaxError: invalid syntax ({tmp_path}/beach/cards.py, line 2)"


def test_a_module_that_is_not_there_is_named(tmp_path: Path) -> None:
    said = why_not(tmp_path, cards="import nothing_of_this_name\n")
    assert "No module named 'nothing_of_this_name'" in said
    assert f"{tmp_path}/beach/cards.py, line 1" in said


def test_what_is_no_game_is_none(tmp_path: Path) -> None:
    said = why_not(tmp_path)
    assert said == "beach:GAME, which quartermaster.games names, is of type Edition, not Game."


def test_a_game_that_calls_itself_otherwise_is_none(tmp_path: Path) -> None:
    said = why_not(tmp_path, __init__="from rules.navegador import GAME\n")
    assert said == "beach:GAME: it calls itself navegador, not beach."


def test_of_two_packages_with_the_same_game_neither_is_played(tmp_path: Path) -> None:
    for name in ("beach", "shore"):
        points = f"[quartermaster.games]\nbeach = {name}:GAME\n"
        write_package(tmp_path, name, {"__init__.py": "GAME = 1\n"}, points)
    with installed(tmp_path):
        assert "beach" not in GAMES
        assert "2 packages bring it" in str(GAMES.failed["beach"])
        assert "shore:GAME" in str(GAMES.failed["beach"])


def test_a_name_of_a_hook_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    code = "from server.web.parts.on_phones import OnPhones\nPHONES = OnPhones(bord=print)\n"
    points = "[quartermaster.phones]\nbeach = harbour:PHONES\n"
    write_package(tmp_path, "harbour", {"__init__.py": code}, points)
    with installed(tmp_path):
        assert drawn_by("beach") == OnPhones()
        said = str(PHONES.failed["beach"])
    assert "unexpected keyword argument 'bord'" in said
    assert said.endswith(f"({tmp_path}/harbour/__init__.py, line 2)")

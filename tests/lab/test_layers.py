"""When the virtual Pi has to be made anew."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.lab import layers
from tests.lab.layers import PARTS, TOP, LabError, Layers, digest, need_tools


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    (tmp_path / "image/root").mkdir(parents=True)
    (tmp_path / "image/build.sh").write_text("echo")
    (tmp_path / "image/root/fstab").write_text("/dev/vda")
    return tmp_path


def test_the_hash_follows_names_contents_and_modes(recipe: Path) -> None:
    seen = {digest(recipe, ["image"])}
    (recipe / "image/root/fstab").write_text("/dev/vdb")
    seen.add(digest(recipe, ["image"]))
    (recipe / "image/root/fstab").rename(recipe / "image/root/mtab")
    seen.add(digest(recipe, ["image"]))
    (recipe / "image/build.sh").chmod(0o755)
    seen.add(digest(recipe, ["image"]))
    assert len(seen) == 4


def test_the_hash_stays_without_a_change_and_passes_over_compiled_files(recipe: Path) -> None:
    before = digest(recipe, ["image"])
    (recipe / "image/__pycache__").mkdir()
    (recipe / "image/__pycache__/x.pyc").write_text("compiled")
    assert digest(recipe, ["image"]) == before


def test_a_folder_without_disks_is_not_ready(tmp_path: Path) -> None:
    assert not Layers(print, folder=tmp_path).is_ready()


def test_the_lab_packs_what_the_installer_copies() -> None:
    text = (TOP / "firmware/install/install.sh").read_text()
    match = re.search(r"^parts=\((.*)\)$", text, re.MULTILINE)
    assert match is not None
    assert sorted(match[1].split()) == sorted(PARTS)


def test_missing_tools_are_named_with_the_command_that_installs_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tools = tmp_path / "tools.txt"
    tools.write_text("# command and package\nno-such-tool its-package\nls coreutils\n")
    monkeypatch.setattr(layers, "TOOLS", tools)
    with pytest.raises(LabError, match=r"installed: its-package\..*\./run lab installs them"):
        need_tools()

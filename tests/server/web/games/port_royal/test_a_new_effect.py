"""A card that does something new: four files of its game, and nothing else of the house.

Here a smuggler, with whom nobody pays a fee. Each step that is left out is told in a sentence.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rules.port_royal.abilities import Abilities
from rules.typed import fields_of
from tests.rules.port_royal.asked import never_asked

TOP = Path(__file__).parents[5]
GAME = Path("rules/port_royal")
HOUSE = ("vision", "firmware", "hardware", "server")
SMUGGLER = "gambler/smuggler/2.1"


class Step(NamedTuple):
    file: str
    before: str
    after: str


STEPS = {
    "row": Step(
        "edition.toml",
        '[persons]\norigin = "public"\ncards = [\n',
        '[persons]\norigin = "public"\ncards = [\n'
        '    { set = "gambler", role = "smuggler", name = "Smuggler {cost}", cost = 2, '
        "influence = 1, does = { no_fee = true }, count = 1, "
        'origins = { influence = "house" } },\n',
    ),
    "counts": Step(
        "edition.toml",
        "counts = { cards = 4, person = 4, persons = { gambler = 4 } }",
        "counts = { cards = 5, person = 5, persons = { gambler = 4, smuggler = 1 } }",
    ),
    "tag": Step(
        "tags.toml",
        '"character/5" = [384, 385]\n',
        f'"character/5" = [384, 385]\n"{SMUGGLER}" = 386\n',
    ),
    "word": Step(
        "abilities.py",
        '    """Coins, one single time."""\n',
        '    """Coins, one single time."""\n'
        "    no_fee: bool = False\n"
        '    """Whoever takes a card pays nothing for it."""\n',
    ),
    "sentence": Step(
        "abilities.py",
        "_SENTENCES: Mapping[str, Callable[[Any, Text], Text]] = {\n",
        "_SENTENCES: Mapping[str, Callable[[Any, Text], Text]] = {\n"
        '    "no_fee": lambda _, __: Text("you pay no fee for what you take"),\n',
    ),
    "rule": Step(
        "taking.py",
        "    return 0 if seat is table.active else table.rules.fee\n",
        "    if any(helper.does.no_fee for helper in table.helpers(seat)):\n"
        "        return 0\n"
        "    return 0 if seat is table.active else table.rules.fee\n",
    ),
}
"""All that is written, in the order in which docs/small-changes.md says it."""

SHOWN = """
import json, sys
import numpy as np
from rules.games import GAMES
from rules.match import Match
from rules.simulation import Simulation
from vision.layout import load_layout
from vision.recognise.tags import TagReader
from vision.registry import load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.render import render
from vision.simulator.scene_file import read_scene
from server.web.games import PHONES
from pathlib import Path

name, folder = sys.argv[1], Path(sys.argv[2])
game = GAMES["port_royal"]
settings = {"gambler": "yes"}
match = Match(game, game.for_match(game.settle(settings)).seat(["Ann", "Bob"]), settings)

def play(*answers):
    for answer in answers:
        match.play(answer)

smuggler = match.game.pieces[name]
phone = [str(text) for text in PHONES["port_royal"].reads(match, smuggler)]
play("first:red", "draw", f"turn:{name}", "stop", f"hire:{name}")
# Bob is active now, and Ann pays him nothing.
play("draw", "turn:ship/yellow/1/1.1", "stop", "pass")
offer = str(match.option("trade:ship/yellow/1/1.1").text)

scene = folder / "scene.toml"
scene.write_text(f'[[pieces]]\\npiece = "{name}"\\nat = [500, 350]\\n')
rendered = render(read_scene(scene, "port_royal"), Camera(width=2300, height=1300), 1)
registry = load_registry("port_royal")
read = TagReader(registry, load_layout("port_royal")).read(rendered.picture)

simulation = Simulation(game, ["Ann", "Bob"], settings, 3)
simulation.played()
house = {path: str(text) for path, text in game.printed.things.items() if "smuggler" in str(text)
         or "Smuggler" in str(text)}
print(json.dumps({
    "phone": phone, "offer": offer, "coins": match.table.coins(match.seats[0]),
    "seen": [reading.piece for reading in read.pieces],
    "over": simulation.match.outcome() is not None, "house": house,
}))
"""


def house(folder: Path, *left_out: str) -> Path:
    """The rules with what was written, and the rest of the house as it is."""
    shutil.copytree(TOP / "rules", folder / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    for package in HOUSE:
        (folder / package).symlink_to(TOP / package)
    for name, step in STEPS.items():
        if name not in left_out:
            path = folder / GAME / step.file
            text = path.read_text(encoding="utf-8")
            assert text.count(step.before) == 1, f"{step.file}: {step.before}"
            path.write_text(text.replace(step.before, step.after), encoding="utf-8")
    return folder


def run(folder: Path, code: str, *arguments: str) -> str:
    """What a process says to which this is the whole house, or why it could not."""
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys; sys.path.insert(0, {str(folder)!r})\n{code}",
            *arguments,
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout if done.returncode == 0 else done.stderr.splitlines()[-1]


def test_four_files_bring_a_card_with_a_new_effect_from_its_row_to_phone_and_camera(
    tmp_path: Path,
) -> None:
    assert len({step.file for step in STEPS.values()}) <= 4
    folder = house(tmp_path)
    shown: Mapping[str, Any] = json.loads(run(folder, SHOWN, SMUGGLER, str(tmp_path)))
    assert "you pay no fee for what you take" in shown["phone"]
    assert shown["offer"] == "Trade Pinnace 1 for 1 coin"
    assert shown["seen"] == [SMUGGLER]
    assert shown["over"]
    assert [*shown["house"].values()] == ["Smuggler 2 (0): influence"]
    assert never_asked(folder / GAME, [*words(), "no_fee"]) == []


def words() -> list[str]:
    return [*fields_of(Abilities)]


LOADED = """
from rules.games import GAMES
from vision.registry import load_registry
GAMES["port_royal"]
load_registry("port_royal")
"""


@pytest.mark.parametrize(
    ("left_out", "told"),
    [
        ("counts", "sets.gambler.counts says"),
        ("tag", f"tags.toml: has no tag for {SMUGGLER}; append them with the next free ids."),
        ("word", "smuggler: no_fee means nothing; there is sails_as, "),
        ("sentence", "Abilities has the word no_fee, but no sentence for it: "),
        ("row", f"tags.toml: gives a tag to '{SMUGGLER}', which is no piece of port_royal"),
    ],
)
def test_a_step_that_is_left_out_is_told_in_a_sentence(
    tmp_path: Path, left_out: str, told: str
) -> None:
    also = {"row": ("row", "counts"), "word": ("word", "sentence", "rule")}
    why = run(house(tmp_path, *also.get(left_out, (left_out,))), LOADED)
    assert told in why
    assert "KeyError" not in why


def test_a_word_for_which_no_rule_asks_is_told(tmp_path: Path) -> None:
    folder = house(tmp_path, "rule") / GAME
    assert never_asked(folder, [*words(), "no_fee"]) == [
        "No rule of Port Royal asks for no_fee: nobody would notice such a card. Ask for it where "
        "it counts, as in rules/port_royal/taking.py."
    ]


def test_a_person_without_a_name_is_told(tmp_path: Path) -> None:
    folder = house(tmp_path)
    path = folder / GAME / "edition.toml"
    text = path.read_text(encoding="utf-8").replace(' name = "Smuggler {cost}",', "")
    path.write_text(text, encoding="utf-8")
    assert "Unknown person: smuggler. Give the card a name." in run(folder, LOADED)


def test_the_small_changes_name_the_files_and_no_more() -> None:
    page = (TOP / "docs/small-changes.md").read_text(encoding="utf-8")
    section = page.partition("**A card that does something new**")[2].partition("\nIn Maracaibo")[0]
    named = {step.file for step in STEPS.values()}
    assert {file for file in named if f"`{GAME / file}`" in section} == named

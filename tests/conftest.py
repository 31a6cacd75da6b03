"""Which tests are slow: `./check --fast` leaves them out, `./check` does not.

Here is all of it, so that nobody has to look for marks: tests that use a real browser, and those
listed below.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
BROWSER = "browser"
"""The fixture that every test with a real browser uses."""
SLOW = {
    "tests/firmware/test_install.py": "runs the installer",
    "tests/docs/test_commands.py": "runs every command of the documents",
    "tests/hardware": "makes and rasterises whole files to print",
    "tests/lab": "starts shells and disks",
    "tests/rules/cooper_island/test_at_once.py": "plays whole phases in every order",
    "tests/rules/navegador/test_bot.py": "plays whole matches",
    "tests/rules/kernel/test_announcements.py": "plays many matches",
    "tests/rules/kernel/test_conformance.py": "plays whole matches of every game",
    "tests/rules/kernel/test_explain.py": "plays whole turns at random",
    "tests/rules/kernel/test_occurred.py": "plays many matches",
    "tests/rules/port_royal/test_announced.py": "plays many matches",
    "tests/rules/port_royal/test_by_hand.py": "plays whole matches of many copies",
    "tests/rules/port_royal/test_owner_words.py": "plays whole matches of many copies",
    "tests/rules/search/test_search.py": "looks ahead through many moves",
    "tests/server/advice": "starts and kills processes",
    "tests/server/club/pages": "opens whole clubs with their broker",
    "tests/server/club/test_access.py": "starts brokers",
    "tests/server/club/test_broker.py": "starts and kills brokers",
    "tests/server/club/test_four_tables.py": "starts and kills brokers",
    "tests/server/club/test_intake.py": "starts brokers",
    "tests/server/club/test_listening.py": "starts a whole club",
    "tests/server/club/test_opening.py": "starts PostgreSQL",
    "tests/server/club/test_put_back.py": "starts clubs and puts their databases back",
    "tests/server/club/test_telling.py": "starts and kills brokers",
    "tests/server/club/test_trouble.py": "starts brokers",
    "tests/server/club/test_weight.py": "starts processes",
    "tests/server/language/test_damage.py": "searches all sources for messages",
    "tests/server/language/test_plurals.py": "searches all sources for messages",
    "tests/server/language/test_translations.py": "searches all sources for messages",
    "tests/server/commands/test_commands.py": "measures",
    "tests/server/commands/test_enrol.py": "renders every card",
    "tests/server/commands/test_new_game.py": "renders a whole match",
    "tests/server/commands/test_serve.py": "starts and ends whole assistants",
    "tests/server/commands/test_trial.py": "renders a match",
    "tests/server/live/test_at_once.py": "follows whole rounds",
    "tests/server/live/test_match.py": "follows whole matches",
    "tests/server/live/test_pictured.py": "follows whole matches",
    "tests/server/robots": "renders whole matches",
    "tests/server/simulated": "renders the table after every move",
    "tests/server/store/test_rescue.py": "spoils every page of databases",
    "tests/server/store/test_log.py": "spoils hundreds of bits",
    "tests/server/store/test_store_crash.py": "kills processes",
    "tests/server/test_learning.py": "renders the table after every move",
    "tests/server/test_broken_games.py": "starts whole assistants",
    "tests/server/test_assistant.py": "starts whole assistants",
    "tests/server/test_read_only_disk.py": "starts whole assistants",
    "tests/server/test_browser.py": "starts and kills browsers",
    "tests/server/test_data_folder.py": "starts and ends processes",
    "tests/server/trials": "kills processes, plays many matches",
    "tests/server/web/door/test_attacks.py": "hundreds of connections",
    "tests/server/web/door/test_fuzz.py": "tries every route with nonsense",
    "tests/server/web/http/test_serving.py": "hundreds of connections",
    "tests/server/web/http/test_changes.py": "compares every page of matches",
    "tests/server/web/games/navegador/test_pages.py": "draws every moment of matches",
    "tests/server/web/games/port_royal/test_own_story.py": "plays whole chapters",
    "tests/server/web/games/port_royal/test_owner_words.py": "plays whole matches of many copies",
    "tests/server/web/games/port_royal/test_a_new_effect.py": "loads whole houses in processes",
    "tests/server/test_loading.py": "starts processes",
    "tests/server/test_progress.py": "starts processes",
    "tests/server/web/door/test_joining.py": "draws hundreds of pages",
    "tests/server/web/games/maracaibo/test_campaign.py": "plays whole matches",
    "tests/server/web/pages/test_boards.py": "renders and reads boards",
    "tests/server/web/pages/test_camera.py": "renders tables",
    "tests/server/web/pages/test_history.py": "plays whole matches",
    "tests/server/web/pages/test_rules.py": "draws every page of rules",
    "tests/server/web/pages/test_spread.py": "renders and learns cards",
    "tests/server/web/parts/test_painter.py": "draws every card",
    "tests/server/web/games/maracaibo/test_pages.py": "draws every moment of matches",
    "tests/server/web/test_every_loud_event.py": "plays whole matches",
    "tests/server/web/test_teaching_at_a_table.py": "renders the table after every move",
    "tests/server/web/test_hostile_files.py": "sends hundreds of files to a whole assistant",
    "tests/server/web/pages/test_check.py": "renders the table with every fault",
    "tests/server/web/pages/test_simulated.py": "renders the table after every move",
    "tests/server/web/showing/test_aloud.py": "plays whole matches",
    "tests/server/web/showing/test_teaching.py": "plays first turns of every game",
    "tests/server/web/test_hands.py": "renders the table after every move",
    "tests/server/web/test_prices.py": "plays many matches",
    "tests/server/web/test_reading.py": "draws hundreds of pages",
    "tests/test_steadily.py": "starts pytest again and again",
    "tests/test_toy_game.py": "renders a whole match",
    "tests/vision/checking": "renders whole tables",
    "tests/vision/games": "renders whole boards",
    "tests/vision/measure": "renders and reads hundreds of pictures",
    "tests/vision/processes": "starts and kills processes",
    "tests/vision/recognise": "renders and reads hundreds of pictures",
    "tests/vision/simulator": "renders whole tables",
    "tests/vision/test_photographs.py": "unpacks the largest pictures there can be",
    "tests/vision/watching": "renders evenings frame by frame",
}
"""Folders and modules, and why."""
LONG = (
    "tests/server/robots/test_match.py",
    "tests/server/trials/test_torture.py",
    "tests/server/web/games/cooper_island/test_in_a_browser.py",
    "tests/server/web/pages/test_check.py",
    "tests/server/web/test_every_page_fits.py",
    "tests/vision/watching/test_unknown_tiles.py",
    "tests/vision/watching/test_watch.py",
)
"""Modules with tests of many seconds: they come first, so that the last of all are short ones."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Nothing of what is imported is thrown away, so nobody looks for it meanwhile."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Looking for what nobody needs any more took every sixth second of matches played at random:
    all that was imported stays, and the rest is looked through more rarely."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.relative_to(TOP).as_posix() not in LONG)
    for item in items:
        path = item.path.relative_to(TOP)
        named = {path.as_posix(), *(folder.as_posix() for folder in path.parents)}
        if named & SLOW.keys() or BROWSER in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)

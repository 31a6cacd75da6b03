"""Maracaibo: the campaign, sentence by sentence: the archive, the votes, and how a match begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import pytest
from msgspec import structs

from rules.flow import Choice
from rules.journal import read_journal, write_journal
from rules.maracaibo import GAME
from rules.maracaibo.actions.legacy import arrive, bring_in
from rules.maracaibo.actions.stories import begin_story, check_stories
from rules.maracaibo.actions.votes import vote
from rules.maracaibo.pieces import CITY_TILES, LEGACY_TILES, PIECES, PROJECTS, STORIES
from rules.maracaibo.places import BOX, DECK, DISCARD, city_space, legacy_place, quest_at, quest_row
from rules.maracaibo.printed.stories import CHAPTER_CARDS, WITHOUT_CAMPAIGN
from rules.maracaibo.settings import SCENARIO
from rules.maracaibo.story.archive import LEFT, UNREAD, Archive, Past, read_archive
from rules.maracaibo.story.campaign import archive_of, is_finished, left_behind
from rules.maracaibo.story.made_up import made_up
from rules.maracaibo.story.telling import story_before, story_so_far
from rules.maracaibo.table import Table
from rules.match import Match
from rules.simulation import Simulation
from tests.rules.at_the_table import lines_of
from tests.rules.maracaibo.legacy_tables import bring, carry_out
from tests.rules.maracaibo.the_table import at_table, give, put, sail_to

NUMBERED = {card.number: card for card in PROJECTS.values() if card.number}


def campaign(seats: int = 2, **settings: str) -> Table:
    """A table after the set-up of a match of the campaign, the first one unless it is said."""
    return at_table(None, seats, **{"scenario": "1", **settings}).table


def going_on(archive: Archive, seats: int = 2) -> Table:
    return campaign(seats, archive=archive.written)


def last_round(table: Table) -> Table:
    table.round = table.board.rounds
    return table


def win(table: Table, tile: str, seat: int = 0) -> None:
    put(table, tile, quest_row(table.everyone[seat]))


def where(table: Table, piece_id: str) -> str | None:
    return table.places.where(PIECES[piece_id])


# ------------------------------------------------------------------------------ a match begins


def test_the_campaign_begins_with_card_01_tile_1_at_15_and_quests_at_16_and_19() -> None:
    for seats, quests in ((2, ["16"]), (3, ["16"]), (4, ["16", "19"])):
        table = campaign(seats)
        assert table.stories == [1]
        assert where(table, "story/1") == quest_at("15")
        lying = [p for p in table.board.locations if table.places[quest_at(p)]]
        assert lying == ["15", *quests]


@pytest.mark.parametrize("number", WITHOUT_CAMPAIGN)
def test_without_campaign_no_story_tile_is_needed_and_numbered_cards_stay_aside(
    number: int,
) -> None:
    table = at_table(scenario=str(number)).table
    assert len(table.places["story_tiles"]) == 4
    into_deck = STORIES[number].into_deck
    for card in NUMBERED.values():
        assert (table.places.where(card) == BOX) == (card.number not in into_deck)
    assert not GAME.campaign.is_part(GAME.settle({"scenario": str(number)}))  # type: ignore[union-attr]


def test_the_cards_80_to_89_begin_the_chapters_2_to_11() -> None:
    chapters = {number: STORIES[number].chapter for number in CHAPTER_CARDS}
    assert chapters == dict(zip(range(80, 90), range(2, 12), strict=True))
    assert {str(number) for number in CHAPTER_CARDS} < SCENARIO.values.keys()
    for number in CHAPTER_CARDS:
        [first] = STORIES[number].fetch
        assert STORIES[first].chapter == STORIES[number].chapter


def test_the_card_of_a_chapter_brings_its_legacy_tiles_and_shuffles_its_cards_in() -> None:
    table = campaign(scenario="84")
    assert table.stories == [8, 16]
    named = {*STORIES[84].legacy, *STORIES[8].legacy, *STORIES[16].legacy}
    assert {tile.id for tile in table.legacy} == named
    for number, card in NUMBERED.items():
        assert (table.places.where(card) == BOX) == (number not in STORIES[84].into_deck)
    assert table.tale.is_past(84), "it only brings others, and has done so"


def test_who_goes_on_lays_out_all_story_cards_of_the_archive_and_follows_them() -> None:
    archive = Archive(stories=(2, 16), waiting=(4,), tiles=("l5",), past=(Past(1, "a"),))
    table = going_on(archive)
    assert table.stories == [2, 4, 16]
    assert where(table, "story/1") == quest_at("9")
    assert where(table, "story/2") == quest_at("2"), "tiles start at 1 and are the next one"
    assert "legacy/l10" in {tile.id for tile in table.legacy}, "also of one that only lay there"
    assert [read.number for read in table.tale.read] == [2, 4, 16], "all of them are read"


def test_who_goes_on_lays_out_all_legacy_tiles_with_what_they_do_to_the_board() -> None:
    """One takes its city tile away, one has a quest, sites have first discs for two players."""
    table = going_on(Archive(stories=(14,), tiles=("l1", "l3", "l12"), cards=(90,)))
    assert {tile.id for tile in table.legacy} == {"legacy/l1", "legacy/l3", "legacy/l12"}
    assert not table.places[city_space("14")]
    assert len(table.places[quest_at("17")]) == 1
    assert table.sites == {"legacy/l12": 1}


@pytest.mark.parametrize(("seats", "discs"), [(1, 2), (2, 1), (3, 0), (4, 0)])
def test_sites_of_the_archive_come_back_with_the_first_discs_of_one_or_two_players(
    seats: int, discs: int
) -> None:
    assert going_on(Archive(stories=(8,), tiles=("l12",)), seats).sites["legacy/l12"] == discs


def test_numbered_cards_that_came_in_are_shuffled_into_the_a_cards_before_eight_are_dealt() -> None:
    settings = {"scenario": "1", "archive": Archive(stories=(2,), cards=(90, 95)).written}
    match = Match(GAME, GAME.seat(["Ann", "Ben"]), settings)
    dealt = GAME.piles.face_down(match.table)["deck_a"]
    assert {card for card in dealt if card.deck != "A"} == {NUMBERED[90], NUMBERED[95]}  # type: ignore[attr-defined]
    assert match.table.places.where(NUMBERED[91]) == BOX
    while match.choice and "Keep four" not in str(match.choice.prompt):
        match.take(match.choice.legal()[0])
    assert match.choice is not None
    plan = match.choice.find(f"plan:{NUMBERED[90].id}")
    assert plan is not None
    assert plan.blocked is None, "it may have been dealt"


def test_a_card_that_is_out_of_the_game_does_not_come_again() -> None:
    table = going_on(Archive(stories=(2,), past=(Past(1, "a"), Past(4))))
    carry_out(begin_story(table, 4))
    assert table.stories == [2]


def archive_with_rivals() -> Archive:
    """Card 3, which is in play, and card 14, which only lies there, both ask for tile L25."""
    return Archive(stories=(3,), waiting=(14,), tiles=("l25",), cards=(90,))


def test_of_two_archived_cards_that_want_one_tile_only_the_higher_is_carried_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The lower one brings no quests either, and whoever reads is told that it goes."""
    monkeypatch.setitem(STORIES, 14, structs.replace(STORIES[14], legacy_tiles=("L25",)))
    older = Simulation(GAME, ["Ann", "Ben"], archived(archive_with_rivals(), "older"), 3)
    now = Simulation(GAME, ["Ann", "Ben"], archived(archive_with_rivals(), "as_printed"), 3)
    asked = dict[str, list[str]]()
    for name, simulation in (("older", older), ("now", now)):
        asked[name] = []
        while simulation.match.table.active is None and simulation.match.choice:
            asked[name].append(str(simulation.match.choice.prompt))
            simulation.step()
    table = now.match.table
    assert table.stories == older.match.table.stories == [14]
    assert table.tale.past == (Past(3, LEFT),)
    assert [read.number for read in table.tale.read] == [14]
    assert [read.number for read in older.match.table.tale.read] == [3, 14], "as it was then"
    lying = [p for p in table.board.locations if table.places[quest_at(p)]]
    assert sorted(lying) == ["16", "6", "9"], "the quests and the token of card 14 alone"
    goes = "Remove story card 3: a higher card has its tile."
    assert goes in asked["now"]
    assert goes not in asked["older"]


def archived(archive: Archive, carried_out: str) -> dict[str, str]:
    return {"scenario": "1", "archive": archive.written, "carried_out": carried_out}


def test_an_archive_of_cards_that_this_copy_does_not_have_leaves_them_out() -> None:
    table = going_on(Archive(stories=(2, 71), tiles=("l5", "l99")))
    assert table.stories == [2]
    assert [tile.id for tile in table.legacy] == ["legacy/l5"]


def test_the_set_up_in_words_names_what_the_archive_holds() -> None:
    archive = Archive(stories=(16,), waiting=(4,), tiles=("l5",), cards=(90,))
    match = Match(GAME, GAME.seat(["Ann", "Ben"]), {"scenario": "1", "archive": archive.written})
    words = " ".join(str(step.text) for step in GAME.guide.set_up(match.table))
    assert "Shuffle project cards 90" in words
    assert "Story cards 4, 16 from the archive, with their quests." in words
    assert all(f"Legacy tile {name}" in words for name in ("L2", "L5", "L10", "L20"))


# ------------------------------------------------------------------------------------ story tiles


def test_story_tiles_are_taken_in_the_order_of_their_numbers_whatever_card_asks() -> None:
    table = campaign()
    carry_out(begin_story(table, 5))
    carry_out(begin_story(table, 2))
    assert table.tale.tokens == ((1, "story/1"), (5, "story/2"), (2, "story/3"))


def test_a_story_tile_that_was_won_is_not_replaced_before_the_round_ends() -> None:
    table = campaign()
    win(table, "story/1")
    assert not table.places[quest_at("15")]
    carry_out(check_stories(table), "aa")
    assert where(table, "story/2") == quest_at("9")


def test_a_card_for_which_no_story_tile_is_left_waits_for_the_next_match() -> None:
    table = campaign()
    for number in (2, 5, 6, 7):
        carry_out(begin_story(table, number))
    assert table.tale.token_of(7) is None
    carry_out(check_stories(last_round(table)))
    assert 7 in archive_of(table).stories


# ------------------------------------------------------------------------- who reads, and the vote


def test_whoever_has_the_story_tile_reads_the_back_of_the_card() -> None:
    table = campaign(3)
    win(table, "story/1", seat=2)
    asked = carry_out(check_stories(table), "aaa")
    back = "Green: Story card 1 is done. Read aloud: Inside"
    assert asked[0].startswith(back)
    front = "Green: Lay out story card 2, from the deck. Read aloud: Valc"
    assert front in asked[-1]


def test_for_discs_whoever_ended_the_round_reads() -> None:
    table = campaign(3)
    carry_out(begin_story(table, 4))
    table.sites["legacy/l10"], table.ender = 4, table.seats[1]
    asked = carry_out(check_stories(table))
    assert asked[0].startswith("Blue: Story card 4 is done")


def test_against_jean_the_player_reads_and_votes_alone() -> None:
    table = campaign(1)
    win(table, "story/1", seat=1)
    asked = carry_out(check_stories(table), "b")
    assert {line.partition(":")[0] for line in asked} == {"Red"}
    assert len([line for line in asked if "Vote" in line]) == 1
    assert 3 in table.stories


def test_several_cards_that_are_done_are_read_in_the_order_of_their_numbers() -> None:
    table = campaign()
    carry_out(begin_story(table, 5))
    carry_out(begin_story(table, 2))
    for tile in ("story/1", "story/2", "story/3"):
        win(table, tile)
    asked = carry_out(check_stories(table))
    done = [line.split()[3] for line in asked if "is done" in line]
    assert done == ["1", "2", "5"]


@pytest.mark.parametrize(
    ("seats", "votes", "card"),
    [(3, "aab", 2), (3, "abb", 3), (3, "bba", 3), (4, "bbba", 3), (2, "aa", 2)],
)
def test_all_vote_and_most_votes_decide(seats: int, votes: str, card: int) -> None:
    table = campaign(seats)
    win(table, "story/1")
    asked = carry_out(check_stories(table), votes)
    voters = [line.partition(":")[0] for line in asked if "Vote" in line]
    assert len(voters) == len(set(voters)) == seats
    assert table.stories == [card]
    assert table.tale.past == (Past(1, "a" if card == 2 else "b"),)


def abstaining(votes: str) -> list[str]:
    """Every vote as an answer: `-` is for whoever leaves it to the others."""
    return ["none" if vote == "-" else vote for vote in votes]


@pytest.mark.parametrize(("votes", "card"), [("a--", 2), ("-b-", 3), ("-bb", 3)])
def test_who_abstains_leaves_it_to_the_others(votes: str, card: int) -> None:
    table = campaign(3)
    win(table, "story/1")
    asked = carry_out(check_stories(table), abstaining(votes))
    assert len([line for line in asked if "Vote" in line]) == 3
    assert table.stories == [card]


def test_if_all_abstain_whoever_reads_decides_among_all_answers() -> None:
    table = campaign(2)
    win(table, "story/1", seat=1)
    asked = carry_out(check_stories(table), [*abstaining("--"), "b"])
    assert any(line.startswith("Blue: A tie: the reader decides.") for line in asked)
    assert table.stories == [3]


def test_who_is_alone_cannot_leave_it_to_others() -> None:
    for seats, answers in ((1, ["vote:a", "vote:b"]), (2, ["vote:a", "vote:b", "vote:none"])):
        table = campaign(seats)
        question = next(vote(table, STORIES[1], table.seats[0]))
        assert [option.key for option in question.options] == answers


@pytest.mark.parametrize("decision", ["a", "b"])
def test_the_reader_breaks_a_tie(decision: str) -> None:
    table = campaign(2)
    win(table, "story/1", seat=1)
    asked = carry_out(check_stories(table), f"ab{decision}")
    assert any(line.startswith("Blue: A tie: the reader decides.") for line in asked)
    assert table.stories == [2 if decision == "a" else 3]


def test_a_vote_is_asked_by_phone_and_undone_like_any_answer() -> None:
    def prepare(table: Table) -> None:
        win(table, "story/1")
        table.phase, table.ender, table.to_score = "scoring", table.seats[0], []

    match = at_table(prepare, scenario="1")
    while match.choice and not match.choice.legal()[0].key.startswith("vote:"):
        match.take(match.choice.legal()[0])
    assert isinstance(match.choice, Choice)
    assert all(option.by_phone for option in match.choice.legal())
    match.play("vote:a")
    match.play("vote:b")
    match.play("decide:b")
    assert match.table.stories == [3]
    for _ in range(3):
        match.undo()
    assert match.table.stories == [1]
    match.play("vote:a")
    match.play("vote:a")
    assert match.table.stories == [2]


# ----------------------------------------------------------------------------- after a card is done


def test_a_card_that_was_read_leaves_the_game_and_the_named_one_comes() -> None:
    table = campaign()
    win(table, "story/1")
    carry_out(check_stories(table), "aa")
    assert table.tale.is_past(1)
    assert table.stories == [2]
    assert "legacy/l5" in {tile.id for tile in table.legacy}, "and is carried out"


def test_cards_for_the_discard_pile_wait_there_and_belong_to_the_next_match() -> None:
    table = campaign()
    carry_out(begin_story(table, 4))
    assert table.places.where(NUMBERED[90]) == DISCARD
    assert archive_of(table).cards == (90, 92)


def test_cards_for_the_deck_are_shuffled_into_it() -> None:
    table = campaign()
    before = table.places.count(DECK)
    carry_out(begin_story(table, 5))
    assert table.places.count(DECK) == before + 1
    assert table.places.where(NUMBERED[91]) is None, "nobody knows where"
    assert archive_of(table).cards == (91,)


def test_in_the_last_scoring_the_new_card_is_only_laid_out_and_goes_to_the_archive() -> None:
    table = last_round(campaign())
    win(table, "story/1")
    asked = carry_out(check_stories(table), "aa")
    assert table.stories == [2]
    assert not table.legacy
    assert where(table, "story/2") == "story_tiles"
    assert not [line for line in asked if "Read our own story aloud" in line]
    assert asked[-1] == "Red: Lay out story card 2 unread, for the next match."
    archive = archive_of(table)
    assert (archive.stories, archive.waiting) == ((), (2,))
    after = going_on(archive)
    assert [tile.id for tile in after.legacy] == ["legacy/l5"], "now it is carried out"
    assert where(after, "story/1") == quest_at("9")


# ------------------------------------------------------------------------------------- the archive


def test_the_archive_keeps_tiles_cards_and_decisions_and_nothing_else() -> None:
    table = campaign()
    win(table, "story/1")
    carry_out(check_stories(table), "bb")
    bring(table, "l5")
    table.markers["6"] = "spain"
    archive = archive_of(last_round(table))
    assert archive == Archive(
        stories=(3,),
        tiles=("l25", "l5"),
        past=(Past(1, "b"),),
        results=((("red", 0), ("blue", 0)),),
    )
    again = going_on(archive)
    assert "6" in again.markers, "only the markers of two players, as in every match"
    assert again.markers == campaign().markers
    assert not lines_of(again.ledger, again.seats[0], "vp")
    assert len(again.places["story_tiles"]) == 3


def test_legacy_tiles_are_kept_without_their_discs() -> None:
    table = campaign(3)
    carry_out(begin_story(table, 8))
    table.sites["legacy/l12"] = 2
    after = going_on(archive_of(table), 3)
    assert after.sites["legacy/l12"] == 0


def test_a_site_that_is_not_complete_is_kept_with_its_card() -> None:
    table = campaign(3)
    carry_out(begin_story(table, 8))
    archive = archive_of(table)
    assert 8 in archive.stories
    assert "l12" in archive.tiles


def test_a_site_that_is_complete_is_not_kept() -> None:
    """It lies there without use until the match is over; what the rulebook keeps is incomplete."""
    table = last_round(campaign(3))
    carry_out(begin_story(table, 8))
    table.sites["legacy/l12"], table.ender = 3, table.seats[0]
    carry_out(check_stories(table))
    assert LEGACY_TILES["legacy/l12"] in table.legacy
    archive = archive_of(table)
    assert "l12" not in archive.tiles
    assert (8 in archive.stories, archive.waiting) == (False, (9,))


def test_a_tile_that_went_to_the_box_is_not_kept_but_may_be_needed_again() -> None:
    table = campaign()
    carry_out(begin_story(table, 16))
    tile = LEGACY_TILES["legacy/l20"]
    table.legacy.remove(tile)
    table.places.move(tile, legacy_place(tile), BOX)
    archive = archive_of(table)
    assert "l20" not in archive.tiles
    after = going_on(archive)
    assert tile in after.legacy, "its card is followed again"


def test_after_the_plague_any_city_tile_of_the_box_comes_to_cartagena() -> None:
    table = going_on(Archive(stories=(6,), tiles=("l3",)))
    gone = [t for t in CITY_TILES.values() if t.id != "city/maracaibo" and 2 in t.players]
    assert not table.places[city_space("14")]
    assert sum(table.places.where(tile) is not None for tile in gone) >= 3


@pytest.mark.parametrize(
    "archive",
    [
        Archive(),
        Archive(stories=(1,)),
        Archive((4, 16), (5,), ("l2", "l25"), (90, 99), (Past(1, "a"), Past(3, "x"), Past(2))),
        Archive(results=((("red", 88), ("blue", -3)), (("red", 1), ("blue", 2)))),
    ],
)
def test_an_archive_is_written_as_one_line_and_read_again(archive: Archive) -> None:
    assert "\n" not in archive.written
    assert read_archive(archive.written) == archive


@pytest.mark.parametrize("text", ["", "stories:", "tiles:l2", "stories:1 cards:2", "x" * 99])
def test_what_is_no_archive_is_refused(text: str) -> None:
    assert read_archive(text) is None


def test_the_campaign_is_over_when_no_card_is_left_that_anybody_could_fulfil() -> None:
    table = last_round(campaign(scenario="89"))
    assert not is_finished(table)
    win(table, "story/1")
    carry_out(check_stories(table))
    assert table.stories == []
    assert is_finished(table)


@pytest.mark.parametrize("last", [14, 15])
def test_the_campaign_is_over_with_its_last_chapter_although_a_side_card_is_left(last: int) -> None:
    archive = Archive(stories=(last, 16), tiles=("l20",), past=(Past(13, "a"),))
    table = last_round(going_on(archive))
    win(table, "story/1")
    carry_out(check_stories(table))
    assert table.stories == [16]
    assert is_finished(table)


def test_a_last_chapter_that_made_way_for_another_card_has_not_been_told() -> None:
    table = going_on(Archive(stories=(13,), past=(Past(14, LEFT), Past(15, UNREAD))))
    assert not is_finished(table)


# ------------------------------------------------------------------------------------- the telling


def test_the_story_of_an_evening_is_what_was_read_with_the_answer_of_the_vote() -> None:
    table = last_round(campaign())
    win(table, "story/1")
    carry_out(check_stories(table), "bb")
    headings = [str(heading) for heading, _ in story_so_far(table)]
    assert headings == [
        "Chapter 1: The Pilot's Ledger",
        "The Pilot's Ledger: the end",
        "Who may read the ledger?",
    ]
    assert [str(text) for _, text in story_so_far(table)][2] == "Marguerite Roy, the smuggler"


def test_the_next_evening_tells_the_card_that_waited_and_not_what_was_told_before() -> None:
    table = going_on(Archive(stories=(16,), waiting=(4,), past=(Past(1, "a"), Past(2))))
    assert [str(heading) for heading, _ in story_so_far(table)] == ["Chapter 3: Shallows"]
    before = [str(heading) for heading, _ in story_before(table)]
    assert before == [
        "Chapter 1: The Pilot's Ledger",
        "The Pilot's Ledger: the end",
        "Who may read the ledger?",
        "Chapter 2: The Secretary's Favour",
        "The Secretary's Favour: the end",
        "Chapter 6: Cut Lines",
    ]


def test_the_house_story_has_eleven_chapters_and_every_card_can_be_reached() -> None:
    own = [story for story in STORIES.values() if story.number < WITHOUT_CAMPAIGN[0]]
    assert {story.chapter for story in own} == set(range(1, 12))
    assert all(story.title and story.text and story.back for story in own)
    reached, to_see = set[int](), [1]
    while to_see:
        story = STORIES[to_see.pop()]
        reached.add(story.number)
        following = [story.then, *(branch.then for branch in story.vote), *story.fetch]
        to_see += [number for number in following if number and number not in reached]
    assert reached == {story.number for story in own}
    assert sum(bool(story.vote) for story in own) >= 4


# ------------------------------------------------------------------------------------ whole matches


def evenings(seats: int, settings: Mapping[str, str], number: int) -> list[Table]:
    """The last tables of matches that follow each other; each journal leads there alone."""
    tables = list[Table]()
    for seed in range(number):
        simulation = Simulation(GAME, ["Ann", "Ben", "Cat", "Dan"][:seats], settings, seed)
        while simulation.step():
            pass
        match = simulation.match
        assert read_journal(write_journal(match)).table == match.table
        tables.append(match.table)
        settings = {**settings, **left_behind(match.table)}
    return tables


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_match_of_a_campaign_replays_alone_and_has_one_result_more(seats: int) -> None:
    tables = evenings(seats, {"scenario": "1"}, 3)
    assert [len(archive_of(table).results) for table in tables] == [1, 2, 3]
    for earlier, later in pairwise(tables):
        assert later.tale.past[: len(earlier.tale.past)] == earlier.tale.past
        assert set(later.tale.cards) >= set(earlier.tale.cards)


@pytest.mark.parametrize("seed", range(3))
def test_an_owners_story_is_played_evening_after_evening(seed: int) -> None:
    for table in evenings(2 + seed % 2, {"scenario": "1", **made_up(seed)}, 2):
        assert table.over


def test_taking_back_the_end_of_a_match_leaves_nothing_behind() -> None:
    simulation = Simulation(GAME, ["Ann", "Ben"], {"scenario": "1"}, 5)
    while simulation.step():
        pass
    match = simulation.match
    archive = left_behind(match.table)
    key = match.undo()
    assert match.choice is not None
    match.play(key)
    assert left_behind(match.table) == archive


def test_a_match_of_a_version_without_campaign_has_its_three_cards_and_nothing_to_read() -> None:
    match = Match(GAME, GAME.seat(["Ann", "Ben"]), {"scenario": "1", "story": "three_cards"})
    table = match.table
    while match.choice and table.active is None:
        match.take(match.choice.legal()[0])
    assert not table.tale.read
    win(table, "story/1")
    asked = carry_out(check_stories(table))
    assert asked == []
    assert table.stories == [2]
    assert {tile.id for tile in table.legacy} == {"legacy/l10", "legacy/l20"}


def test_such_a_match_skips_a_site_that_cannot_be_paid_although_a_task_could_pay() -> None:
    """As it was then: its journal has no answer there."""
    older = replace(campaign().rulings, three_cards=True)
    for rulings, asked in ((older, 0), (campaign().rulings, 1)):
        table = campaign()
        table.rulings = rulings
        carry_out(bring_in(table, LEGACY_TILES["legacy/l14"]))
        assert len(_asked_on_arrival(table, "2")) == asked


def _asked_on_arrival(table: Table, place_id: str) -> list[str]:
    """With no doubloon, but a task of the career that would bring some."""
    red = table.seats[0]
    sail_to(table, place_id)
    give(table, "doubloons", -table.has(red, "doubloons"))
    for nation in ("france", "england", "spain"):
        give(table, nation, 9)
    for number in range(10, 16):
        put(table, f"quest/{number}", quest_row(red))
        put(table, f"combat/{number}", f"combat_tokens:{red.colour}")
    table.phase = "main"
    return [line for line in carry_out(arrive(table, red)) if "move a disc" in line]

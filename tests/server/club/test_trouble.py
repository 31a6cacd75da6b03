"""Why a club is told nothing: a table finds out, and says it in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from server.club import broker as brokers
from server.club.broker_process import BrokerProcess
from server.member.invitation import Invitation
from server.member.member import Member
from server.store import Store
from server.trials.ports import free_port
from server.wire import trust
from tests.server.club.conftest import wait_for
from tests.server.club.test_broker import authority

__all__ = ["authority"]


@pytest.fixture
def member(tmp_path: Path) -> Iterator[Member]:
    with Store.open(tmp_path / "matches.sqlite") as store:
        found = Member(store, lambda: None)
        yield found
        found.stop()


@pytest.fixture
def encrypted(tmp_path: Path, authority: Path) -> Iterator[Invitation]:
    """To the running broker of a club that has certificates."""
    club = tmp_path / "club"
    made = brokers.init(club, "harbour", "127.0.0.1", authority, free_port())
    invitation = brokers.invite(club, made, "table-1", "One", "")
    with BrokerProcess(club, made):
        yield invitation


def says(member: Member, words: str) -> bool:
    return words in str(member.trouble)


def test_a_table_tells_a_club_through_tls_and_says_what_is_wrong_with_a_code(
    member: Member, encrypted: Invitation
) -> None:
    member.join(encrypted.code(), 1.0)
    wait_for(lambda: member.trouble is None, "the encrypted connection")
    member.join(replace(encrypted, password="guessed").code(), 1.0)
    wait_for(lambda: says(member, "refuses this table"), "a refusal")
    member.join(replace(encrypted, ca=trust.PUBLIC).code(), 1.0)
    wait_for(lambda: says(member, "cannot prove to be the club"), "distrust")
    member.join(replace(encrypted, port=free_port()).code(), 1.0)
    wait_for(lambda: says(member, "No answer from the club at 127.0.0.1"), "nobody")
    member.leave()
    assert member.trouble is None
    assert member.invitation is None

"""Every route of a club: nonsense does no harm, and only the organiser changes anything."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from werkzeug.routing import Rule

from tests.server.club.pages.conftest import Pages

FOR_EVERYBODY = {"/sign-in", "/sign-out", "/language"}
"""What may be posted without a passphrase."""
NONSENSE = ("0", "1", "window", "-1", "9" * 25, "%00", "..%2f..%2fetc", "'%20or%20''='", "Ж" * 50)
FORM = {"name": "\x00", "sure": "yes", "language": "xx", "game": "no", "page": "x", "step": "-7"}


def filled(rule: Rule) -> Iterator[str]:
    """Addresses of a route, with nonsense in place of what it asks for."""
    for word in NONSENSE if rule.arguments else NONSENSE[:1]:
        path = rule.rule
        for name in rule.arguments:
            start, _, rest = path.partition("<")
            path = start + word + rest.partition(">")[2]
            assert name
        yield path


def routes(pages: Pages, method: str) -> list[Rule]:
    return [rule for rule in pages.app.url_map.iter_rules() if method in (rule.methods or ())]


def test_nobody_but_the_organiser_changes_anything(pages: Pages) -> None:
    pages.table("window")
    visitor = pages.visitor()
    posted = routes(pages, "POST")
    assert len(posted) > len(FOR_EVERYBODY)
    for rule in posted:
        if rule.rule not in FOR_EVERYBODY:
            path = next(filled(rule))
            assert visitor.post(path, FORM).status_code in (403, 404), rule.rule
    assert not routes(pages, "PUT")
    assert not routes(pages, "DELETE")


@pytest.mark.parametrize("signed_in", [False, True])
def test_nonsense_gets_a_sentence_and_never_a_traceback(pages: Pages, signed_in: bool) -> None:
    table = pages.table("window")
    table.begin()
    table.go_on(5)
    visitor = pages.organiser() if signed_in else pages.visitor()
    query = "?page=x&step=99999999999999999999&game=%00&sets=%27&after=%ff"
    for rule in routes(pages, "GET"):
        for path in filled(rule):
            if not path.startswith("/static"):
                status = visitor.get(path + query).status_code
                assert status < 500, path
    for rule in routes(pages, "POST"):
        for path in filled(rule):
            if rule.rule != "/sign-in":
                assert visitor.post(path, FORM).status_code < 500, path
    assert pages.visitor().get("/").status_code == 200


@pytest.mark.parametrize("text", ["9" * 4_400, "9" * 30, "٣", "1_0", "nan"])
def test_no_number_in_an_address_or_a_form_fails(pages: Pages, text: str) -> None:
    table = pages.table("window")
    table.begin()
    organiser = pages.organiser()
    for path in ("/history", "/history/1", "/screen"):
        query = {"page": text, "step": text}
        assert organiser.get(path, query_string=query).status_code < 400
    for path in ("/history", "/players", "/tournaments", "/results"):
        assert organiser.get(f"{path}/{text}").status_code == 404
    names = ("into", "other", "match", "least", "most", "rounds", "person")
    form = {**dict.fromkeys(names, text), "name": "Cup", "game": "port_royal", "kind": "league"}
    for path in ("/players/1/merge", "/players/1/apart", "/tournaments", "/tournaments/1/enter"):
        assert organiser.post(path, form).status_code < 500

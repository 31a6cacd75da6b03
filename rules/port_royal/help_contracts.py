"""Just One More Contract in short, for people at the table: what contracts demand and bring."""

from __future__ import annotations

from collections.abc import Iterator

from rules.game import Chapter, Step
from rules.port_royal.box import Rules
from rules.port_royal.demands import Demand
from rules.port_royal.names import ITEMS, RANKS, ROLE_WORDS, SHIP_WORDS, in_words
from rules.port_royal.pieces import Contract
from rules.port_royal.places import area
from rules.port_royal.table import Table
from rules.text import Plural, Text, listing


def contracts_chapter(rules: Rules) -> Chapter:
    second, third = rules.influence_for_contracts[1:3]
    return Chapter(
        Text("Contracts"),
        (
            Text(
                "At any moment of your turn, active or not, you may fulfil a contract: put one of "
                "your three markers on it. It stays there."
            ),
            Text(
                "You get the coins of the leftmost free space: the sooner, the more. Everybody "
                "fulfils a contract only once."
            ),
            Text(
                "Your second contract also brings influence ({second}), your third too ({third}): "
                "take so many contracts from the pile and keep them face down.",
                second=second,
                third=third,
            ),
            Text("You may have more than a contract asks for, and persons stay with you."),
            Text(
                "Jack-of-all-trades stands in for nobody, and what mademoiselles take off a price "
                "does not count."
            ),
            Text(
                "Tax inspector, Jinx, both Speculators and both Nemeses are decided at once; Jinx, "
                "both Speculators and Pirates' nest only by the active player."
            ),
            Text(
                "A frigate or galleon traded for nothing, not even the coins of traders, is a step "
                "towards its Nemesis."
            ),
            Text(
                "Pirates' nest: you may keep the ships that you repel, one of each colour; with "
                "five colours they are discarded, and the contract is fulfilled."
            ),
        ),
    )


_FEE_TOGETHER = Text("Who takes a card on the turn of another pays that player as usual.")


def is_alone(rules: Rules) -> bool:
    """Whether there is only one player."""
    return rules.seats == range(1, 2)


def time_chapter(rules: Rules) -> Chapter:
    return Chapter(
        Text("The time deck"),
        (
            Text("You play alone: you must fulfil every open contract.")
            if is_alone(rules)
            else Text("You play together: every open contract must be fulfilled by somebody."),
            Text(
                "The first card of every turn comes from the time deck, all others from the deck."
            ),
            Text(
                "If a turn begins without a card in the time deck, all have lost. If all contracts "
                "are fulfilled before, all have won at once."
            ),
            Text(
                "Whenever a tax increase comes up, you may set the top card of the time deck "
                "aside: less time, but one point if you win."
            ),
            Text(
                "How well it went, by points: {ranks}.",
                ranks=listing(
                    Text("{n}+ {rank}", n=n, rank=rank)
                    for n, rank in zip(rules.ranks, RANKS, strict=True)
                ),
            ),
            *(() if is_alone(rules) else (_FEE_TOGETHER,)),
        ),
    )


def contract_steps(table: Table) -> list[Step]:
    number = table.rules.open_contracts[len(table.seats) - 1]
    found = []
    if not table.rules.time_deck:
        found.append(Step(Text("Put the two white contracts aside.")))
    return [
        *found,
        Step(
            Plural(
                "Shuffle the contracts and lay {n} of them open beside their zone card; the others "
                "are a pile, face down.",
                "Shuffle the contracts and lay {n} of them open beside their zone card; the others "
                "are a pile, face down.",
                number,
            )
        ),
        Step(
            Text("Everybody takes the three markers of their colour into their area."),
            {
                marker: area(seat)
                for seat in table.seats
                for marker in table.markers(seat)
                if marker not in table.places.untagged
            },
        ),
    ]


def time_steps(table: Table) -> list[Step]:
    """How the time deck is counted; the assistant says the number when the contracts are known."""
    found = [
        Step(
            Plural(
                "Take the time deck off the deck: {n} card, and as many as the numbers on the "
                "seals of the open contracts add up to, and one for every different letter.",
                "Take the time deck off the deck: {n} cards, and as many as the numbers on the "
                "seals of the open contracts add up to, and one for every different letter.",
                table.rules.time_deck,
            )
        )
    ]
    if table.time_aside:
        found.append(
            Step(
                Plural(
                    "Set {n} card of it aside as a point.",
                    "Set {n} cards of it aside as points.",
                    table.time_aside,
                )
            )
        )
    return found


def demand_text(contract: Contract) -> Text:
    """What a contract or mission asks for, in a line."""
    found = list(_demands(contract.needs))
    return found[0] if len(found) == 1 else listing(found)


def _demands(needs: Demand) -> Iterator[Text]:
    if needs.persons:
        persons = listing(in_words(ROLE_WORDS, role) for role in needs.persons)
        yield Text("Have {persons}", persons=persons)
    if needs.cheap:
        yield Plural(
            "Have {n} person with a price of at most {cost}",
            "Have {n} persons with a price of at most {cost}",
            needs.cheap.persons,
            cost=needs.cheap.cost,
        )
    if needs.declines:
        yield _declined(needs.declines, needs.times)
    if needs.ship_colours:
        yield _in_harbour(needs.ship_colours, needs.times)
    if needs.repelled_colours:
        yield Plural(
            "Repel and keep ships of {n} colour",
            "Repel and keep ships of {n} colours",
            needs.repelled_colours,
        )
    if needs.pays_tax:
        yield Text("Lose coins to a tax increase")
    if needs.bust:
        yield Text("Go bust")
    if needs.stops_at:
        yield _stopping(needs.stops_at, needs.times)
    if needs.discards:
        yield Text(
            "Discard {items}",
            items=listing(
                Text("{n} × {item}", n=n, item=in_words(ITEMS, item)) for item, n in needs.discards
            ),
        )
    if needs.pays:
        yield Plural("Pay {n} coin", "Pay {n} coins", needs.pays)
    if needs.returns_crowns:
        yield Plural("Give {n} crown back", "Give {n} crowns back", needs.returns_crowns)
    if needs.takes_less:
        yield Plural("Take {n} card less", "Take {n} cards less", needs.takes_less)
    if needs.swords:
        yield Plural("Have {n} sword", "Have {n} swords", needs.swords)
    if needs.influence:
        yield Text("Have influence: {n}", n=needs.influence)
    if needs.expeditions:
        yield Plural("Have {n} expedition", "Have {n} expeditions", needs.expeditions)
    if needs.by_hand:
        yield Text("What stands on the card, settled by hand")


def _stopping(cards: int, times: int) -> Text:
    return Plural(
        "In {n} turn of your own: stop with so many cards in the harbour ({cards})",
        "In {n} turns of your own: stop with so many cards in the harbour ({cards})",
        times,
        cards=cards,
    )


def _declined(colour: str, times: int) -> Text:
    return Plural(
        "{n} time: trade {ship} for nothing",
        "{n} times: trade {ship} for nothing",
        times,
        ship=in_words(SHIP_WORDS, colour),
    )


def _in_harbour(colours: int, times: int) -> Text:
    return Plural(
        "In {n} turn of your own: ship colours in the harbour ({colours})",
        "In {n} turns of your own: ship colours in the harbour ({colours})",
        times,
        colours=colours,
    )

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
            Text("In your part of any turn, fulfil contracts: put a marker on each, for good."),
            Text("You get the leftmost free coins. Fulfil each contract once."),
            Text(
                "Influence for your second contract: {second}, third: {third}. Take that many "
                "from the pile, face down.",
                second=second,
                third=third,
            ),
            Text("You may have more than asked. Persons stay with you."),
            Text("Jacks-of-all-trades replace nobody; mademoiselles' discounts do not count."),
            Text(
                "Decide at once: Tax inspector, Jinx, Speculators, Nemeses. Active player only: "
                "Jinx, Speculators, Pirates' nest."
            ),
            Text("Nemeses: trade the ship for nothing, not even traders' coins."),
            Text(
                "Pirates' nest: keep repelled ships, one per colour. Discard all five colours "
                "to fulfil it."
            ),
        ),
    )


_FEE_TOGETHER = Text("In others' turns, pay for cards as usual.")


def is_alone(rules: Rules) -> bool:
    """Whether there is only one player."""
    return rules.seats == range(1, 2)


def time_chapter(rules: Rules) -> Chapter:
    return Chapter(
        Text("The time deck"),
        (
            Text("Fulfil every open contract.")
            if is_alone(rules)
            else Text("Together, fulfil every open contract."),
            Text("Each turn's first card comes from the time deck."),
            Text("All fulfilled: you win at once. No time deck when a turn begins: you lose."),
            Text("At each tax increase, you may set a time deck card aside: one point if you win."),
            Text(
                "Your rank, by points: {ranks}.",
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
                "Shuffle the contracts. Lay {n} open beside their zone card, the others face "
                "down as a pile.",
                "Shuffle the contracts. Lay {n} open beside their zone card, the others face "
                "down as a pile.",
                number,
            )
        ),
        Step(
            Text("Take the three markers of your colour."),
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
                "Time deck: take {n} card, plus the seal numbers of the open contracts, plus one "
                "per different letter.",
                "Time deck: take {n} cards, plus the seal numbers of the open contracts, plus one "
                "per different letter.",
                table.rules.time_deck,
            )
        )
    ]
    if table.time_aside:
        found.append(
            Step(
                Plural(
                    "Set {n} card aside as a point.",
                    "Set {n} cards aside as points.",
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
            "Have {n} person costing {cost} or less",
            "Have {n} persons costing {cost} or less",
            needs.cheap.persons,
            cost=needs.cheap.cost,
        )
    if needs.declines:
        yield _declined(needs.declines, needs.times)
    if needs.ship_colours:
        yield _in_harbour(needs.ship_colours, needs.times)
    if needs.repelled_colours:
        yield Plural(
            "Repel and keep {n} ship colour",
            "Repel and keep {n} ship colours",
            needs.repelled_colours,
        )
    if needs.pays_tax:
        yield Text("Lose coins to a tax")
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
        yield Text("Do what the card says")


def _stopping(cards: int, times: int) -> Text:
    return Plural(
        "In {n} of your turns, stop at harbour cards: {cards}",
        "In {n} of your turns, stop at harbour cards: {cards}",
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
        "In {n} of your turns, ship colours in the harbour: {colours}",
        "In {n} of your turns, ship colours in the harbour: {colours}",
        times,
        colours=colours,
    )

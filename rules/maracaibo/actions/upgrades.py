"""Ship upgrades: discs leave the ship board, two of them open an upgrade."""

from __future__ import annotations

from collections.abc import Iterator

from rules.flow import Flow, Option, Seat, choose
from rules.maracaibo.actions.meanings import Source, effects
from rules.maracaibo.printed.board import Upgrade
from rules.maracaibo.printed.describe import effects_text
from rules.maracaibo.printed.nodes import (
    Assistant,
    CardEffect,
    Discs,
    Income,
    Manoeuvre,
    Now,
    Permanent,
    VillageAction,
)
from rules.maracaibo.table import Ability, Player, Table
from rules.text import Plural, Text


def acquire(
    table: Table, seat: Seat, got: tuple[CardEffect, ...], key: str, source: Source
) -> Iterator[Now | Income]:
    """Note what a card or an upgrade allows from now on; give back what happens at once."""
    player = table.player(seat)
    for effect in got:
        if isinstance(effect, Permanent):
            kind = f"{effect.kind}/{effect.of}" if effect.of else effect.kind
            player.powers[kind] = player.powers.get(kind, 0) + effect.n
        elif isinstance(effect, VillageAction):
            text = effects_text((effect,))
            player.village.append(Ability(key, text, effect, source.card))
        elif isinstance(effect, Manoeuvre):
            player.manoeuvres.append(Ability(key, effects_text((effect,)), effect, source.card))
        elif not isinstance(effect, Assistant):
            yield effect


@effects.means(Discs)
def remove_discs(table: Table, seat: Seat, node: Discs, _source: Source) -> Flow[None]:
    for _ in range(node.n):
        yield from remove_disc(table, seat)


def remove_disc(table: Table, seat: Seat) -> Flow[None]:
    """Any disc that its prerequisites leave free; nothing happens if there is none."""
    player = table.player(seat)
    if not any(
        why_not_remove(table, player, upgrade) is None for upgrade in table.board.upgrades.values()
    ):
        return
    upgrade = yield from choose(
        seat,
        Text("Remove a disc from which upgrade?"),
        lambda: [
            Option(
                f"disc:{upgrade.id.lower()}",
                upgrade,
                Plural(
                    "{upgrade} ({n} disc)",
                    "{upgrade} ({n} discs)",
                    player.discs[upgrade.id],
                    upgrade=effects_text(upgrade.effects),
                ),
                (),
                why_not_remove(table, player, upgrade),
                by_phone=True,
                record=Text("Removes a disc: {upgrade}", upgrade=effects_text(upgrade.effects)),
            )
            for upgrade in table.board.upgrades.values()
        ],
        spare=not table.rulings.asks_all,
    )
    player.discs[upgrade.id] -= 1
    if not player.discs[upgrade.id]:
        yield from open_upgrade(table, seat, upgrade)


def why_not_remove(table: Table, player: Player, upgrade: Upgrade) -> Text | None:
    """Some upgrades need another one first, or at least four or six of them."""
    if not player.discs[upgrade.id]:
        return Text("Both discs are gone")
    requires = upgrade.requires
    if table.rulings.ten_points_chain:
        requires = (*requires, *upgrade.chain)
    if any(player.discs[needed] for needed in requires):
        return Text("Open the upgrade beside it first")
    if player.upgrades() < upgrade.least:
        return Plural(
            "Needs {n} open upgrade, has {open}",
            "Needs {n} open upgrades, has {open}",
            upgrade.least,
            open=player.upgrades(),
        )
    return None


def open_upgrade(table: Table, seat: Seat, upgrade: Upgrade) -> Flow[None]:
    """Both discs are gone: the upgrade works from now on, or once, at once."""
    because = Text("Ship upgrade: {upgrade}", upgrade=effects_text(upgrade.effects))
    source = Source(because, "upgrade")
    key = upgrade.id.lower()
    for effect in acquire(table, seat, upgrade.effects, key, source):
        if isinstance(effect, Now):
            yield from effects.perform(table, seat, effect.steps, source)

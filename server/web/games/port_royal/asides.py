"""What an option about a contract asks for beside its button."""

from __future__ import annotations

from typing import Any

from rules.flow import Option
from rules.match import Match
from rules.port_royal.contracts import Fulfilment
from rules.port_royal.help_contracts import demand_text
from rules.port_royal.pieces import (
    Contract,
    Mission,
)
from rules.text import Text
from server.web.parts.cards import NO_ASIDE, Aside


def aside(_: Match[Any], option: Option[Any]) -> Aside:
    if isinstance(option.value, Fulfilment):
        contract = option.value.contract
        heading = Text("Missions") if isinstance(contract, Mission) else Text("Contracts")
        return Aside(heading, demand_text(contract))
    if isinstance(option.value, Contract):
        return Aside(detail=demand_text(option.value))
    return NO_ASIDE

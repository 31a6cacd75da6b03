"""The verdict of a re-reading: what becomes of all that was believed, and of all that was seen.

An example. Somebody reaches over the left end of a row of cards and lays a new one down at its
right end. The votes show the new card: it is `seen`. Of the cards that were known, those in the
middle lie where nothing changed and nobody looked: they are `unasked`, and still believed. The two
at the left end are in no vote. The first lies under a change that comes in from the edge and is
larger than a card, an arm: it is `hidden`, and still believed. The second was taken away and lies
under no arm: it is in no list at all any more. A tag that the sleeve covers by half is elected as
one that cannot be read; it is doubted and left out, and where the arm is becomes `covered`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from vision.reading import Picture, Unreadable
from vision.watching.change import Patch, union
from vision.watching.consensus import Consensus, Seen, everything, find, is_elsewhere
from vision.watching.memory import Memory
from vision.watching.occlusion import Occlusion

ARM_FROM = 1.6
"""An arm is larger than so many cards; smaller changes at the edge are cards."""
_ARM_UNTIL = 0.25
"""And smaller than this share of the picture."""
_GATE = 6.0
"""An arm comes in over less than so many sides of a card along one edge of the picture."""
_READ_THROUGH = 0.6
"""Something that leaves more than this share of the known tags readable hides nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """Everything that is believed from now on, by the reason to believe in it."""

    seen: list[Seen]
    """What the votes have elected."""
    unasked: list[Seen]
    """Known before, where nobody looked."""
    weak: list[Seen]
    """Known before, and seen there in some of the votes."""
    hidden: list[Seen]
    """Known before, and now under an arm."""
    occluded: list[Seen]
    """Known before, and now under something that keeps moving."""
    covered: Picture | None
    """Where arms hide something or make it doubtful; None if they do not."""


def judge(
    memory: Memory,
    consensus: Consensus,
    asked: Sequence[Seen],
    patches: Sequence[Patch],
    occlusion: Occlusion | None,
    *,
    patient: bool,
) -> Verdict:
    """`asked` is what was known where the votes looked; `patches` is where the table changed.

    The patient wait for an arm to go before they call a tag unreadable.
    """
    known = everything(memory.tags)
    below = [seen for seen in known if occlusion is not None and occlusion.hides(seen)]
    through = occlusion.shown(below) if occlusion else []
    elected = [*consensus.elected(), *through]
    asked = [seen for seen in asked if seen not in below]
    missing = [seen for seen in asked if not consensus.count(seen)]
    arms = [patch for patch in patches if _may_be_arm(patch, memory)]
    at_arms = union(arms, memory.small)
    hiding = union((arm for arm in arms if _hides(arm, memory, missing, elected)), memory.small)
    hidden = [
        seen
        for seen in missing
        if memory.is_under(hiding, seen) and not is_elsewhere(seen, elected, known)
    ]
    doubtful = [
        seen
        for seen in elected
        if patient and isinstance(seen, Unreadable) and memory.is_under(at_arms, seen)
    ]
    return Verdict(
        seen=[seen for seen in elected if seen not in doubtful],
        unasked=[seen for seen in known if seen not in asked and seen not in below],
        weak=[seen for seen in asked if seen not in missing and not find(seen, elected)],
        hidden=hidden,
        occluded=occlusion.hidden(below, elected) if occlusion else [],
        covered=at_arms if doubtful else hiding if hidden else None,
    )


def _may_be_arm(patch: Patch, memory: Memory) -> bool:
    """Whether a change may be an arm: larger than a card, and in through a narrow gate."""
    card = memory.card_area()
    narrow = 0 < patch.edge < _GATE * math.sqrt(card)
    return narrow and ARM_FROM * card < patch.area < _ARM_UNTIL * memory.small.size


def _hides(arm: Patch, memory: Memory, missing: list[Seen], elected: list[Seen]) -> bool:
    """Whether what was known under something like an arm is out of sight, or most of it."""
    gone = sum(memory.is_under(arm.mask, seen) for seen in missing)
    there = sum(
        memory.is_under(arm.mask, seen) and find(seen, elected) is not None
        for seen in everything(memory.tags)
    )
    return gone > 0 and there <= _READ_THROUGH * (gone + there)

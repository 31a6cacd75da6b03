"""Watches the table: cheap while it is still, patient while hands move, exact when they are gone.

    still ----something differs----> moving ----nothing moves----> settling
      ^                                ^                              |
      |                                +----something moves-----------+
      +----votes agree---- changed <----still for half a second-------+

A sighting comes out only when the table says something else than before: a piece that is new, gone
or in another place, or a spot that cannot be read. The light may change as it likes, and what keeps
moving at one spot (`motion`) is waited for by nobody: all the rest is read as usual.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

import cv2
import numpy as np

from rules.pieces import Place
from rules.text import Text
from vision.picture_source import Frame
from vision.reading import Look, Picture, Reading, Region, Sighting, Tags
from vision.recognise.boards import Boards
from vision.recognise.found import PictureReader
from vision.recognise.numbers import NumberWitness
from vision.recognise.recogniser import Recogniser
from vision.recognise.tags import TagReader
from vision.watching.cards import without_doubts
from vision.watching.change import Differ, enlarged_to, few, patches, without
from vision.watching.consensus import as_tags, everything, find
from vision.watching.light import drifted, relit
from vision.watching.memory import Memory
from vision.watching.motion import Motion
from vision.watching.occlusion import Occlusion
from vision.watching.rereading import PATIENCE, Rereading

State = Literal["still", "moving", "settling", "changed"]

_SETTLED_AFTER = 0.45
"""Seconds: half a second, unless frames that come every tenth of one are a little early."""
_SETTLED_FRAMES = 3
_AUDIT_EVERY = 300.0
_LOOK_UNDER_EVERY = 5.0
"""Seconds after which one looks again at what lies under something that keeps moving."""
_DRIFT_EVERY = 16
_BLACK_MEAN = 4.0
_BLACK_FRAMES = 3
NO_LEVELS: Mapping[Place, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about the camera that a person should know; `trouble` ends with a later notice."""

    text: Text
    trouble: bool


class Watch:
    """The state machine. Give it every frame; it says when the table has changed."""

    def __init__(
        self,
        reader: TagReader,
        look: Look,
        cards: PictureReader | None = None,
        numbers: NumberWitness | None = None,
        boards: Boards | None = None,
    ) -> None:
        """`look` makes a sighting of all tags in a picture of a width and height, on which so many
        tiles should lie on each other.

        With `cards`, what carries no tag is known by its picture, and with `numbers` also by those
        printed on it; `boards` are known without tags too.
        """
        self.state: State = "settling"
        self._tag_reader = reader
        self._numbers, self._boards = numbers, boards
        self._reader = Recogniser(reader, cards, numbers, boards)
        self._look = look
        self._levels = NO_LEVELS
        self._differ = Differ()
        self._memory: Memory | None = None
        self._sighting: Sighting | None = None
        self._rereading: Rereading | None = None
        self._size = (0, 0)
        self._rest: Picture = np.empty((0, 0), np.uint8)
        """The small picture since which nothing moved, arms and all."""
        self._sample = self._rest
        """The frame before this one, now and then: two in a row tell the noise."""
        self._touched: Picture | None = None
        self._again: list[Region] = []
        """Where to look again, since more is known of what lies there."""
        self._motion = Motion(self._rest.shape)
        self._light_moves = False
        """Whether the light has changed lately."""
        self._looked = 0.0
        self._still_since = 0.0
        self._still_frames = 0
        self._audited = 0.0
        self._audit_wanted = True
        self._black_frames = 0

    def audit(self) -> None:
        """Read the whole table as soon as it is still."""
        self._audit_wanted = True

    def know(
        self,
        cards: PictureReader,
        unlearned: Collection[str] = (),
        believed: Sequence[Reading] = (),
    ) -> None:
        """From now on know cards by other pictures; nothing is believed of the unlearned kinds.

        Somebody has said that the `believed` cards lie where they do. Whatever else is known stays
        known. If that is all that is new, only they and what nobody can read are read again.
        """
        self._reader = Recogniser(self._tag_reader, cards, self._numbers, self._boards)
        if self._memory is not None:
            kept = (
                seen
                for seen in everything(self._memory.tags)
                if not (isinstance(seen, Reading) and seen.piece in unlearned)
                and not any(find(card, [seen]) for card in believed)
            )
            tags = as_tags([*without_doubts(list(kept), believed), *believed])
            self._memory = replace(self._memory, tags=tags)
        if self._rereading is not None:  # What was being voted on is looked at anew.
            self._rereading, self.state = None, "settling"
        if believed and not unlearned and self._memory is not None:
            self._again = self._memory.around(believed)
        else:
            self.audit()

    @property
    def is_at_rest(self) -> bool:
        """Whether all that there is to see has been looked at."""
        return self.state == "still" and not self._audit_wanted and not self._again

    @property
    def tags(self) -> Tags:
        """Everything that is believed to be in the picture, and where."""
        return self._memory.tags if self._memory else Tags()

    @property
    def moving(self) -> tuple[Region, ...]:
        """Where something keeps moving, in pixels of the full picture."""
        zone = self._motion.zone
        if zone is None:
            return ()
        return tuple(enlarged_to(part.box, zone.shape, self._size) for part in patches(zone))

    def see(
        self, frame: Frame, levels: Mapping[Place, int] = NO_LEVELS
    ) -> Sighting | Notice | None:
        """Look at one frame, knowing how many tiles should lie where others come to lie on them.

        Raises FrameError if the frame cannot be used.
        """
        self._levels = levels
        if frame.size != self._size or frame.small.shape != self._rest.shape:
            return self._start_anew(frame)
        same = self._differ.same(frame.small, self._rest)
        if not same and _is_black(frame.small):
            return self._black_frame()
        if self._black_frames:
            return self._light_again()
        if not same:
            same = self._is_no_change(frame)
        elif self._motion.zone is not None:
            self._follow_motion(frame.time)
        if not same:
            self._move(frame)
            return None
        if self.state == "still":
            return self._idle(frame)
        if self.state == "changed":
            return self._vote(frame)
        return self._settle(frame)

    def _start_anew(self, frame: Frame) -> Notice | None:
        """The first frame, or the first one of another size."""
        if _is_black(frame.small):
            return self._black_frame()
        before, self._size = self._size, frame.size
        self._rest, self._still_since = frame.small.copy(), frame.time
        self._motion = Motion(self._rest.shape)
        self._memory = self._touched = self._rereading = None
        self._audit_wanted = True
        self._still_frames = 0
        self.state = "settling"
        if before == (0, 0):
            return None
        text = Text(
            "The camera's pictures now have {now} pixels, not {before}. Rereading the whole table.",
            now=f"{frame.size[0]} x {frame.size[1]}",
            before=f"{before[0]} x {before[1]}",
        )
        return Notice(text, False)

    def _is_no_change(self, frame: Frame) -> bool:
        """Whether only the light differs, or what keeps moving."""
        small = frame.small
        moved = self._differ.moved(self._rest, small, self._motion.zone)
        self._light_moves = True
        self._motion.note(moved, frame.time)
        self._follow_motion(frame.time)
        zone = self._motion.zone
        if zone is not None:
            moved = without(moved, zone)
            np.copyto(self._rest, small, where=zone > 0)
        return few(moved)

    def _follow_motion(self, now: float) -> None:
        """What has come to rest again is read like everything that has changed."""
        calmed = self._motion.follow(now)
        if calmed is None:
            return
        self._touch(calmed)
        if self._memory is not None and self._memory.occlusion is not None:
            self._touch(self._memory.occlusion)
        if self.state != "moving":
            self._rereading = None
            self._still_frames, self._still_since = 0, now
            self.state = "settling"

    def _touch(self, mask: Picture) -> None:
        self._touched = mask if self._touched is None else np.maximum(mask, self._touched)

    def _move(self, frame: Frame) -> None:
        if self._memory is not None:
            self._touch(self._differ.mask(self._memory.small, frame.small, self._motion.zone))
            # What lay there for so long may be leaving: then look at all that it hid.
            self._audit_wanted |= self._memory.reported
        self._rest, self._still_since = frame.small.copy(), frame.time
        self._rereading = None
        self._still_frames = 0
        self.state = "moving"

    def _settle(self, frame: Frame) -> Sighting | None:
        self.state = "settling"
        self._still_frames += 1
        if self._still_frames < _SETTLED_FRAMES:
            return None
        if frame.time - self._still_since < _SETTLED_AFTER:
            return None
        return self._reread(frame)

    def _idle(self, frame: Frame) -> Sighting | None:
        """Nothing differs: only the light and the clock go on."""
        self._still_frames += 1
        turn = self._still_frames % _DRIFT_EVERY
        if turn == 0:
            self._follow_light(frame.small)
        elif turn == 1 and not self._light_moves:
            self._differ.learn_noise(frame.small, self._sample)
        memory = self._memory
        waited = (
            memory is not None and not memory.reported and memory.covered_for(frame.time) > PATIENCE
        )
        if self._motion.zone is not None and frame.time - self._looked > _LOOK_UNDER_EVERY:
            return self._reread(frame, thorough=True)
        if (news := self._reader.news()) or self._again:
            return self._reread(frame, news=news)
        if self._audit_wanted or waited or frame.time - self._audited > _AUDIT_EVERY:
            return self._reread(frame)
        return None

    def _follow_light(self, small: Picture) -> None:
        """Daylight changes slowly: what is remembered of the table changes with it."""
        self._sample = small.copy()
        self._rest = self._in_light_of(small, self._rest)
        memory = self._memory
        if memory is not None:
            now = self._in_light_of(small, memory.small)
            for hidden in (memory.covered, memory.occlusion, self._motion.zone):
                if hidden is not None:
                    now = np.where(hidden > 0, memory.small, now)
            self._memory = replace(memory, small=now)
        self._light_moves = False

    def _in_light_of(self, small: Picture, old: Picture) -> Picture:
        if self._light_moves:
            old = relit(old, small, self._motion.zone)
        return drifted(old, small)

    def _reread(
        self, frame: Frame, thorough: bool = False, news: Sequence[Region] = ()
    ) -> Sighting | None:
        memory = self._memory or Memory(Tags(), frame.small.copy(), frame.size)
        zone = self._motion.zone
        self._rereading = Rereading(
            self._reader,
            self._differ,
            memory,
            self._touched,
            whole=self._audit_wanted or frame.time - self._audited > _AUDIT_EVERY,
            patient=memory.covered_for(frame.time) <= PATIENCE,
            occlusion=None
            if zone is None
            else Occlusion(zone, self._motion.calm(frame.time), frame.size),
            thorough=thorough,
            news=[*self._again, *news],
        )
        self.state = "changed"
        return self._vote(frame)

    def _vote(self, frame: Frame) -> Sighting | None:
        rereading, zone = self._rereading, self._motion.zone
        assert rereading is not None, "one is begun whenever the state becomes changed"
        if zone is not None and not rereading.leaves_out(zone):
            return self._reread(frame, rereading.thorough)
        if not rereading.vote(frame):
            return None
        self._memory = memory = rereading.outcome(frame)
        if rereading.whole:
            self._audited, self._audit_wanted = frame.time, False
        self._rereading, self._touched, self._again = None, None, []
        self._rest = self._sample = frame.small.copy()
        self._still_frames = 0
        self._looked = frame.time
        self.state = "still"
        sighting = self._look(memory.tags, memory.size, self._levels)
        unseen = (each.piece for each in memory.tags.pieces if each.piece in memory.occluded)
        sighting = replace(sighting, covered=frozenset(unseen))
        if self._sighting is not None and sighting.same_as(self._sighting):
            return None
        self._sighting = sighting
        return sighting

    def _black_frame(self) -> Notice | None:
        self._black_frames += 1
        if self._black_frames != _BLACK_FRAMES:
            return None
        text = Text("The picture is black. Is the lens covered, or the light out?")
        return Notice(text, True)

    def _light_again(self) -> Notice | None:
        told, self._black_frames = self._black_frames >= _BLACK_FRAMES, 0
        return Notice(Text("The camera sees the table again."), False) if told else None


def _is_black(small: Picture) -> bool:
    return cv2.mean(small)[0] < _BLACK_MEAN

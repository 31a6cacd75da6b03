"""The form by which a match begins: who sits where, and what is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from flask import request

from rules.campaign import Carried
from rules.game import Game
from rules.games import GAMES
from rules.setting import KNOWN_BY, Setting
from rules.text import Plural, Text
from server.live.messages import Begin, Refused
from server.robots.seats import STRENGTH_NAMES
from server.store.players import Player
from server.store.wording import LONGEST_NAME, is_name, tidy
from server.web.request.language import t
from server.web.request.tableside import tableside


@dataclass(frozen=True, slots=True)
class Place:
    """One row of the form: somebody sits here, or nobody if the name is empty."""

    name: str
    colour: str
    robot: str = ""
    """How well a robot plays here, if none of the people does."""
    named: bool = False
    """Whether there is a tick: the club may be told the name."""
    agreed: str = ""
    """Whose tick was here when the form was shown: without it they are a guest from now on."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The form as it was filled in, or as it is offered first."""

    game: Game[Any]
    places: tuple[Place, ...]
    settings: Mapping[str, str]
    more_names: Mapping[str, str] = field(default_factory=dict)
    """Names by their fields that were typed for another game, for which there is no row here."""

    @classmethod
    def offered(cls, game: Game[Any]) -> Wanted:
        places = tuple(Place("", colour) for colour in game.colours)
        return cls(game, places, game.proposed(tableside().playground is not None))

    @classmethod
    def filled_in(cls, game: Game[Any]) -> Wanted:
        form = request.form
        places = tuple(
            Place(
                _name(row),
                form.get(f"colour-{row}", usual),
                _robot(row),
                _named(row),
                form.get(f"agreed-{row}", ""),
            )
            for row, usual in enumerate(game.colours)
        )
        settings = {
            key: form.get(f"setting-{key}", usual)
            for key, usual in cls.offered(game).settings.items()
        }
        return cls(game, places, settings, _more_names(game))

    @classmethod
    def carried_over(cls, game: Game[Any]) -> Wanted:
        """What was filled in for another game, as far as this one has it too."""
        offered, form = cls.offered(game), request.form
        chosen = [form.get(f"colour-{row}", "") for row in range(len(game.colours))]
        kept = [
            colour if colour in game.colours and colour not in chosen[:row] else None
            for row, colour in enumerate(chosen)
        ]
        free = iter([colour for colour in game.colours if colour not in kept])
        places = tuple(
            Place(
                _name(row),
                colour or next(free),
                _robot(row),
                _named(row),
                form.get(f"agreed-{row}", ""),
            )
            for row, colour in enumerate(kept)
        )
        settings = dict(offered.settings)
        for setting in game.settings:
            value = form.get(f"setting-{setting.key}", "")
            if value in setting.values:
                settings[setting.key] = value
        return cls(game, places, settings, _more_names(game))

    def with_player(self, player: Player) -> Wanted:
        """Somebody known sits down in the first empty row, in the own colour if it is free."""
        rows = [row for row, place in enumerate(self.places) if not place.name and not place.robot]
        if not rows:
            return self
        places, row = list(self.places), rows[0]
        colours = [place.colour for place in places]
        if player.colour in colours and not places[other := colours.index(player.colour)].name:
            places[other] = Place("", places[row].colour)
            places[row] = Place("", player.colour)
        named = player.id in tableside().store.club.named()
        agreed = player.name if named else ""
        places[row] = Place(player.name, places[row].colour, "", named, agreed)
        return replace(self, places=tuple(places))

    @property
    def names(self) -> tuple[str, ...]:
        """Those who have sat down."""
        return tuple(place.name for place in self.places if place.name)

    @property
    def players(self) -> int:
        """How many play, people and robots."""
        return sum(bool(place.name or place.robot) for place in self.places)

    @property
    def in_a_line(self) -> tuple[Text, ...]:
        """What is played: the first setting, how cards are known, and what was chosen besides."""
        first, *others = self._asked()
        known, changed = self._known(), self.changed
        told = [s for s in others if s is KNOWN_BY or (s.key in changed and s.in_short)]
        more = sum(s.key in changed and s not in told for s in others)
        return (
            first.in_short.get(known[first.key]) or first.values[known[first.key]],
            *(s.in_short.get(known[s.key]) or s.text for s in told),
            *([Plural("{n} other setting", "{n} other settings", more)] if more else []),
        )

    @property
    def first(self) -> Setting:
        """What is decided before all else: the way to play, if there are several."""
        return self.game.settings[0]

    @property
    def leads(self) -> bool:
        """Whether the first setting decides which of the others mean anything."""
        known = self._known()
        ways = ({**known, self.first.key: value} for value in self.first.values)
        return len({tuple(s.only_if(way) for s in self.game.settings) for way in ways}) > 1

    @property
    def usual(self) -> tuple[Setting, ...]:
        """The other settings that are open to all."""
        return tuple(s for s in self._asked() if not s.rare and s is not self.first)

    @property
    def rare(self) -> tuple[Setting, ...]:
        """The settings that hardly any group needs."""
        return tuple(s for s in self._asked() if s.rare)

    @property
    def changed(self) -> dict[str, str]:
        """The settings that are not those that were offered."""
        offered = self.offered(self.game).settings
        return {key: value for key, value in self.settings.items() if value != offered[key]}

    @property
    def instead(self) -> str | None:
        """What so many can play instead of what was chosen, if they cannot play that."""
        chosen = self._known()[self.first.key]
        if not self.players:
            return None
        proposed = self.first.for_players(chosen, self.players)
        return proposed if proposed != chosen else None

    def with_first(self, value: str) -> Wanted:
        """Another first setting; what means nothing then is as it was offered."""
        changed = replace(self, settings={**self.settings, self.first.key: value})
        asked = {setting.key for setting in changed._asked()}
        offered = self.offered(self.game).settings
        settings = {
            key: chosen if key in asked else offered[key]
            for key, chosen in changed.settings.items()
        }
        return replace(changed, settings=settings)

    def _asked(self) -> tuple[Setting, ...]:
        """The settings that mean something with the first one, whatever is added to it."""
        known = self._known()
        every = known | {s.key: "yes" for s in self.game.settings if is_added(s)}
        return tuple(
            s
            for s in self.game.settings
            if (s.only_if(known) or s.only_if(every))
            and not isinstance(s.values, Carried)
            and not (s.alone and self.players > 1)
        )

    def _known(self) -> dict[str, str]:
        """The settings, with the usual value for what no form of ours sends."""
        return {
            s.key: value if (value := self.settings[s.key]) in s.values else s.default
            for s in self.game.settings
        }

    def begin(self) -> Begin:
        """The wish, if the names can be told apart; all else the rules check."""
        taken = [
            replace(place, name=place.name or t(Text("Robot {n}", n=row)))
            for row, place in enumerate(self.places, start=1)
            if place.name or place.robot
        ]
        for place in taken:
            if not is_name(place.name):
                raise Refused(
                    Plural(
                        "{name} is too long: at most {n} letter.",
                        "{name} is too long: at most {n} letters.",
                        LONGEST_NAME,
                        name=place.name[:LONGEST_NAME],
                    )
                )
        if len({place.name.casefold() for place in taken}) < len(taken):
            raise Refused(Text("Two players have the same name."))
        names = [place.name for place in taken]
        colours = [place.colour for place in taken]
        robots = {place.colour: place.robot for place in taken if place.robot}
        if robots and self.game.sensible is None:
            raise Refused(Text("No such robot for this game."))
        return Begin(self.game.name, names, self.settings, colours, robot_seats=robots)


def is_added(setting: Setting) -> bool:
    """Whether it is only ticked, or not."""
    return [*setting.values] == ["no", "yes"] and setting.default == "no"


def _name(row: int) -> str:
    return tidy(request.form.get(f"name-{row}", ""))


def _named(row: int) -> bool:
    return request.form.get(f"named-{row}") == "yes"


def _robot(row: int) -> str:
    strength = request.form.get(f"robot-{row}", "")
    return strength if strength in STRENGTH_NAMES else ""


def _more_names(game: Game[Any]) -> dict[str, str]:
    rows = range(len(game.colours), max(len(game.colours) for game in GAMES.values()))
    return {f"name-{row}": name for row in rows if (name := _name(row))}

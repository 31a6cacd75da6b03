"""`/`: begin a match, go on with one or end it, and how phones get here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request
from werkzeug.wrappers import Response

from rules.campaign import Carried
from rules.game import Game, RulesError
from rules.games import GAMES, first_game
from rules.setting import KNOWN_BY, Setting
from rules.text import Plural, Text
from server.live.messages import Begin, Delete, GiveUp, Refused, Resume
from server.robots.seats import STRENGTH_NAMES
from server.store import Record, StoreError
from server.store import owner_values as owner
from server.store.players import Player
from server.store.rows import name_key
from server.store.wording import LONGEST_NAME, is_name, tidy
from server.web.games import PHONES, drawn_by
from server.web.request.language import t
from server.web.request.numbers import sent
from server.web.request.phones import admitted, phone
from server.web.request.tableside import tableside
from server.web.request.wishes import granted
from server.web.showing.played import can_be_played_again
from vision.looks import LOOKS

blueprint = Blueprint("start", __name__)

_MOST_IN_THE_OPEN = 4
"""Values of a setting, and sets and variants; where there are more they are folded up."""
_MOST_KNOWN = 12
"""Players who are offered, those who played last."""
_MOST_MATCHES = 5
"""Unfinished matches shown; the others are in the history."""


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
            setting.key: form.get(f"setting-{setting.key}", setting.default)
            for setting in game.settings
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
    def in_a_line(self) -> tuple[Text, ...]:
        """What is played: the first setting, how cards are known, and what is not as usual."""
        first, *others = (s for s in self.game.settings if not isinstance(s.values, Carried))
        told = (s for s in others if s is KNOWN_BY or self.settings[s.key] != s.default)
        return tuple(
            s.text if is_added(s) else s.values.get(self.settings[s.key], s.text)
            for s in (first, *told)
        )

    @property
    def rules(self) -> tuple[Setting, ...]:
        """The settings that stand open."""
        usual = tuple(setting for setting in self.game.settings if not setting.rare)
        return tuple(setting for setting in usual if setting not in self.variants)

    @property
    def variants(self) -> tuple[Setting, ...]:
        """Sets and variants, beside the first setting, if there are more than a few."""
        _, *others = (setting for setting in self.game.settings if not setting.rare)
        found = tuple(s for s in others if is_added(s) or len(s.values) > _MOST_IN_THE_OPEN)
        return found if len(found) > _MOST_IN_THE_OPEN else ()

    @property
    def rare(self) -> tuple[Setting, ...]:
        """The settings that hardly any group needs."""
        return tuple(s for s in self.game.settings if s.rare and not isinstance(s.values, Carried))

    def changed(self, among: Sequence[Setting]) -> int:
        """How many of these settings are not the usual ones."""
        return sum(self.settings[setting.key] != setting.default for setting in among)

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
                        "The name {name} is too long; a name has at most {n} letter.",
                        "The name {name} is too long; a name has at most {n} letters.",
                        LONGEST_NAME,
                        name=place.name[:LONGEST_NAME],
                    )
                )
        if len({place.name.casefold() for place in taken}) < len(taken):
            raise Refused(Text("Two players have the same name; make them different."))
        names = [place.name for place in taken]
        colours = [place.colour for place in taken]
        robots = {place.colour: place.robot for place in taken if place.robot}
        if robots and self.game.sensible is None:
            raise Refused(Text("There is no such robot for this game."))
        return Begin(self.game.name, names, self.settings, colours, robot_seats=robots)


def is_added(setting: Setting) -> bool:
    """Whether it is only ticked, or not."""
    return [*setting.values] == ["no", "yes"] and setting.default == "no"


@blueprint.get("/")
def page() -> str:
    game = GAMES.get(request.args.get("game", "")) or first_game()
    return _page(Wanted.offered(game))


@blueprint.post("/new-match")
@admitted
def other_game() -> str:
    """The form for another game, with what was filled in for the one before; or the same form
    with one more player in it.
    """
    if "add" in request.form:
        player = tableside().store.players.find(sent("add", 0))
        return _page(Wanted.filled_in(_game(request.form.get("game", ""))).with_player(player))
    return _page(Wanted.carried_over(_game(request.form.get("other", ""))))


@blueprint.get("/new-match")
@blueprint.get("/matches")
def form() -> Response:
    """Where the answer to a form is loaded again."""
    return redirect("/", 303)


@blueprint.post("/matches")
@admitted
def begin() -> Response | tuple[str, int]:
    wanted = Wanted.filled_in(_game(request.form.get("game", "")))
    running = _running()
    try:
        wish = wanted.begin()
        played = wanted.game.for_match(wanted.game.settle(wanted.settings))
        played.seat(wish.names, wish.colours)
        if running is not None and request.form.get("pause") != str(running):
            return _page(wanted, ask_to_pause=True), 409
        granted(wish)
        _tell_the_club(wanted)
    except (Refused, RulesError, StoreError) as error:
        return _page(wanted, error.reason), 422
    return redirect("/set-up", 303)


@blueprint.post("/matches/<int:match_id>/resume")
@admitted
def resume(match_id: int) -> Response:
    granted(Resume(match_id))
    return redirect("/table", 303)


@blueprint.post("/matches/<int:match_id>/give-up")
@admitted
def give_up(match_id: int) -> Response:
    robots = tableside().robots
    if robots is not None and tableside().host.view.match_id == match_id:
        robots.stop()
    granted(GiveUp(match_id))
    return redirect(f"/history/{match_id}", 303)


@blueprint.post("/matches/<int:match_id>/delete")
@admitted
def delete(match_id: int) -> Response:
    """Only if the form says that somebody was asked once more."""
    if request.form.get("sure") != "yes":
        return redirect(f"/history/{match_id}", 303)
    granted(Delete(match_id))
    flash(t(Text("Match {match} is deleted.", match=match_id)), "good")
    return redirect("/history", 303)


def _game(name: str) -> Game[Any]:
    game = GAMES.get(name)
    if game is None:
        raise Refused(Text("There is no such game here. Choose one on the start page."))
    return game


def _name(row: int) -> str:
    return tidy(request.form.get(f"name-{row}", ""))


def _named(row: int) -> bool:
    return request.form.get(f"named-{row}") == "yes"


def _robot(row: int) -> str:
    strength = request.form.get(f"robot-{row}", "")
    return strength if strength in STRENGTH_NAMES else ""


def _tell_the_club(wanted: Wanted) -> None:
    """Of those who have just sat down, who is named there: whoever has agreed once stays so unless
    their own tick was taken away.
    """
    store, match_id = tableside().store, tableside().host.view.match_id
    if match_id is None:
        return
    sitting = store.players.at_seats(match_id)
    for place in wanted.places:
        player = sitting.get(place.colour) if place.name else None
        if player is None:
            continue
        if place.named:
            store.club.name(player.id)
        elif name_key(place.agreed) == name_key(player.name):
            store.club.make_guest(player.id)


def _more_names(game: Game[Any]) -> dict[str, str]:
    rows = range(len(game.colours), max(len(game.colours) for game in GAMES.values()))
    return {f"name-{row}": name for row in rows if (name := _name(row))}


def _running() -> int | None:
    """The match that is being played and not over."""
    view = tableside().host.view
    return view.match_id if view.match is not None and view.match.choice is not None else None


def _to_play_again(here: Record | None) -> Record | None:
    """The match that can be played once more with a tap: that at the table, else the last one."""
    last = [here] if here else tableside().store.matches(("finished",), most=1)
    return last[0] if last and can_be_played_again(last[0]) else None


def _page(wanted: Wanted, error: Text | None = None, ask_to_pause: bool = False) -> str:
    table = tableside()
    here = table.host.view.match_id
    unfinished = table.store.matches(("running", "paused"), most=_MOST_MATCHES + 1)
    paused = unfinished if phone().may_look else []
    running = table.store.record(here) if here is not None else None
    unconfirmed, broken = 0, None
    try:
        unconfirmed = owner.unconfirmed(wanted.game, table.folder)
    except RulesError as trouble:
        broken = trouble.reason
    return render_template(
        "start.html",
        wanted=wanted,
        error=error,
        ask_to_pause=ask_to_pause,
        games=GAMES,
        troubles=[*GAMES.troubles(), *LOOKS.troubles([*GAMES]), *PHONES.troubles([*GAMES])],
        running=running if _running() is not None else None,
        paused=[match for match in paused if match.id != here][:_MOST_MATCHES],
        address=table.names.short(request.host),
        longest_name=LONGEST_NAME,
        is_added=is_added,
        sign_of=lambda name: drawn_by(name).sign,
        strengths=STRENGTH_NAMES,
        known=table.store.players.recent(_MOST_KNOWN) if phone().may_look else [],
        again=_to_play_again(running) if _running() is None else None,
        most_in_the_open=_MOST_IN_THE_OPEN,
        in_club=table.store.club.membership() is not None,
        unconfirmed=unconfirmed,
        broken=broken,
        learns=table.learner is not None,
        campaigns=phone().may_look and bool(table.store.campaigns.newest(1)),
    )

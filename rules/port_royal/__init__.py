"""Port Royal: the base game for two to five players, its sets, and the ways to play with them."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from rules.edition import BadValue, Edition, EditionError
from rules.game import Game, Guide, Piles, Printed, Reach, Scoring
from rules.ledger import LookAhead, Money
from rules.port_royal.adventure.campaign import campaign
from rules.port_royal.adventure.game import adventurous
from rules.port_royal.announced import ANNOUNCES
from rules.port_royal.bot import sensible
from rules.port_royal.bot.promise import promise
from rules.port_royal.box import box_of
from rules.port_royal.coins import payment_text
from rules.port_royal.expeditions import DONE
from rules.port_royal.help import chapters, phase, rules_of_phase, steps
from rules.port_royal.invariants import faults
from rules.port_royal.names import ACCOUNTS, COINS, INFLUENCE
from rules.port_royal.owner.checks import check
from rules.port_royal.pieces import ADVENTURE, PLAYING_CARDS, cards_by_set, edition
from rules.port_royal.places import BOX, CONTRACT_DECK, DECK, DISCARD, POINTS, TIME, place_name
from rules.port_royal.printed import contradiction, groups, things, words
from rules.port_royal.reach import in_order, may_come
from rules.port_royal.scoring import KINDS, outcome, standing
from rules.port_royal.set_up import face_down, new_table
from rules.port_royal.settings import box_for, sets_of, settings_of
from rules.port_royal.table import Table
from rules.port_royal.teaching import TEACHING
from rules.port_royal.turns import script


def variant(game: Game[Table], settled: Mapping[str, str]) -> Game[Table]:
    """With the cards and the rules of the way to play, of the sets and of the owner's copy."""
    own = {path: text for path, text in settled.items() if game.edition.is_open(path)}
    edition = game.laid_over(own) if own else game.edition
    box = box_for(edition, settled)
    sets = sets_of(edition, settled)
    found = replace(
        game,
        sets=sets,
        pieces=box.pieces,
        seats=box.rules.seats,
        new=partial(new_table, printed=edition) if own else game.new,
        printed=replace(game.printed, things=things(edition, sets)),
        # Who plays together wins or loses only at the end.
        look_ahead=None if box.rules.time_deck else game.look_ahead,
    )
    return adventurous(found, edition) if ADVENTURE in sets else found


def _of_the_deck(edition: Edition) -> frozenset[str]:
    """How the ids of playing cards begin; contracts, markers and story cards are none."""
    found = set()
    for name, cards in cards_by_set(edition).items():
        deck = [card for card in cards if isinstance(card, PLAYING_CARDS)]
        parts = 2 if name == ADVENTURE else 1
        found |= {"/".join(card.id.split("/")[:parts]) + "/" for card in deck}
    return frozenset(found)


def game_of(edition: Edition) -> Game[Table]:
    """The game as it stands in an edition, with the cards of all of its sets."""
    try:
        check(edition)
    except BadValue as error:
        raise EditionError(f"{edition.source}: {error}") from error
    ways = [box_of(edition, mode).rules.seats for mode in edition.table("modes")]
    ways += [box_of(edition, added=(name,)).rules.seats for name in edition.sets]
    return Game(
        name="port_royal",
        edition=edition,
        seats=range(min(some.start for some in ways), max(some.stop for some in ways)),
        colours=("red", "blue", "green", "yellow", "black"),
        accounts=ACCOUNTS,
        settings=settings_of(edition),
        pieces={card.id: card for cards in cards_by_set(edition).values() for card in cards},
        place_name=place_name,
        new=partial(new_table, printed=edition),
        script=script,
        piles=Piles(
            face_down=face_down,
            stacks=frozenset((DECK, DISCARD, BOX, CONTRACT_DECK, TIME, POINTS)),
            aside=frozenset((BOX,)),
        ),
        guide=Guide(
            set_up=steps,
            phase=phase,
            rules=rules_of_phase,
            chapters=chapters,
            teaching=TEACHING,
        ),
        scoring=Scoring(
            points=INFLUENCE,
            standing=standing,
            outcome=outcome,
            acquired=lambda table, seat: (
                *table.persons(seat),
                *table.fulfilled(seat),
                *table.fulfilled_contracts(seat),
            ),
            kinds=KINDS,
        ),
        money=Money(COINS, payment_text),
        printed=Printed(
            things=things(edition, edition.sets),
            contradiction=contradiction,
            check=check,
            words=words(edition),
            groups=groups(edition),
            on_pieces=True,
        ),
        cards=_of_the_deck(edition),
        reach=Reach(may_come, in_order),
        announces=ANNOUNCES,
        no_longer_asked=frozenset([DONE]),
        faults=faults,
        sensible=sensible,
        look_ahead=LookAhead(1, promise),
        variant=variant,
        sets=edition.sets,
        campaign=campaign(edition),
    )


GAME: Game[Table] = game_of(edition())

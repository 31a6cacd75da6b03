"""What everything of Port Royal is called, for people. A row of the edition can bring its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.text import Text, listing

COINS = "coins"
INFLUENCE = "influence"

CROWNS = "crowns"

ACCOUNTS = {COINS: Text("Coins"), INFLUENCE: Text("Influence")}
"""What the ledger counts."""
ACCOUNTS_WITH_CROWNS = {**ACCOUNTS, CROWNS: Text("Crowns")}
"""In The Adventure Begins."""

SHIPS = {
    "yellow": "Pinnace {coins}",
    "blue": "Flute {coins}",
    "green": "Barque {coins}",
    "red": "Frigate {coins}",
    "black": "Galleon {coins}",
    "ares": "Ares' pirates {coins}",
}
SHIP_COLOURS = {
    "yellow": Text("yellow"),
    "blue": Text("blue"),
    "green": Text("green"),
    "red": Text("red"),
    "black": Text("black"),
    "ares": Text("Ares' pirates"),
}
TWO_SHIPS = {
    "yellow": Text("Two yellow ships"),
    "blue": Text("Two blue ships"),
    "green": Text("Two green ships"),
    "red": Text("Two red ships"),
    "black": Text("Two black ships"),
    "ares": Text("Two ships of Ares' pirates"),
}
SHIPS_WITH = {
    "bread": "{ship} with bread",
    "rum": "{ship} with rum",
    "herbs": "{ship} with healing herbs",
    "book": "{ship} with a book of rituals",
}
TRADERS = {
    "yellow": "Yellow trader {cost}",
    "blue": "Blue trader {cost}",
    "green": "Green trader {cost}",
    "red": "Red trader {cost}",
    "black": "Black trader {cost}",
}
COLOURED = {
    "trader": TRADERS,
    "wholesaler": {
        "yellow": "Yellow wholesaler {cost}",
        "blue": "Blue wholesaler {cost}",
        "green": "Green wholesaler {cost}",
        "red": "Red wholesaler {cost}",
        "black": "Black wholesaler {cost}",
    },
    "clerk": {
        "yellow": "Yellow clerk {cost}",
        "blue": "Blue clerk {cost}",
        "green": "Green clerk {cost}",
        "red": "Red clerk {cost}",
        "black": "Black clerk {cost}",
    },
    "captain": {"ares": "Captain against Ares {cost}"},
    "priest": {"ares": "Priest against Ares {cost}"},
    "settler": {"ares": "Settler against Ares {cost}"},
}
"""Persons who have to do with ships of one colour."""
ROLES = {
    "settler": "Settler {cost}",
    "captain": "Captain {cost}",
    "priest": "Priest {cost}",
    "jack_of_all_trades": "Jack-of-all-trades {cost}",
    "admiral": "Admiral {cost}",
    "jester": "Jester {cost}",
    "governor": "Governor {cost}",
    "mademoiselle": "Mademoiselle {cost}",
    "sailor": "Sailor {cost}",
    "pirate": "Pirate {cost}",
    "gambler": "Gambler {cost}",
    "passenger": "Passenger {cost}",
    "gunner": "Gunner {cost}",
    "vice_admiral": "Vice admiral {cost}",
    "taibuk": "Taibuk brother {cost}",
    "lookout": "Lookout {cost}",
    "innkeeper": "Innkeeper {cost}",
}
EXPEDITIONS = {
    "captain2": "Expedition (2 captains)",
    "priest2": "Expedition (2 priests)",
    "settler2": "Expedition (2 settlers)",
    "captain2-settler": "Expedition (2 captains, 1 settler)",
    "priest2-settler": "Expedition (2 priests, 1 settler)",
    "captain-priest-settler": "Special expedition (captain, priest, settler)",
    "captain-book": "Expedition (1 captain, a book of rituals)",
    "priest-herbs": "Expedition (1 priest, healing herbs)",
    "settler-bread-rum": "Expedition (1 settler, bread, rum)",
}
TAXES = {
    "fewest_influence": "Tax increase (least influence)",
    "most_swords": "Tax increase (most swords)",
}
TAX_FROM = "{tax}, threshold {coins}"
CONTRACTS = {
    "luminaries": "Luminaries",
    "femme_fatale": "Femme fatale",
    "maritime_supremacy": "Maritime supremacy",
    "new_colony": "New colony",
    "trade_outpost": "Trade outpost",
    "trade_master": "Trade master",
    "thrifty_staff": "Thrifty staff",
    "mercenary": "Mercenary",
    "explorer": "Explorer",
    "frigate_nemesis": "Frigate nemesis",
    "galleon_nemesis": "Galleon nemesis",
    "tax_inspector": "Tax inspector",
    "jinx": "Jinx",
    "speculator": "Speculator",
    "major_speculator": "Major speculator",
    "pirates_nest": "Pirates' nest",
    "small_estate": "Small estate",
    "ransom": "Ransom",
}
MARKERS = {
    "red": "Red marker",
    "blue": "Blue marker",
    "green": "Green marker",
    "yellow": "Yellow marker",
    "black": "Black marker",
}
ROLES_OF_PERSONS = tuple(dict.fromkeys((*ROLES, *COLOURED)))
ROLE_WORDS = {
    "priest": Text("a priest"),
    "jester": Text("a jester"),
    "captain": Text("a captain"),
    "mademoiselle": Text("a mademoiselle"),
    "vice_admiral": Text("a vice admiral"),
    "settler": Text("a settler"),
    "gunner": Text("a gunner"),
    "clerk": Text("a clerk"),
    "trader": Text("a trader"),
    "innkeeper": Text("an innkeeper"),
    "lookout": Text("a lookout"),
    "jack_of_all_trades": Text("a jack-of-all-trades"),
    "admiral": Text("an admiral"),
    "governor": Text("a governor"),
    "sailor": Text("a sailor"),
    "pirate": Text("a pirate"),
    "gambler": Text("a gambler"),
    "passenger": Text("a passenger"),
    "taibuk": Text("a Taibuk brother"),
    "wholesaler": Text("a wholesaler"),
}
"""Persons that contracts and missions can ask for."""
ITEMS = {
    "bread": Text("bread"),
    "rum": Text("rum"),
    "herbs": Text("healing herbs"),
    "book": Text("a book of rituals"),
    "ares": Text("Ares' pirates"),
}
"""What missions can have discarded."""
SIGNS = {
    **{role: ROLE_WORDS[role] for role in ("captain", "priest", "settler")},
    **{item: text for item, text in ITEMS.items() if item in SHIPS_WITH},
}
"""What expeditions can show."""
SHIP_WORDS = {
    "yellow": Text("a pinnace"),
    "blue": Text("a flute"),
    "green": Text("a barque"),
    "red": Text("a frigate"),
    "black": Text("a galleon"),
    "ares": Text("a ship of Ares' pirates"),
}
"""Ships that are traded for nothing."""
MISSION = "Mission {number}"
STORY_CARD = "Story card {number}"
CHAPTER = "Chapter {number}: {title}"
CHARACTER = "{front} / {back}"
CHARACTERS = {
    "grace": "“Tiny” Grace May",
    "jacques": "Jacques Grande",
    "jean": "Jean Blackbeard",
    "anne": "Señora Anne",
    "ferdinando": "Don Ferdinando",
    "scott": "Officer Scott",
    "peter": "Peter “Dandy” Landman",
    "mary": "Cutthroat Mary",
    "samuel": "Samuel Blackguard",
    "thomas": "Thomas Fishborne",
}
EVENTS = {
    "fair-wind": "Fair wind",
    "market-day": "Market day",
    "festival": "Hiring fair",
    "militia": "Militia",
    "harbour-master": "Generous harbour master",
    "envoy": "Royal envoy",
    "alms": "Alms",
    "clear-sky": "Clear sky",
    "toll": "Bridge toll",
    "crowded-quay": "Crowded quay",
    "carnival": "Carnival",
    "bounty": "Bounty on Ares' pirates",
    "audience": "Audience",
    "spring-tide": "Spring tide",
    "month-end": "Month's end",
    "month-end-after": "Month's end (after the adventure)",
}


def chapter(number: str | int, title: str | None) -> Text:
    if title is None:
        return Text("Chapter {n}", n=number)
    return Text(CHAPTER, number=number, title=Text(title))


def read_aloud(row: Mapping[str, str]) -> Text | None:
    """The words of a story card as they stand there: nothing is put into braces."""
    words = row.get("text")
    if words is None:
        return None
    return Text("{value}", value=words) if {"{", "}"} & {*words} else Text(words)


def expedition(needs: Sequence[tuple[str, int]]) -> Text:
    """An expedition by the signs that it shows."""
    stem = "-".join(sign if n == 1 else f"{sign}{n}" for sign, n in needs)
    if stem in EXPEDITIONS:
        return Text(EXPEDITIONS[stem])
    signs = listing(in_words(SIGNS, sign) for sign, n in needs for _ in range(n))
    return Text("Expedition ({signs})", signs=signs)


def person(role: str, colour: str | None) -> str | None:
    """The message with the name of a person; None if there is nobody like that."""
    if colour and role in COLOURED:
        return COLOURED[role].get(colour)
    return ROLES.get(role)


def in_words(words: Mapping[str, Text], key: str) -> Text:
    """A word of an edition for people; older matches may have one that nobody knows."""
    return words.get(key) or Text("{value}", value=key)


RANKS = (
    Text("cabin boy"),
    Text("sailor"),
    Text("pirate"),
    Text("captain"),
    Text("ruler of the seas"),
)
"""How well it went together or alone, the lowest first."""

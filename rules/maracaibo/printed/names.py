"""What everything of the game is called, for people. The names of house cards are our own."""

from __future__ import annotations

from functools import cache

from rules.text import Text

NATION_NAMES = {
    "france": Text("France"),
    "england": Text("England"),
    "spain": Text("Spain"),
}
GOOD_NAMES = {
    "sugar": Text("sugar"),
    "tobacco": Text("tobacco"),
    "cotton": Text("cotton"),
    "cocoa": Text("cocoa"),
    "rum": Text("rum"),
    "herbs": Text("herbs"),
}
OBJECT_NAMES = {
    "treasure": Text("treasure"),
    "adventure": Text("adventure"),
    "book": Text("book"),
}
SYNERGY_NAMES = {
    "anchor": Text("anchor"),
    "tools": Text("tools"),
    "scales": Text("scales"),
    "crown": Text("crown"),
    "lantern": Text("lantern"),
}
LOCATION_NAMES = {
    "0": Text("Havana"),
    "1": Text("Matanzas"),
    "2": Text("Baracoa"),
    "3": Text("Puerto Plata"),
    "4": Text("Samana"),
    "5": Text("Santo Domingo"),
    "6": Text("San Juan"),
    "7": Text("St. Kitts"),
    "8": Text("Martinique"),
    "9": Text("Port of Spain"),
    "9a": Text("Margarita"),
    "10": Text("Caracas"),
    "11": Text("Maracaibo"),
    "12": Text("Aruba"),
    "13": Text("Port Royal"),
    "14": Text("Cartagena"),
    "15": Text("Portobelo"),
    "16": Text("Bluefields"),
    "16a": Text("Greytown"),
    "17": Text("Puerto Cabezas"),
    "18": Text("Trujillo"),
    "19": Text("Cozumel"),
    "20": Text("Western passage"),
    "21a": Text("Homeward bound"),
    "21b": Text("Last stretch"),
    "22": Text("Journey's end"),
}


@cache
def place_text(place_id: str) -> Text:
    """A location with its number, by which it is found on the map."""
    return Text("{name} ({number})", name=LOCATION_NAMES[place_id], number=place_id)


BARRIER_NAMES = {
    "red": Text("red"),
    "blue": Text("blue"),
    "green": Text("green"),
}
BUILDING_NAMES = {
    "abbey": Text("Abbey"),
    "palace": Text("Palace"),
    "basilica": Text("Basilica"),
    "citadel": Text("Citadel"),
    "ministry": Text("Ministry"),
    "military_base": Text("Military base"),
    "academy": Text("Academy"),
    "cathedral": Text("Cathedral"),
}
SHIP_NAMES = {
    "red": Text("Red ship"),
    "blue": Text("Blue ship"),
    "green": Text("Green ship"),
    "yellow": Text("Yellow ship"),
}
EXPLORER_NAMES = {
    "red": Text("Red explorer"),
    "blue": Text("Blue explorer"),
    "green": Text("Green explorer"),
    "yellow": Text("Yellow explorer"),
}
_CITY_TILES = {
    "expedition": Text("Expedition"),
    "careening": Text("Careening"),
    "court": Text("Court"),
    "arsenal": Text("Arsenal"),
    "auction": Text("Auction"),
    "pilots": Text("Pilots"),
    "fair": Text("Fair"),
    "embassy": Text("Embassy"),
    "counting-house": Text("Counting house"),
    "privateers": Text("Privateers"),
}
_FOR_TWO = ("expedition", "careening", "court", "arsenal", "auction", "pilots")
_FOR_MORE = ("expedition", "careening", "fair", "embassy", "counting-house", "privateers")
CITY_TILE_NAMES = {
    "maracaibo": Text("City tile Maracaibo"),
    **{
        f"{key}-2": Text("{name} ({number})", name=_CITY_TILES[key], number="2") for key in _FOR_TWO
    },
    **{key: Text("{name} ({number})", name=_CITY_TILES[key], number="3-4") for key in _FOR_MORE},
}
"""City tiles, with the number of players that they are for."""
PROJECT_NAMES = {
    "sugar-mill": Text("Sugar mill"),
    "fish-market": Text("Fish market"),
    "warehouse": Text("Warehouse"),
    "mission-school": Text("Mission school"),
    "shipyard": Text("Shipyard"),
    "smithy": Text("Smithy"),
    "customs-house": Text("Customs house"),
    "governors-court": Text("Governor's court"),
    "lighthouse": Text("Lighthouse"),
    "master-builder": Text("Master builder"),
    "navigator": Text("Navigator"),
    "trail-guide": Text("Trail guide"),
    "strongbox": Text("Strongbox"),
    "travellers-tales": Text("Travellers' tales"),
    "ships-library": Text("Ship's library"),
    "master-gunner": Text("Master gunner"),
    "cannon-foundry": Text("Cannon foundry"),
    "careening-beach": Text("Careening beach"),
    "sailors-inn": Text("Sailors' inn"),
    "french-letters": Text("French letters"),
    "english-letters": Text("English letters"),
    "spanish-letters": Text("Spanish letters"),
    "settlers": Text("Settlers"),
    "interpreter": Text("Interpreter"),
    "harbour-clerk": Text("Harbour clerk"),
    "carpenter": Text("Carpenter"),
    "go-between": Text("Go-between"),
    "quartermasters-mate": Text("Quartermaster's mate"),
    "scout": Text("Scout"),
    "trader": Text("Trader"),
    "warrant-officer": Text("Warrant officer"),
    "cane-plantation": Text("Cane plantation"),
    "merchant-house": Text("Merchant house"),
    "cathedral-school": Text("Cathedral school"),
    "royal-mint": Text("Royal mint"),
    "rope-walk": Text("Rope walk"),
    "viceroys-palace": Text("Viceroy's palace"),
    "signal-station": Text("Signal station"),
    "hired-crews": Text("Hired crews"),
    "dockyard": Text("Dockyard"),
    "tool-makers": Text("Toolmakers"),
    "exchange": Text("Exchange"),
    "royal-charter": Text("Royal charter"),
    "beacon": Text("Beacon"),
    "guild-hall": Text("Guild hall"),
    "grand-guild": Text("Grand guild"),
    "master-mason": Text("Master mason"),
    "cartographer": Text("Cartographer"),
    "astronomer": Text("Astronomer"),
    "jungle-guide": Text("Jungle guide"),
    "cutpurse": Text("Cutpurse"),
    "spy-ring": Text("Spy ring"),
    "toll-keeper": Text("Toll keeper"),
    "press-gang": Text("Press gang"),
    "french-corsairs": Text("French corsairs"),
    "english-privateers": Text("English privateers"),
    "spanish-tercio": Text("Spanish tercio"),
    "prize-court": Text("Prize court"),
    "gun-deck": Text("Gun deck"),
    "treasure-hunters": Text("Treasure hunters"),
    "adventurers-club": Text("Adventurers' club"),
    "book-printer": Text("Book printer"),
    "bookbinder": Text("Bookbinder"),
    "smugglers-cove": Text("Smugglers' cove"),
    "rumour-monger": Text("Rumour monger"),
    "war-council": Text("War council"),
    "admirals-flag": Text("Admiral's flag"),
    "prize-crew": Text("Prize crew"),
    "boarding-party": Text("Boarding party"),
    "letters-of-marque": Text("Letters of marque"),
    "great-refit": Text("Great refit"),
    "fort": Text("Fort"),
    "colony": Text("Colony"),
    "high-commission": Text("High commission"),
    "veterans-feast": Text("Veterans' feast"),
    "council-of-agents": Text("Council of agents"),
    "hall-of-deeds": Text("Hall of deeds"),
    "star-chart": Text("Star chart"),
    "triple-alliance": Text("Triple alliance"),
    "diplomat": Text("Diplomat"),
    "french-governor": Text("French governor"),
    "english-governor": Text("English governor"),
    "spanish-governor": Text("Spanish governor"),
    "hospital": Text("Hospital"),
    "trading-company": Text("Trading company"),
    "regimental-chapel": Text("Regimental chapel"),
    "hermitage": Text("Hermitage"),
    "observatory": Text("Observatory"),
    "boatswain": Text("Boatswain"),
    "rum-runner": Text("Rum runner"),
    "agent-at-court": Text("Agent at court"),
    "explorers-widow": Text("Explorer's widow"),
    "spymaster": Text("Spymaster"),
    "old-soldier": Text("Old soldier"),
    "pilot": Text("Pilot"),
    "gun-runner": Text("Gun runner"),
    "fence": Text("Receiver of stolen goods"),
    "wholesaler": Text("Wholesaler"),
    "silver-convoy": Text("Silver convoy"),
    "lost-temple": Text("Lost temple"),
    "freebooters": Text("Freebooters"),
    "doctor": Text("Ship's doctor"),
    "jungle-mission": Text("Jungle mission"),
    "mapmakers-heir": Text("Mapmaker's heir"),
    "tavern-network": Text("Tavern network"),
    "secret-treaty": Text("Secret treaty"),
}

"""What one address, and all of them together, may take of the web server: every number is here.

A family may sit behind one address: 20 phones, each with a page that listens for events and, as
browsers do, up to six more connections. Everybody else gets on whatever one address does.

A phone that was let in is counted by its own name, apart from strangers: however many of these
there are, and whatever they do, its room is not theirs.
"""

from __future__ import annotations

MOST_HEADER_BYTES = 16 * 1024
MOST_BYTES = 64 * 1024
"""Of one request: the longest form has a few names in it."""

REQUEST_SECONDS = 10.0
"""From the first byte of a request to its last, however slowly they come."""
IDLE_SECONDS = 15.0
"""For which a connection is kept between two requests."""
ANSWER_SECONDS = 60.0
"""In which an answer has to be taken."""
LEAVING_SECONDS = 5.0
"""For which a phone that was refused may send what it was about to, so that it hears of it."""

MOST_CONNECTIONS = 256
CONNECTIONS_OF_ONE_ADDRESS = 128
"""Who wants one more loses the one on which nothing has happened for longest: no request came, its
answer is not taken, or it waits for a worker."""
MOST_LISTENERS = 256
LISTENERS_OF_ONE_ADDRESS = 128
"""Connections of phones that listen for events; they are counted apart from the others."""
MOST_CONNECTIONS_OF_KNOWN = 128
MOST_LISTENERS_OF_KNOWN = 128
OF_ONE_KNOWN = 64
"""Connections or listeners: of a phone, or of the address at which there is one."""
KNOWN_SECONDS = 3600.0
"""For which an address is remembered at which there was a phone that is in."""
MOST_KNOWN_ADDRESSES = 256

NEW_CONNECTIONS_PER_SECOND = 100.0
NEW_CONNECTIONS_AT_ONCE = 400.0
"""Of one address, if there were none before; others are closed as they come."""

SHARE = 0.2
"""Of the processor's time: so much of it one address has while others want something, too."""
SAVED = 0.1
"""Seconds that an address which has needed nothing may take at once."""
DEPOSIT = 0.02
"""Seconds that an answer is taken to need until it is there."""
OTHERS_ARE_THERE = 3.0
"""Seconds for which somebody counts as wanting something. Who is alone need not share."""
TURN = 0.001
"""Seconds on the loop of one address before others have their turn."""
TURN_OF_STRANGERS = 0.003
"""Seconds of all of them before the loop looks who else has come."""
MORE_FOR_KNOWN = 4.0
"""So many times as many new connections, and as much time, has a phone that is in."""

MOST_PAGES = 256
MOST_PAGES_OF_KNOWN = 256
PAGES_OF_ONE = 32
"""Pages of which it is known what was in their lines, some kB each: phones that follow the table
are told only what has changed."""

WORKERS = 12
WORKERS_FOR_ONE_ADDRESS = 4
WORKERS_FOR_SLOW_PAGES = 2
WORKERS_FOR_STRANGERS = 8
"""At the same time; what is too much waits in its turn, and holds up nothing else."""

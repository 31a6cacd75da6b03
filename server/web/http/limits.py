"""What one address, and all of them together, may take of the web server: every number is here.

A family may sit behind one address: 20 phones, each with a page that listens for events and, as
browsers do, up to six more connections. Everybody else gets on whatever one address does.
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

MOST_CONNECTIONS = 256
CONNECTIONS_OF_ONE_ADDRESS = 128
"""Who wants one more loses the one on which nothing has happened for longest: no request came, its
answer is not taken, or it waits for a worker."""
MOST_LISTENERS = 256
LISTENERS_OF_ONE_ADDRESS = 128
"""Connections of phones that listen for events; they are counted apart from the others."""

WORKERS = 12
WORKERS_FOR_ONE_ADDRESS = 4
WORKERS_FOR_SLOW_PAGES = 2
"""At the same time; what is too much waits in its turn, and holds up nothing else."""

"""Everything that wires rules, vision and firmware together, room by room.

Each room imports only from those before it: `errors`, `store` (matches on the disk), `live` (the
match at the table), `simulated` (a table without a camera), `robots` (who plays there), `language`
(translations), `web` (the pages), `data_folder`, `assistant` (all of it, running), `trials`
(benches and tortures), `commands` and `command`. Within `web`: `http`, `door`, `request`, `parts`,
`games`, `showing`, `pages`, and last the application.
"""

"""What Home Assistant is told so that it finds a table by itself: one device with its sensors."""

from __future__ import annotations

import json
from collections.abc import Iterator

from server.member.invitation import Invitation
from server.wire.topics import TABLE_WRITES, Address

PREFIX = "homeassistant"
_TURN = (
    "{{ value_json.seats | selectattr('asked') | map(attribute='name')"
    " | map('default', '?', true) | join(', ') }}"
)
_SCORES = (
    "{% for s in value_json.seats %}{{ s.name or s.colour }} {{ s.points }}"
    "{{ '' if loop.last else ', ' }}{% endfor %}"
)


def discovery(invitation: Invitation) -> Iterator[tuple[str, bytes]]:
    """Topics and what is kept there: turn, lamp, scores and game as sensors of one device."""
    address = invitation.address
    device = {
        "identifiers": [f"quartermaster-{address.club}-{address.table}"],
        "name": invitation.name,
        "manufacturer": "Quartermaster",
    }
    sensors = {
        "turn": ("Turn", _TURN, "mdi:account-arrow-right"),
        "lamp": ("Lamp", "{{ value_json.lamp }}", "mdi:lightbulb"),
        "scores": ("Scores", _SCORES, "mdi:scoreboard"),
        "game": ("Game", "{{ value_json.title }}", "mdi:cards"),
        "phase": ("Phase", "{{ value_json.phase }}", "mdi:timeline"),
    }
    for key, (name, template, icon) in sensors.items():
        config = {
            "name": name,
            "unique_id": f"quartermaster-{address.club}-{address.table}-{key}",
            "state_topic": address.topic("summary"),
            "value_template": template,
            "availability_topic": address.topic("status"),
            "availability_template": "{{ value_json.state }}",
            "payload_available": "here",
            "payload_not_available": "away",
            "icon": icon,
            "device": device,
        }
        yield config_topic(address, key), json.dumps(config, ensure_ascii=False).encode()


def config_topic(address: Address, key: str) -> str:
    return f"{PREFIX}/sensor/quartermaster-{address.club}-{address.table}/{key}/config"


def may_write(address: Address) -> list[str]:
    """All topics of a table, for the broker's access rules."""
    return [
        *(address.topic(what) for what in TABLE_WRITES),
        config_topic(address, "+"),
    ]

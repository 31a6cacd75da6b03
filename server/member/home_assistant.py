"""What Home Assistant is told so that it finds a table by itself: one device with its sensors."""

from __future__ import annotations

import json
from collections.abc import Iterator

from server.member.invitation import Invitation
from server.wire.topics import Address

PREFIX = "homeassistant"
MOST = 255
"""Letters of a state; a longer one is none to Home Assistant."""
_SHORT = f"{{% filter truncate({MOST}, true, '\u2026') %}}"
_TURN = (
    _SHORT + "{% for s in value_json.seats if s.asked %}{{ s.name or s.colour }}"
    "{{ '' if loop.last else ', ' }}{% endfor %}{% endfilter %}"
)
_SCORES = (
    _SHORT + "{% for s in value_json.seats %}{{ s.name or s.colour }} {{ s.points }}"
    "{{ '' if loop.last else ', ' }}{% endfor %}{% endfilter %}"
)
_SENSORS = {
    "turn": ("Turn", _TURN, "mdi:account-arrow-right"),
    "lamp": ("Lamp", "{{ value_json.lamp }}", "mdi:lightbulb"),
    "scores": ("Scores", _SCORES, "mdi:scoreboard"),
    "game": ("Game", "{{ value_json.title }}", "mdi:cards"),
    "phase": ("Phase", "{{ value_json.phase }}", "mdi:timeline"),
}


def discovery(invitation: Invitation) -> Iterator[tuple[str, bytes]]:
    """Topics and what is kept there: turn, lamp, scores and game as sensors of one device."""
    address = invitation.address
    device = {
        "identifiers": [f"quartermaster-{address.club}-{address.table}"],
        "name": invitation.name,
        "manufacturer": "Quartermaster",
    }
    for topic, (key, (name, template, icon)) in zip(
        config_topics(address), _SENSORS.items(), strict=True
    ):
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
            "origin": {"name": "Quartermaster"},
        }
        yield topic, json.dumps(config, ensure_ascii=False).encode()


def config_topics(address: Address) -> list[str]:
    """Of all sensors of a table."""
    device = f"quartermaster-{address.club}-{address.table}"
    return [f"{PREFIX}/sensor/{device}/{key}/config" for key in _SENSORS]

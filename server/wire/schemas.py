"""The messages as JSON Schemas, for programs in other languages."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from server.wire.messages import Ack, Rows, Status, Summary
from server.wire.topics import What

MESSAGES: dict[What, type] = {"status": Status, "summary": Summary, "rows": Rows, "ack": Ack}


def schema(what: What) -> dict[str, Any]:
    """What such a message is."""
    found = msgspec.json.schema(MESSAGES[what])
    parts = found["$defs"]
    if parts.pop("Unreadable", None):  # it stands for what cannot be read, and is never said
        events = parts["Rows"]["properties"]["events"]["items"]
        events["anyOf"] = [each for each in events["anyOf"] if "Unreadable" not in each["$ref"]]
        del events["discriminator"]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}


if __name__ == "__main__":
    print(json.dumps({what: schema(what) for what in MESSAGES}, indent=1))

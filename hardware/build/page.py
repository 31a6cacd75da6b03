"""The page that leads through building: list, pictures, wiring, and the steps in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from hardware.build.materials import Row
from hardware.build.stand import bends, views
from vision.hanging import CAMERAS

ASSEMBLIES = ("box", "arm", "tripod")
_TITLES = {"box": "Button box", "arm": "Arm at the table", "tripod": "Boom on a light stand"}

_PRINTING = (
    "PLA or PETG, layers of 0.2 mm, three outlines, 25 % filling; clamp, sleeve and cross with "
    "five outlines and 40 %.",
    "Every STL lies as it is to be printed and fits a bed of 220 mm. No supports are needed.",
    "Open any part in OpenSCAD: all measures are in parameters.scad. If your tubes, buttons or "
    "screws differ, change them there and run the command again.",
)
_STEPS = {
    "box": (
        "Push the three buttons into the lid from outside and lock them with their rings.",
        "Push the LED into its hole from inside and glue it; the buzzer goes under the "
        "small holes.",
        "Solder a resistor to each coloured leg of the LED, then a wire to each part, as in the "
        "wiring drawing. Cover bare legs.",
        "Pi 5: press the Active Cooler onto the board and put its plug into the socket FAN. A fan "
        "under the lid, for any Pi: screw it below the bars, blowing down; red wire to header 4, "
        "black to a ground that the wiring drawing leaves free.",
        "Screw the Pi onto its four posts; its pins look to the buttons. Put the camera's cable "
        "into the Pi and lay it flat into the notch in the rear wall. Stick the strip of felt "
        "under the lid's tongue, which holds the cable.",
        "Push the wires onto the pins, count twice, and screw the lid on. Stick the feet on.",
        "Plug the power in and tie its cable to the shelf behind, with a little slack.",
        "`./run doctor` tries buttons, lamp and buzzer.",
    ),
    "arm": (
        "Press the M8 nut into the clamp's lower jaw from inside and turn the bolt through it from "
        "below. Its head goes into the knob, with a drop of glue; its end into the foot, felt "
        "outside.",
        "Push the clamp onto the table's edge and tighten the knob by hand.",
        "Put M4 nuts into the pockets of clamp, sleeve, cross and plate, and screws from the other "
        "side.",
        "Saw one tube of 1000 mm in the middle. Stand one half in the clamp, push the sleeve "
        "halfway over its end and the long tube into the sleeve until the tubes touch.",
        "Slide the cross over the long tube and the other half, the boom, through the cross. The "
        "table above says how high. Tighten until nothing turns by itself.",
        "Screw the camera under its plate, the cable towards the upright, and slide the plate onto "
        "the boom, lens down.",
        "Lead the cable along boom and upright with the clips, without folds.",
    ),
    "tripod": (
        "Put the 1/4 inch nut through the bore into its pocket, and screw the head onto the light "
        "stand.",
        "Slide the boom through the head until 30 cm of it are behind the stand. Put the end with "
        "the eye on, and hang the weight on it before the camera goes on.",
        "Screw the camera under its plate and slide it onto the far end, lens down. Stand one leg "
        "under the boom. The table above says how high the lens hangs; add the table's own height.",
        "Lead the cable along the boom with the clips, then down to the box.",
    ),
}


def page(
    rows: Iterable[Row],
    pictures: Sequence[tuple[str, str]],
    sheets: Sequence[tuple[str, str]],
    wiring: str,
    measures: Mapping[str, Any],
) -> str:
    parts = [
        "<h1>Build the table's hardware</h1>",
        "<p>You need the box, and either the arm or the light stand. Camera Module 3 and the HQ "
        "camera fit both; print the plate of the one you have.</p>",
        "<h2>How high the camera hangs</h2>",
        "<p>From the table up to the lens, over the middle of the cards as the cover of the "
        "printed sheets shows them. Then all places are in the picture, and every tag is large "
        "enough.</p>",
        _heights(),
        "<p>The arm holds the lens from {:.0f} to {:.0f} cm. It needs no second clamp:</p>".format(
            measures["lens_at_least"] / 10, measures["lens_at_most"] / 10
        ),
        _items(bends(measures), "ul"),
        "<h2>What you need</h2>",
        _list(rows),
        "<h2>Printing</h2>",
        _items(_PRINTING, "ul"),
    ]
    for assembly in ASSEMBLIES:
        parts.append(f"<h2>{_TITLES[assembly]}</h2>")
        parts += [
            f'<figure><img src="drawings/{name}.png" alt="{escape(words)}">'
            f"<figcaption>{escape(words)}</figcaption></figure>"
            for name, words in pictures
            if name.partition("_")[0] == assembly
        ]
        parts.append(_items(_STEPS[assembly], "ol"))
        if assembly == "box":
            parts.append(f"<figure>{wiring}</figure>")
    parts.append("<h2>The parts</h2>")
    parts += [
        f'<figure><a href="stl/{part}.stl"><img src="drawings/part_{part}.png" '
        f'alt="{escape(name)}"></a></figure>'
        for part, name in sheets
    ]
    return _HEAD + "\n".join(parts) + "\n</body>\n</html>\n"


def _items(lines: Iterable[str], kind: str) -> str:
    inner = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<{kind}>{inner}</{kind}>"


def _heights() -> str:
    found = list(views())
    head = "".join(f"<th>{escape(str(camera.name))}</th>" for camera in CAMERAS)
    rows = [
        "".join(f"<td>{view.hanging.cm} cm</td>" for view in found if view.title == title)
        for title in dict.fromkeys(view.title for view in found)
    ]
    titles = dict.fromkeys(view.title for view in found)
    body = "".join(
        f"<tr><th>{escape(t)}</th>{row}</tr>" for t, row in zip(titles, rows, strict=True)
    )
    return f"<table><tr><th></th>{head}</tr>{body}</table>"


def _list(rows: Iterable[Row]) -> str:
    head = "".join(f"<th>{_TITLES[name]}</th>" for name in ASSEMBLIES)
    body = "".join(
        f"<tr><td>{escape(row.what)}{' <em>printed</em>' if row.printed else ''}</td>"
        + "".join(f"<td>{row.counts.get(name) or ''}</td>" for name in ASSEMBLIES)
        + f"<td>{escape(row.instead)}</td></tr>"
        for row in rows
    )
    return f"<table><tr><th>what</th>{head}<th>or instead</th></tr>{body}</table>"


_HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Build the table's hardware</title>
<style>
body { font: 16px/1.5 sans-serif; max-width: 62rem; margin: 1rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } td, th { border: 1px solid #bbb; padding: .2rem .5rem; }
th, td { text-align: left; vertical-align: top; } img, svg { max-width: 100%; }
figure { margin: 1rem 0; border: 1px solid #ddd; } figcaption { padding: .3rem .6rem; }
</style>
</head>
<body>
"""

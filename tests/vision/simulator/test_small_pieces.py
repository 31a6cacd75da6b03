"""Small pieces before the watch: what the small picture does not show must not be lost."""

from __future__ import annotations

from rules.navegador.pieces import SHIPS
from vision.layout import load_layout
from vision.locate.places import looking
from vision.reading import Sighting
from vision.recognise.tags import TagReader
from vision.registry import load_registry
from vision.simulator.patchwork_camera import PatchworkCamera, camera_above
from vision.simulator.placing import Tabletop
from vision.watching.watch import Watch

LAYOUT, REGISTRY = load_layout("navegador", ("red", "blue")), load_registry("navegador")


def test_tiles_and_wooden_pieces_are_easily_overlooked_and_cards_are_not() -> None:
    small = TagReader(REGISTRY, LAYOUT).small_pieces
    assert {"ship/red.1", "worker/blue", "colony/gold/50", "privilege/king.1"} <= small
    assert "navegador" not in small
    port_royal = TagReader(load_registry("port_royal"), load_layout("port_royal"))
    assert all("marker/" in piece for piece in port_royal.small_pieces)


def test_a_ship_whose_arrival_the_small_picture_does_not_show_is_found() -> None:
    """Seen small, a red ship on a red mat may be no change at all."""
    table = Tabletop(LAYOUT, REGISTRY, (), seed=1)
    for ship in SHIPS["red"]:
        table.lay(ship.id, "sea:portugal")
    camera = PatchworkCamera(table.scene(), camera_above(LAYOUT, REGISTRY), every=1.5)
    watch = Watch(TagReader(REGISTRY, LAYOUT), looking(LAYOUT, REGISTRY))
    with camera.frame() as frame:
        bare, rows = frame.small.copy(), frame.small.shape[0]
    below_the_board = slice(rows * 3 // 4, rows)

    def seen() -> dict[str, str]:
        last = None
        for _ in range(6):
            with camera.frame() as frame:
                frame.small[below_the_board] = bare[below_the_board]
                event = watch.see(frame)
            last = event if isinstance(event, Sighting) else last
        assert last is not None
        return dict(last.places)

    assert set(seen().values()) == {"sea:portugal"}
    table.lay("ship/red.7", "area:red")
    camera.scene = table.scene()
    assert seen() == table.places

"""A real RTSP server, of GStreamer: FOLDER NUMBER [USER PASSWORD]; it prints its port.

Run by Debian's own Python, which knows GStreamer's libraries.
"""

import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

_ROLE = "viewer"

folder, number, *who = sys.argv[1:]
Gst.init(None)
server = GstRtspServer.RTSPServer()
server.set_address("127.0.0.1")
server.set_service("0")
factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch(
    f"( multifilesrc location={folder}/%03d.jpg loop=true stop-index={int(number) - 1}"
    " caps=image/jpeg,framerate=5/1 ! jpegdec ! videoconvert"
    " ! video/x-raw,format=I420 ! identity sync=true"
    " ! x264enc tune=zerolatency speed-preset=ultrafast key-int-max=5 bitrate=8000"
    " ! rtph264pay name=pay0 config-interval=1 )"
)
factory.set_shared(True)
server.get_mount_points().add_factory("/table", factory)
if who:
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", _ROLE)
    permissions = GstRtspServer.RTSPPermissions()
    for right in ("media.factory.access", "media.factory.construct"):
        permissions.add_permission_for_role(_ROLE, right, True)
    factory.set_permissions(permissions)
    door = GstRtspServer.RTSPAuth()
    door.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
    door.add_digest(*who, token)
    server.set_auth(door)
server.attach(None)
print(server.get_bound_port(), flush=True)
GLib.MainLoop().run()

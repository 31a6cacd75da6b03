"""Stand-in for kms++, which picamera2 needs for previews on a screen."""

from unittest.mock import MagicMock

PixelFormat = MagicMock()

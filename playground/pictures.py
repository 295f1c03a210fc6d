"""The size of a picture, read from the first bytes of its file."""

import struct

_PNG = b"\x89PNG\r\n\x1a\n"
# The start-of-frame markers of JPEG; C4, C8 and CC are something else.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def size_of(data: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG or JPEG file; None for anything else."""
    if data.startswith(_PNG) and len(data) >= 24 and data[12:16] == b"IHDR":
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data.startswith(b"\xff\xd8"):
        return _jpeg(data)
    return None


def mime_of(data: bytes) -> str:
    """The media type under which a picture is served."""
    return "image/png" if data.startswith(_PNG) else "image/jpeg"


def _jpeg(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None

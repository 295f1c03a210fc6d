"""Asking a World by hand, as a client puts it on the wire."""

import json
import struct
import zlib
from typing import Any

from playground.checks import Form, Upload
from playground.errors import Json
from playground.world import World


def form(fields: dict[str, Any]) -> Form:
    """Strings and files stay, everything else becomes JSON."""
    return {k: v if isinstance(v, str | Upload) else json.dumps(v) for k, v in fields.items()}


def ask(world: World, method: str, **fields: Any) -> Json:
    """The whole answer."""
    _, body = world.call(method, form(fields))
    assert isinstance(body, dict), f"no JSON came back: {body!r}"
    return body


def result(world: World, method: str, **fields: Any) -> Any:
    """What the method returned; a refusal fails the test."""
    body = ask(world, method, **fields)
    assert body["ok"], body
    return body["result"]


def refusal(world: World, method: str, **fields: Any) -> str:
    """The description of a refusal; success fails the test."""
    body = ask(world, method, **fields)
    assert not body["ok"], f"{method} was accepted: {body}"
    return str(body["description"])


def keyboard(*rows: list[tuple[str, str]]) -> Json:
    """An inline keyboard of (label, callback data)."""
    return {"inline_keyboard": [[{"text": t, "callback_data": d} for t, d in row] for row in rows]}


def png(width: int, height: int, shade: int = 0) -> Upload:
    """The smallest PNG of this size, all in one grey."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + bytes([shade]) * width) * height)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return Upload("picture.png", b"\x89PNG\r\n\x1a\n" + body, "image/png")


def uploaded(data: bytes) -> Upload:
    """A PNG on its way."""
    return Upload("picture.png", data, "image/png")

"""What the bot puts on the wire, with what each picture is drawn from in place of its bytes."""

import io
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass, fields, is_dataclass
from typing import Any
from unittest.mock import patch

from engine.tiles import TEXT
from handlers.message import Picture
from handlers.show.pictured import Drawn
from playground.checks import Form, Upload
from playground.world import Answer, World
from tests.fakes.wire import png

_WORDS = b"spec"
_BLANK = png(640, 360).data
_TILES = frozenset(
    {"tiles", "melds", "flowers", "wilds", "indicator", "tile", "discards", "hand", "sets", "waits"}
)
"""Fields of specifications that hold kinds."""
_ATTACHED = re.compile(r"attach://([^\"\\]+)")


def spec_text(picture: Picture | None) -> str:
    """All that a picture is drawn from; each tile in it by its canary."""
    if picture is None:
        return ""
    if not isinstance(picture, Drawn):
        return repr(picture)
    return f"{picture.spec.__class__.__name__} {astuple(picture.spec)} {' '.join(map(canary, _drawn(picture.spec)))}"


def canary(kind: int) -> str:
    """How a tile is written where nothing but a tile may be written so."""
    return f"⟦{TEXT[kind]}⟧"


def _drawn(part: Any, name: str = "") -> Iterator[int]:
    """The kinds of all tiles that a specification has drawn."""
    if is_dataclass(part):
        for field in fields(part):
            yield from _drawn(getattr(part, field.name), field.name)
    elif isinstance(part, tuple):
        for one in part:
            yield from _drawn(one, name)
    elif isinstance(part, int) and name in _TILES and 0 <= part < len(TEXT):
        yield part


async def spelled(picture: Picture) -> bytes:
    """In place of a drawn picture: a blank one that carries its specification."""
    spec = spec_text(picture).encode()
    chunk = struct.pack(">I", len(spec)) + _WORDS + spec + struct.pack(">I", zlib.crc32(_WORDS + spec))
    return _BLANK[:-12] + chunk + _BLANK[-12:]


def spelling(data: bytes) -> str:
    """What `spelled` was given, or what a document says."""
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return " ".join(archive.read(name).decode() for name in archive.namelist())
    at = data.find(_WORDS)
    if at < 0:
        return data.decode(errors="replace")
    (size,) = struct.unpack(">I", data[at - 4 : at])
    return data[at + 4 : at + 4 + size].decode()


@dataclass(frozen=True, slots=True)
class Sent:
    """One call: when, to whom (None: an answer's presser, or nobody), and all that it says."""

    at: float
    method: str
    chat_id: int | None
    presser: int | None
    fields: dict[str, str]
    ok: bool = True
    message_id: int | None = None

    @property
    def text(self) -> str:
        """All of it as one text; what only names things within Telegram is left out."""
        names = {"message_id", "callback_query_id", "chat_id", "message_thread_id"}
        return json.dumps({k: v for k, v in self.fields.items() if k not in names}, ensure_ascii=False)


class Wiretap:
    """All calls of a world's bot, the polls aside."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sent: list[Sent] = []
        self.listener: Callable[[Sent], None] = lambda _: None
        self._files: dict[str, str] = {}

    def note(self, method: str, form: Form, answer: Answer) -> None:
        """A call was made and answered."""
        if method.lower() == "getupdates":
            return
        uploads = {name: value for name, value in form.items() if isinstance(value, Upload)}
        fields = {
            name: spelling(value.data) if isinstance(value, Upload) else self._opened(str(value), uploads)
            for name, value in form.items()
            if name not in uploads or not self._is_attached(name, form)
        }
        chat = form.get("chat_id")
        query = form.get("callback_query_id")
        press = self.world.presses.get(str(query)) if query else None
        result = answer.body.get("result") if isinstance(answer.body, dict) else None
        sent = Sent(
            self.world.clock(),
            method,
            int(str(chat)) if chat is not None else None,
            press.user.id if press else None,
            fields,
            answer.status == 200,
            result.get("message_id") if isinstance(result, dict) else None,
        )
        self.sent.append(sent)
        self.listener(sent)

    def _is_attached(self, name: str, form: Form) -> bool:
        return any(
            f"attach://{name}" in str(value) for value in form.values() if not isinstance(value, Upload)
        )

    def _opened(self, value: str, uploads: dict[str, Upload]) -> str:
        """The value in plain letters, pictures by what they are drawn from."""

        def spec(found: re.Match[str]) -> str:
            return json.dumps(spelling(uploads[found[1]].data))[1:-1] if found[1] in uploads else found[0]

        opened = _ATTACHED.sub(spec, value)
        for file in self.world.files.values():
            if file.file_id in opened:
                opened = opened.replace(file.file_id, json.dumps(spelling(file.data))[1:-1])
        return _decoded(opened)


def _decoded(value: str) -> str:
    try:
        return json.dumps(json.loads(value), ensure_ascii=False)
    except ValueError:
        return value


@contextmanager
def tapped(world: World) -> Iterator[Wiretap]:
    """While this lasts, everything the bot sends is noted."""
    tap = Wiretap(world)
    perform = world.perform

    def listening(method: str, form: Form) -> Any:
        answer = perform(method, form)
        tap.note(method, form, answer)
        return answer

    with patch.object(world, "perform", listening), patch("tests.fakes.hosting.blank", spelled):
        yield tap

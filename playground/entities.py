"""Telegram's HTML: text and entities out, or the refusal in the server's own words.

Offsets and lengths of entities are UTF-16 units; offsets in refusals are bytes of the text as it was sent.
"""

import html
import re
from dataclasses import dataclass, field

from playground.checks import utf16
from playground.errors import ApiError, Json, bad

_TAGS = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "tg-spoiler": "spoiler",
    "span": "spoiler", "code": "code", "pre": "pre", "a": "text_link", "blockquote": "blockquote",
    "tg-emoji": "custom_emoji", "tg-time": "date_time",
}  # fmt: skip
_NAMED = {b"lt": "<", b"gt": ">", b"amp": "&", b"quot": '"'}
_REFERENCE = re.compile(rb"&(?:#x([0-9a-fA-F]+)|#([0-9]+)|(lt|gt|amp|quot));?")
_PLAIN = re.compile(rb"[^<&]+")
_START = re.compile(rb"<([^\s>]*)")
_END = re.compile(rb"</([^\s>]*)\s*")
_SPACE = re.compile(rb"\s*")
_ATTRIBUTE = re.compile(rb"[^\s=>\"']*")
_TOKEN = re.compile(rb"[0-9A-Za-z.\-]*")
_BLANKS = " \t\r\n\v\f\0"
_TIME_FORMAT = re.compile(r"r|w?[dD]?[tT]?")
# A command, a mention, a tag or an address that stands in a text by itself. Domains: those one meets in names.
_FOUND = re.compile(
    r"(?P<bot_command>(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@\w{3,32})?(?![\w/<>]))"
    r"|(?P<email>\b[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,8}\b)"
    r"|(?P<mention>(?<![\w@])@[A-Za-z]\w{2,31}\b)"
    r"|(?P<hashtag>(?<![\w#])#\w*[^\W\d_]\w*)"
    r"|(?P<url>\bhttps?://[^\s<>\"]+|\bt(?:g|on)://[^\s<>\"]+"
    r"|\b[A-Za-z0-9][\w-]*(?:\.[\w-]+)*\.(?:com|org|net|io|me|cn|ru|dev|app|example)\b(?:/[^\s<>\"]*)?)"
)


@dataclass(slots=True)
class _Open:
    """A tag that waits for its end."""

    tag: str
    at: int
    offset: int
    attributes: dict[str, str]
    inner: list[Json] = field(default_factory=list)


def formatted(text: str, parse_mode: str | None, given: list[Json] | None) -> tuple[str, list[Json]]:
    """Text and entities as they are stored: parsed, trimmed at both ends, plain commands and links found."""
    if parse_mode is None or parse_mode == "":
        plain, entities = text, _checked(given or [], text)
    elif parse_mode.lower() == "html":
        plain, entities = parse_html(text)
    elif parse_mode.lower() in ("markdown", "markdownv2"):
        raise ApiError(501, f"Not Implemented: parse mode {parse_mode} is not implemented in the playground")
    else:
        raise bad("unsupported parse_mode")
    plain, entities = _trimmed(plain, entities)
    return plain, _ordered(entities + _found(plain, entities))


def parse_html(text: str) -> tuple[str, list[Json]]:
    """The text without its tags, and what the tags meant."""
    return _Parser(text.encode()).run()


class _Parser:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.out: list[str] = []
        self.offset = 0
        self.waiting: list[_Open] = []
        self.entities: list[Json] = []

    def run(self) -> tuple[str, list[Json]]:
        while self.at < len(self.data):
            if self.data.startswith(b"</", self.at):
                self._end()
            elif self.data.startswith(b"<", self.at):
                self._start()
            else:
                self._text()
        if self.waiting:
            raise _refuse(f'Can\'t find end tag corresponding to start tag "{self.waiting[-1].tag}"')
        return "".join(self.out), self.entities

    def _put(self, text: str) -> None:
        self.out.append(text)
        self.offset += utf16(text)

    def _text(self) -> None:
        plain = _PLAIN.match(self.data, self.at)
        if plain:
            self.at = plain.end()
            self._put(plain.group().decode())
            return
        character, self.at = _reference(self.data, self.at)
        self._put(character)

    def _take(self, pattern: re.Pattern[bytes]) -> str:
        match = pattern.match(self.data, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match.group(match.lastindex or 0).decode("utf-8", "replace")

    def _next(self) -> bytes:
        return self.data[self.at : self.at + 1]

    def _start(self) -> None:
        begin = self.at
        tag = self._take(_START).lower()
        if not self._next():
            raise _refuse(f"Unclosed start tag at byte offset {begin}")
        if tag not in _TAGS:
            raise _refuse(f'Unsupported start tag "{tag}" at byte offset {begin}')
        attributes = self._attributes(tag, begin)
        self.at += 1
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise _refuse(f'Tag "span" must have class "tg-spoiler" at byte offset {begin}')
        if tag == "tg-time":
            _check_time(attributes, begin)
        self.waiting.append(_Open(tag, begin, self.offset, attributes))

    def _attributes(self, tag: str, begin: int) -> dict[str, str]:
        found: dict[str, str] = {}
        while True:
            self._take(_SPACE)
            if self._next() == b">":
                return found
            if not self._next():
                raise _refuse(f'Unclosed start tag "{tag}" at byte offset {begin}')
            name = self._take(_ATTRIBUTE).lower()
            if not name:
                raise _refuse(f'Empty attribute name in the tag "{tag}" at byte offset {begin}')
            self._take(_SPACE)
            if self._next() == b"=":
                found[name] = self._value(tag, begin)
            elif (tag, name) == ("blockquote", "expandable"):
                found[name] = "1"
            else:
                raise _refuse(
                    "Expected equal sign in declaration of an attribute "
                    f'of the tag "{tag}" at byte offset {begin}'
                )

    def _value(self, tag: str, begin: int) -> str:
        self.at += 1
        self._take(_SPACE)
        quote = self._next()
        if not quote:
            raise _refuse(f'Unclosed start tag "{tag}" at byte offset {begin}')
        if quote not in (b'"', b"'"):
            token_at = self.at
            token = self._take(_TOKEN).lower()
            if not self._next() or self._next() not in b" \t\r\n>":
                raise _refuse(f"Unexpected end of name token at byte offset {token_at}")
            return token
        close = self.data.find(quote, self.at + 1)
        if close < 0:
            raise _refuse(f"Unclosed start tag at byte offset {begin}")
        raw, self.at = self.data[self.at + 1 : close], close + 1
        return html.unescape(raw.decode())

    def _end(self) -> None:
        begin = self.at
        if not self.waiting:
            raise _refuse(f"Unexpected end tag at byte offset {begin}")
        found = self._take(_END).lower()
        if self._next() != b">":
            raise _refuse(f"Unclosed end tag at byte offset {begin}")
        opened = self.waiting.pop()
        if found and found != opened.tag:
            raise _refuse(
                f'Unmatched end tag at byte offset {begin}, expected "</{opened.tag}>", found "</{found}>"'
            )
        self.at += 1
        self._close(opened)

    def _close(self, opened: _Open) -> None:
        length = self.offset - opened.offset
        if length == 0:
            return
        entity: Json = {"type": _TAGS[opened.tag], "offset": opened.offset, "length": length}
        inner = self._text_from(opened.offset)
        if _add_details(entity, opened, inner):
            self._fold_language(entity)
            self.entities.append(entity)

    def _text_from(self, offset: int) -> str:
        whole = "".join(self.out).encode("utf-16-le")
        return whole[offset * 2 :].decode("utf-16-le")

    def _fold_language(self, entity: Json) -> None:
        """<pre><code class="language-x"> is one entity with a language."""
        if entity["type"] == "code" and self.waiting and self.waiting[-1].tag == "pre":
            entity["inside_pre"] = True
        last = self.entities[-1] if self.entities else None
        if entity["type"] == "pre" and last and last.pop("inside_pre", False):
            self.entities.pop()
            if "language" in last:
                entity["language"] = last["language"]


def _add_details(entity: Json, opened: _Open, inner: str) -> bool:
    """What the attributes say goes into the entity; False when the entity is to be left out."""
    kind, attributes = entity["type"], opened.attributes
    if kind == "text_link":
        return _add_link(entity, attributes.get("href", "") or inner)
    if kind == "blockquote" and "expandable" in attributes:
        entity["type"] = "expandable_blockquote"
    if kind == "code" and attributes.get("class", "").startswith("language-"):
        entity["language"] = attributes["class"].removeprefix("language-")
    if kind == "custom_emoji":
        entity["custom_emoji_id"] = attributes.get("emoji-id", "")
    if kind == "date_time":
        entity["unix_time"] = int(attributes["unix"])
        entity["date_time_format"] = attributes.get("format", "")
    return True


def _add_link(entity: Json, url: str) -> bool:
    user = re.fullmatch(r"tg://user\?id=(\d+)", url)
    if user:
        entity.update(type="text_mention", user_id=int(user.group(1)))
        return True
    if not re.match(r"(https?|tg|mailto|tel):|[\w-]+\.[\w.-]+", url):
        return False
    entity["url"] = url
    return True


def _check_time(attributes: dict[str, str], begin: int) -> None:
    if not re.fullmatch(r"\d{1,10}", attributes.get("unix", "")):
        raise _refuse(f'Tag "tg-time" must have attribute "unix" at byte offset {begin}')
    if not _TIME_FORMAT.fullmatch(attributes.get("format", "")):
        raise _refuse(f'Invalid format of the tag "tg-time" at byte offset {begin}')


def _refuse(text: str) -> ApiError:
    return bad(f"can't parse entities: {text}")


def _reference(data: bytes, at: int) -> tuple[str, int]:
    """The character that an &reference; stands for, and where to read on; unknown ones stay as they are."""
    match = _REFERENCE.match(data, at)
    if match is None:
        return "&", at + 1
    hexadecimal, decimal, name = match.groups()
    if name:
        return _NAMED[name], match.end()
    code = int(hexadecimal, 16) if hexadecimal else int(decimal)
    if 0xD800 <= code <= 0xDFFF:
        raise bad(
            "can't parse entities: Text contains invalid Unicode characters after decoding HTML entities"
        )
    if not 0 < code < 0x110000:
        return "&", at + 1
    return chr(code), match.end()


def _checked(entities: list[Json], text: str) -> list[Json]:
    """Entities that came as data must lie inside their text."""
    size = utf16(text)
    for entity in entities:
        if entity["offset"] < 0 or entity["length"] <= 0 or entity["offset"] + entity["length"] > size:
            raise bad(f"entity {entity['type']} lies outside the text")
    return [dict(entity) for entity in entities]


def _trimmed(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    """Blanks at the ends go; entities move along, empty ones vanish."""
    body = text.strip(_BLANKS)
    if body == text:
        return text, entities
    lead, size = utf16(text[: len(text) - len(text.lstrip(_BLANKS))]), utf16(body)
    kept = []
    for entity in entities:
        start = max(0, entity["offset"] - lead)
        end = min(size, entity["offset"] + entity["length"] - lead)
        if end > start:
            kept.append({**entity, "offset": start, "length": end - start})
    return body, kept


def _found(text: str, entities: list[Json]) -> list[Json]:
    """Commands, mentions and addresses that no other link or code covers."""
    taken = [
        (e["offset"], e["offset"] + e["length"])
        for e in entities
        if e["type"] in ("text_link", "text_mention", "code", "pre")
    ]
    found = []
    for match in _FOUND.finditer(text):
        offset, length = utf16(text[: match.start()]), utf16(match.group())
        if all(offset + length <= start or offset >= end for start, end in taken):
            found.append({"type": match.lastgroup, "offset": offset, "length": length})
    known = {(e["type"], e["offset"], e["length"]) for e in entities}
    return [e for e in found if (e["type"], e["offset"], e["length"]) not in known]


def _ordered(entities: list[Json]) -> list[Json]:
    for entity in entities:
        entity.pop("inside_pre", None)
    return sorted(entities, key=lambda e: (e["offset"], -e["length"], e["type"]))

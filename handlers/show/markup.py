"""Telegram HTML: one escaping function, a type for text that has been through it, and lengths as Telegram counts."""

import re
from collections.abc import Iterable
from html import unescape

_TAG = re.compile(r"<[^<>]*>")


class Html(str):
    """Text that is valid Telegram HTML. Everything that is only `str` is escaped when it meets it."""

    __slots__ = ()


def escape(text: str) -> Html:
    """Text from outside as HTML; what is HTML already stays as it is."""
    if isinstance(text, Html):
        return text
    named = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return Html(named)


def plain(text: str) -> str:
    """HTML as its reader sees it, for places where Telegram knows no markup; other text is unchanged."""
    return unescape(_TAG.sub("", text)) if isinstance(text, Html) else text


def join(parts: Iterable[str], separator: str = "") -> Html:
    """One text out of several, each escaped unless it is HTML."""
    return Html(escape(separator).join(escape(part) for part in parts))


def lines(parts: Iterable[str]) -> Html:
    """The parts that are not empty, one a line."""
    return join((part for part in parts if part), "\n")


def bold(text: str) -> Html:
    return Html(f"<b>{escape(text)}</b>")


def link(url: str, text: str) -> Html:
    return Html(f'<a href="{escape(url)}">{escape(text)}</a>')


def folded(text: str) -> Html:
    """A quote that Telegram shows folded until it is tapped."""
    return Html(f"<blockquote expandable>{escape(text)}</blockquote>")


def moment(unix_seconds: int, inner: str, form: str = "dt") -> Html:
    """A short date and time in each reader's own zone; `inner` is what old clients show."""
    return Html(f'<tg-time unix="{unix_seconds}" format="{form}">{escape(inner)}</tg-time>')


def deadline(unix_seconds: int, inner: str) -> Html:
    """A moment shown as the time left until then; it counts down without an edit."""
    return moment(unix_seconds, inner, "r")


def length(text: str) -> int:
    """UTF-16 units of what the reader sees: the strictest way in which Telegram counts."""
    return len(plain(text).encode("utf-16-le", "surrogatepass")) // 2

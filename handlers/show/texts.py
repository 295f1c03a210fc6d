"""Everything the bot says: gettext catalogues under symbolic keys, one `Say` per language.

`say("lobby.headline", game=…)` is HTML for messages; `say.plain(…)` is for buttons, toasts and alerts,
where Telegram knows no markup. A count is the parameter `n`: texts that depend on it have plural forms.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from handlers.show.markup import Html, deadline, escape, join, length, plain
from handlers.show.names import clean, cut, inert, isolate
from handlers.show.traditional import to_traditional

LANGUAGES = ("zh_Hans", "zh_Hant", "en")
TOAST = 200
"""The most that an answer to a press holds, toast or alert."""
BUTTON = 64
SHARED_LINE = 40
"""The longest line that readers of two languages share."""

_DOMAIN = "paizhuo"
_LOCALES = Path(__file__).parent / "locales"
_TAG = re.compile(r"<[^<>]*>")


class UnknownTextError(KeyError):
    """A key that is in no catalogue, or a text whose parameter was not given."""


@dataclass(frozen=True, slots=True)
class Texts:
    """All languages, read once."""

    sayings: dict[str, "Say"]

    @classmethod
    def load(cls, folder: Path = _LOCALES) -> "Texts":
        return cls({language: Say(language, read_catalogue(language, folder)) for language in LANGUAGES})

    def of(self, language: str | None) -> "Say":
        """The texts of a language; English where there is none."""
        return self.sayings.get(language or "en", self.sayings["en"])


class Say:
    """The texts of one language."""

    def __init__(self, language: str, catalogue: Catalog) -> None:
        self.language = language
        self._translations = _translations(catalogue)
        self._keys = {_key(message.id): bool(message.pluralizable) for message in catalogue if message.id}

    def __repr__(self) -> str:
        return f"Say({self.language!r}, {len(self._keys)} texts)"

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def __call__(self, key: str, /, **params: str | int) -> Html:
        """The text as HTML; parameters are escaped unless they are `Html`."""
        template = self._template(key, params)
        return Html(
            self._fill(key, template, {name: escape(_shown(value)) for name, value in params.items()})
        )

    def plain(self, key: str, limit: int = TOAST, /, **params: str | int) -> str:
        """The text without markup, cut to `limit` UTF-16 units."""
        template = unescape(_TAG.sub("", self._template(key, params)))
        text = self._fill(key, template, {name: plain(_shown(value)) for name, value in params.items()})
        return cut(text, units=limit)

    def button(self, key: str, /, **params: str | int) -> str:
        return self.plain(key, BUTTON, **params)

    def plural(self, key: str, n: int, /, **params: str | int) -> Html:
        """The text for `n` of something."""
        return self(key, n=n, **params)

    def term(self, key: str, *, zh: str, en: str) -> str:
        """A word of a game by its code: from the catalogue, else as the game's module has it."""
        if key in self:
            return self.plain(key)
        if self.language == "en":
            return en
        return zh if self.language == "zh_Hans" else to_traditional(zh)

    def hand_name(self, key: str, *, zh: str, en: str) -> str:
        """The name of a fan or special hand; whatever the language, the Chinese term is there."""
        name = self.term(key, zh=zh, en=en)
        return name if self.language != "en" or zh in name else f"{name} {zh}"

    def words(self, key: str) -> tuple[str, ...]:
        """The words of an entry that is a list of them."""
        return tuple(self.plain(key).split())

    def name(self, raw: str | None) -> str:
        """A person's name as this language shows it; not escaped, as `say` does that."""
        return isolate(inert(clean(raw or "")) or self.plain("name.unknown"))

    def listed(self, parts: Iterable[str]) -> Html:
        """Wei, Sofia and Tom."""
        *first, last = [escape(part) for part in parts] or [Html()]
        if not first:
            return last
        return join([join(first, self._text("list.comma")), last], self._text("list.last"))

    def duration(self, seconds: int) -> str:
        """45 s, 3 min, 12 h: the largest unit in which it is a whole number."""
        for unit, size in (("hours", 3600), ("minutes", 60)):
            if seconds >= size and seconds % size == 0:
                return self.plain(f"time.{unit}", n=seconds // size)
        return self.plain("time.seconds", n=seconds)

    def deadline(self, unix_seconds: int, seconds_left: int) -> Html:
        """45 秒后: counted down by the reader's own client, in its own words; old clients show what stands here."""
        return deadline(unix_seconds, self.plain("time.in", time=self.duration(seconds_left)))

    @cached_property
    def keys(self) -> frozenset[str]:
        return frozenset(self._keys)

    def _template(self, key: str, params: dict[str, str | int]) -> str:
        if key not in self._keys:
            raise UnknownTextError(f"no text {key!r} in {self.language}")
        if not self._keys[key]:
            return self._text(key)
        count = params.get("n")
        if not isinstance(count, int):
            raise UnknownTextError(f"text {key!r} needs a count n")
        return str(self._translations.ungettext(key, key, count))

    def _text(self, key: str) -> str:
        return str(self._translations.ugettext(key))

    def _fill(self, key: str, template: str, values: dict[str, str]) -> str:
        try:
            return template.format(**values)
        except KeyError as missing:
            raise UnknownTextError(f"text {key!r} needs {missing}") from missing


def read_catalogue(language: str, folder: Path = _LOCALES) -> Catalog:
    path = folder / language / "LC_MESSAGES" / f"{_DOMAIN}.po"
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=_DOMAIN)


def language_for(language_code: str | None) -> str:
    """The first guess from a Telegram client's language code (IETF): zh_Hans, zh_Hant or en."""
    parts = (language_code or "").lower().replace("_", "-").split("-")
    if parts[0] not in {"zh", "yue"}:
        return "en"
    if "hans" in parts:
        return "zh_Hans"
    return "zh_Hant" if parts[0] == "yue" or {"hant", "tw", "hk", "mo"} & set(parts) else "zh_Hans"


def both(first: Say, second: Say, key: str, /, **params: str | int) -> str:
    """A button for readers of two languages: `碰 Pung`, `📊 走势 Chart`.

    The first alone where they agree or room is short.
    """
    text, other = (say.plain(key, SHARED_LINE, **params) for say in (first, second))
    if text == other:
        return text
    sign = text.partition(" ")[0]
    if not any(map(str.isalnum, sign)):  # 📊 stands before both
        other = other.removeprefix(sign).lstrip()
    together = f"{text} {other}"
    return together if length(together) <= SHARED_LINE else text


def both_lines(texts: Iterable[str], separator: str = " ") -> Html:
    """A text in each language of its readers: on one line if that holds 40 characters, else one below the other.

    What reads alike in both is said once.
    """
    once: dict[str, str] = {}
    for text in texts:
        once.setdefault(plain(text), text)
    together = join(once.values(), separator)
    return together if length(together) <= SHARED_LINE and "\n" not in together else join(once.values(), "\n")


def signed(points: int) -> str:
    """+42, −36, 0."""
    return f"+{points}" if points > 0 else _shown(points)


def _translations(catalogue: Catalog) -> Translations:
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled, domain=_DOMAIN)


def _key(message_id: str | list[str] | tuple[str, ...]) -> str:
    return message_id if isinstance(message_id, str) else message_id[0]


def _shown(value: str | int) -> str:
    return value if isinstance(value, str) else str(value).replace("-", "−")

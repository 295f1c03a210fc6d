"""Options: a frozen dataclass per game, whose schema is read from the class itself.

`/options`, `/new name=value`, settlement cases and the journal all use the same names and the same object.
A nested dataclass is written with a dot: `stake.scope`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from typing import Any, Literal, TypeVar, cast

Value = bool | int | str
Own = TypeVar("Own", bound="Options")


class OptionError(ValueError):
    """An unknown option or a value out of its range; the message names the allowed ones."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What an option may be: a switch, one of some values, or a number (presets are what buttons offer)."""

    kind: Literal["switch", "choice", "number"]
    default: Value
    values: tuple[Value, ...]
    low: int
    high: int
    clause: str
    zh: str
    en: str
    when: str
    """Name=value of another option without which this one is not read, or empty."""
    names: Mapping[str, tuple[str, str]]
    """Display names of values that do not speak for themselves: str(value) → (zh, en)."""

    def accepts(self, value: object) -> bool:
        """Whether `value` is allowed, type included (true is not 1)."""
        if self.kind == "number":
            return (type(value) is int and self.low <= value <= self.high) or _among(value, self.values)
        return _among(value, self.values)

    def allowed(self) -> str:
        """The allowed values in one line."""
        if self.kind == "number":
            extra = "".join(f", {show(value)}" for value in self.values if type(value) is str)
            return (f"{self.low}–{self.high}" if self.high < UNLIMITED else f"≥ {self.low}") + extra
        return ", ".join(show(value) for value in self.values)


UNLIMITED = 1_000_000


def _among(value: object, values: tuple[Value, ...]) -> bool:
    return any(type(value) is type(other) and value == other for other in values)


def show(value: Value) -> str:
    """The value as it is typed: `true`, `8`, `open`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


_NO_NAMES: Mapping[str, tuple[str, str]] = {}


def switch(
    default: bool,
    clause: str,
    zh: str,
    en: str,
    *,
    when: str = "",
    names: Mapping[str, tuple[str, str]] = _NO_NAMES,
) -> Any:
    """An option that is true or false."""
    made = Choice("switch", default, (default, not default), 0, 0, clause, zh, en, when, names)
    return field(default=default, metadata={"choice": made})


def choice(
    *values: Value,
    clause: str,
    zh: str,
    en: str,
    when: str = "",
    names: Mapping[str, tuple[str, str]] = _NO_NAMES,
) -> Any:
    """An option with listed values, the default first."""
    made = Choice("choice", values[0], values, 0, 0, clause, zh, en, when, names)
    return field(default=values[0], metadata={"choice": made})


def number(
    default: Value,
    low: int,
    high: int,
    *,
    clause: str,
    zh: str,
    en: str,
    presets: tuple[Value, ...] = (),
    when: str = "",
    names: Mapping[str, tuple[str, str]] = _NO_NAMES,
) -> Any:
    """An option that is a whole number in `low`…`high`; text presets are allowed beside the numbers."""
    made = Choice("number", default, presets or (default,), low, high, clause, zh, en, when, names)
    return field(default=default, metadata={"choice": made})


def nested(cls: type[Any]) -> Any:
    """A group of options written with a dot."""
    return field(default_factory=cls)


@dataclass(frozen=True, slots=True)
class Options:
    """Base of every game's options; also used on its own for games without any."""

    @classmethod
    def schema(cls) -> dict[str, Choice]:
        """Every option by its full name, in the order of the rulebook's table."""
        return dict(_walk(cls, ""))

    @classmethod
    def from_json(cls: type[Own], given: object) -> Own:
        """The defaults with `given` (nested objects) laid over them key by key; raises OptionError."""
        return cast(Own, _lay(cls(), given, ""))

    def changed(self) -> dict[str, Any]:
        """Only what differs from the default, as nested JSON objects."""
        return _difference(self)

    def get(self, name: str) -> Value:
        """The value of a (dotted) name; raises OptionError."""
        value: Any = self
        for part in name.split("."):
            known = part in getattr(value, "__dataclass_fields__", ())
            value = getattr(value, part) if known else MISSING
        if value is MISSING or is_dataclass(value):
            raise OptionError(f"no option {name!r}")
        return cast(Value, value)

    def with_value(self: Own, name: str, value: Value) -> Own:
        """A copy with one (dotted) option changed; raises OptionError."""
        nesting: object = value
        for part in reversed(name.split(".")):
            nesting = {part: nesting}
        return cast(Own, _lay(self, nesting, ""))

    def with_text(self: Own, name: str, text: str) -> Own:
        """As `with_value`, for a value as a person types it; raises OptionError."""
        known = self.schema().get(name)
        if known is None:
            raise OptionError(f"no option {name!r}")
        return self.with_value(name, read(known, text))


def read(known: Choice, text: str) -> Value:
    """The typed text as a value of this option, unchecked when it is none."""
    for value in known.values:
        if show(value).lower() == text.lower():
            return value
    words = {"on": True, "yes": True, "off": False, "no": False} if known.kind == "switch" else {}
    if text.lower() in words:
        return words[text.lower()]
    return int(text) if text.lstrip("-").isdigit() and text.isascii() else text


def _walk(cls: type[Any], prefix: str) -> Iterator[tuple[str, Choice]]:
    for item in fields(cls):
        known = item.metadata.get("choice")
        if known is not None:
            yield prefix + item.name, known
        else:
            yield from _walk(cast("type[Any]", item.default_factory), f"{prefix}{item.name}.")


def _lay(base: Any, given: object, prefix: str) -> Any:
    if not isinstance(given, Mapping):
        raise OptionError(f"{prefix.rstrip('.') or 'options'}: an object is expected")
    known = {item.name: item for item in fields(base)}
    changes: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            raise OptionError(f"no option {prefix + str(name)!r}")
        rule = known[name].metadata.get("choice")
        if rule is None:
            changes[name] = _lay(getattr(base, name), value, f"{prefix}{name}.")
        elif rule.accepts(value):
            changes[name] = value
        else:
            raise OptionError(f"{prefix}{name}={value!r} is not one of: {rule.allowed()}")
    made = replace(base, **changes)
    check = getattr(made, "check", None)
    if check is not None:
        check()
    return made


def _difference(value: Any) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for item in fields(value):
        now = getattr(value, item.name)
        if item.metadata.get("choice") is None:
            inner = _difference(now)
            if inner:
                result[item.name] = inner
        elif now != item.default:
            result[item.name] = now
    return result


HANDS: tuple[Value, ...] = (8, 4, 12, 16, "open")


def hands_option(*values: Value) -> Any:
    """The length of a match in hands, for games that count so."""
    return choice(
        *(values or HANDS),
        clause="",
        zh="一场打几局；不限：打到散桌为止",
        en="hands in a match; open: until the table is ended",
        names={"open": ("不限", "open")},
    )


@dataclass(frozen=True, slots=True)
class TableOptions(Options):
    """What every table offers before the game's own options."""

    mode: str = choice(
        "assist",
        "referee",
        clause="",
        zh="辅助：只给合规的键；裁判：自己看牌，错了照规矩罚（福鼎、龙港）",
        en="assist: only legal moves are offered; referee: see for yourself, mistakes cost (Fuding, Longgang)",
        names={"assist": ("辅助", "assist"), "referee": ("裁判", "referee")},
    )
    tempo: str = choice(
        "normal",
        "quick",
        "slow",
        "none",
        "day",
        clause="",
        zh="出牌快慢：快 20 秒 · 正常 45 秒 · 慢 3 分 · 不限时 · 一天一局慢慢打",
        en="pace of a turn: quick 20 s · normal 45 s · slow 3 min · none · day (12 h)",
        names={
            "normal": ("正常速度", "normal pace"),
            "quick": ("快", "quick"),
            "slow": ("慢", "slow"),
            "none": ("不限时", "no clock"),
            "day": ("慢慢打", "by the day"),
        },
    )
    window: str = choice(
        "masked",
        "fixed",
        "open",
        clause="",
        zh="等人吃碰的停顿：遮掩（随机停几秒，想久了会露馅）· 固定（等满，什么也不露）· 直接（不停，但停不停会露馅）",
        en="claim pause: masked (random; a longer thought tells) · fixed (full, tells nothing) · open (a pause tells)",
        names={"masked": ("遮掩", "masked"), "fixed": ("固定", "fixed"), "open": ("直接", "open")},
    )
    dice: str = choice(
        "match",
        "hand",
        "off",
        clause="",
        zh="掷骰：一场一次 · 每局一次 · 不掷",
        en="Telegram's dice: once a match · each hand · off",
        names={
            "match": ("一场一掷", "once a match"),
            "hand": ("每局掷", "each hand"),
            "off": ("不掷", "off"),
        },
    )
    seats: str = choice(
        "as_joined",
        "shuffled",
        clause="",
        zh="座位：先来先坐 · 打乱",
        en="seats: as joined · shuffled",
        names={"as_joined": ("先来先坐", "as joined"), "shuffled": ("打乱", "shuffled")},
    )
    advice: bool = switch(
        True,
        "",
        "听牌时告诉你听什么、剩几张、值多少（裁判模式没有）",
        "a ready hand shows its waits, copies left and worth (not in referee mode)",
    )
    showdown: str = choice(
        "all",
        "rule",
        clause="",
        zh="一局完了：四家都亮牌 · 照这门麻将的规矩亮",
        en="at the end of a hand: all four hands are shown · as this game's rule says",
        names={"all": ("都亮", "all"), "rule": ("照规矩", "by the rule")},
    )
    computer_errs: bool = switch(
        False,
        "I.8, II.8",
        "裁判模式里电脑也会出错",
        "with a referee, computer seats err now and then as people do",
        when="mode=referee",
    )

    @property
    def referee(self) -> bool:
        """Whether players act unaided and are judged."""
        return self.mode == "referee"


def numbered(own: type[Options]) -> list[tuple[str, Choice]]:
    """A table's options, those of every table before the game's own; buttons name them by their place."""
    return [*TableOptions.schema().items(), *own.schema().items()]

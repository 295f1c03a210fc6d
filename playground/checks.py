"""Is a request well formed? Everything that can be said without looking at the world.

`spec.json` is the Bot API 10.3 as data: {"methods": {name: {"f": fields}}, "types": {name: {"f": fields,
"oneof"?}}}; a field is {"t": type, "r": 1 if required, "len"?: [least, most, unit], "enum"?: [values]}.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from playground.errors import ApiError, Json, bad

TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024
BUTTONS_PER_ROW = 8
BUTTONS_PER_KEYBOARD = 100
KEYBOARD_BYTES = 10_000

_ACTIONS = (
    "url", "callback_data", "web_app", "login_url", "switch_inline_query", "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat", "copy_text", "callback_game", "pay", "disabled",
)  # fmt: skip

Button = Json
Keyboard = list[list[Button]]


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request."""

    name: str
    data: bytes
    mime: str = "application/octet-stream"


Form = Mapping[str, str | Upload]


@cache
def _spec() -> Json:
    path = Path(__file__).with_name("spec.json")
    spec: Json = json.loads(path.read_text(encoding="utf-8"))
    return spec


@cache
def _names() -> dict[str, str]:
    return {name.lower(): name for name in _spec()["methods"]}


def utf16(text: str) -> int:
    """How long Telegram counts a text to be, in the strictest reading."""
    return len(text.encode("utf-16-le")) // 2


def method_name(method: str) -> str:
    """The method as the documentation spells it; the server does not look at upper and lower case."""
    name = _names().get(method.lower())
    if name is None:
        raise ApiError(404, "Not Found: method not found")
    return name


def decode(name: str, form: Form) -> Json:
    """The fields of a request: JSON decoded, and everything checked that the specification says."""
    spec = _spec()["methods"][name]["f"]
    attached = {part for part in form if _is_attached(part, form)}
    fields = {
        key: _unpack(value, spec.get(key, {}).get("t", "String"))
        for key, value in form.items()
        if key not in attached
    }
    _check_fields(spec, fields, name)
    return fields


def _is_attached(part: str, form: Form) -> bool:
    """A file part is an attachment when some other field says attach://<its name>."""
    if not isinstance(form[part], Upload):
        return False
    wanted = f"attach://{part}"
    return any(isinstance(value, str) and wanted in value for value in form.values())


def _unpack(value: str | Upload, kind: str) -> Any:
    if isinstance(value, Upload) or kind == "String":
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


def _check_fields(spec: Json, given: Json, path: str) -> None:
    for name in given:
        if name not in spec:
            raise bad(f"{path}: unknown field {name!r}")
    for name, rule in spec.items():
        if name in given:
            _check_value(rule["t"], given[name], f"{path}.{name}")
            _check_enum(rule, given[name], f"{path}.{name}")
            _check_length(rule, name, given[name], f"{path}.{name}")
        elif rule["r"]:
            raise bad(_MISSING.get(f"{path}.{name}", f"{path}: missing {name!r}"))


# The server has words of its own for these.
_MISSING = {
    "sendMessage.text": "message text is empty",
    "sendMessage.chat_id": "chat_id is empty",
    "sendPhoto.photo": "there is no photo in the request",
}


def _check_value(kind: str, value: Any, path: str) -> None:
    if kind.startswith("Array of "):
        if not isinstance(value, list):
            raise bad(f"{path}: array expected")
        for index, item in enumerate(value):
            _check_value(kind[9:], item, f"{path}[{index}]")
        return
    types = {} if kind == "InputFile" else _spec()["types"]
    options = re.split(r", | or | and ", kind)
    if len(options) == 1 and kind in types:
        options = types[kind].get("oneof") or options
    if len(options) > 1:
        _check_options(options, value, path)
    elif kind in types:
        if not isinstance(value, dict):
            raise bad(f"{path}: {kind} object expected")
        _check_fields(types[kind]["f"], value, f"{path}.{kind}")
    elif not _is_plain(kind, value):
        raise bad(f"{path}: {kind} expected, got {value!r:.40}")


def _check_options(options: list[str], value: Any, path: str) -> None:
    """`value` must be one of several types; the first type's problem is the one told."""
    first: ApiError | None = None
    for option in options:
        try:
            _check_value(option, value, path)
        except ApiError as problem:
            first = first or problem
        else:
            return
    if first is not None:
        raise first


def _is_plain(kind: str, value: Any) -> bool:
    if kind == "InputFile":
        return isinstance(value, Upload)
    if kind == "String":
        return isinstance(value, str)
    if kind in ("Boolean", "True"):
        return isinstance(value, bool)
    if kind == "Integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return kind == "Float" and isinstance(value, int | float) and not isinstance(value, bool)


def _check_enum(rule: Json, value: Any, path: str) -> None:
    if "enum" in rule and value not in rule["enum"]:
        raise bad(f"{path}: {value!r} is not one of {rule['enum']}")


# Their length counts after the entities are parsed: entities.py and the methods look at them.
_PARSED = {"sendMessage.text", "editMessageText.text", "editEphemeralMessageText.text"}


def _check_length(rule: Json, name: str, value: Any, path: str) -> None:
    if "len" not in rule or not isinstance(value, str) or name == "caption" or path in _PARSED:
        return
    least, most, unit = rule["len"]
    size = len(value.encode()) if unit == "bytes" else utf16(value)
    if least <= size <= most:
        return
    if name == "callback_data":
        raise bad("BUTTON_DATA_INVALID")
    raise bad(f"{path}: {size} {unit}, allowed {least}-{most}")


def keyboard(markup: Json | None, *, private: bool) -> Keyboard | None:
    """The inline keyboard in a `reply_markup`, checked; None when there is none."""
    if markup is None or "inline_keyboard" not in markup:
        return None
    rows: Keyboard = [row for row in markup["inline_keyboard"] if row]
    if any(len(row) > BUTTONS_PER_ROW for row in rows) or sum(map(len, rows)) > BUTTONS_PER_KEYBOARD:
        raise bad("reply markup is too long")
    if len(json.dumps(rows, ensure_ascii=False).encode()) > KEYBOARD_BYTES:
        raise bad("reply markup is too long")
    for row in rows:
        for button in row:
            _check_button(button, private=private)
    return rows or None


def _check_button(button: Button, *, private: bool) -> None:
    actions = [action for action in _ACTIONS if action in button]
    if not button["text"].strip():
        raise bad("can't parse inline keyboard button: button text must be non-empty")
    if not actions:
        raise bad("text buttons are unallowed in the inline keyboard")
    if len(actions) > 1:
        raise bad(
            f"can't parse inline keyboard button: exactly one action is allowed, got {', '.join(actions)}"
        )
    if actions[0] in ("callback_game", "pay", "login_url") or (actions[0] == "web_app" and not private):
        raise bad("BUTTON_TYPE_INVALID")
    if actions[0] == "url" and not re.match(r"(https?://|tg://)?[^\s/]+\S*$", button["url"]):
        raise bad(f"inline keyboard button URL '{button['url']}' is invalid: wrong HTTP URL")

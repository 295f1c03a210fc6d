"""Values at the edge of SQLite: JSON columns and the types of parameters."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

Value = int | str | bytes | None
Parameters = Sequence[Value]
Row = tuple[Any, ...]
JsonObject = Mapping[str, Any]


def to_json(value: object) -> str:
    """The JSON text of plain dicts, lists, strings, numbers, booleans and None."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def to_json_or_null(value: object) -> str | None:
    """As `to_json`, but None is SQL's NULL and not the text `null`."""
    return None if value is None else to_json(value)


def read_json(row: Row, *columns: int) -> list[Any]:
    """The row with these columns read as JSON; NULL is None."""
    values = list(row)
    for column in columns:
        if values[column] is not None:
            values[column] = json.loads(values[column])
    return values

"""The same case with every seat moved one place on: whatever a rule says, seat numbers must not matter."""

import re
from typing import Any

SOURCE = re.compile(r"<([0-3])")


def turned(case: dict[str, Any]) -> dict[str, Any]:
    """The case, its facts and its expectation, every seat one place further."""
    end = dict(case["end"])
    if "wins" in end:
        end["wins"] = [
            win | {"seat": on(win["seat"]), "from": None if win["from"] is None else on(win["from"])}
            for win in end["wins"]
        ]
    return case | {
        "dealer": on(case["dealer"]),
        "seats": shifted([turned_seat(seat) for seat in case["seats"]]),
        "end": end,
        "facts": {name: turned_fact(name, value) for name, value in case["facts"].items()},
        "expect": {
            name: shifted(value) if name == "payments" else value for name, value in case["expect"].items()
        },
    }


def on(seat: int) -> int:
    """The seat after this one."""
    return (seat + 1) % 4


def shifted(per_seat: list[Any]) -> list[Any]:
    """A list with one item per seat, moved one place on."""
    return [per_seat[-1], *per_seat[:-1]]


def turned_seat(seat: dict[str, Any]) -> dict[str, Any]:
    """A seat's fields with the sources of its melds moved."""
    melds = [SOURCE.sub(lambda found: f"<{on(int(found[1]))}", meld) for meld in seat.get("melds", [])]
    return seat | {"melds": melds}


def turned_fact(name: str, value: Any) -> Any:
    """A fact with the seats in it moved."""
    if name == "void_suits":
        return shifted(value)
    if name in ("burned", "original_void"):
        return [on(seat) for seat in value]
    if name == "late_kongs":
        return [kong | {"seat": on(kong["seat"])} for kong in value]
    if name in ("first_chicken", "first_wugu") and value is not None:
        taker = value["claimed_by"]
        return {"seat": on(value["seat"]), "claimed_by": None if taker is None else on(taker)}
    return value

"""What a settlement is made of: fans, transfers, and the sums they give. Points are integers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

SEATS = range(4)


@dataclass(frozen=True, slots=True)
class Fan:
    """One line that explains a hand's number: code, Chinese name, English name, value in the game's own unit."""

    code: str
    name: str
    english: str
    value: int


@dataclass(frozen=True, slots=True)
class Transfer:
    """`payer` gives `receiver` a positive `amount` because of `reason`, a code rendered in the reader's language."""

    payer: int
    receiver: int
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a hand is paid.

    `points` one number per win as the game's rulebook says, `fans` per win, `formula` per win: the number with its
    parts in plain arithmetic, such as `(3+1+0+5)×2 = 18`; `transfers` whose sums are `payments`.
    """

    points: tuple[int, ...]
    fans: tuple[tuple[Fan, ...], ...]
    formula: tuple[str, ...]
    transfers: tuple[Transfer, ...]

    @property
    def payments(self) -> tuple[int, int, int, int]:
        """Per seat, positive receives; always sums to zero."""
        return sums(self.transfers)

    def to_json(self) -> dict[str, Any]:
        """The result fields of a case, ready for `json.dumps`."""
        return {
            "payments": list(self.payments),
            "points": list(self.points),
            "fans": [
                [
                    {"code": fan.code, "name": fan.name, "english": fan.english, "value": fan.value}
                    for fan in fans
                ]
                for fans in self.fans
            ],
            "formula": list(self.formula),
            "transfers": [
                {"from": move.payer, "to": move.receiver, "amount": move.amount, "reason": move.reason}
                for move in self.transfers
            ],
        }

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> "Settlement":
        """The inverse of `to_json`."""
        return cls(
            tuple(given["points"]),
            tuple(
                tuple(Fan(fan["code"], fan["name"], fan["english"], fan["value"]) for fan in fans)
                for fans in given["fans"]
            ),
            tuple(given["formula"]),
            tuple(
                Transfer(move["from"], move["to"], move["amount"], move["reason"])
                for move in given["transfers"]
            ),
        )


@dataclass(frozen=True, slots=True)
class Counted:
    """What a hand counts: its items, and the arithmetic of them."""

    fans: tuple[Fan, ...]
    formula: str


class IllegalWin(ValueError):
    """The hand may not win so; the message says why, in plain English with the clause."""


def sums(transfers: Iterable[Transfer]) -> tuple[int, int, int, int]:
    """What each seat receives in all."""
    total = [0, 0, 0, 0]
    for transfer in transfers:
        total[transfer.payer] -= transfer.amount
        total[transfer.receiver] += transfer.amount
    return (total[0], total[1], total[2], total[3])


def pay(payer: int, receiver: int, amount: int, reason: str) -> list[Transfer]:
    """The transfer as a list: empty for 0, turned round for a negative amount, so that sums of lists stay simple."""
    if amount == 0 or payer == receiver:
        return []
    if amount < 0:
        return [Transfer(receiver, payer, -amount, reason)]
    return [Transfer(payer, receiver, amount, reason)]


_OTHERS = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))


def others(seat: int) -> list[int]:
    """The three other seats in turn order."""
    return list(_OTHERS[seat])


def distance(origin: int, seat: int) -> int:
    """How many turns after `origin` the seat comes: 1…4 (itself: 4)."""
    return (seat - origin - 1) % 4 + 1


def merge(lists: Iterable[Sequence[Transfer]]) -> tuple[Transfer, ...]:
    """All transfers in one row."""
    return tuple(transfer for transfers in lists for transfer in transfers)

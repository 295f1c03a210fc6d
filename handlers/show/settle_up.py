"""两清: who gives whom what when a match is over, with as few payments as can be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Debt:
    """`payer` gives `receiver` a positive `amount`."""

    payer: int
    receiver: int
    amount: int


def settle_up(totals: Sequence[int]) -> list[Debt]:
    """The fewest payments that bring every seat to 0; raises ValueError unless the totals sum to 0.

    People who are even among themselves need one payment less, so they are parted into as many such groups
    as there are; within a group the one who owes most pays the one who gets most.
    """
    if sum(totals):
        raise ValueError(f"totals do not sum to 0: {tuple(totals)}")
    concerned = tuple(seat for seat, total in enumerate(totals) if total)
    best = max(_partings(concerned, totals), key=len, default=())
    debts = [debt for group in best for debt in _within({seat: totals[seat] for seat in group})]
    return sorted(debts, key=lambda debt: (-debt.amount, debt.payer, debt.receiver))


def _partings(seats: tuple[int, ...], totals: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to part the seats into groups whose totals sum to 0."""
    if not seats:
        yield ()
        return
    first, others = seats[0], seats[1:]
    for chosen in range(1 << len(others)):
        group = (first, *(seat for at, seat in enumerate(others) if chosen >> at & 1))
        if sum(totals[seat] for seat in group) == 0:
            rest = tuple(seat for seat in others if seat not in group)
            for parting in _partings(rest, totals):
                yield (group, *parting)


def _within(left: dict[int, int]) -> Iterator[Debt]:
    """Payments of a group in which no smaller one is even: one less than it has members."""
    while any(left.values()):
        payer = min(left, key=lambda seat: left[seat])
        receiver = max(left, key=lambda seat: left[seat])
        amount = min(-left[payer], left[receiver])
        left[payer] += amount
        left[receiver] -= amount
        yield Debt(payer, receiver, amount)

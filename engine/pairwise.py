"""Settlement pair by pair, as Fuding and Longgang do it: every loser pays the winner, losers settle with each other.

The facts `bao` and `fines` of their cases, and what both refuse alike, are here too.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations

from engine.result import CaseError, Result, SeatResult, Win
from engine.scoring import SEATS, Fan, IllegalWin, Transfer, merge, others, pay
from engine.tiles import TEXT, Kind


def check_facts(result: Result, fine_kind: str) -> None:
    """Refuse `bao` that is no seat or the winner's own, and fines that are no list of {kind, seat}."""
    bao = result.facts.get("bao")
    if bao is not None and (type(bao) is not int or bao not in SEATS):
        raise CaseError(f"facts.bao: a seat 0…3 is expected, not {bao!r}")
    if any(win.seat == bao for win in result.wins):
        raise CaseError(f"facts.bao: seat {bao} is the winner")
    fines = result.facts.get("fines", [])
    if not isinstance(fines, list):
        raise CaseError(f"facts.fines: a list is expected, not {fines!r}")
    for fine in fines:
        _check_fine(fine, fine_kind)


def _check_fine(fine: object, kind: str) -> None:
    if not isinstance(fine, dict) or set(fine) != {"kind", "seat"}:
        raise CaseError(f"facts.fines: objects of kind and seat are expected, not {fine!r}")
    if fine["kind"] != kind:
        raise CaseError(f"facts.fines: unknown kind {fine['kind']!r}, only {kind!r} is fined")
    if type(fine["seat"]) is not int or fine["seat"] not in SEATS:
        raise CaseError(f"facts.fines: a seat 0…3 is expected, not {fine['seat']!r}")


def check_flowers(result: Result, bonus: frozenset[Kind]) -> None:
    """Refuse tiles set aside that are no bonus tiles of the game."""
    for number, seat in enumerate(result.seats):
        for tile in seat.flowers:
            if tile not in bonus:
                raise CaseError(f"seats[{number}].flowers: {TEXT[tile]} is no bonus tile")


def fined_seats(result: Result) -> list[int]:
    """The seat of every offence, in order; a seat may stand there twice."""
    return [fine["seat"] for fine in result.facts.get("fines", ())]


def is_standing(result: Result, seat: int) -> bool:
    """站胡, 陪打: the seat has declared it or been fined."""
    return "standing" in result.seats[seat].declared or seat in fined_seats(result)


def refuse_standing(result: Result, win: Win) -> None:
    """A standing or fined seat never wins; raises IllegalWin."""
    if is_standing(result, win.seat):
        raise IllegalWin(f"seat {win.seat} stands and cannot win")


def one_winner(result: Result) -> Win:
    """The winner (截胡: one a hand); raises IllegalWin when several are listed."""
    if len(result.wins) > 1:
        raise IllegalWin(f"one winner a hand, not {len(result.wins)}")
    return result.wins[0]


def refuse_melded(seat: SeatResult, barred: frozenset[Kind]) -> None:
    """A wild or bonus tile stands in no meld; raises IllegalWin."""
    for meld in seat.melds:
        if barred & set(meld.tiles):
            raise IllegalWin(f"{meld} holds a tile that is never melded")


def refuse_late_earthly(result: Result, win: Win) -> None:
    """地胡 is on the dealer's first discard; raises IllegalWin."""
    if "earthly" not in win.events:
        return
    if win.source != result.dealer or "rob_kong" in win.events:
        raise IllegalWin("地胡 is on the dealer's first discard")
    if result.seats[result.dealer].discards:
        raise IllegalWin("地胡: the dealer has discarded before")


DEALER_DOUBLE = Fan("dealer", "庄家", "dealer", 2)


def double_for(dealer: int, one: int, other: int) -> int:
    """庄家加倍: 2 if either seat is the dealer, else 1."""
    return 2 if dealer in (one, other) else 1


def fine_transfers(result: Result, amount: Callable[[int, int], int]) -> list[Transfer]:
    """赔胡 a, 诈胡: each offence is paid to every other seat, `amount(offender, receiver)`, on a draw too."""
    return [
        transfer
        for seat in fined_seats(result)
        for other in others(seat)
        for transfer in pay(seat, other, amount(seat, other), "fine")
    ]


def hand_transfers(result: Result, winner: int, totals: Sequence[int]) -> tuple[Transfer, ...]:
    """FD-48, LG-32: all three pay the winner his total, the losers pay each other theirs; with the dealer double.

    FD-43, LG-33: `facts.bao` pays the winner's three shares; the losers' accounts stay.
    """
    losers, dealer = others(winner), result.dealer
    bao = result.facts.get("bao")
    owed = [
        _share(winner, loser, totals[winner] * double_for(dealer, winner, loser), bao) for loser in losers
    ]
    mutual = [
        pay(one, two, (totals[two] - totals[one]) * double_for(dealer, one, two), "mutual")
        for one, two in combinations(losers, 2)
    ]
    return merge(owed + mutual)


def _share(winner: int, loser: int, amount: int, bao: int | None) -> list[Transfer]:
    if bao is None or bao == loser:
        return pay(loser, winner, amount, "hand")
    return pay(bao, winner, amount, "liability")


@contextmanager
def under(clause: str) -> Iterator[None]:
    """Refusals inside are told with the clause they come from."""
    try:
        yield
    except IllegalWin as refused:
        raise IllegalWin(f"{clause}: {refused}") from None

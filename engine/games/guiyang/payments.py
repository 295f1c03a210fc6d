"""Everything that passes between two seats besides the hand itself: kongs, chickens, void suits, readiness."""

from engine.games.guiyang.chickens import Fixed, collected, fixed_chickens, has_claimed, shown
from engine.games.guiyang.facts import First
from engine.games.guiyang.finish import Finish
from engine.games.guiyang.hands import best_wait
from engine.games.guiyang.wins import void_suit
from engine.melds import Meld, MeldKind
from engine.scoring import SEATS, Transfer, others, pay
from engine.tiles import suit

ORIGINAL_VOID = 2


def kongs(end: Finish) -> list[Transfer]:
    """豆 (GY-9.4): those of ready seats that are not burned."""
    return [
        transfer
        for seat in end.earners
        for meld in end.result.seats[seat].melds
        if meld.is_kong and (seat, meld.tile) not in end.facts.late_kongs
        for transfer in kong(end, seat, meld)
    ]


def kong(end: Finish, seat: int, meld: Meld) -> list[Transfer]:
    """闷豆 and 转弯豆 from each, 点豆 from its feeder (GY-9.4)."""
    concealed, added, exposed = (int(points) for points in end.options.dou_values.split("/"))
    if meld.kind is MeldKind.EXPOSED_KONG:
        return [] if meld.source is None else pay(meld.source, seat, exposed, "kong")
    amount = concealed if meld.kind is MeldKind.CONCEALED_KONG else added
    return [transfer for payer in others(seat) for transfer in pay(payer, seat, amount, "kong")]


def chickens(end: Finish) -> list[Transfer]:
    """鸡 (GY-8.6), 包鸡 (GY-8.7) and 责任鸡 (GY-8.5)."""
    fixed = fixed_chickens(end.options, end.facts)
    transfers = [
        transfer
        for seat in end.earners
        for payer in others(seat)
        for transfer in [*own_chickens(end, seat, payer, fixed), *shown_chickens(end, seat, payer, fixed)]
    ]
    for chicken in fixed:
        if chicken.first is not None and chicken.first.claimed_by is not None:
            transfers += responsible(end, chicken, chicken.first, chicken.first.claimed_by)
    return transfers


def own_chickens(end: Finish, seat: int, payer: int, fixed: tuple[Fixed, ...]) -> list[Transfer]:
    """GY-8.6: a ready seat collects its total from each other one."""
    total = collected(seat, end.result.seats[seat], end.won(seat), fixed, end.facts.turned)
    return pay(payer, seat, total, "chicken")


def shown_chickens(end: Finish, seat: int, payer: int, fixed: tuple[Fixed, ...]) -> list[Transfer]:
    """包鸡 (GY-8.7): who is not ready pays each ready seat for the fixed chickens he has shown."""
    if not end.options.bao_ji or payer in end.ready:
        return []
    return pay(payer, seat, shown(payer, end.result.seats[payer], fixed, end.facts.turned), "shown_chicken")


def responsible(end: Finish, chicken: Fixed, first: First, taker: int) -> list[Transfer]:
    """责任鸡 (GY-8.5): thrower to a ready taker, else the taker to a ready thrower; the burned receive nothing."""
    if end.options.zeren_ji == "off" or not has_claimed(end.result.seats[taker], chicken.kind):
        return []
    payer, receiver = (first.seat, taker) if taker in end.ready else (taker, first.seat)
    if receiver not in end.earners:
        return []
    return pay(payer, receiver, int(end.options.zeren_ji) * chicken.weight, "responsible_chicken")


def void_tiles(end: Finish) -> list[Transfer]:
    """查缺 (GY-10.3): a point for each void tile still in hand, to every ready seat; a ready seat holds none."""
    if end.options.que_mode != "dingque":
        return []
    return [
        transfer
        for payer in SEATS
        for seat in sorted(end.ready)
        for transfer in pay(payer, seat, void_left(end, payer), "void_suit")
    ]


def void_left(end: Finish, seat: int) -> int:
    """Tiles of the own void suit in a seat's hand."""
    void = void_suit(end.options, end.facts, seat)
    return sum(suit(tile) == void for tile in end.result.seats[seat].concealed)


def original_void(end: Finish) -> list[Transfer]:
    """原缺 (GY-10.4): whoever was dealt at most two suits and is ready receives 2 from those who were not."""
    if end.options.que_mode == "off":
        return []
    without = [seat for seat in SEATS if seat not in end.facts.original_void]
    if end.options.yuanque_payers == "ready":
        without = [seat for seat in without if seat in end.ready]
    return [
        transfer
        for seat in sorted(end.facts.original_void & end.ready)
        for payer in without
        for transfer in pay(payer, seat, ORIGINAL_VOID, "original_void")
    ]


def readiness(end: Finish) -> list[Transfer]:
    """查叫 (GY-9.6): on a draw who is not ready pays each ready seat the best hand it could still make."""
    transfers: list[Transfer] = []
    for seat in sorted(end.ready):
        held = end.result.seats[seat]
        void = void_suit(end.options, end.facts, seat)
        entry = best_wait(held.concealed, held.melds, end.options, void)
        for payer in others(seat):
            if entry is not None and payer not in end.ready:
                transfers += pay(payer, seat, entry.points, "readiness")
    return transfers

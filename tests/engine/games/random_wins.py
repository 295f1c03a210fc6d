"""Random finished hands: a complete hand, some of it melded, won in some way under some options."""

from collections import Counter
from dataclasses import replace
from random import Random

from engine.game import Game
from engine.melds import Meld, MeldKind
from engine.options import OptionError, Options
from engine.result import Result, SeatResult, Win, settle
from engine.scoring import IllegalWin, Settlement
from engine.tiles import HONOURS, WINDS, Kind

EVENTS = ("heavenly", "earthly", "first_lap", "last_tile", "kong_bloom", "flower_bloom")


def random_win(rnd: Random, game: Game) -> Result:
    """A hand of four groups and a pair (or seven pairs) won on a random tile; it may well be illegal."""
    seat, groups = rnd.randrange(4), random_groups(rnd)
    melds, concealed = [], []
    for group in groups:
        meld = random_meld(rnd, seat, group) if len(group) == 3 and rnd.random() < 0.4 else None
        if meld and all(Counter(sum(groups, ()))[tile] + meld.is_kong <= 4 for tile in group):
            melds.append(meld)
        else:
            concealed += group
    tile = concealed.pop(rnd.randrange(len(concealed)))
    source = rnd.choice([None, *(other for other in range(4) if other != seat)])
    events = frozenset(rnd.sample(EVENTS, rnd.choice((0, 0, 0, 1)))) | (
        {"rob_kong"} if source is not None and rnd.random() < 0.2 else set()
    )
    hands = [SeatResult() for _ in range(4)]
    hands[seat] = SeatResult(concealed=tuple(sorted(concealed)), melds=tuple(melds))
    return Result(
        game=game,
        options=random_options(rnd, game.options()),
        dealer=rnd.randrange(4),
        seats=(hands[0], hands[1], hands[2], hands[3]),
        wins=(Win(seat, tile, source, events),),
        streak=rnd.randrange(3),
        round_wind=rnd.choice(WINDS),
    )


def settled_win(rnd: Random, game: Game) -> tuple[Result, Settlement]:
    """The next random hand that may win so, and its settlement."""
    while True:
        result = random_win(rnd, game)
        try:
            return result, settle(result)
        except IllegalWin:
            continue


def random_groups(rnd: Random) -> list[tuple[Kind, ...]]:
    """Groups and a pair, or seven pairs, at most four of a kind; often of few suits."""
    suits = rnd.choice(([0, 9, 18], [9], [9], [0, 18]))
    kinds = [low + rank for low in suits for rank in range(9)] + list(rnd.choice((HONOURS, ())))
    runs = [(low + rank, low + rank + 1, low + rank + 2) for low in suits for rank in range(7)]
    while True:
        if rnd.random() < 0.2:
            groups = [(kind, kind) for kind in rnd.choices(kinds, k=7)]
        else:
            sets = [(kind, kind, kind) for kind in rnd.sample(kinds, 8)]
            groups = [*rnd.choices(rnd.choice((runs, sets, runs + sets)), k=4), (rnd.choice(kinds),) * 2]
        if max(Counter(sum(groups, ())).values()) <= 4:
            return groups


def random_meld(rnd: Random, seat: int, group: tuple[Kind, ...]) -> Meld:
    """The group laid out: a chow from the previous seat, a pung or kong from anyone, or concealed."""
    if group[0] != group[1]:
        return Meld(MeldKind.CHOW, group[0], (seat - 1) % 4)
    kind = rnd.choice([kind for kind in MeldKind if kind is not MeldKind.CHOW])
    source = None if kind is MeldKind.CONCEALED_KONG else rnd.choice([s for s in range(4) if s != seat])
    return Meld(kind, group[0], source)


def random_options(rnd: Random, options: Options) -> Options:
    """A few options changed at random."""
    schema = options.schema()
    for name in rnd.sample(sorted(schema), rnd.randrange(6)):
        known = schema[name]
        value = (
            rnd.choice([*known.values, known.low + 1]) if known.kind == "number" else rnd.choice(known.values)
        )
        try:
            options = options.with_value(name, value)
        except OptionError:
            continue
    return options


def rotated(result: Result, by: int) -> Result:
    """The same hand with every seat moved `by` places."""
    seats = [result.seats[(number - by) % 4] for number in range(4)]
    moved = [replace(seat, melds=tuple(_move(meld, by) for meld in seat.melds)) for seat in seats]
    win = result.wins[0]
    source = None if win.source is None else (win.source + by) % 4
    return replace(
        result,
        dealer=(result.dealer + by) % 4,
        seats=(moved[0], moved[1], moved[2], moved[3]),
        wins=(replace(win, seat=(win.seat + by) % 4, source=source),),
    )


def _move(meld: Meld, by: int) -> Meld:
    return meld if meld.source is None else replace(meld, source=(meld.source + by) % 4)


def resuited(result: Result) -> Result:
    """The same hand with 万 as 筒, 筒 as 条 and 条 as 万."""

    def turn(tile: Kind) -> Kind:
        return (tile + 9) % 27 if tile < 27 else tile

    seats = [
        replace(
            seat,
            concealed=tuple(sorted(turn(tile) for tile in seat.concealed)),
            melds=tuple(replace(meld, tile=turn(meld.tile)) for meld in seat.melds),
        )
        for seat in result.seats
    ]
    win = result.wins[0]
    return replace(
        result,
        seats=(seats[0], seats[1], seats[2], seats[3]),
        wins=(replace(win, tile=turn(win.tile)),),
    )

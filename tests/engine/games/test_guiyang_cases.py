"""Guiyang is settled as its rulebook says: the given cases, further ones clause by clause, and laws of all hands."""

from random import Random
from typing import Any

import pytest

from engine.games.guiyang import GAME
from engine.games.guiyang.finish import finish
from engine.games.guiyang.hands import DADUIZI, PINGHU, QIDUI, best_entry, best_wait, waiting
from engine.games.guiyang.options import GuiyangOptions
from engine.games.guiyang.wins import may_win_on
from engine.melds import Meld, MeldKind, parse_meld
from engine.result import Result, SeatResult, Win, read_case, settle
from engine.scoring import IllegalWin, Settlement, Transfer
from engine.tiles import parse_tile, parse_tiles
from engine.winning import kinds_in
from tests.engine.games.settling import assert_balanced, cases, named, settlement_of, tried_options

TABLE = GuiyangOptions()
FILES = ("guiyang", "own/guiyang")
PLAY_ONLY = {"draw_dealer", "soft_report", "hands"}
COLLECTED = {"kong", "chicken", "shown_chicken", "responsible_chicken"}


@pytest.mark.parametrize("case", cases(*FILES))
def test_any_option_gives_a_sound_settlement_or_a_refusal(case: dict[str, Any]) -> None:
    case = case | {"facts": dict.fromkeys(("turned", "first_chicken", "first_wugu")) | case["facts"]}
    for name, known in GuiyangOptions.schema().items():
        if name in ("multi_win", "que_mode"):
            continue
        for value in known.values:
            try:
                assert_balanced(settlement_of(case, **{name: value}))
            except IllegalWin:
                continue


def test_every_value_of_an_option_that_settlement_reads_has_a_case() -> None:
    tried = tried_options("guiyang")
    for name, known in GuiyangOptions.schema().items():
        if name not in PLAY_ONLY:
            assert all((name, str(value)) in tried for value in known.values[1:2]), name


def random_table(rnd: Random) -> Result:
    """A random end: winner and others with groups of a few suits, some of it melded, the rest of the wall turned."""
    wall = list(GAME.tiles.sorted_list())
    rnd.shuffle(wall)
    seats = [random_seat(rnd, wall, number) for number in range(4)]
    winner = rnd.randrange(4)
    held = seats[winner]
    waits = [kind for kind in kinds_in(waiting(held.concealed, held.melds)) if kind in wall]
    wins: tuple[Win, ...] = ()
    if waits and rnd.random() < 0.9:
        tile = rnd.choice(waits)
        wall.remove(tile)
        source = rnd.choice([None, *(seat for seat in range(4) if seat != winner)])
        wins = (Win(winner, tile, source, random_events(rnd, held, source)),)
    unclaimed = [parse_tile("1s"), parse_tile("8p")]
    for tile in [tile for tile in wall if tile in unclaimed][:3]:
        wall.remove(tile)
        number = rnd.randrange(4)
        seats[number] = SeatResult(
            seats[number].concealed,
            seats[number].melds,
            discards=(*seats[number].discards, tile),
            declared=seats[number].declared,
        )
    return Result(
        game=GAME,
        options=random_options(rnd),
        dealer=rnd.randrange(4),
        seats=(seats[0], seats[1], seats[2], seats[3]),
        wins=wins,
        streak=rnd.randrange(3),
        facts=random_facts(rnd, seats, wall),
    )


def random_seat(rnd: Random, wall: list[int], number: int) -> SeatResult:
    """Thirteen tiles taken from the wall, mostly of one group after the other, so that many seats are ready."""
    concealed: list[int] = []
    melds: list[Meld] = []
    while len(concealed) + 3 * len(melds) < 12:
        kind = rnd.choice(wall)
        group = (kind,) * 3 if rnd.random() < 0.5 or kind % 9 > 6 else (kind, kind + 1, kind + 2)
        if any(wall.count(tile) < group.count(tile) for tile in group):
            continue
        for tile in group:
            wall.remove(tile)
        if group[0] == group[1] and rnd.random() < 0.5:
            melds.append(random_meld(rnd, wall, number, group[0]))
        else:
            concealed += group
    concealed.append(wall.pop())
    if not melds and rnd.random() < 0.1:
        concealed[0], wall[0] = wall[0], concealed[0]
    declared = frozenset({"ready"}) if rnd.random() < 0.2 else frozenset()
    return SeatResult(tuple(sorted(concealed)), tuple(melds), declared=declared)


def random_meld(rnd: Random, wall: list[int], number: int, kind: int) -> Meld:
    """A pung, or a kong if the fourth tile is left."""
    source = rnd.choice([seat for seat in range(4) if seat != number])
    if kind not in wall or rnd.random() < 0.4:
        return Meld(MeldKind.PUNG, kind, source)
    wall.remove(kind)
    made = rnd.choice((MeldKind.EXPOSED_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG))
    return Meld(made, kind, None if made is MeldKind.CONCEALED_KONG else source)


def random_events(rnd: Random, held: SeatResult, source: int | None) -> frozenset[str]:
    if source is not None:
        return frozenset(rnd.choice(((), (), ("hot_discard",), ("rob_kong",))))
    has_kong = any(meld.is_kong for meld in held.melds)
    return frozenset({"kong_bloom"} if has_kong and rnd.random() < 0.5 else ())


def random_options(rnd: Random) -> GuiyangOptions:
    options = GuiyangOptions()
    for name in rnd.sample(sorted(GuiyangOptions.schema()), 6):
        if name != "que_mode":
            options = options.with_value(name, rnd.choice(GuiyangOptions.schema()[name].values))
    return options.with_value("que_mode", rnd.choice(("off", "yuanque")))


def random_facts(rnd: Random, seats: list[SeatResult], wall: list[int]) -> dict[str, Any]:
    facts: dict[str, Any] = {"turned": None, "original_void": rnd.sample(range(4), rnd.randrange(3))}
    for name, text in (("first_chicken", "1s"), ("first_wugu", "8p")):
        kind = parse_tile(text)
        throwers = [number for number, seat in enumerate(seats) if kind in seat.discards]
        facts[name] = {"seat": throwers[0], "claimed_by": None} if throwers else None
        for number, seat in enumerate(seats):
            for meld in seat.melds:
                if meld.tile == kind and meld.source is not None:
                    facts[name] = {"seat": meld.source, "claimed_by": number}
    if wall and rnd.random() < 0.9:
        facts["turned"] = f"{wall[0] % 9 + 1}{'mps'[wall[0] // 9]}"
    return facts


def settled(rnd: Random) -> tuple[Result, Settlement]:
    """The next random end that may be so, and its settlement."""
    while True:
        result = random_table(rnd)
        try:
            return result, settle(result)
        except IllegalWin:
            continue


@pytest.mark.parametrize("seed", range(150))
def test_only_ready_seats_receive_and_the_burned_collect_nothing(seed: int) -> None:
    result, settlement = settled(Random(seed))
    end = finish(result)
    assert_balanced(settlement)
    assert {item.receiver for item in settlement.transfers} <= end.ready
    assert not [t for t in settlement.transfers if t.reason in COLLECTED and t.receiver in end.burned]


@pytest.mark.parametrize("seed", range(150))
def test_a_draw_knows_readiness_alone_and_a_win_never_pays_it(seed: int) -> None:
    result, settlement = settled(Random(seed))
    reasons = {item.reason for item in settlement.transfers}
    assert reasons <= {"readiness"} if not result.wins else "readiness" not in reasons


@pytest.mark.parametrize("seed", range(150))
def test_a_random_result_survives_being_written_out_as_a_case(seed: int) -> None:
    result, settlement = settled(Random(seed))
    assert settle(read_case(result.to_json())) == settlement


@pytest.mark.parametrize("seed", range(150))
def test_a_seat_waits_for_just_the_kinds_that_make_an_entry(seed: int) -> None:
    for seat in random_table(Random(seed)).seats:
        own = [*seat.concealed, *(tile for meld in seat.melds for tile in meld.tiles)]
        made = [
            kind
            for kind in range(27)
            if own.count(kind) < 4 and best_entry(seat.concealed, seat.melds, kind, TABLE) is not None
        ]
        assert kinds_in(waiting(seat.concealed, seat.melds)) == made


def test_a_void_suit_is_neither_held_nor_waited_for() -> None:
    hand = parse_tiles("123m456m22p34p789m")
    assert kinds_in(waiting(hand, ())) == [parse_tile("2p"), parse_tile("5p")]
    assert waiting(hand, (), 2)
    assert not waiting(hand, (), 1)
    assert best_entry(hand, (), parse_tile("5p"), TABLE, 1) is None
    assert best_wait(hand, (), TABLE, 0) is None


@pytest.mark.parametrize("kind", range(27))
def test_the_wait_for_a_tile_of_the_void_suit_does_not_count(kind: int) -> None:
    hand = parse_tiles("222m444m666m888m1p")
    assert bool(waiting(hand, (), 1)) is False
    assert (best_entry(hand, (), kind, TABLE, 2) is not None) is bool(waiting(hand, (), 2) >> kind & 1)


def test_the_play_engine_can_ask_for_a_win_without_a_result() -> None:
    plain, tile = parse_tiles("123m456m789m22p34s"), parse_tile("5s")
    assert may_win_on(plain, (), tile, TABLE) is None
    assert may_win_on(plain, (), tile, TABLE, after_kong=True) is PINGHU
    assert may_win_on(plain, (), tile, TABLE, robbing=True) is PINGHU
    assert may_win_on(plain, (), tile, TABLE, declared=True) is PINGHU
    assert may_win_on(plain, (), tile, GuiyangOptions(passport=False)) is PINGHU
    assert may_win_on(plain[:-3], (parse_meld("(7777p)"),), tile, TABLE) is None
    assert may_win_on(parse_tiles("456m789m22p34s"), (parse_meld("(7777p)"),), tile, TABLE) is PINGHU
    assert may_win_on(parse_tiles("222m999m222p66s99s"), (), parse_tile("6s"), TABLE) is DADUIZI
    assert may_win_on(parse_tiles("1122m3344p5566s7s"), (), parse_tile("7s"), TABLE) is QIDUI


def test_every_transfer_says_why() -> None:
    assert settlement_of(named("guiyang", "guiyang-01")).transfers == (
        Transfer(2, 1, 1, "hand"),
        Transfer(3, 1, 3, "kong"),
        *(Transfer(1, 0, 2, "chicken"), Transfer(2, 0, 2, "chicken"), Transfer(2, 0, 3, "shown_chicken")),
        *(Transfer(3, 0, 2, "chicken"), Transfer(2, 1, 2, "chicken"), Transfer(2, 1, 3, "shown_chicken")),
        *(Transfer(3, 1, 2, "chicken"), Transfer(0, 1, 2, "chicken")),
    )
    assert {item.reason for item in settlement_of(named("guiyang", "guiyang-08")).transfers} == {
        "hand",
        "chicken",
        "responsible_chicken",
    }
    assert {item.reason for item in settlement_of(named("guiyang", "guiyang-09")).transfers} == {
        "hand",
        "void_suit",
        "original_void",
    }
    assert {item.reason for item in settlement_of(named("guiyang", "guiyang-07")).transfers} == {"readiness"}


@pytest.mark.parametrize(
    ("name", "options", "formula"),
    [
        ("guiyang-02", {}, "5+1 = 6"),
        ("guiyang-03a", {}, "10+10+10 = 30"),
        ("guiyang-03b", {}, "0+10+10 = 20"),
        ("guiyang-03c", {}, "1×100 = 100"),
        ("guiyang-03d", {"max_mult": 10}, "10×10 = 100"),
        ("guiyang-04", {}, "30"),
        ("guiyang-10", {"zimo_bonus": 1}, "2+1 = 3"),
    ],
)
def test_the_formula_shows_what_a_payer_owes(name: str, options: dict[str, Any], formula: str) -> None:
    assert settlement_of(named("guiyang", name), **options).formula == (formula,)


def test_the_formula_shows_payers_that_owe_differently() -> None:
    case = next(
        item.values[0] for item in cases("own/guiyang") if "absorbed per payment" in item.values[0]["note"]
    )
    assert settlement_of(case).formula == ("1 / 0+10 = 10",)


def test_fans_name_the_entry_and_what_adds_to_it() -> None:
    fans = settlement_of(named("guiyang", "guiyang-03a")).fans[0]
    assert [(fan.code, fan.name, fan.value) for fan in fans] == [
        ("qidui", "七对", 10),
        ("ready", "报听", 10),
        ("payer_declared", "杀报", 10),
    ]
    assert [fan.code for fan in settlement_of(named("guiyang", "guiyang-06")).fans[0]] == [
        "pinghu",
        "hot_discard",
    ]
    multiplied = settlement_of(named("guiyang", "guiyang-06"), event_mode="multiply").fans[0]
    assert [fan.code for fan in multiplied] == ["pinghu"]


@pytest.mark.parametrize("name", sorted(GuiyangOptions.schema()))
def test_every_option_is_explained_in_both_languages_and_names_its_clause(name: str) -> None:
    known = GuiyangOptions.schema()[name]
    assert name == "hands" or known.clause.startswith("GY-")
    assert known.zh
    assert known.en
    assert known.accepts(known.default)

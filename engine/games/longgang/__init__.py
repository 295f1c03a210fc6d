"""龙港麻将 (浙江温州): 136 tiles without 白, four flowers, 财神 and own flower wild, 胡 × 2^台."""

from collections.abc import Mapping
from typing import ClassVar

from engine.games.longgang import scoring
from engine.games.longgang.options import LonggangOptions
from engine.games.longgang.play import LonggangPlay
from engine.games.longgang.referee import LonggangReferee
from engine.pairwise import DEALER_DOUBLE, check_facts, check_flowers
from engine.result import CaseError, Result, Win
from engine.scoring import SEATS, Counted, Fan, Settlement
from engine.tiles import HONOURS, SEASONS, SUIT_TILES, WHITE, TileSet


def check_zero(result: Result) -> None:
    """Refuse a fact `zero` that is no list of seats."""
    zero = result.facts.get("zero", [])
    if not isinstance(zero, list) or any(type(seat) is not int or seat not in SEATS for seat in zero):
        raise CaseError(f"facts.zero: a list of seats 0…3 is expected, not {zero!r}")


class Longgang(LonggangPlay):
    """龙港麻将: rulebook clauses LG-1 to LG-42."""

    id = "longgang"
    order = 3
    name = "龙港麻将"
    province = "浙江"
    english = "Longgang"
    english_province = "Zhejiang"
    aliases = (
        "龙港麻将",
        "龙港",
        "温州麻将",
        "温州龙港麻将",
        "longgang",
        "longgangmajiang",
        "longgangmahjong",
    )
    words: ClassVar[dict[str, tuple[str, str]]] = LonggangPlay.words | {
        "liability": ("包三家", "pays for all three 包三家"),
        "mutual": ("逊家互结", "among the losers"),
        "fine": ("诈胡", "false win 诈胡"),
        "standing": ("陪打", "standing 陪打"),
    }
    winds_count = True
    wild_word = "caishen"
    tiles = TileSet.of(four=SUIT_TILES + tuple(kind for kind in HONOURS if kind != WHITE), one=SEASONS)
    options = LonggangOptions
    facts = frozenset({"bao", "fines", "zero"})

    def check_case(self, result: Result) -> None:
        """Facts (LG-33 … LG-35) and tiles set aside (LG-11)."""
        check_facts(result, "zhahu")
        check_zero(result)
        check_flowers(result, frozenset(SEASONS))

    def settle(self, result: Result) -> Settlement:
        return scoring.settle(result)

    def rates(self, result: Result, win: Win) -> tuple[Fan, ...]:
        return (DEALER_DOUBLE,)

    def losers_counts(self, result: Result) -> Mapping[int, Counted]:
        return scoring.losers_counts(result)


class RefereedLonggang(LonggangReferee, Longgang):
    """龙港麻将 with a referee (table II.8)."""


GAME = Longgang()
RefereedLonggang.aided = GAME
GAME.unaided = RefereedLonggang()

"""福鼎麻将 (福建): 144 tiles, 金 and 门, every seat scores, 赔胡 and 站胡."""

from collections.abc import Mapping
from typing import ClassVar

from engine.games.fuding import scoring
from engine.games.fuding.holding import BONUS
from engine.games.fuding.options import FudingOptions
from engine.games.fuding.play import FudingPlay
from engine.games.fuding.referee import FudingReferee
from engine.pairwise import DEALER_DOUBLE, check_facts, check_flowers
from engine.result import Result, Win
from engine.scoring import Counted, Fan, Settlement
from engine.tiles import FLOWERS, HONOURS, SUIT_TILES, TileSet


class Fuding(FudingPlay):
    """福鼎麻将: rulebook clauses FD-1 to FD-49."""

    id = "fuding"
    order = 2
    name = "福鼎麻将"
    province = "福建"
    english = "Fuding"
    english_province = "Fujian"
    aliases = ("福鼎麻将", "福鼎", "fuding", "fudingmajiang", "fudingmahjong")
    words: ClassVar[dict[str, tuple[str, str]]] = {
        "liability": ("包", "pays for all three 包"),
        "mutual": ("输家互结", "among the losers"),
        "fine": ("赔胡", "fine 赔胡"),
        "standing": ("站胡", "standing 站胡"),
    }
    winds_count = True
    gate_reason = "self_draw_only"
    tiles = TileSet.of(four=SUIT_TILES + HONOURS, one=FLOWERS)
    options = FudingOptions
    first_streak = 1
    facts = frozenset({"bao", "fines"})

    def check_case(self, result: Result) -> None:
        """Facts (FD-42, FD-43) and tiles set aside (FD-2)."""
        check_facts(result, "peihu")
        check_flowers(result, BONUS)

    def settle(self, result: Result) -> Settlement:
        return scoring.settle(result)

    def rates(self, result: Result, win: Win) -> tuple[Fan, ...]:
        return (DEALER_DOUBLE,)

    def losers_counts(self, result: Result) -> Mapping[int, Counted]:
        return scoring.losers_counts(result)


class RefereedFuding(FudingReferee, Fuding):
    """福鼎麻将 with a referee (table I.8)."""


GAME = Fuding()
RefereedFuding.aided = GAME
GAME.unaided = RefereedFuding()

"""Fuzhou (Jiangxi) 抚州麻将: no chow, unrelated tiles, four-of-a-kind doubles, and two small burns of the dealer."""

from typing import ClassVar

from engine.games.jiangxi_fuzhou.options import JiangxiFuzhouOptions
from engine.games.jiangxi_fuzhou.play import JiangxiFuzhouPlay
from engine.games.jiangxi_fuzhou.scoring import rates, settle
from engine.melds import MeldKind
from engine.result import CaseError, Result, Win
from engine.scoring import Fan, Settlement
from engine.tiles import HONOURS, SUIT_TILES, TileSet


class JiangxiFuzhou(JiangxiFuzhouPlay):
    """抚州麻将 (Fuzhou, Jiangxi)."""

    id = "jiangxi_fuzhou"
    order = 7
    name = "抚州麻将"
    province = "江西"
    english = "Fuzhou"
    english_province = "Jiangxi"
    aliases = (
        "抚州",
        "抚州麻将",
        "江西抚州",
        "江西抚州麻将",
        "fuzhou",
        "jiangxifuzhou",
        "FuzhouMahjong",
    )
    words: ClassVar[dict[str, tuple[str, str]]] = {"deal_in": ("点炮", "discard win")}
    tiles = TileSet.of(four=SUIT_TILES + HONOURS)
    options = JiangxiFuzhouOptions
    facts = frozenset({"front_burn"})
    needs_source = frozenset({MeldKind.EXPOSED_KONG, MeldKind.ADDED_KONG})

    def check_case(self, result: Result) -> None:
        """前烧 (JX-8.3) happened or did not; raises CaseError."""
        burnt = result.facts.get("front_burn", False)
        if not isinstance(burnt, bool):
            raise CaseError(f"facts.front_burn: true or false is expected, not {burnt!r}")

    def rates(self, result: Result, win: Win) -> tuple[Fan, ...]:
        """JX-7.2."""
        return rates(result, win)

    def settle(self, result: Result) -> Settlement:
        """JX-7, JX-8."""
        return settle(result)


GAME = JiangxiFuzhou()

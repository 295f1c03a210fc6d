"""Guiyang Zhuoji 贵阳捉鸡麻将: no chow, chickens after every win, all who win on a tile are paid."""

from typing import Any, ClassVar

from engine.games.guiyang.cases import check_case
from engine.games.guiyang.facts import NAMES, read_turned
from engine.games.guiyang.options import GuiyangOptions
from engine.games.guiyang.play import GuiyangPlay
from engine.games.guiyang.scoring import rates, settle
from engine.melds import MeldKind
from engine.result import Result, Win
from engine.scoring import Fan, Settlement
from engine.tiles import SUIT_TILES, Kind, TileSet


class Guiyang(GuiyangPlay):
    """捉鸡麻将 (Guiyang, Guizhou)."""

    id = "guiyang"
    order = 6
    name = "捉鸡麻将"
    province = "贵阳"
    english = "Zhuoji"
    english_province = "Guiyang"
    aliases = (
        "贵阳",
        "贵阳麻将",
        "捉鸡",
        "捉鸡麻将",
        "贵阳捉鸡",
        "贵阳捉鸡麻将",
        "zhuoji",
        "zhuojimajiang",
        "GuiyangMahjong",
        "ZhuojiMahjong",
    )
    words: ClassVar[dict[str, tuple[str, str]]] = {
        "kong": ("豆", "kong"),
        "late_kong": ("憨包豆", "late added kong"),
        "deal_in": ("点炮", "discard win"),
        "shown_chicken": ("包鸡", "shown chickens, not ready"),
        "void_suit": ("查缺", "tiles of the void suit"),
        "original_void": ("原缺", "dealt at most two suits"),
        "readiness": ("查叫", "not ready at the draw"),
    }
    gate_reason = "no_passport"
    tiles = TileSet.of(four=SUIT_TILES)
    options = GuiyangOptions
    facts = NAMES
    needs_source = frozenset({MeldKind.EXPOSED_KONG})

    def lacking(self, options: Any) -> str:
        """No tile of the void suit may be left (GY-10.2)."""
        return "void_suit" if options.que_mode == "dingque" else ""

    def check_case(self, result: Result) -> None:
        """Facts that the case asks for and lacks, or that contradict it; raises CaseError."""
        check_case(result)

    def further_tiles(self, result: Result) -> list[Kind]:
        """The turned tile (GY-8.2)."""
        turned = read_turned(result.facts)
        return [] if turned is None else [turned]

    def rates(self, result: Result, win: Win) -> tuple[Fan, ...]:
        """GY-7.4."""
        return rates(result, win)

    def settle(self, result: Result) -> Settlement:
        """GY-9."""
        return settle(result)


GAME = Guiyang()

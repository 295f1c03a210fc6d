"""Qingtian mahjong 青田麻将: a fan opens the win on a discard, three groups from one seat bind two players."""

from engine.games.qingtian.options import QingtianOptions
from engine.games.qingtian.payments import rates
from engine.games.qingtian.play import QingtianPlay
from engine.games.qingtian.scoring import settle
from engine.melds import MeldKind
from engine.refusals import check_one_winner
from engine.result import Result, Win
from engine.scoring import Fan, Settlement
from engine.tiles import FLOWERS, HONOURS, SUIT_TILES, TileSet


class Qingtian(QingtianPlay):
    """青田麻将 (Lishui, Zhejiang)."""

    id = "qingtian"
    order = 4
    name = "青田麻将"
    province = "丽水"
    english = "Qingtian"
    english_province = "Lishui"
    aliases = ("青田麻将", "青田", "丽水青田麻将", "qingtian", "qingtianmajiang", "qingtianmahjong")
    winds_count = True
    rounds_count = True
    gate_reason = "no_fan"
    tiles = TileSet.of(four=SUIT_TILES + HONOURS, one=FLOWERS)
    options = QingtianOptions
    needs_source = frozenset({MeldKind.CHOW, MeldKind.PUNG, MeldKind.EXPOSED_KONG, MeldKind.ADDED_KONG})

    def check_case(self, result: Result) -> None:
        """One player wins (Q-7.5); raises CaseError."""
        check_one_winner(result)

    def rates(self, result: Result, win: Win) -> tuple[Fan, ...]:
        return rates(result, win)

    def settle(self, result: Result) -> Settlement:
        """Q-15."""
        return settle(result)


GAME = Qingtian()

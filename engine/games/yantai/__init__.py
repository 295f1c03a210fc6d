"""Yantai mahjong 烟台麻将: fifteen big hands that multiply, open play and side stakes."""

from typing import Any

from engine.games.yantai.options import YantaiOptions
from engine.games.yantai.payments import possible_stake, rates, rules
from engine.games.yantai.play import YantaiPlay
from engine.games.yantai.scoring import settle
from engine.refusals import check_one_winner
from engine.result import CaseError, Result, Win
from engine.scoring import Fan, Settlement
from engine.tiles import HONOURS, SUIT_TILES, TileSet


class Yantai(YantaiPlay):
    """烟台麻将 (Shandong)."""

    id = "yantai"
    order = 5
    name = "烟台麻将"
    province = "山东"
    english = "Yantai"
    english_province = "Shandong"
    aliases = ("烟台麻将", "烟台", "山东烟台麻将", "yantai", "yantaimajiang", "yantaimahjong")
    tiles = TileSet.of(four=SUIT_TILES + HONOURS)
    options = YantaiOptions

    def lacking(self, options: Any) -> str:
        """The pair must be a 2, 5 or 8 (Y-9.4)."""
        return "no_258" if options.pair258 else ""

    def check_case(self, result: Result) -> None:
        """One player wins (Y-7.8), and every stake is one the table knows (Y-15.1); raises CaseError."""
        check_one_winner(result)
        for number, seat in enumerate(result.seats):
            if not possible_stake(rules(result), seat.stake):
                raise CaseError(f"seats[{number}].stake: {seat.stake} coins are no possible stake (Y-15.1)")

    def rates(self, result: Result, win: Win) -> tuple[Fan, ...]:
        return rates(result, win)

    def settle(self, result: Result) -> Settlement:
        """Y-17."""
        return settle(result)


GAME = Yantai()

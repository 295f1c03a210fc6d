"""福州麻将（福建）: the rulebook's play; settlement stands in `scoring`, options in `options`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from engine.actions import ROB_GOLD, THREE_GOLDS, WIN, Act
from engine.bans import PASSED_WIN, SELF_DRAW_ONLY, Ban, Until, is_barred
from engine.game import Game
from engine.games.fuzhou import scoring
from engine.games.fuzhou.options import FuzhouOptions
from engine.holding import holding
from engine.match import MatchState
from engine.phases import Deal, FlowerRounds, Gold
from engine.play import Division, Play, draw_turn, end_drawn, win_or_end
from engine.refusals import check_one_winner
from engine.result import CaseError, Result, Win
from engine.scoring import Fan, Settlement, distance, others
from engine.shapes import closed_waits
from engine.state import REPLACEMENTS, Came, Discard, Position
from engine.tiles import EAST, FLOWERS, HONOURS, SUIT_TILES, TEXT, Kind, TileSet, less
from engine.winning import waits

if TYPE_CHECKING:
    from engine.draft import Draft

RESERVE = 18
LAST_GROUP = 4


@dataclass(frozen=True, slots=True)
class Memory:
    """What Fuzhou remembers: each seat's youjin level (FZ-13.5)."""

    levels: tuple[int, ...] = (0, 0, 0, 0)


class Fuzhou(Game):
    """Honours are flowers, one suit tile is gold, the wall shrinks with kongs and flower quads."""

    id = "fuzhou"
    order = 1
    name = "福州麻将"
    province = "福建"
    english = "Fuzhou"
    english_province = "Fujian"
    aliases = (
        "福州",
        "福州麻将",
        "福州麻将（福建）",
        "福建福州",
        "fuzhoufujian",
        "hokchew",
        "fuzhou",
        "foochow",
    )

    headline_options = ("scoring", "discard_payers")
    self_draw_reason = "gold_thrown"
    tiles = TileSet.of(four=(*SUIT_TILES, *HONOURS), one=FLOWERS)
    hand_size = 16
    options = FuzhouOptions
    phases = (Deal(), FlowerRounds(), Gold(), Play(), Division())
    bonus = frozenset((*HONOURS, *FLOWERS))
    division_automatic = True
    showdown = "winner"
    facts = frozenset({"youjin"})
    words: ClassVar[dict[str, tuple[str, str]]] = {"deal_in": ("放胡", "discard win")}

    def check_case(self, result: Result) -> None:
        """One player wins; a gold is a suit tile (FZ-5.2); `facts.youjin` is 0…3."""
        check_one_winner(result)
        if result.indicator is not None and result.indicator in self.bonus:
            raise CaseError(f"indicator: {TEXT[result.indicator]} is a flower, gold is a suit tile")
        level = result.facts.get("youjin", 0)
        if type(level) is not int or not 0 <= level <= 3:
            raise CaseError("facts.youjin: 0…3 is expected")

    def rates(self, result: Result, win: Win) -> tuple[Fan, ...]:
        """FZ-12.4."""
        return scoring.rates(result, win)

    def settle(self, result: Result) -> Settlement:
        return scoring.settle(result)

    # -- wall (FZ-11)

    def left(self, pos: Position) -> int:
        """Dr = max(0, U − N), N = 18 + M + 2A + 2F (FZ-11.1)."""
        turned = pos.indicator is not None and pos.options.indicator_in_reserve
        reserve = RESERVE
        for seat in pos.seats:
            if seat.melds:
                reserve += scoring.kong_fan(seat.melds)  # as in the fan: an open kong 1, a concealed one 2
            if len(seat.flowers) >= 4:
                reserve += 2 * scoring.flower_quads(seat.flowers)
        return max(0, pos.unturned + turned - reserve)

    def turn_gold(self, d: Draft) -> None:
        """开金: a flower turned is the dealer's, the next tail tile is turned (FZ-5.1, FZ-5.2)."""
        tile = d.take_tail()
        while tile in self.bonus:
            d.change(d.dealer, flowers=(*d.seats[d.dealer].flowers, tile))
            d.event("gold_flower", d.dealer, (tile,))
            tile = d.take_tail()
        d.indicator = tile
        d.event("gold", tiles=(tile,))
        d.memo = Memory()

    def wilds(self, pos: Position, seat: int) -> frozenset[Kind]:
        return scoring.golds_of(pos.indicator)

    def draw_due(self, d: Draft, seat: int) -> None:
        """An ordinary turn while more than four can be drawn, else the last group (FZ-11.4)."""
        if self.left(d) > LAST_GROUP:
            draw_turn(d, seat)
        else:
            self.divide(d, seat)

    def drawn(self, d: Draft, seat: int) -> bool:
        """If replacements have used up Dr, the player wins now or the hand is drawn (FZ-11.3)."""
        if d.came not in REPLACEMENTS or self.left(d) > 0:
            return False
        win_or_end(d, seat)
        return True

    def other_turn_act(self, d: Draft, seat: int, act: Act) -> None:
        """The win that was the only way out is let go: the hand is drawn (FZ-11.3)."""
        end_drawn(d)

    def may_kong_now(self, pos: Position, seat: int) -> bool:
        """In any own turn after a draw, however few tiles are left (FZ-6.5, FZ-11.3)."""
        return pos.came is not Came.CLAIM

    def may_claim_kong(self, pos: Position, seat: int, last: Discard) -> bool:
        """On any ordinary discard (FZ-11.3)."""
        return True

    # -- discards (FZ-5.6 … FZ-5.8, FZ-6.7)

    def discards(self, pos: Position, seat: int) -> list[Kind]:
        """A gold that may not be discarded goes when nothing else is left, or to raise a youjin level (FZ-13.6)."""
        kinds, gold = super().discards(pos, seat), pos.indicator
        if pos.options.gold_discard == "allowed_selfdraw_only" or gold not in kinds:
            return kinds
        if set(pos.seats[seat].hand) == {gold} or self._gold_raises(pos, seat):
            return kinds
        return [kind for kind in kinds if kind != gold]

    def barred_reason(self, pos: Position, seat: int, tile: Kind) -> str:
        return "wild" if tile == pos.indicator else super().barred_reason(pos, seat, tile)

    def _gold_raises(self, pos: Position, seat: int) -> bool:
        """Whether discarding a gold now leads to a higher youjin level (FZ-13.5)."""
        if pos.indicator is None or not _youjin_on(pos):
            return False
        state, gold = pos.seats[seat], pos.indicator
        before: int = pos.memo.levels[seat]
        return self._level(pos, seat, less(state.hand, gold), gold, state.drawn) > max(1, before)

    def discarded(self, d: Draft, seat: int, tile: Kind, drawn: Kind | None) -> None:
        if tile == d.indicator:
            d.ban(seat, SELF_DRAW_ONLY)
        if _youjin_on(d):
            levels = list(d.memo.levels)
            levels[seat] = self._level(d, seat, d.seats[seat].hand, tile, drawn)
            d.memo = replace(d.memo, levels=tuple(levels))

    def _level(
        self, pos: Position, seat: int, rest: tuple[Kind, ...], thrown: Kind, drawn: Kind | None
    ) -> int:
        """The youjin level after a discard that leaves `rest` in hand (FZ-13.5)."""
        if not scoring.is_free(rest, pos.indicator):
            return 0
        before: int = pos.memo.levels[seat]
        rises = before >= 1 and thrown == drawn == pos.indicator and not pos.kong_turn
        return min(before + 1, 3) if rises else 1

    # -- claims (FZ-6, FZ-9)

    def claimable(self, pos: Position, last: Discard) -> bool:
        """Nobody may do anything with a discarded gold (FZ-5.6)."""
        return last.tile != pos.indicator

    def claimers(self, pos: Position, last: Discard) -> list[int]:
        """On the first discard the dealer is asked too: the opening window (FZ-9.1)."""
        return others(last.seat) + ([last.seat] if last.number == 1 else [])

    def claim_acts(self, pos: Position, seat: int) -> list[Act]:
        if pos.last is None or pos.last.number > 1:
            return super().claim_acts(pos, seat)
        opening = self._opening_acts(pos, seat)
        return opening if seat == pos.dealer else opening + super().claim_acts(pos, seat)

    def _opening_acts(self, pos: Position, seat: int) -> list[Act]:
        """三金倒 for a non-dealer, 抢金 for all (FZ-9.1)."""
        acts = [THREE_GOLDS] if seat != pos.dealer and self._golds(pos, seat) == 3 else []
        return acts + ([ROB_GOLD] if self._robs(pos, seat) else [])

    def _golds(self, pos: Position, seat: int) -> int:
        hand = pos.seat(seat).hand
        return hand.count(-1 if pos.indicator is None else pos.indicator)

    def _robs(self, pos: Position, seat: int) -> bool:
        """抢金: the sixteen tiles and the turned gold have a shape."""
        return pos.indicator is not None and self._complete(pos, seat, pos.indicator)

    def _complete(self, pos: Position, seat: int, tile: Kind | None = None) -> bool:
        state = pos.seats[seat]
        return scoring.completes(
            state.hand, tile, pos.indicator, pos.options.eight_pairs, melds=bool(state.melds)
        )

    def self_wins(self, pos: Position, seat: int) -> Sequence[Act]:
        """自摸; three golds win whatever the rest is (FZ-8.2). A flower of the last group wins nothing."""
        state = pos.seats[seat]
        if pos.came is Came.CLAIM or state.drawn is None or state.drawn >= EAST:
            return ()
        if self.may_have_won(pos, seat) and self._complete(pos, seat):
            return (WIN,)
        return (THREE_GOLDS,) if self._golds(pos, seat) == 3 else ()

    def shape_waits(self, pos: Position, seat: int, rest: tuple[Kind, ...]) -> int:
        keys, golds = holding(rest, self.wilds(pos, seat))
        pairs = scoring.PAIRS.get(pos.options.eight_pairs) if not pos.seats[seat].melds else None
        return waits(keys, golds) | (closed_waits((pairs,), rest, keys, golds) if pairs else 0)

    def claim_wins(self, pos: Position, seat: int) -> Sequence[Act]:
        last, bans = pos.last, pos.seats[seat].bans
        if last is None or is_barred(bans, "win", last.tile) or not self._complete(pos, seat, last.tile):
            return ()
        return (WIN,)

    def chows(self, pos: Position, seat: int) -> list[Act]:
        """A chow after which nothing may be discarded is none (FZ-6.7)."""
        acts = super().chows(pos, seat)
        if not acts or pos.last is None or pos.options.chow_same_tile_discard == "allowed":
            return acts
        useless = {pos.last.tile, pos.indicator if pos.options.gold_discard == "forbidden" else None}
        return [act for act in acts if set(_rest_of(pos.seats[seat].hand, act, pos.last.tile)) - useless]

    def chow_acts(self, pos: Position, seat: int) -> list[Act]:
        """With `robgold_window` a non-dealer may still rob the gold instead of his first draw (FZ-9.6)."""
        acts = super().chow_acts(pos, seat)
        state = pos.seats[seat]
        late = pos.options.robgold_window == "until_own_first_discard"
        if late and seat != pos.dealer and state.turns == 0 and self._robs(pos, seat):
            return [ROB_GOLD, *acts]
        return acts

    def claim_rank(self, pos: Position, seat: int, act: Act) -> int:
        """三金倒 > 闲家抢金 > 庄家抢金 > 金雀 > nearest win > pung and kong > chow (FZ-9.2, FZ-10)."""
        near = 4 - distance(pos.last.seat if pos.last else pos.turn, seat)
        if act is THREE_GOLDS:
            return 7 * 8 + near
        if act is ROB_GOLD:
            return (5 if seat == pos.dealer else 6) * 8 + near
        if act is WIN and pos.last is not None:
            hand = tuple(sorted((*pos.seats[seat].hand, pos.last.tile)))
            if scoring.has_golden_pair(hand, pos.indicator):
                return 4 * 8 + near
        return super().claim_rank(pos, seat, act)

    def passed(self, d: Draft, seat: int, acts: Sequence[Act], last: Discard) -> None:
        """A passed win bars wins on others' tiles until the next draw (FZ-6.8)."""
        if d.options.pass_lock and WIN in acts:
            d.ban(seat, PASSED_WIN)

    def took(self, d: Draft, seat: int, act: Act, last: Discard) -> None:
        if act.verb == "c" and d.options.chow_same_tile_discard == "forbidden":
            d.ban(seat, Ban("discard", frozenset({last.tile}), Until.DISCARD))

    # -- the result

    def win_events(self, pos: Position, seat: int, act: Act, last: Discard | None) -> set[str]:
        events = set()
        if act is THREE_GOLDS:
            events.add("three_golds")
        if act is ROB_GOLD:
            events.add("rob_gold")
        elif last is None and pos.count == 0 and not pos.seats[seat].melds and act is WIN:
            events.add("heavenly")
        if last is not None and last.robbing:
            events.add("rob_kong")
        if pos.phase == "division":
            events.add("division")
        return events

    def winning_tile(self, pos: Position, seat: int, act: Act) -> Kind:
        if act is ROB_GOLD and pos.indicator is not None:
            return pos.indicator
        return super().winning_tile(pos, seat, act)

    def hand_facts(self, d: Draft, wins: tuple[Win, ...]) -> dict[str, Any]:
        level = d.memo.levels[wins[0].seat] if wins and _youjin_on(d) and not d.kong_turn else 0
        return {"youjin": level} if level else {}

    # -- the match (FZ-2)

    def next_deal(self, match: MatchState, result: Result) -> tuple[int, int]:
        if not result.wins:
            return match.dealer, match.streak + int(bool(result.options.get("streak_counts_draws")))
        if result.wins[0].seat == match.dealer:
            return match.dealer, match.streak + 1
        return (match.dealer + 1) % 4, 0

    def people_changed(self, match: MatchState, drawn: int) -> MatchState:
        """A new session: new random dealer, n = 0 (FZ-2.1)."""
        return replace(match, dealer=drawn, first_dealer=drawn, streak=0, returns=0)


def _rest_of(hand: tuple[Kind, ...], chow: Act, taken: Kind) -> tuple[Kind, ...]:
    """The hand after the chow of `taken`."""
    for kind in range(chow.tile, chow.tile + 3):
        if kind != taken:
            hand = less(hand, kind)
    return hand


def _youjin_on(pos: Position) -> bool:
    """Whether youjin levels are kept (FZ-13.5)."""
    return bool(pos.options.scoring == "B" and pos.options.youjin == "on")


GAME = Fuzhou()

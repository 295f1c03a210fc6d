"""Play of 龙港麻将: 财神 at the tail, the opening order, 过水, swap-calls, 推土机, 包三家 (LG-5 … LG-28, LG-36)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from engine.actions import ABORT, PASS, PUNG, THREE_GOLDS, WIN, Act, make_act
from engine.bans import PASSED_WIN, Ban, Until
from engine.game import NO_WARNINGS
from engine.games.longgang import scoring
from engine.games.longgang.aborts import calls_nine, four_kongs, four_winds, three_winners
from engine.games.longgang.holding import own_flower, wild_kinds
from engine.games.longgang.liability import HONOUR_MELDS, feeds_honours, late_risk
from engine.games.longgang.wall import LAST_FOUR, ends_turn, live_tiles, take_last
from engine.holding import holding
from engine.hu_tai_play import HuTaiPlay, all_stand, stands
from engine.match import MatchState
from engine.melds import Meld, MeldKind
from engine.phases import Deal, Gold, Phase, flower_rounds
from engine.play import Division, Play, ask_claims, begin_division, draw_turn, end_drawn, replacement
from engine.prompts import Prompt, PromptKind
from engine.records import quick
from engine.result import Result, Win
from engine.scoring import others
from engine.shapes import SEVEN_PAIRS_AND_TRIPLET, Shape
from engine.state import Came, Discard, Position
from engine.tiles import EAST, SEASONS, Kind
from engine.winning import is_win

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.views import SeatView


@quick
@dataclass(frozen=True, slots=True)
class Memory:
    """What Longgang remembers of the hand."""

    kongs: tuple[tuple[int, Act], ...] = field(default=(), repr=False)
    """Concealed kongs of the opening that are still to be laid, for nobody to see yet (LG-12)."""
    risk: str = ""
    """The late risk that the thrower of the tile that lies took, by its clause (LG-36 a–c); empty where none."""
    let_go: frozenset[int] = frozenset()
    """Seats that passed a win on the tile that lies."""
    reopened: int | None = None
    """The seat that breaks its pair in this turn, and may win again (LG-25)."""


class DealerFlowers(Phase):
    """补花: before the first discard the dealer alone replaces, until he is clean (LG-12)."""

    name = "flowers"

    def enter(self, d: Draft) -> None:
        flower_rounds(d, [d.dealer])
        self.proceed(d)


class OpeningKongs(Phase):
    """On the dealer's first discard, before the claims: the others' flowers, then their concealed kongs (LG-12).

    All three are asked at once; their kongs are laid in turn order, and who has laid one is asked again.
    """

    name = "opening"

    def enter(self, d: Draft) -> None:
        flower_rounds(d, others(d.dealer))
        self._ask(d, [seat for seat in others(d.dealer) if not stands(d, seat)])

    def _ask(self, d: Draft, seats: list[int]) -> None:
        d.show()
        d.ask(PromptKind.DECLARE, {seat: [*self._kongs(d, seat), PASS] for seat in seats})

    def _kongs(self, d: Draft, seat: int) -> list[Act]:
        return [make_act("k", kind) for kind in d.game.own_kongs(d, seat)]

    def resolve(self, d: Draft, prompt: Prompt) -> None:
        answers = [(seat, prompt.answers[seat]) for seat in others(d.dealer)]
        wanted = tuple((seat, act) for seat, act in answers if act is not None and act is not PASS)
        waiting = wanted + d.memo.kongs
        if not waiting or four_kongs(d):
            d.memo = replace(d.memo, kongs=())
            d.phase = "play"
            ask_claims(d)
            return
        seat, act = waiting[0]
        d.memo = replace(d.memo, kongs=waiting[1:])
        self._lay(d, seat, act.tile)
        self._ask(d, [seat])

    def _lay(self, d: Draft, seat: int, tile: Kind) -> None:
        d.lay_meld(seat, Meld(MeldKind.CONCEALED_KONG, tile), (tile,) * 4)
        d.draw(seat, tail=True)
        flower_rounds(d, [seat])
        d.change(seat, drawn=None)


class LonggangPlay(HuTaiPlay):
    """What seats may do, and what follows."""

    phases: ClassVar[tuple[Phase, ...]] = (
        Deal(),
        Gold(),
        DealerFlowers(),
        Play(),
        Division(),
        OpeningKongs(),
    )
    bonus = frozenset(SEASONS)
    concealed_kong = "one_up"
    words: ClassVar[dict[str, tuple[str, str]]] = {
        "four_winds": ("四风连打", "four winds"),
        "nine_kinds": ("九种九幺", "nine big kinds"),
        "four_kongs": ("四杠", "four kongs"),
        "three_winners": ("三家同响", "three winners"),
    }

    def broken_at(self, options: Any, dealer: int, dice: tuple[int, int]) -> None:
        """It takes the throws of two players, which a hand has not (LG-6)."""

    # -- 财神 and flowers (LG-8 … LG-12)

    def turn_gold(self, d: Draft) -> None:
        """财神 (LG-8): the last tile is turned up and stays."""
        d.indicator = d.take_tail()
        d.event("gold", tiles=(d.indicator,))
        d.memo = Memory()

    def wilds(self, pos: Position, seat: int) -> frozenset[Kind]:
        return wild_kinds(seat, pos.dealer, pos.indicator)

    def is_bonus(self, pos: Position, seat: int, tile: Kind) -> bool:
        """A guest flower; none is when a flower was turned (LG-9, LG-11)."""
        return tile in SEASONS and tile not in self.wilds(pos, seat)

    def dead_kinds(self, pos: Position) -> frozenset[Kind]:
        return dead_kinds(pos.indicator)

    def before_claims(self, d: Draft) -> bool:
        if d.count > 1:
            return False
        d.enter("opening")
        return True

    def opening_acts(self, kind: PromptKind | None, options: Any) -> tuple[Act, ...]:
        """Own kongs are nobody else's business."""
        return (PASS,) if kind is PromptKind.DECLARE else ()

    # -- wall, replacements, 分张 (LG-13 … LG-16)

    def left(self, pos: Position) -> int:
        return live_tiles(pos)

    def draw_due(self, d: Draft, seat: int) -> None:
        """分张 when the last four are left (LG-14); two abortive draws are seen here (LG-16)."""
        if all_stand(d):
            end_drawn(d)
        elif four_winds(d):
            end_drawn(d, "four_winds")
        elif four_kongs(d):
            end_drawn(d, "four_kongs")
        elif self.left(d) <= LAST_FOUR:
            self.divide(d, seat)
        else:
            draw_turn(d, seat)

    def replace_flower(self, d: Draft, seat: int) -> bool:
        if not ends_turn(d):
            return super().replace_flower(d, seat)
        self._last_replacement(d, seat, Came.KONG_FLOWER if d.kong_turn else Came.FLOWER)
        return False

    def replace_kong(self, d: Draft, seat: int) -> None:
        if not ends_turn(d):
            replacement(d, seat)
            return
        d.kong_turn = True
        self._last_replacement(d, seat, Came.KONG)

    def _last_replacement(self, d: Draft, seat: int, came: Came) -> None:
        """The replacement after which nothing is discarded: win or not, then the other three get the rest (LG-15)."""
        take_last(d, seat)
        d.came = came
        if four_kongs(d):
            end_drawn(d, "four_kongs")
        else:
            begin_division(d, others(seat), holder=seat)

    # -- wins (LG-10, LG-18, LG-25 … LG-29)

    def may_win(self, result: Result, win: Win) -> bool:
        return scoring.may_win(result, win)

    def closed_shapes(self, options: Any) -> Sequence[Shape]:
        """八对半 (LG-29)."""
        return (SEVEN_PAIRS_AND_TRIPLET,) if options.eight_pairs else ()

    def self_wins(self, pos: Position, seat: int) -> Sequence[Act]:
        """自摸, 天胡; 推土机 where there is no shape (LG-27); nothing on a fourth kong that ends the hand (LG-16)."""
        state = pos.seats[seat]
        if pos.came is Came.CLAIM or state.drawn is None or stands(pos, seat) or four_kongs(pos):
            return ()
        flower = self.is_bonus(pos, seat, state.drawn)
        shaped = not flower and self.may_have_won(pos, seat) and self.completes(pos, seat)
        if shaped and self.counts(pos, seat, None):
            return (WIN,)
        return (THREE_GOLDS,) if not flower and has_three_wilds(pos, seat) else ()

    def wins_on(self, options: Any, hand: tuple[Kind, ...], wilds: frozenset[Kind]) -> bool:
        """A lone wild wins by self-draw only, where `wild_single_any` says so (LG-10)."""
        alone = len(hand) == 1 and hand[0] in wilds
        return not alone or bool(options.wild_single_any == "on")

    # -- claims (LG-17 … LG-25)

    def claim_acts(self, pos: Position, seat: int) -> list[Act]:
        """推土机 on the dealt sixteen, once all have replaced (LG-18, LG-27); wins alone after the fourth kong."""
        acts = super().claim_acts(pos, seat)
        if four_kongs(pos):
            return [act for act in acts if act is WIN]
        opening = pos.last is not None and pos.last.number == 1
        return [THREE_GOLDS, *acts] if opening and has_three_wilds(pos, seat) else acts

    def claim_rank(self, pos: Position, seat: int, act: Act) -> int:
        """三财神 held before the first draw beats 地胡 (LG-18)."""
        rank = super().claim_rank(pos, seat, act)
        return rank + 8 if act is THREE_GOLDS else rank

    def chows(self, pos: Position, seat: int) -> list[Act]:
        return [] if four_kongs(pos) else super().chows(pos, seat)

    def may_kong_now(self, pos: Position, seat: int) -> bool:
        return not four_kongs(pos) and super().may_kong_now(pos, seat)

    def bars_swaps(self, options: Any) -> bool:
        """Always (LG-23); the tile of a pung is kept anyway (LG-19)."""
        return True

    def passed(self, d: Draft, seat: int, acts: Sequence[Act], last: Discard) -> None:
        """过水 a (LG-25): a passed win bars every win on others' tiles."""
        super().passed(d, seat, acts, last)
        if WIN in acts:
            d.ban(seat, PASSED_WIN)
            d.memo = replace(d.memo, let_go=d.memo.let_go | {seat})

    def took(self, d: Draft, seat: int, act: Act, last: Discard) -> None:
        """Four tiles, a win let go for a chow or pung, the pair broken: wins are open again (LG-25)."""
        super().took(d, seat, act, last)
        if seat in d.memo.let_go and act.verb != "k" and self._pair_left(d, seat):
            bans = d.seats[seat].bans
            d.change(seat, bans=frozenset(ban for ban in bans if ban.act != "win"))
            d.memo = replace(d.memo, reopened=seat)

    def _pair_left(self, pos: Position, seat: int) -> bool:
        hand = pos.seats[seat].hand
        return len(hand) == 2 and is_win(*holding(hand, self.wilds(pos, seat)))

    # -- discards (LG-10, LG-19, LG-23, LG-25, LG-36)

    def kept(self, pos: Position, seat: int) -> frozenset[Kind]:
        """The fourth tile of an own pung is added or kept (LG-19)."""
        return frozenset(meld.tile for meld in pos.seats[seat].melds if meld.kind is MeldKind.PUNG)

    def kept_then(self, options: Any, act: Act, tile: Kind) -> frozenset[Kind]:
        """Also the tile of the pung itself (LG-19, LG-23)."""
        return frozenset({tile}) if act is PUNG else super().kept_then(options, act, tile)

    def discards(self, pos: Position, seat: int) -> list[Kind]:
        """`bao_assist` "lock": no tile with the risk of 包三家 while there is another (LG-36)."""
        kinds = super().discards(pos, seat)
        if pos.options.bao_assist == "warn" or self.is_early(pos):
            return kinds
        return [kind for kind in kinds if not self.is_risky(pos, seat, kind)] or kinds

    def barred_reason(self, pos: Position, seat: int, tile: Kind) -> str:
        known = super().barred_reason(pos, seat, tile)
        return known or ("liability" if self.is_risky(pos, seat, tile) else "")

    def warnings(self, pos: Position, seat: int) -> Mapping[Kind, str]:
        if self.is_early(pos):
            return NO_WARNINGS
        honours = [kind for kind in dict.fromkeys(pos.seats[seat].hand) if kind >= EAST]
        risky = [kind for kind in honours if self.is_risky(pos, seat, kind)]
        return dict.fromkeys(risky, "throw.liability")

    def is_early(self, pos: Position) -> bool:
        """Whether no throw risks 包三家 yet (LG-36): tiles enough are left, and nobody has three melds."""
        a, b, c, d = pos.seats
        most = max(len(a.melds), len(b.melds), len(c.melds), len(d.melds))
        return most < HONOUR_MELDS and live_tiles(pos) > pos.options.bao_late

    def is_risky(self, pos: Position, seat: int, tile: Kind) -> bool:
        """Whether throwing this tile risks 包三家, whoever wins on it (LG-36)."""
        if tile < EAST:
            return False
        opponents = (pos.seats[other] for other in others(seat) if not stands(pos, other))
        fed = any(feeds_honours(opponent, tile) for opponent in opponents)
        return fed or bool(late_risk(pos, seat, pos.seats[seat].hand, tile))

    def discarded(self, d: Draft, seat: int, tile: Kind, drawn: Kind | None) -> None:
        """过水 b: no win on the own discard until the next draw (LG-25); no chow of it until the own turn (LG-23)."""
        state = d.seats[seat]
        d.change(seat, bans=state.bans | own_discard_bans(tile, d.memo.reopened == seat))
        d.memo = Memory(risk=late_risk(d, seat, (*state.hand, tile), tile))

    # -- abortive draws (LG-16)

    def further_acts(self, pos: Position, seat: int) -> list[Act]:
        nine = not stands(pos, seat) and calls_nine(pos, seat, self.wilds(pos, seat))
        return [ABORT] if nine else []

    def other_turn_act(self, d: Draft, seat: int, act: Act) -> None:
        end_drawn(d, "nine_kinds")

    def hears_all_winners(self, pos: Position) -> bool:
        return bool(pos.options.abort_draws)

    def abortive(self, d: Draft, prompt: Prompt) -> str:
        return "three_winners" if three_winners(d, prompt) else ""

    def computer_turn(self, view: SeatView, best: Act) -> Act:
        """A computer seat calls nine big kinds unless it holds two wilds."""
        wilds = sum(tile in view.wilds for tile in view.own.hand)
        return ABORT if ABORT in view.acts and wilds < 2 else best

    # -- the result and the match (LG-5, LG-33, LG-36)

    def hand_facts(self, d: Draft, wins: tuple[Win, ...]) -> dict[str, Any]:
        """包三家: the thrower of the winning discard, if he took a risk."""
        return {"bao": wins[0].source} if wins and self.bao_clause(d, wins[0]) else {}

    def bao_clause(self, pos: Position, won: Win) -> str:
        """LG-36: the clause under which the thrower of the winning tile pays for all three; empty: he does not."""
        if won.source is None or "rob_kong" in won.events:
            return ""
        risk: str = pos.memo.risk
        return risk or ("四F" if feeds_honours(pos.seats[won.seat], won.tile) else "")

    def next_deal(self, match: MatchState, result: Result) -> tuple[int, int]:
        """The dealer stays only by winning (LG-5)."""
        if result.wins and result.wins[0].seat == match.dealer:
            return match.dealer, match.streak + 1
        return (match.dealer + 1) % 4, self.first_streak


@cache
def dead_kinds(indicator: Kind | None) -> frozenset[Kind]:
    """Flowers, and the kind that was turned (LG-10)."""
    return frozenset(SEASONS) if indicator is None else frozenset({*SEASONS, indicator})


@cache
def own_discard_bans(tile: Kind, reopened: bool) -> frozenset[Ban]:
    """What the seat may not do with its own discard (LG-23, LG-25)."""
    kinds = frozenset({tile})
    chow, win = Ban("chow", kinds, Until.TURN), Ban("win", kinds, Until.DRAW)
    return frozenset({chow} if reopened else {chow, win})


def has_three_wilds(pos: Position, seat: int) -> bool:
    """推土机 (LG-27): three true wilds, with `lazi_wilds` 4 the own flower too; a flower turned, the three others."""
    hand = pos.seats[seat].hand
    if stands(pos, seat) or pos.indicator is None:
        return False
    if pos.indicator in SEASONS:
        return sum(tile in SEASONS for tile in hand) == 3
    own = pos.options.lazi_wilds == 3 or own_flower(seat, pos.dealer) in hand
    return hand.count(pos.indicator) == 3 and own

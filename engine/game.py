"""What a game declares: data first, and the few methods that data cannot express."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from engine.actions import PASS, PUNG, READY, Act, make_act
from engine.bans import is_barred
from engine.melds import MeldKind
from engine.options import Options
from engine.phases import Deal, Phase
from engine.play import (
    Division,
    Play,
    begin_division,
    draw_turn,
    end_drawn,
    free_kinds,
    replacement,
    runs_with,
)
from engine.prompts import Prompt, PromptKind
from engine.scoring import distance, others
from engine.shapes import Shape
from engine.state import NO_MARKS, Came, Discard, Marks, Position, SeatState
from engine.tiles import EAST, KINDS, Kind, TileSet, less

if TYPE_CHECKING:
    from engine.draft import Draft
    from engine.match import MatchState
    from engine.result import Result, Win
    from engine.scoring import Counted, Fan, Settlement
    from engine.views import SeatView


class UnknownGame(LookupError):
    """No game has this name."""


DISCARDS = tuple(make_act("d", kind) for kind in range(KINDS))
EVERY_KIND = (1 << KINDS) - 1
NO_WILDS: frozenset[Kind] = frozenset()
NO_WARNINGS: Mapping[Kind, str] = {}
NO_COUNTS: Mapping[int, Counted] = {}


class Game:
    """A regional game. Subclasses are stateless: attributes carry data, methods override one rule each.

    Methods that read take a `Position` (state or draft); those that move tiles take the `Draft`.
    """

    # -- what it is

    id: ClassVar[str]
    order: ClassVar[int]
    """Place in the pickers."""
    name: ClassVar[str]
    """Chinese name without the province, such as 福州麻将."""
    province: ClassVar[str]
    english: ClassVar[str]
    english_province: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    """Chinese names, pinyin and English names under which `/new` finds the game."""
    rules_version: ClassVar[int] = 1
    """Changes whenever the same actions would lead to other events."""

    tiles: ClassVar[TileSet]
    hand_size: ClassVar[int]
    """Tiles in hand between turns: 13 or 16, kongs counted as three."""
    options: ClassVar[type[Options]] = Options
    phases: ClassVar[tuple[Phase, ...]] = (Deal(), Play(), Division())
    bonus: ClassVar[frozenset[Kind]] = frozenset()
    """Tiles laid out face up and replaced."""
    reserve: ClassVar[int] = 0
    """Tiles at the tail that are never drawn."""
    claims: ClassVar[frozenset[str]] = frozenset({"chow", "pung", "kong"})
    winners: ClassVar[Literal["nearest", "all"]] = "nearest"
    division_automatic: ClassVar[bool] = False
    """Whether a winning tile among the last ones wins by itself."""
    concealed_kong: ClassVar[Literal["hidden", "one_up", "open"]] = "hidden"
    """How a concealed kong lies while the hand runs."""
    showdown: ClassVar[Literal["winner", "all"]] = "all"
    """Whose hands the game's own rule opens at the end."""
    first_streak: ClassVar[int] = 0
    """The streak number of a first hand."""
    facts: ClassVar[frozenset[str]] = frozenset()
    """Names that a case's `facts` may have."""
    needs_source: ClassVar[frozenset[MeldKind]] = frozenset()
    """Melds whose source a case must name."""
    winds_count: ClassVar[bool] = False
    """Whether a seat's wind means something."""
    rounds_count: ClassVar[bool] = False
    """Whether a match is counted by rounds of winds, 令."""
    wild_word: ClassVar[Literal["gold", "caishen"]] = "gold"
    """What the turned wild is called: 金 or 财神."""
    headline_options: ClassVar[tuple[str, ...]] = ()
    """Options that a lobby tells even at their default."""
    self_draw_reason: ClassVar[str] = "self_draw_only"
    """Why a hand may win by self-draw only for the rest of the hand: a code of the advice's texts."""
    gate_reason: ClassVar[str] = "not_this"
    """Why a complete hand may not win on a discard where nothing bars it: a code of the advice's texts."""

    words: ClassVar[dict[str, tuple[str, str]]] = {}
    """This game's own terms where they differ from the common ones: code → (Chinese, English)."""

    unaided: Game | None = None
    """The same game with a referee: players act unaided and are judged; None where the game has no such mode."""

    def in_mode(self, mode: str) -> Game:
        """The game as it is played in this mode (assist, referee)."""
        return self.unaided if mode == "referee" and self.unaided is not None else self

    @property
    def referee(self) -> bool:
        """Whether the game has a referee mode."""
        return self.unaided is not None

    @property
    def sets(self) -> int:
        """Groups beside the pair: 4 or 5."""
        return self.hand_size // 3

    def phase(self, name: str) -> Phase:
        """The phase of this name."""
        try:
            return self._phases[name]
        except KeyError:
            raise LookupError(f"{self.id} has no phase {name!r}") from None

    @cached_property
    def _phases(self) -> dict[str, Phase]:
        return {phase.name: phase for phase in self.phases}

    # -- settlement

    def check_case(self, result: Result) -> None:
        """Refuse what this game's cases may not hold; raises CaseError."""

    def further_tiles(self, result: Result) -> list[Kind]:
        """Tiles of the set that lie in none of a case's ordinary places."""
        return []

    def settle(self, result: Result) -> Settlement:
        """Who pays whom and why; raises IllegalWin when a listed winner may not win so."""
        raise NotImplementedError

    # -- tiles and wall

    def wilds(self, pos: Position, seat: int) -> frozenset[Kind]:
        """The kinds that stand for any tile in this seat's hand."""
        return NO_WILDS

    def is_bonus(self, pos: Position, seat: int, tile: Kind) -> bool:
        """Whether the seat lays this tile out and replaces it."""
        return tile in self.bonus

    def left(self, pos: Position) -> int:
        """Tiles that can still be drawn."""
        left = pos.tail - pos.head - self.reserve
        return left if left > 0 else 0

    def turn_gold(self, d: Draft) -> None:
        """Turn the tile that names the wilds; for games with a Gold phase."""

    def replace_flower(self, d: Draft, seat: int) -> bool:
        """Draw the replacement of a flower laid out in the turn; False when the hand went on otherwise."""
        d.draw(seat, tail=True)
        return True

    def replace_kong(self, d: Draft, seat: int) -> None:
        """Draw a kong's replacement and go on with the seat's turn."""
        replacement(d, seat)

    def broken_at(self, options: Any, dealer: int, dice: tuple[int, int]) -> tuple[int, int] | None:
        """开门, told alone: whose wall is broken, and how many stacks are left of it from its right end.

        None where the dice of a hand do not settle it. Most games count seats from the dealer, then stacks, by the
        sum of both dice (FZ-3.1, FD-6, Q-3, GY-2.2).
        """
        return (dealer + sum(dice) - 1) % 4, sum(dice)

    def draw_due(self, d: Draft, seat: int) -> None:
        """A draw is due: an ordinary turn while tiles are left, else the end."""
        if self.left(d) > 0:
            draw_turn(d, seat)
        else:
            end_drawn(d)

    def drawn(self, d: Draft, seat: int) -> bool:
        """After a draw, before the seat is asked; True when the game has gone on by itself."""
        return False

    def deal_share(self, d: Draft, seat: int) -> None:
        """One of the last tiles goes to the seat."""
        d.draw(seat)

    def concealed_kong_lies(self, options: Any) -> Literal["hidden", "one_up", "open"]:
        """How a concealed kong lies at a table with these options."""
        return self.concealed_kong

    def divide(self, d: Draft, first: int, seats: Iterable[int] | None = None) -> None:
        """Deal out the last tiles, one each in turn order from `first`, as many as are left."""
        order = seats if seats is not None else [(first + step) % 4 for step in range(self.left(d))]
        begin_division(d, list(order))

    # -- what seats may do

    def turn_acts(self, pos: Position, seat: int) -> list[Act]:
        """All acts of the seat's own turn: wins, kongs, further acts, discards."""
        acts = list(self.self_wins(pos, seat))
        kongs = self.own_kongs(pos, seat)
        if kongs and self.may_kong_now(pos, seat):
            acts += [make_act("k", kind) for kind in kongs]
        acts += self.further_acts(pos, seat)
        acts += [DISCARDS[kind] for kind in self.discards(pos, seat)]
        return acts

    def self_wins(self, pos: Position, seat: int) -> Sequence[Act]:
        """The ways in which the seat may win by self-draw now."""
        raise NotImplementedError

    def claim_wins(self, pos: Position, seat: int) -> Sequence[Act]:
        """The ways in which the seat may win on the tile that lies, or is being added to a pung."""
        raise NotImplementedError

    def may_kong_now(self, pos: Position, seat: int) -> bool:
        """Concealed and added kongs: only in a turn that began with a draw, while a tile is left."""
        return pos.came is not Came.CLAIM and self.left(pos) > 0

    def own_kongs(self, pos: Position, seat: int) -> list[Kind]:
        """Kinds the seat could make a concealed or an added kong of."""
        state = pos.seats[seat]
        hand = state.hand
        kinds = [kind for kind, fourth in zip(hand, hand[3:], strict=False) if kind == fourth]
        if state.melds:
            kinds += [meld.tile for meld in state.melds if meld.kind is MeldKind.PUNG and meld.tile in hand]
        if not kinds:
            return kinds
        wilds, bans = self.wilds(pos, seat), state.bans
        return sorted(kind for kind in kinds if kind not in wilds and not is_barred(bans, "kong", kind))

    def further_acts(self, pos: Position, seat: int) -> list[Act]:
        """Acts of a turn that only this game has."""
        return []

    def other_turn_act(self, d: Draft, seat: int, act: Act) -> None:
        """Carry out such an act."""
        raise NotImplementedError

    def discards(self, pos: Position, seat: int) -> list[Kind]:
        """Kinds the seat may discard."""
        return free_kinds(pos, seat)

    def barred_reason(self, pos: Position, seat: int, tile: Kind) -> str:
        """Why the seat may not throw this tile of its hand now: a code of the refusals, empty where none is told."""
        return "swap" if is_barred(pos.seats[seat].bans, "discard", tile) else ""

    def warnings(self, pos: Position, seat: int) -> Mapping[Kind, str]:
        """Kinds that the seat throws only by a second press, each with the text that asks for it."""
        return NO_WARNINGS

    def claimers(self, pos: Position, last: Discard) -> list[int]:
        """Seats that are asked about a discard, from public facts alone."""
        a, b, c, d = pos.seats
        if not (a.declared or b.declared or c.declared or d.declared):
            return others(last.seat)
        return [seat for seat in others(last.seat) if self.may_claim(pos, seat)]

    def may_claim(self, pos: Position, seat: int) -> bool:
        """Whether the seat takes part in claims at all (明打 and 站胡 do not): only a declaration bars it."""
        declared = pos.seats[seat].declared
        return not declared or not declared & {"open", "standing"}

    def robbers(self, pos: Position, last: Discard) -> list[int]:
        """Seats that are asked whether they rob an added kong."""
        return [seat for seat in others(last.seat) if self.may_claim(pos, seat)]

    def claim_acts(self, pos: Position, seat: int) -> list[Act]:
        """What the seat may do with the discard: win, kong, pung, and for the next seat an early chow."""
        last = pos.last
        if last is None or not self.claimable(pos, last):
            return []
        tile = last.tile
        acts = list(self.claim_wins(pos, seat)) if self.waits(pos, seat) >> tile & 1 else []
        held = pos.seats[seat].hand.count(tile)
        if held >= 2 and self.may_meld(pos, seat):
            if held >= 3 and "kong" in self.claims and self.may_claim_kong(pos, seat, last):
                acts.append(make_act("k", tile))
            if "pung" in self.claims and self.may_pung(pos, seat, last):
                acts.append(PUNG)
        if tile < EAST and (last.seat + 1) % 4 == seat:
            acts += self.chows(pos, seat)
        return acts

    def wins_on_tile(self, pos: Position, seat: int, tile: Kind) -> list[Act]:
        """The wins on the tile that lies or is being added; asked for only where it gives the hand a shape."""
        return list(self.claim_wins(pos, seat)) if self.waits(pos, seat) >> tile & 1 else []

    def waits(self, pos: Position, seat: int) -> int:
        """What the seat's tiles wait for by their shape alone, the one just drawn left out: remembered for them."""
        state: SeatState = pos.seats[seat]
        known = pos.start.waits.get(seat)
        if known is not None and known[0] is state:
            return known[2]
        rest = state.hand if state.drawn is None else less(state.hand, state.drawn)
        if known is not None and known[1] == rest and known[0].melds == state.melds:
            mask = known[2]
        else:
            mask = self.shape_waits(pos, seat, rest)
        pos.start.waits[seat] = state, rest, mask
        return mask

    def shape_waits(self, pos: Position, seat: int, rest: tuple[Kind, ...]) -> int:
        """A mask that holds every kind with which these tiles of the seat could win, wilds aside.

        A quick look before `claim_wins` and `self_wins`: by default every kind.
        """
        return EVERY_KIND

    def may_have_won(self, pos: Position, seat: int) -> bool:
        """Whether the tile drawn can have completed the hand: a quick look."""
        drawn = pos.seats[seat].drawn
        return drawn is None or bool(self.waits(pos, seat) >> drawn & 1) or drawn in self.wilds(pos, seat)

    def claimable(self, pos: Position, last: Discard) -> bool:
        """Whether anybody may do anything with the discard."""
        return True

    def may_meld(self, pos: Position, seat: int) -> bool:
        """Whether the seat may claim for melds (a frozen hand does not)."""
        return "ready" not in pos.seats[seat].declared

    def may_claim_kong(self, pos: Position, seat: int, last: Discard) -> bool:
        """Whether a kong of the discard is allowed."""
        return self.left(pos) > 0 and not is_barred(pos.seats[seat].bans, "kong", last.tile)

    def may_pung(self, pos: Position, seat: int, last: Discard) -> bool:
        """Whether a pung of the discard is allowed."""
        return not is_barred(pos.seats[seat].bans, "pung", last.tile)

    def chows(self, pos: Position, seat: int) -> list[Act]:
        """The chows open to the next seat."""
        last, state = pos.last, pos.seats[seat]
        acts = [] if last is None else runs_with(state.hand, last.tile, self.wilds(pos, seat))
        if not acts or last is None or not self.has_chow(pos) or not self.may_meld(pos, seat):
            return []
        barred = not self.claimable(pos, last) or is_barred(state.bans, "chow", last.tile)
        return [] if barred else acts

    def has_chow(self, pos: Position) -> bool:
        """Whether the game, with its options, knows chows."""
        return "chow" in self.claims

    def chow_acts(self, pos: Position, seat: int) -> list[Act]:
        """What the next seat may do at the start of its turn instead of drawing."""
        return self.chows(pos, seat) if self.may_claim(pos, seat) else []

    def pays_all_winners(self, pos: Position) -> bool:
        """Whether everybody who can win on a tile wins."""
        return self.winners == "all"

    def hears_all_winners(self, pos: Position) -> bool:
        """Whether a win leaves the window open for those who may win too."""
        return self.pays_all_winners(pos)

    def abortive(self, d: Draft, prompt: Prompt) -> str:
        """The word of the drawn hand that these answers to a discard lead to, empty where they do not."""
        return ""

    def claim_rank(self, pos: Position, seat: int, act: Act) -> int:
        """How a claim stands among others: the higher goes first. Win, then kong and pung, then chow."""
        order = {"h": 3, "k": 2, "p": 2, "c": 1}[act.verb]
        return order * 8 + (4 - distance(pos.last.seat if pos.last else pos.turn, seat))

    def default_act(self, pos: Position, seat: int, acts: Sequence[Act]) -> Act:
        """What silence means: a pass, else the drawn tile, else the first discard, else the last answer."""
        if PASS in acts:
            return PASS
        discards = [act for act in acts if act.verb == "d"]
        drawn = pos.seats[seat].drawn
        return next((act for act in discards if act.tile == drawn), discards[0] if discards else acts[-1])

    # -- acts that answer no question (where the hand has a docket)

    def free_acts(self, pos: Position, seat: int) -> Sequence[Act]:
        """What the seat may do beside answering the open question."""
        return ()

    def is_free(self, pos: Position, seat: int, act: Act) -> bool:
        """Whether the seat may do this beside answering; objections are too many to be listed."""
        return act in self.free_acts(pos, seat)

    def free_act(self, d: Draft, seat: int, act: Act) -> None:
        """Carry such an act out; the open question stays unless it is answered by that."""
        raise NotImplementedError

    def acted(self, d: Draft) -> None:
        """An action has been carried out: bring the docket up to date."""

    def sound_acts(self, pos: Position, seat: int) -> tuple[Act, ...]:
        """Of what the seat may do, what is no mistake: where only legal moves are offered, every answer."""
        prompt = pos.prompt
        return prompt.options[seat] if prompt is not None and prompt.answers[seat] is None else ()

    # -- before play

    def dealt(self, d: Draft) -> None:
        """The tiles are dealt and nothing else has happened: what the game remembers of them."""

    def declares(self, pos: Position, seat: int) -> bool:
        """Whether the seat is asked for an opening declaration."""
        return seat != pos.dealer

    def opening_declarations(self, pos: Position, seat: int) -> list[Act]:
        """The declarations open to the seat, beside a pass."""
        return []

    def opening_acts(self, kind: PromptKind | None, options: Any) -> tuple[Act, ...]:
        """The answers that anybody may have to a question asked before play: from kind and options alone."""
        if kind is PromptKind.VOID_SUIT:
            return tuple(make_act("t", arg=letter) for letter in "mps")
        return (READY, PASS) if kind is PromptKind.DECLARE else ()

    # -- what a view tells its seat

    def wins_on_discard(self, view: SeatView, concealed: Sequence[Kind]) -> bool:
        """Whether these complete tiles of the seat, a discard the last of them, may win on it (else self-draw only)."""
        return True

    # -- computer seats

    def lacking(self, options: Any) -> str:
        """What a hand with a shape lacks where it may not win even by self-draw: a code of the advice's texts.

        Empty where these options ask for nothing but a shape.
        """
        return ""

    def closed_shapes(self, options: Any) -> Sequence[Shape]:
        """Winning shapes without groups that computer seats go for beside sets and a pair."""
        return ()

    def computer_answer(self, view: SeatView) -> Act:
        """What a computer seat answers to a question that only this game has: by default what silence means."""
        return PASS if PASS in view.acts else view.acts[-1]

    def computer_turn(self, view: SeatView, best: Act) -> Act:
        """A last word on a computer seat's turn: `best` is its discard."""
        return best

    # -- what follows

    def discarded(self, d: Draft, seat: int, tile: Kind, drawn: Kind | None) -> None:
        """A tile was discarded in a turn that drew `drawn`: bans and memory."""

    def before_claims(self, d: Draft) -> bool:
        """Something that comes between a discard and its claims; True when it will open them itself."""
        return False

    def passed(self, d: Draft, seat: int, acts: Sequence[Act], last: Discard) -> None:
        """The seat has let these acts go on this tile."""

    def took(self, d: Draft, seat: int, act: Act, last: Discard) -> None:
        """The seat has claimed the discard and laid its meld."""

    def konged(self, d: Draft, seat: int, tile: Kind, kind: MeldKind) -> None:
        """The seat declares a concealed kong, or announces an added one."""

    def won(self, d: Draft, wins: tuple[Win, ...]) -> None:
        """The hand is over (no wins: a draw); tiles may still be turned before it is settled."""

    # -- the result

    def east(self, pos: Position) -> int:
        """The seat that is East."""
        return pos.dealer

    def marks(self, pos: Position) -> Marks:
        """What lies open of each seat beside tiles and declarations, as `word:argument`: `void_suit:m`."""
        return NO_MARKS

    def win_events(self, pos: Position, seat: int, act: Act, last: Discard | None) -> set[str]:
        """The case's events of this win."""
        raise NotImplementedError

    def winning_tile(self, pos: Position, seat: int, act: Act) -> Kind:
        """The tile of a self-draw; where nothing was drawn, the last of the hand."""
        state = pos.seat(seat)
        return state.hand[-1] if state.drawn is None else state.drawn

    def hand_facts(self, d: Draft, wins: tuple[Win, ...]) -> dict[str, Any]:
        """The case's facts."""
        return {}

    # -- what a card tells beside the settlement

    def rates(self, result: Result, win: Win) -> tuple[Fan, ...]:
        """What the win's number is multiplied by before it is paid: a fan `base` for everybody, others for some."""
        return ()

    def losers_counts(self, result: Result) -> Mapping[int, Counted]:
        """What the seats that did not win count, where they settle with each other."""
        return NO_COUNTS

    # -- the match

    def first_match(self, options: Any, dealer: int) -> MatchState:
        """The state of a new match."""
        from engine.match import MatchState

        return MatchState(dealer=dealer, streak=self.first_streak, first_dealer=dealer, round_wind=EAST)

    def first_dealer(self, options: Any, *, drawn: int, dice: tuple[int, int], opener: int) -> int:
        """The first dealer: `drawn` is a random seat, `dice` the first hand's, `opener` the opener's seat."""
        return drawn

    def next_deal(self, match: MatchState, result: Result) -> tuple[int, int]:
        """Dealer and streak of the next hand."""
        raise NotImplementedError

    def next_match(self, match: MatchState, result: Result, settlement: Settlement) -> MatchState:
        """The match after this hand; `over` when it was the last one."""
        from dataclasses import replace

        after = match.paid(settlement.payments).dealt_to(*self.next_deal(match, result))
        after = self.advance(after, match)
        return replace(after, over=self.is_over(after, result.options))

    def advance(self, after: MatchState, before: MatchState) -> MatchState:
        """Winds and rounds of the next hand."""
        return after

    def is_over(self, match: MatchState, options: Any) -> bool:
        """Whether the match has come to its end: by default after `options.hands` hands."""
        length = options.hands
        return isinstance(length, int) and match.hand > length

    def people_changed(self, match: MatchState, drawn: int) -> MatchState:
        """Somebody left the table between hands; `drawn` is a random seat."""
        return match

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

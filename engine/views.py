"""The only way out of a hand: what everybody may see, and what one seat may see."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from engine.actions import Act
from engine.hand import answers_open
from engine.melds import Meld, MeldKind
from engine.prompts import Prompt, PromptKind
from engine.records import quick
from engine.state import Discard, Marks, Position, SeatState
from engine.tiles import Kind

if TYPE_CHECKING:
    from engine.game import Game
    from engine.match import MatchState
    from engine.referee.docket import Judgement
    from engine.result import Result
    from engine.scoring import Settlement


@quick
@dataclass(frozen=True, slots=True)
class ShownMeld:
    """A meld as the table sees it: a hidden tile is None."""

    kind: MeldKind
    tiles: tuple[Kind | None, ...]
    source: int | None


@quick
@dataclass(frozen=True, slots=True)
class PublicSeat:
    """What everybody sees of one seat."""

    count: int
    """Concealed tiles."""
    melds: tuple[ShownMeld, ...]
    flowers: tuple[Kind, ...]
    discards: tuple[Kind, ...]
    declared: frozenset[str]
    stake: int
    hand: tuple[Kind, ...] | None = None
    """The concealed tiles where they are open: 明打, or at the end."""
    marks: tuple[str, ...] = ()
    """What only this game shows of a seat (`Game.marks`)."""
    drawn: Kind | None = None
    """The tile that came last, where a hand is opened at the end with one too many (分张)."""


@quick
@dataclass(frozen=True, slots=True)
class PublicView:
    """The table as everybody may see it. It stays as it was at the last discard or claim until the next one."""

    game: Game
    options: Any
    match: MatchState
    dice: tuple[int, int]
    east: int
    indicator: Kind | None
    seats: tuple[PublicSeat, PublicSeat, PublicSeat, PublicSeat]
    left: int
    turn: int
    last: Discard | None
    count: int
    """Discards so far."""
    prompt: int
    """Number of the prompt that opened when this was published."""
    opening: PromptKind | None
    """What all seats are asked before play has begun."""
    result: Result | None = None
    settlement: Settlement | None = None
    announced: int | None = None
    """The seat that has announced a win and is to show it."""
    judgements: tuple[Judgement, ...] = ()
    """What the referee has judged in this hand."""

    @property
    def over(self) -> bool:
        return self.result is not None


@quick
@dataclass(frozen=True, slots=True)
class SeatView:
    """What the person on `seat` may know."""

    seat: int
    public: PublicView
    own: SeatState
    left: int
    """Tiles left, up to date in the seat's own turn only."""
    wilds: frozenset[Kind]
    kind: PromptKind | None
    """What is being asked; None when the hand is over."""
    prompt: int
    asked: bool
    acts: tuple[Act, ...] = field(repr=False)
    """What the seat may still answer: its discards are its hand."""
    answered: Act | None = field(repr=False)
    turn: bool
    """Whether it is this seat's own turn."""
    came: str = ""
    """How the drawn tile came, in the own turn."""
    warned: frozenset[Kind] = frozenset()
    """Kinds that the game warns of throwing (`Game.warnings`), in the own turn."""
    memo: Any = field(default=None, repr=False)
    """What the game says of this seat alone."""
    free: tuple[Act, ...] = field(default=(), repr=False)
    """What it may do beside answering: late wins, flowers, corrections."""
    recalled: tuple[tuple[int, Discard], ...] = ()
    """Discards on which a win still lives, by the number that late wins name."""


def public_view(state: Position, *, showdown: str = "all", draws: bool = True) -> PublicView:
    """What everybody may see; `showdown` (all, rule) says whose hands are opened at the end.

    `draws`: whether an open hand (明打) shows what it draws at once. A message to all that stays until the next
    discard shows it with that discard: earlier it would tell that nobody claims.
    """
    views = state.shown.views
    if views:
        view: PublicView = views[0]
        return view
    some_open = _plays_open(state)
    view = _public_view(state, showdown, draws=draws, some_open=some_open)
    if state.result is None and state.phase in _PLAYED and not some_open:
        views.append(view)
    return view


_PLAYED = ("play", "division")
Opened = tuple[bool, bool, bool, bool]
"""Whose hands lie open."""
_ALL_CLOSED: Opened = (False, False, False, False)
Row = tuple[SeatState, Opened, Marks, PublicSeat]
"""A published seat, whose hands lay open, all marks, and what the seat looked like with them."""


def _plays_open(state: Position) -> bool:
    """Whether any seat plays with open tiles (明打): what it draws shows before the next publication."""
    a, b, c, d = state.shown.seats
    declared = a.declared or b.declared or c.declared or d.declared
    return bool(declared) and any("open" in seat.declared for seat in state.shown.seats)


def _public_view(state: Position, showdown: str, *, draws: bool, some_open: bool) -> PublicView:
    shown, game = state.shown, state.game
    opened = _opened(state, showdown) if some_open or state.over else _ALL_CLOSED
    lies = game.concealed_kong_lies(state.options)
    a, b, c, d = _rows(state, opened, lies, draws=draws)
    last, prompt, start = shown.last, state.prompt, state.start
    count = state.count if last is None else last.number
    opening = prompt.kind if prompt is not None and state.phase not in _PLAYED else None
    result = _told(state.result, opened, lies) if state.result else None
    return PublicView(  # by place: names would take as long as all the rest
        game, start.options, start.match, state.dice, game.east(state), state.indicator, (a, b, c, d),
        shown.left, shown.turn, last, count, shown.prompt, opening, result, state.settlement,
        _announced(prompt), () if state.docket is None else state.docket.judgements,
    )  # fmt: skip


def _announced(prompt: Prompt | None) -> int | None:
    """Who is to show the hand that was announced to win; who might go before it is nobody's business."""
    return prompt.asked[0] if prompt is not None and prompt.kind is PromptKind.REVEAL else None


def _told(result: Result, opened: tuple[bool, ...], lies: str) -> Result:
    """The result without the tiles that stay hidden."""
    if all(opened):
        return result
    a, b, c, d = (
        seat if is_open else replace(seat, concealed=(), melds=_lying_open(seat.melds, lies))
        for seat, is_open in zip(result.seats, opened, strict=True)
    )
    return replace(result, seats=(a, b, c, d))


def _lying_open(melds: tuple[Meld, ...], lies: str) -> tuple[Meld, ...]:
    return tuple(meld for meld in melds if lies != "hidden" or meld.is_open)


def _lying(state: Position, number: int, *, draws: bool) -> SeatState:
    """The seat as it was last published; one that plays open (明打) hides nothing it draws, either."""
    shown, now = state.shown.seats[number], state.seats[number]
    if shown is now or not draws or "open" not in shown.declared:
        return shown
    return shown.changed(hand=now.hand, melds=now.melds)


def _opened(state: Position, showdown: str) -> Opened:
    everybody = showdown == "all" or state.game.showdown == "all"
    winners = {win.seat for win in state.result.wins} if state.result else set()
    over = state.over
    a, b, c, d = [
        "open" in seat.declared or (over and (everybody or number in winners))
        for number, seat in enumerate(state.shown.seats)
    ]
    return a, b, c, d


def _rows(state: Position, opened: Opened, lies: str, *, draws: bool) -> list[PublicSeat]:
    """The seats as everybody sees them, made anew only where they differ from what was last published."""
    kept, marks = state.start.rows, state.game.marks(state)
    rows = []
    for number, seat in enumerate(state.shown.seats):
        if seat.declared:
            seat = _lying(state, number, draws=draws)
        known: Row | None = kept.get(number)
        if known is None or known[0] is not seat or known[1] != opened or known[2] != marks:
            row = _row(seat, opened[number], marks[number], lies, known)
            known = kept[number] = seat, opened, marks, row
        rows.append(known[3])
    return [_with_last(row, state, number) for number, row in enumerate(rows)] if state.over else rows


def _row(seat: SeatState, opened: bool, marks: tuple[str, ...], lies: str, known: Row | None) -> PublicSeat:
    """What is published of a seat; its melds need not be looked at where they are `known`."""
    if known is not None and known[0].melds is seat.melds and (known[3].hand is not None) == opened:
        melds = known[3].melds
    else:
        melds = tuple([shown_meld(lies, meld, opened=opened) for meld in seat.melds])
    hand = seat.hand if opened else None
    return PublicSeat(
        len(seat.hand), melds, seat.flowers, seat.discards, seat.declared, seat.stake, hand, marks
    )


def _with_last(row: PublicSeat, state: Position, number: int) -> PublicSeat:
    """At the end a hand with one tile too many tells which came last."""
    too_many = row.hand is not None and len(row.hand) % 3 == 2
    return replace(row, drawn=state.shown.seats[number].drawn) if too_many else row


def shown_meld(lies: str, meld: Meld, *, opened: bool) -> ShownMeld:
    """The meld as others see it; `lies` says how concealed kongs do at this table."""
    if meld.kind is not MeldKind.CONCEALED_KONG or opened or lies == "open":
        return ShownMeld(meld.kind, meld.tiles, meld.source)
    face = meld.tile if lies == "one_up" else None
    return ShownMeld(meld.kind, (None, None, None, face), None)


def seat_view(state: Position, seat: int, *, showdown: str = "all") -> SeatView:
    """What the person on `seat` may know."""
    public, game, prompt = public_view(state, showdown=showdown), state.game, state.prompt
    own, wilds = state.seats[seat], game.wilds(state, seat)
    if prompt is None:
        return SeatView(seat, public, own, public.left, wilds, None, 0, False, (), None, False)
    kind, number, answered = prompt.kind, prompt.number, prompt.answers[seat]
    asked, acts = bool(prompt.options[seat]), answers_open(state, seat)
    free = () if state.docket is None else tuple(game.free_acts(state, seat))
    turn = state.turn == seat and kind in _OWN_TURN
    left = game.left(state) if turn else public.left
    came = str(state.came) if turn else ""
    warned = frozenset(game.warnings(state, seat)) if turn else _NONE_WARNED
    return SeatView(
        seat,
        public,
        own,
        left,
        wilds,
        kind,
        number,
        asked,
        acts,
        answered,
        turn,
        came,
        warned,
        None,
        free,
        _recalled(state),
    )


def _recalled(state: Position) -> tuple[tuple[int, Discard], ...]:
    recalls = () if state.docket is None else state.docket.recalls
    return tuple([(recall.number, recall.state.last) for recall in recalls if recall.state.last is not None])


_OWN_TURN = frozenset({PromptKind.TURN, PromptKind.CHOW, PromptKind.DIVISION})
_NONE_WARNED: frozenset[Kind] = frozenset()


def visible(view: SeatView) -> list[int]:
    """How many tiles of each of the 42 kinds this seat can see: its own, and all that lies open."""
    seen = [0] * 42
    for tile in view.own.hand:
        seen[tile] += 1
    for number, seat in enumerate(view.public.seats):
        for meld in seat.melds if number != view.seat else ():
            for face in meld.tiles:
                if face is not None:
                    seen[face] += 1
        for row in (seat.flowers, seat.discards, (seat.hand or ()) if number != view.seat else ()):
            for tile in row:
                seen[tile] += 1
    for own in view.own.melds:
        for tile in own.tiles:
            seen[tile] += 1
    if view.public.last is not None:
        seen[view.public.last.tile] += 1
    if view.public.indicator is not None:
        seen[view.public.indicator] += 1
    return seen

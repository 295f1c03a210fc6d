"""Play: turns, discards, claims, kongs and their robbing, the last tiles, the end of a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.actions import PASS, Act, claimed_with, make_act
from engine.bans import NO_BANS, Until, is_barred, lift
from engine.melds import Meld, MeldKind
from engine.phases import Phase
from engine.prompts import Prompt, PromptKind, only_pass, with_pass
from engine.result import Result, SeatResult, Win
from engine.scoring import others
from engine.state import Came, Discard, Position
from engine.tiles import KINDS, Kind, less

if TYPE_CHECKING:
    from engine.draft import Draft


class Play(Phase):
    """From the dealer's opening turn to the end."""

    name = "play"

    def enter(self, d: Draft) -> None:
        d.turn = d.dealer
        d.show()
        ask_turn(d)

    def resolve(self, d: Draft, prompt: Prompt) -> None:
        RESOLVE[prompt.kind](d, prompt)


# -- a turn


def begin_turn(d: Draft, seat: int) -> None:
    """A draw is due at `seat`: an ordinary turn, the last tiles, or the end, as the game says."""
    d.last = None
    d.game.draw_due(d, seat)


def draw_turn(d: Draft, seat: int) -> None:
    """An ordinary turn: draw from the front, replace flowers, then ask."""
    d.turn, d.kong_turn = seat, False
    state = d.seats[seat]
    d.seats[seat] = state.begun(lift(state.bans, Until.DRAW, Until.TURN) if state.bans else NO_BANS)
    d.came = Came.WALL
    d.draw(seat)
    after_draw(d, seat)


def replacement(d: Draft, seat: int) -> None:
    """A kong's replacement from the tail, then go on with the turn."""
    d.kong_turn = True
    d.lift(seat, Until.DRAW)
    d.came = Came.KONG
    d.draw(seat, tail=True)
    after_draw(d, seat)


def after_draw(d: Draft, seat: int) -> None:
    """Replace flowers as long as they come, then ask, unless the game ends the hand here."""
    while (drawn := d.seats[seat].drawn) is not None and d.game.is_bonus(d, seat, drawn):
        if not lay_flower(d, seat, drawn):
            return
    if not d.game.drawn(d, seat):
        ask_turn(d)


def lay_flower(d: Draft, seat: int, tile: Kind) -> bool:
    """Lay a flower out in the turn and replace it; False when the hand went on otherwise."""
    d.lay_flowers(seat, (tile,))
    if not d.game.replace_flower(d, seat):
        return False
    d.came = Came.KONG_FLOWER if d.came in (Came.KONG, Came.KONG_FLOWER) else Came.FLOWER
    return True


def win_or_end(d: Draft, seat: int) -> None:
    """The tile drawn is not discarded: the seat may win with it, else the hand is drawn (a pass ends it too)."""
    wins = d.game.self_wins(d, seat)
    if wins:
        d.ask(PromptKind.TURN, {seat: [*wins, PASS]})
    else:
        end_drawn(d)


def ask_turn(d: Draft) -> None:
    """Ask the seat whose turn it is: win, kong, discard."""
    d.ask(PromptKind.TURN, {d.turn: d.game.turn_acts(d, d.turn)})


def resolve_turn(d: Draft, prompt: Prompt) -> None:
    """Carry out what the seat chose in its turn."""
    seat = d.turn
    act = prompt.answers[seat]
    if act is None:
        return
    if act.verb == "d":
        discard(d, seat, act.tile)
    elif act.verb == "h":
        win(d, [(seat, act)], None)
    elif act.verb == "k":
        own_kong(d, seat, act.tile)
    else:
        d.game.other_turn_act(d, seat, act)


# -- discards and claims


def discard(d: Draft, seat: int, tile: Kind) -> None:
    """The tile lies open; unless something comes before, every other seat may claim it."""
    state = d.seats[seat]
    drawn = state.drawn
    d.count += 1
    d.seats[seat] = state.thrown_off(tile)
    if state.bans:
        d.lift(seat, Until.DISCARD)
    d.last = Discard(seat, tile, d.count, d.kong_turn)
    d.event("discard", seat, (tile,))
    d.game.discarded(d, seat, tile, drawn)
    if not d.game.before_claims(d):
        ask_claims(d)


def ask_claims(d: Draft) -> None:
    """Open the window for the tile that lies."""
    d.show()
    last = lying(d)
    d.ask(
        PromptKind.CLAIM,
        {seat: with_pass(d.game.claim_acts(d, seat)) for seat in d.game.claimers(d, last)},
    )


def lying(d: Draft) -> Discard:
    """The tile that lies to be claimed."""
    if d.last is None:
        raise LookupError("no tile lies to be claimed")
    return d.last


def resolve_claims(d: Draft, prompt: Prompt) -> None:
    """The best claim takes the tile; without any the next seat's turn comes."""
    last = lying(d)
    if prompt.formal:
        ask_chow(d, (last.seat + 1) % 4)
        return
    chosen = best_claims(d, prompt)
    note_passes(d, prompt, last, chosen)
    word = d.game.abortive(d, prompt)
    if word:
        end_drawn(d, word)
        return
    if not chosen:
        ask_chow(d, (last.seat + 1) % 4)
        return
    seat, act = chosen[0]
    if act.verb == "h":
        win(d, chosen, last)
    else:
        take_claim(d, seat, act, last)


def best_claims(d: Draft, prompt: Prompt) -> list[tuple[int, Act]]:
    """The claims that stand, nearest first: one, or every win where all winners are paid."""
    claims = [(seat, act) for seat, act in enumerate(prompt.answers) if act is not None and act is not PASS]
    if not claims:
        return claims
    claims.sort(key=lambda claim: d.game.claim_rank(d, *claim), reverse=True)
    wins = [claim for claim in claims if claim[1].verb == "h"]
    if wins and d.game.pays_all_winners(d):
        return wins
    return claims[:1]


def note_passes(d: Draft, prompt: Prompt, last: Discard, chosen: list[tuple[int, Act]]) -> None:
    """Let the game bar what a seat has let go."""
    for seat in prompt.asked:
        answer, acts = prompt.answers[seat], prompt.options[seat]
        if only_pass(acts):
            continue
        if (seat, answer) not in chosen:
            d.game.passed(d, seat, acts, last)
        elif answer is not None and answer.verb != "h":
            d.game.passed(d, seat, [act for act in acts if act.verb == "h"], last)


CLAIMED = {"c": MeldKind.CHOW, "p": MeldKind.PUNG, "k": MeldKind.EXPOSED_KONG}
"""The meld that a claim makes."""


def take_claim(d: Draft, seat: int, act: Act, last: Discard) -> None:
    """碰, 杠, 吃: lay the meld and go on with this seat's turn."""
    tile = act.tile if act.verb == "c" else last.tile
    lay_claim(d, seat, Meld(CLAIMED[act.verb], tile, last.seat), claimed_with(act, last.tile))
    d.game.took(d, seat, act, last)
    if act.verb == "k":
        d.game.replace_kong(d, seat)
    else:
        ask_turn(d)


def lay_claim(d: Draft, seat: int, meld: Meld, from_hand: Sequence[Kind]) -> None:
    """The tile that lies is taken into this meld, with tiles from the hand; with that the seat's turn begins."""
    d.last, d.claimed = None, True
    d.turn, d.kong_turn, d.came = seat, False, Came.CLAIM
    d.lift(seat, Until.TURN)
    d.change(seat, turns=d.seats[seat].turns + 1)
    d.lay_meld(seat, meld, from_hand)
    d.show()


def ask_chow(d: Draft, seat: int) -> None:
    """The window is over and the turn comes to `seat`: chow or draw, or straight to the draw."""
    d.turn = seat
    acts = d.game.chow_acts(d, seat)
    if acts:
        d.ask(PromptKind.CHOW, {seat: [*acts, PASS]})
    else:
        leave_discard(d)
        begin_turn(d, seat)


def resolve_chow(d: Draft, prompt: Prompt) -> None:
    """Chow, win the turned gold, or draw."""
    seat, last = prompt.asked[0], lying(d)
    act = prompt.answers[seat]
    if act is None or act is PASS:
        leave_discard(d)
        begin_turn(d, seat)
    elif act.verb == "h":
        leave_discard(d)
        win(d, [(seat, act)], None)
    else:
        take_claim(d, seat, act, last)


def leave_discard(d: Draft) -> None:
    """Nobody took the tile: it stays among its owner's discards."""
    last = lying(d)
    d.seats[last.seat] = d.seats[last.seat].left_lying(last.tile)
    d.last = None


# -- kongs


def own_kong(d: Draft, seat: int, tile: Kind) -> None:
    """暗杠, 补杠: a kong in the own turn; an added one may be robbed first."""
    pung = own_pung(d, seat, tile)
    if pung is None:
        d.lay_meld(seat, Meld(MeldKind.CONCEALED_KONG, tile), (tile,) * 4)
        d.game.konged(d, seat, tile, MeldKind.CONCEALED_KONG)
        d.game.replace_kong(d, seat)
        return
    d.game.konged(d, seat, tile, MeldKind.ADDED_KONG)
    d.remove(seat, (tile,))
    d.last = Discard(seat, tile, d.count, d.kong_turn, robbing=True)
    d.event("adding", seat, (tile,))
    d.show()
    robbers = d.game.robbers(d, d.last)
    if robbers:
        d.ask(PromptKind.ROB, {other: [*d.game.wins_on_tile(d, other, tile), PASS] for other in robbers})
    else:
        add_kong(d)


def own_pung(d: Position, seat: int, tile: Kind) -> Meld | None:
    """The seat's exposed pung of the tile."""
    return next(
        (meld for meld in d.seats[seat].melds if meld.kind is MeldKind.PUNG and meld.tile == tile), None
    )


def resolve_rob(d: Draft, prompt: Prompt) -> None:
    """抢杠 by the nearest (or all), else the kong is made."""
    last = lying(d)
    chosen = best_claims(d, prompt)
    note_passes(d, prompt, last, chosen)
    if chosen:
        win(d, chosen, last)
    else:
        add_kong(d)


def add_kong(d: Draft) -> None:
    """Nobody robbed it: the pung becomes a kong."""
    last = lying(d)
    seat, tile = last.seat, last.tile
    pung = own_pung(d, seat, tile)
    if pung is None:
        raise LookupError("no pung to add to")
    added = Meld(MeldKind.ADDED_KONG, tile, pung.source)
    d.last = None
    d.replace_meld(seat, pung, added)
    d.event("added_kong", seat, added.tiles)
    d.show()
    d.game.replace_kong(d, seat)


# -- the last tiles


def begin_division(d: Draft, seats: list[int], *, holder: int | None = None) -> None:
    """分牌, 最后一组: the last tiles are dealt out one by one to `seats`, without discards.

    `holder` has just drawn a tile that it does not discard, and decides on its win before the first is dealt.
    """
    d.phase = "division"
    d.queue = tuple(seats)
    d.event("division", arg=str(len(seats)))
    if holder is None or not offer_share(d, holder):
        next_share(d)


def next_share(d: Draft) -> None:
    """The next seat gets its tile and may win with it; after the last one the hand is drawn."""
    while d.queue:
        seat, d.queue = d.queue[0], d.queue[1:]
        d.turn, d.came, d.kong_turn = seat, Came.WALL, False
        d.lift(seat, Until.DRAW)
        d.game.deal_share(d, seat)
        if offer_share(d, seat):
            return
    end_drawn(d)


def offer_share(d: Draft, seat: int) -> bool:
    """The seat may win with its last tile; False where nothing is asked or won: a standing seat never is."""
    wins = list(d.game.self_wins(d, seat))
    if d.game.division_automatic:
        if wins:
            win(d, [(seat, wins[0])], None)
        return bool(wins)
    if "standing" in d.seats[seat].declared:
        return False
    d.ask(PromptKind.DIVISION, {seat: [*wins, PASS]})
    return True


class Division(Phase):
    """The last tiles are being dealt out."""

    name = "division"

    def enter(self, d: Draft) -> None:
        raise NotImplementedError("entered by begin_division")

    def resolve(self, d: Draft, prompt: Prompt) -> None:
        seat = prompt.asked[0]
        act = prompt.answers[seat]
        if act is None or act is PASS:
            next_share(d)
        else:
            win(d, [(seat, act)], None)


RESOLVE = {
    PromptKind.TURN: resolve_turn,
    PromptKind.CLAIM: resolve_claims,
    PromptKind.CHOW: resolve_chow,
    PromptKind.ROB: resolve_rob,
}


# -- the end


def win(d: Draft, winners: list[tuple[int, Act]], last: Discard | None) -> None:
    """胡: the hand ends with these winners, on the tile that lies or by self-draw (`last` None)."""
    wins = tuple(one_win(d, seat, act, last) for seat, act in winners)
    if last is not None and wins[0].source is None:
        leave_discard(d)
    for won in wins:
        d.event(
            "win",
            won.seat,
            (won.tile,),
            -1 if won.source is None else won.source,
            " ".join(sorted(won.events)),
        )
    d.game.won(d, wins)
    d.finish(hand_result(d, wins))


def one_win(pos: Position, seat: int, act: Act, last: Discard | None) -> Win:
    """The case's record of one win."""
    events = frozenset(pos.game.win_events(pos, seat, act, last))
    if last is None or act.arg:
        return Win(seat, pos.game.winning_tile(pos, seat, act), None, events)
    return Win(seat, last.tile, last.seat, events)


def end_drawn(d: Draft, word: str = "") -> None:
    """流局: nobody wins; `word` names a special kind."""
    if d.last is not None and not d.last.robbing:
        leave_discard(d)
    d.event("drawn", arg=word)
    d.game.won(d, ())
    d.finish(hand_result(d, ()))


def hand_result(d: Draft, wins: tuple[Win, ...]) -> Result:
    """The finished hand as a settlement case."""
    return result_with(d, wins, d.game.hand_facts(d, wins))


def result_with(pos: Position, wins: tuple[Win, ...], facts: Mapping[str, Any]) -> Result:
    """The hand as a settlement case, had it ended so: also for what a win would be worth before it is offered."""
    seats = [
        SeatResult(
            state.hand, _whole(state.melds), state.flowers, state.discards, state.declared, state.stake
        )
        for state in pos.seats
    ]
    for won in wins:
        if won.source is None and "rob_gold" not in won.events:
            seats[won.seat] = without_winning_tile(seats[won.seat], won.tile)
    return Result(
        game=pos.game,
        options=pos.options,
        dealer=pos.dealer,
        seats=(seats[0], seats[1], seats[2], seats[3]),
        wins=wins,
        streak=pos.match.streak,
        east=pos.game.east(pos),
        round_wind=pos.match.round_wind,
        indicator=pos.indicator,
        facts=facts,
    )


def _whole(melds: tuple[Meld, ...]) -> tuple[Meld, ...]:
    """The melds that are groups: a wrong chow scores nothing and has no place in a case."""
    return tuple([meld for meld in melds if not meld.named]) if any(meld.named for meld in melds) else melds


def without_winning_tile(seat: SeatResult, tile: Kind) -> SeatResult:
    """The winner's tiles as a case has them: the winning tile stands apart."""
    if tile in seat.concealed:
        return replace(seat, concealed=less(seat.concealed, tile))
    return replace(seat, flowers=less(seat.flowers, tile))


# -- what a seat may do, as most games have it


def runs_with(hand: tuple[Kind, ...], tile: Kind, barred: frozenset[Kind]) -> list[Act]:
    """The chows that `hand` allows with a discarded suit tile; `barred` kinds are never used from the hand."""
    if barred:
        hand = tuple([kind for kind in hand if kind not in barred])
    return [act for act, one, other in _RUNS[tile] if one in hand and other in hand]


def _runs(tile: Kind) -> list[tuple[Act, Kind, Kind]]:
    """The chows that a tile can end up in, each with the two kinds that it needs from the hand."""
    if tile >= 27:
        return []
    first = tile - tile % 9
    lows = range(max(tile - 2, first), min(tile, first + 6) + 1)
    pairs = [[kind for kind in range(low, low + 3) if kind != tile] for low in lows]
    return [(make_act("c", low), one, other) for low, (one, other) in zip(lows, pairs, strict=True)]


_RUNS = tuple(_runs(tile) for tile in range(KINDS))


def free_kinds(d: Position, seat: int) -> list[Kind]:
    """The kinds in hand that no ban keeps the seat from discarding."""
    state = d.seats[seat]
    kinds = list(dict.fromkeys(state.hand))
    return [kind for kind in kinds if not is_barred(state.bans, "discard", kind)] if state.bans else kinds


def turn_order(seat: int) -> list[int]:
    """The seat and the three after it."""
    return [seat, *others(seat)]

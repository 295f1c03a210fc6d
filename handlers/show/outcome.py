"""How a hand or a match ended, in words: headline, fans and formula, payments, waits, honours."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.game import Game
from engine.result import Result, Win
from engine.scoring import Counted, Fan, IllegalWin, Settlement
from engine.tiles import parse_tile
from engine.views import PublicView
from handlers.show.chances import Wait
from handlers.show.honours import NO_HONOURS, Honours
from handlers.show.judged import is_mistake, judged_line
from handlers.show.labels import hand_words, tile_name
from handlers.show.layout import GAP, beside, row, whole
from handlers.show.markup import Html, bold, escape, join
from handlers.show.scene import Scene
from handlers.show.settle_up import settle_up
from handlers.show.texts import Say, both_lines
from handlers.show.words import (
    Names,
    by_points,
    game_name,
    names,
    place_of,
    points_row,
    reasons,
    staked_words,
    term,
)

_COUNTS = frozenset({"flowers", "kongs", "golds", "streak", "base"})
"""Fans that only count; at 0 they are told where the arithmetic has a 0. A named hand is told whatever its value."""
_PLAIN = frozenset({"plain", "pinghu", "discard_win", "self_draw", "tai_self_draw"})
"""Fans that every other hand has."""


@dataclass(frozen=True, slots=True)
class Ending:
    """A finished match."""

    game: Game
    played: int
    """Hands."""
    totals: tuple[int, int, int, int]
    honours: Honours = NO_HONOURS
    seed: str = ""
    """Revealed now, in hexadecimal."""
    trend: tuple[tuple[int, ...], ...] = ()
    """Per seat the totals after each hand."""


# -- what happened


def headlines(public: PublicView, scene: Scene) -> list[Html]:
    result, settlement = public.result, public.settlement
    if result is None or settlement is None:
        return [scene.say("board.over")]
    if not result.wins:
        return [both_lines(bold(_drawn(public, settlement, one)) for one in scene.tongues)]
    return [
        line
        for number, win in enumerate(result.wins)
        for line in _win_lines(result, settlement, number, win, scene)
    ]


def _win_lines(result: Result, settlement: Settlement, number: int, win: Win, scene: Scene) -> list[Html]:
    why = reckoning(result, settlement, number, scene.say)
    won = [bold(win_words(result.game, win, names(one, result.game), one.say)) for one in scene.tongues]
    return [both_lines(won), items_line(why.items, scene.say), why.arithmetic]


NOTHING = Html()


@dataclass(frozen=True, slots=True)
class Reckoning:
    """Why a hand counts what it counts: its items with their values, and the arithmetic unless an item says it all."""

    items: tuple[tuple[str, str], ...] = ()
    arithmetic: Html = NOTHING


def reckoning(result: Result, settlement: Settlement, number: int, say: Say) -> Reckoning:
    """Of one of the wins: what it is worth, and what that is multiplied by before it is paid."""
    if number >= len(settlement.fans):
        return Reckoning()
    fans, points = settlement.fans[number], settlement.points[number]
    counted = Counted(fans, settlement.formula[number])
    rates = result.game.rates(result, result.wins[number])
    base = next((rate.value for rate in rates if rate.code == "base"), 1)
    own = count_of(counted, say, base=base, points=points, explain=True)
    nothing = () if fans else ((say.plain("card.no_fan"), ""),)
    paid = (
        (_rate_name(rate, say), str(rate.value) if rate.code == "base" else f"×{rate.value}")
        for rate in rates
    )
    return replace(own, items=(*nothing, *own.items, *paid))


def count_of(
    counted: Counted, say: Say, *, base: int = 1, points: int = 0, explain: bool = False
) -> Reckoning:
    """What a hand counts; `points`, if they are given, are `base` each. `explain`: roundings are told in words."""
    items = tuple(named_fans(counted.fans, say, zeros=len(_ZERO.findall(counted.formula))))
    formula = _with_roundings(counted.formula, say) if explain else counted.formula
    if base > 1:
        factors, equals, _ = formula.rpartition(" = ")
        simple = equals and not _ROUNDED.search(counted.formula)
        before = "" if not equals or simple else f"{formula} · "
        formula = f"{before}{factors if simple else points}×{base} = {points * base}"
    elif len(counted.fans) == 1 and formula == str(counted.fans[0].value):  # the one fan has said it
        formula = ""
    return Reckoning(items, formula_line(formula, say))


def _with_roundings(formula: str, say: Say) -> str:
    """The arithmetic with the first step to full tens and the one to a limit told in words."""
    told: set[str] = set()

    def step(match: re.Match[str]) -> str:
        key = "card.limited" if int(match[1] or 0) > int(match[2]) else "card.rounded"
        if key in told:
            return match[0]
        told.add(key)
        return match[0].removesuffix(match[2]) + say.plain(key, n=match[2])

    return _ROUNDED.sub(step, formula)


_ROUNDED = re.compile(r"(\d+)? ?→ ?(\d+)")
"""A number, or a sum in brackets, and what has been made of it."""
_ZERO = re.compile(r"(?<!\d)0(?!\d)")


def _rate_name(rate: Fan, say: Say) -> str:
    return say.term(f"rate.{rate.code}", zh=rate.name, en=rate.english)


def win_words(game: Game, win: Win, table: Names, say: Say) -> Html:
    """🀄 Sofia 胡了 3条（Wei 放胡）, 💰 林姨 三金倒！自摸."""
    name, tile = table[win.seat], tile_name(win.tile, say)
    special = next((event for event in _SPECIAL if event in win.events), "")
    if win.source is None:
        if special:
            return say("card.win_special", name=name, hand_name=ending(special, say))
        manner = next((event for event in _MANNERS if event in win.events), "")
        line = say("card.win_self", name=name, tile=tile)
        return join([line, ending(manner, say)], " · ") if manner else line
    if "rob_kong" in win.events:
        return say("card.win_rob_kong", name=name, tile=tile, source=table[win.source])
    source = say(from_key(game, say), name=table[win.source])
    if special:
        return say(
            "card.win_special_discard", name=name, hand_name=ending(special, say), tile=tile, source=source
        )
    return say("card.win_discard", name=name, tile=tile, source=source)


def own_outcome(public: PublicView, scene: Scene, seat: int) -> Html:
    """What happened, and why it costs so much, in one line for one reader: 🀄 Wei 胡了 7条（你 放胡）· 9×2 = 18."""
    result, settlement, say = public.result, public.settlement, scene.say
    if result is None or settlement is None:
        return Html()
    if not result.wins:
        return _drawn(public, settlement, scene)
    table = list(names(scene, public.game))
    if all(win.seat != seat for win in result.wins):
        table[seat] = say.plain("own.you")
    why = reckoning(result, settlement, 0, say).arithmetic if len(result.wins) == 1 else Html()
    return beside([wins_words(public.game, result.wins, tuple(table), say), why])


def wins_words(game: Game, wins: Sequence[Win], table: Names, say: Say) -> Html:
    """The same of several winners in one sentence: Sofia、林姨和Tom 都胡了 3条（Wei 放胡）."""
    first = wins[0]
    if len(wins) == 1 or first.source is None or "rob_kong" in first.events:
        return beside([win_words(game, win, table, say) for win in wins])
    return say(
        "card.win_several",
        names=say.listed(table[win.seat] for win in wins),
        tile=tile_name(first.tile, say),
        source=say(from_key(game, say), name=table[first.source]),
    )


_SPECIAL = ("three_golds", "rob_gold", "heavenly", "earthly")
_MANNERS = ("kong_bloom", "flower_bloom", "last_tile", "division")


def ending(code: str, say: Say) -> str:
    """天胡, 三金倒, 杠上开花."""
    return say.plain(f"ending.{code}")


def from_key(game: Game, say: Say) -> str:
    """放胡, 放炮, 点炮: the game's own word for whose tile it was."""
    key = f"card.from.{game.id}"
    return key if key in say else "card.from.any"


def items_line(items: Iterable[tuple[str, str]], say: Say) -> Html:
    """花 3 · 金 1 · 底 5; the same fan several times is told once."""
    return beside(say("card.item", what=name, value=value) if value else name for name, value in items)


def named_fans(fans: Sequence[Fan], say: Say, *, zeros: int = 0) -> list[tuple[str, str]]:
    """Names with values; empty for a named hand that counts by itself. The last `zeros` that are 0 are told as such."""
    counted: dict[Fan, int] = {}
    for fan in fans:
        counted[fan] = counted.get(fan, 0) + 1
    empty = [fan for fan in counted if fan.code in _COUNTS and not fan.value]
    silent = empty[: max(0, len(empty) - zeros)]
    return [
        (fan_name(fan, say), _fan_value(fan) + (f"×{number}" if number > 1 else ""))
        for fan, number in counted.items()
        if fan not in silent
    ]


def _fan_value(fan: Fan) -> str:
    return str(fan.value) if fan.value or fan.code in _COUNTS else ""


def fan_name(fan: Fan, say: Say) -> str:
    """The name of a fan; that of a hand carries its Chinese term in every language."""
    named = say.term if fan.code in _COUNTS else say.hand_name
    return named(f"fan.{fan.code}", zh=fan.name, en=fan.english)


def hand_title(win: Win, fans: Sequence[Fan], say: Say) -> str:
    """What people will call the hand: how it was won, or the fan worth most; empty for a plain one."""
    special = next((event for event in (*_SPECIAL, *_MANNERS) if event in win.events), "")
    if special:
        return ending(special, say)
    named = [fan for fan in fans if fan.code not in _COUNTS | _PLAIN and not fan.code.startswith("hu_")]
    return fan_name(max(named, key=lambda fan: fan.value), say) if named else ""


def formula_line(formula: str, say: Say) -> Html:
    """(3+1+0+5)×2 = 18, with the sum in bold; a number alone explains nothing."""
    arithmetic, equals, points = formula.rpartition(" = ")
    if not formula or formula.isdigit():
        return Html()
    return whole(say("card.formula", formula=arithmetic, points=bold(points)) if equals else bold(formula))


def _drawn(public: PublicView, settlement: Settlement, scene: Scene) -> Html:
    say, table = scene.say, names(scene, public.game)
    word = next((event.arg for event in reversed(scene.log) if event.name == "drawn"), "")
    if word:
        return say("card.draw_abort", reason=term(public.game, word, f"draw.{word}", say))
    if settlement.transfers:
        return say("card.draw_payments")
    dealer = next_dealer(public)
    key = "card.draw" if dealer in (None, public.match.dealer) else "card.draw_dealer_passes"
    return say(key, name=table[public.match.dealer if dealer is None else dealer])


def next_dealer(public: PublicView) -> int | None:
    """Who deals the next hand; None when this was the match's last."""
    if public.result is None or public.settlement is None:
        return None
    after = public.game.next_match(public.match, public.result, public.settlement)
    return None if after.over else after.dealer


def notes(public: PublicView, scene: Scene) -> list[Html]:
    """What the referee judged; stakes that stay where they are; what was turned after the win."""
    say, facts = scene.say, public.result.facts if public.result else {}
    table = names(scene, public.game)
    told = [judged_line(one, table[one.seat], say) for one in public.judgements if is_mistake(one)]
    told += _stakes_kept(public, table, say)
    turned = facts.get("turned")
    if not isinstance(turned, str):
        return told
    tile = parse_tile(turned)
    chicken = tile - tile % 9 + (tile % 9 + 1) % 9
    return [*told, say("card.chicken", tile=tile_name(tile, say), chicken=tile_name(chicken, say))]


def _stakes_kept(public: PublicView, table: Names, say: Say) -> list[Html]:
    """押注 that were settled with nobody; of the others the payments tell."""
    paid = public.settlement.transfers if public.settlement else ()
    settled = {seat for move in paid if move.reason == "stake" for seat in (move.payer, move.receiver)}
    kept = [
        say("card.item", what=table[seat], value=staked_words(shown.stake, public, say))
        for seat, shown in enumerate(public.seats)
        if shown.stake and seat not in settled
    ]
    return [say("card.stakes_kept", stakes=join(kept, say.plain("list.comma")))] if kept else []


# -- who pays whom


def payment_lines(public: PublicView, scene: Scene) -> list[Html]:
    """A line for each receiver and reason; the reason is told where there is more than one."""
    if public.settlement is None:
        return []
    say, table = scene.say, names(scene, public.game)
    grouped = reasons(public.settlement.transfers)
    told = {reason for _, reason in grouped} != {"hand"}
    receivers = {receiver for receiver, _ in grouped}
    return [
        _payment(
            term(public.game, reason, f"reason.{reason}", say) if told else "",
            payers,
            table[receiver],
            table,
            say,
            alone=len(receivers) == 1,
        )
        for (receiver, reason), payers in grouped.items()
    ]


def _payment(
    reason: str, payers: dict[int, int], receiver: str, table: Names, say: Say, *, alone: bool
) -> Html:
    who = [table[payer] for payer in payers]
    amounts = set(payers.values())
    if len(payers) > 1 and len(amounts) == 1:
        points = next(iter(amounts))
        if alone:
            line = say("card.pay_each", names=say.listed(who), points=points)
        else:
            line = say("card.pay_each_to", names=say.listed(who), receiver=receiver, points=points)
    else:
        line = row(
            [
                say("card.pays", payer=table[payer], receiver=receiver, points=amount)
                for payer, amount in payers.items()
            ],
            say.plain("list.comma"),
        )
    return say("options.line", option=reason, value=line) if reason else line


def counts_lines(public: PublicView, scene: Scene) -> list[Html]:
    """What each loser counts himself, where the losers settle with each other: Wei：明刻 4 · 客花 4 · (4+4) = 8.

    A heading comes first. It explains a rounding unless the winner's arithmetic has done so.
    """
    say, table = scene.say, names(scene, public.game)
    counts = losers_counts(public)
    own = {seat: count_of(counted, say) for seat, counted in counts.items()}
    won = public.settlement.formula if public.settlement else ()
    rounded = [any(map(_rounds_up, formulas)) for formulas in ([c.formula for c in counts.values()], won)]
    heading = say("card.losers_counts")
    if rounded == [True, False]:
        heading = say("card.rounded_arrow", what=heading)
    told = [
        say(
            "options.line",
            option=table[seat],
            value=beside([items_line(one.items, say), one.arithmetic]) or escape(counts[seat].formula),
        )
        for seat, one in own.items()
    ]
    return [bold(heading), *told] if told else []


def _rounds_up(formula: str) -> bool:
    return any(int(before or 0) < int(after) for before, after in _ROUNDED.findall(formula))


def losers_counts(public: PublicView) -> Mapping[int, Counted]:
    """Per seat that did not win what it counts, if any of them counts something."""
    if public.result is None:
        return {}
    try:
        counts = public.game.losers_counts(public.result)
    except IllegalWin:  # a hand of rules that have changed since
        return {}
    return counts if any(counted.fans for counted in counts.values()) else {}


def changes(public: PublicView, scene: Scene) -> Html:
    """This hand, net per seat."""
    paid = public.settlement.payments if public.settlement else (0, 0, 0, 0)
    return scene.say(
        "card.this_hand", points=points_row(by_points(names(scene, public.game), paid), scene.say)
    )


def waits_line(public: PublicView, scene: Scene, waits: Mapping[int, Wait]) -> Html:
    """当时听：林姨 3万 6万（剩 3）　Tom 没听: of the seats whose hands are opened and who did not win."""
    say, table = scene.say, names(scene, public.game)
    winners = {win.seat for win in public.result.wins} if public.result else set()
    told = [
        _wait_words(table[seat], wait, say)
        for seat, wait in sorted(waits.items())
        if seat not in winners and public.seats[seat].hand is not None
    ]
    return say("card.waits", waits=row(told)) if told else Html()


def _wait_words(name: str, wait: Wait, say: Say) -> Html:
    if not wait.kinds:
        return say("card.not_ready", name=name)
    return say("card.wait", name=name, tiles=hand_words(wait.kinds, say), n=wait.left)


# -- a match


def over_words(ended: Ending, say: Say) -> Html:
    """🏁 打完了！8 局."""
    return say("match.over", length=say.plural("length.hands", ended.played))


def places_line(points: Sequence[int], table: Names, say: Say) -> Html:
    """🥇 Sofia +86　Wei +4　Tom −30; equal points share the first place, and where all are equal it is a draw."""
    ranked = by_points(table, points)
    if len(set(points)) == 1:
        return say("match.even", results=points_row(ranked, say))
    first, rest = ([e for e in ranked if (place_of(e[1], points) == 1) is best] for best in (True, False))
    leaders = [say("match.places", results=points_row([entry], say)) for entry in first]
    return join([*leaders, points_row(rest, say)], GAP)


def settle_up_line(points: Sequence[int], table: Names, say: Say) -> Html:
    """两清：林姨 → Sofia 60、Tom → Sofia 26."""
    debts = settle_up(points)
    if not debts:
        return say("match.settled")
    paid = [
        say("card.pays", payer=table[debt.payer], receiver=table[debt.receiver], points=debt.amount)
        for debt in debts
    ]
    return say("match.settle_up", payments=row(paid, say.plain("list.comma")))


def honour_lines(ended: Ending, table: Names, say: Say) -> list[Html]:
    """最大一手：Sofia 金雀 76, 花最多：林姨 11."""
    return [
        say(
            "match.honour",
            what=what,
            name=join((table[s] for s in seats), say.plain("list.comma")),
            worth=worth,
        )
        for what, seats, worth in told_honours(ended, say)
    ]


def told_honours(ended: Ending, say: Say) -> list[tuple[str, tuple[int, ...], str]]:
    """What for, whose (seats: of equals all), and how much."""
    honours, told = ended.honours, []
    if honours.biggest:
        titles = {hand_title(big.win, big.fans, say) for big in honours.biggest}
        worth = f"{titles.pop() if len(titles) == 1 else ''} {honours.biggest[0].points}".strip()
        told.append((say.plain("match.biggest"), tuple(big.seat for big in honours.biggest), worth))
    seats, number = honours.flowers
    if seats:
        told.append((say.plain("match.flowers"), seats, str(number)))
    if honours.dealt_in:
        key = f"word.dealt_in.{ended.game.id}"
        word = say.plain(key if key in say else "word.dealt_in.any")
        seat, often = honours.dealt_in
        told.append((say.plain("match.dealt_in", word=word), (seat,), str(often)))
    return told


def small_print(game: Game, scene: Scene) -> Html:
    return (
        scene.say("card.small_print", bot=scene.bot, game=game_name(game, scene.say)) if scene.bot else Html()
    )

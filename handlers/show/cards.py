"""The settlement card, into which a hand's board turns, and the end of a match."""

from collections.abc import Mapping, Sequence

from engine.views import PublicView
from handlers.callback_data import page_data
from handlers.message import Button, Keyboard, Message
from handlers.show.card_pictures import card_picture, summary_picture
from handlers.show.chances import Wait, shown_waits
from handlers.show.facts import wilds
from handlers.show.keyboards import group_button, group_label, ready_button, rows_of
from handlers.show.labels import hand_words
from handlers.show.layout import Line, beside, fitted, limit
from handlers.show.markup import Html, bold, folded, join, length, lines
from handlers.show.outcome import (
    Ending,
    changes,
    counts_lines,
    headlines,
    honour_lines,
    next_dealer,
    notes,
    over_words,
    payment_lines,
    places_line,
    settle_up_line,
    small_print,
    waits_line,
)
from handlers.show.pictured import seats_line
from handlers.show.scene import Scene
from handlers.show.texts import Say, both_lines
from handlers.show.words import by_points, meld_words, names, points_row, totals

FOLD = 900
"""Beyond so many characters the payments fold."""
_PAYMENT_LINES = 4
"""So many lines of payments are read at a glance; more of them fold."""


def render_card(
    public: PublicView,
    scene: Scene,
    *,
    ready: bool = True,
    waits: Mapping[int, Wait] | None = None,
    hand_code: int = 0,
    picture: bool = False,
) -> Message:
    """What happened, what it was worth, who pays whom, where everybody stands, what the others waited for.

    `ready`: whether the next hand waits for Ready. `hand_code`: the hand's id, for its replay.
    `waits`: what the opened hands waited for; by their shape where it is not given.
    Under a picture the winners' hands are folded like the others.
    """
    waits = shown_waits(public) if waits is None else waits
    head = [*headlines(public, scene), *notes(public, scene)]
    payments, counts = payment_lines(public, scene), counts_lines(public, scene)
    total = [
        *([changes(public, scene)] if len(payments) > 1 else []),
        scene.say(
            "card.total", points=points_row(by_points(names(scene, public.game), totals(public)), scene.say)
        ),
    ]
    rest = [*total, waits_line(public, scene, waits), *_after(public, scene)]
    fold = len(payments) > _PAYMENT_LINES or length(lines([*head, *payments, *rest])) > FOLD
    winning, others = winning_hands(public, scene), other_hands(public, scene)
    hands = [*winning, *others] if picture else others
    text = [
        *(Line(line) for line in head),
        *(Line(line, 3) for line in ([] if picture else winning)),
        *(Line(line, 2) for line in ([] if fold else payments)),
        *(Line(line, 1 if number >= len(total) else 0) for number, line in enumerate(rest)),
        Line(_folded(scene.say, "card.details", [*payments, *counts]) if fold else "", 2),
        Line(folded(lines(counts)) if counts and not fold else "", 2),
        Line(_folded(scene.say, "card.all_hands" if picture else "card.hands", hands), 3),
        Line(seats_line(scene, public.game) if picture else "", 3),
        Line(small_print(public.game, scene), 4),
    ]
    keyboard = card_keyboard(public, scene, ready=ready, hand_code=hand_code)
    spec = card_picture(public, scene, waits) if picture else None
    return Message(fitted(text, limit(picture)), keyboard, spec)


def card_keyboard(public: PublicView, scene: Scene, *, ready: bool, hand_code: int) -> Keyboard:
    """准备 2/4, the hand's replay, the running scores.

    Where a seat has become free, one may sit down, or let a computer.
    """
    del public
    sit: Keyboard = ()
    if ready and any(chair.free or not chair.taken for chair in scene.chairs):
        sit = rows_of(
            [group_button(scene, "button.sit", "j"), group_button(scene, "button.add_computer", "b")], 2
        )
    row = []
    if hand_code and scene.hand_no:
        row.append(
            Button(group_label(scene, "button.replay", hand=scene.hand_no), page_data(hand_code, "rp", 0))
        )
    row.append(Button(group_label(scene, "button.scores"), page_data(scene.table_id, "sc", 1)))
    if not ready:
        return (tuple(row),)
    together = rows_of([ready_button(scene), *row], 3)
    return (*sit, *(together if len(together) == 1 else ((ready_button(scene),), tuple(row))))


# -- the hands


def winning_hands(public: PublicView, scene: Scene) -> list[Html]:
    """The winners' hands, each with its owner's name: concealed tiles, the winning one apart, melds."""
    result, table = public.result, names(scene, public.game)
    if result is None:
        return []
    found = []
    for win in result.wins:
        seat = result.seats[win.seat]
        hand = hand_words(seat.concealed, scene.say, wilds=wilds(public, win.seat))
        tile = hand_words([win.tile], scene.say, wilds=wilds(public, win.seat))
        found.append(
            beside(
                [
                    scene.say("card.item", what=table[win.seat], value=join([hand, tile], " ＋ ")),
                    *(meld_words(meld, scene.say) for meld in seat.melds),
                ]
            )
        )
    return found


def other_hands(public: PublicView, scene: Scene) -> list[Html]:
    """The other hands that lie open, each with its melds."""
    say, table = scene.say, names(scene, public.game)
    winners = {win.seat for win in public.result.wins} if public.result else set()
    return [
        beside(
            [
                say(
                    "card.item",
                    what=table[seat],
                    value=hand_words(shown.hand, say, wilds=wilds(public, seat)),
                ),
                *(meld_words(meld, say) for meld in shown.melds),
            ]
        )
        for seat, shown in enumerate(public.seats)
        if shown.hand is not None and seat not in winners
    ]


def _folded(say: Say, title: str, told: Sequence[str]) -> Html:
    return folded(lines([bold(say(title)), *told])) if told else Html()


def _after(public: PublicView, scene: Scene) -> list[Html]:
    """Who deals next, and for whom the computer played."""
    say, table = scene.say, names(scene, public.game)
    dealer = next_dealer(public)
    away = [table[seat] for seat, chair in enumerate(scene.chairs) if chair.away]
    won = bool(public.result and public.result.wins)
    told = []
    if dealer is None:
        told.append(say("card.last_hand"))
    elif won and not any(chair.free for chair in scene.chairs):  # who comes may change who deals
        told.append(say("card.next_dealer", name=table[dealer]))
    return [*told, *([say("card.computer_played", names=say.listed(away))] if away else [])]


# -- the end of a match


def render_match_end(ended: Ending, scene: Scene, *, rematch: bool = True, picture: bool = False) -> Message:
    """Places, honours, who owes whom, the seed of the shuffles."""
    say, table = scene.say, names(scene, ended.game)
    if ended.played == 0:
        return Message(both_lines(one.say("match.ended_empty") for one in scene.tongues))
    text = [
        Line(both_lines(bold(over_words(ended, one.say)) for one in scene.tongues)),
        Line(places_line(ended.totals, table, say)),
        Line(beside(honour_lines(ended, table, say)), 2),
        Line(
            both_lines(settle_up_line(ended.totals, names(one, ended.game), one.say) for one in scene.tongues)
        ),
        Line(folded(say("match.seed", seed=ended.seed)) if ended.seed else "", 1),
        Line(seats_line(scene, ended.game) if picture else "", 2),
        Line(small_print(ended.game, scene), 3),
    ]
    spec = summary_picture(ended, scene) if picture else None
    return Message(fitted(text, limit(picture)), _end_keyboard(scene, rematch=rematch), spec)


def _end_keyboard(scene: Scene, *, rematch: bool) -> Keyboard:
    again = ((group_button(scene, "button.rematch", "rm", style="success"),),) if rematch else ()
    chart = Button(group_label(scene, "button.chart"), page_data(scene.table_id, "sc", "c"))
    record = Button(group_label(scene, "button.record"), page_data(scene.table_id, "hm", 1))
    return (*again, *rows_of([chart, record], 2))

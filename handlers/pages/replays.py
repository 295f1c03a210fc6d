"""`rp`: a finished hand moment by moment, from a seat's view (0–3), open (`o`) or as everybody saw it (`p`).

The id is the hand's, the arguments moment and view. While its match runs, a hand is shown as everybody saw it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from engine.actions import Event
from engine.game import Game
from engine.replay import Divergence
from engine.state import HandState
from engine.views import PublicSeat, PublicView, public_view, shown_meld
from handlers.callback_data import base36, deep_link, page_data, replay_payload
from handlers.message import Button, Keyboard, Message
from handlers.pages.history import scene_of
from handlers.pages.page import Find, NotShown, Place
from handlers.pages.stored import Moment, StoredHand, load_hand, moments
from handlers.show.board import band_lines, header, opening_lines, under_a_picture
from handlers.show.cards import render_card
from handlers.show.grid import Phone, ems
from handlers.show.labels import tile_name
from handlers.show.layout import TEXT, Line, fitted, fitted_with_quote, limit
from handlers.show.markup import Html, bold, join, link
from handlers.show.names import narrowed
from handlers.show.pictured import board_picture
from handlers.show.rulings import ruling_words
from handlers.show.settings import read_settings
from handlers.show.texts import Say
from handlers.show.words import Names, game_name, names
from handlers.tables.play import public_events
from storage.database import Database

OPEN, PUBLIC = "o", "p"
VIEWS = ("0", "1", "2", "3", OPEN, PUBLIC)
_EVENTS = 20
"""Events on a page where there is no board."""


async def replay_page(database: Database, place: Place, find: Find, step: int, view: str) -> Message:
    """The hand at a moment; folded and rendered off the loop."""
    hand = await database.read(load_hand, place, find)
    if not hand.over:
        view = PUBLIC
    elif view not in VIEWS:
        view = OPEN
    return await asyncio.to_thread(_render, place, hand, step, view)


def _render(place: Place, hand: StoredHand, step: int, view: str) -> Message:
    try:
        if hand.same_rules:
            return _moment_page(place, hand, moments(hand), step, view)
    except Divergence:
        pass
    if not hand.over:
        raise NotShown("refuse.hand_running")
    return _events_page(place, hand, step)


def _moment_page(place: Place, hand: StoredHand, found: list[Moment], step: int, view: str) -> Message:
    say, step = place.say, min(step, len(found) - 1)
    moment = found[step]
    scene = scene_of(place, hand.table, hand.row, hand.seats)
    table = names(scene, hand.game)
    public = seen(moment.state, view, hand.house.showdown)
    picture = _pictures(place)
    head = [
        bold(_title(hand, say, step, len(found) - 1)),
        _view_words(view, table, say) if hand.over else say("replay.running"),
        happened(moment, view, table, say) if step else say("replay.deal"),
    ]
    shared = link(deep_link(place.bot, replay_payload(hand.row.hand_id)), base36(hand.row.hand_id))
    code = say("replay.code", code=shared, hand=hand.row.hand_no)
    if public.over:
        card = render_card(public, scene, ready=False, picture=picture)
        drawn = card.picture  # the card's words stay, whatever else has no room
        lines = [*(Line(line, rank) for rank, line in enumerate(head, 1)), Line(card.text, gap=True)]
        text = fitted([*lines, Line(code, 4, gap=True)], limit(drawn is not None))
    else:
        drawn = board_picture(public, scene) if picture else None
        told = [*(Line(line) for line in head), Line(header(public, scene), gap=not picture)]
        told += opening_lines(public, scene)
        text = (
            fitted_with_quote(told, under_a_picture(public, scene), [Line(code, 4)], limit(picture=True))
            if picture
            else fitted([*told, *band_lines(public, scene), Line(code, 4, gap=True)], TEXT)
        )
    return Message(text, _keyboard(hand, found, step, view, table, say), drawn)


def _pictures(place: Place) -> bool:
    """Whether the table is drawn: in private as the reader has chosen."""
    return not place.private or place.person is None or read_settings(place.person.settings).picture


def _title(hand: StoredHand, say: Say, step: int, of: int) -> Html:
    return say("replay.title", hand=hand.row.hand_no, game=game_name(hand.game, say), step=step, of=of)


def _view_words(view: str, table: Names, say: Say) -> Html:
    if view == OPEN:
        return say("replay.view_open")
    return say("replay.view_public") if view == PUBLIC else say("replay.view_seat", name=table[int(view)])


def seen(state: HandState, view: str, showdown: str) -> PublicView:
    """The table at this moment: as everybody saw it, with one hand open, or with all."""
    public = public_view(state, showdown=showdown)
    if view == PUBLIC:
        return public
    seats = [
        _opened(public.seats[seat], state, seat) if view == OPEN or seat == int(view) else public.seats[seat]
        for seat in range(4)
    ]
    return replace(public, seats=(seats[0], seats[1], seats[2], seats[3]))


def _opened(shown: PublicSeat, state: HandState, seat: int) -> PublicSeat:
    held = state.seats[seat]
    lies = state.game.concealed_kong_lies(state.options)
    melds = tuple(shown_meld(lies, meld, opened=True) for meld in held.melds)
    return replace(shown, count=len(held.hand), hand=held.hand, melds=melds)


def happened(moment: Moment, view: str, table: Names, say: Say) -> Html:
    """Wei 摸 7筒 · Wei 打 5万: what led to this moment, as far as the view may know it."""
    shown = public_events(moment.state, moment.events)
    if view != PUBLIC:
        shown = tuple(
            told if view == OPEN or told.seat == int(view) else public
            for told, public in _paired(moment.events, shown)
            if told.name != "deal"
        )
    told = [_words(event, table, moment.state.game, say) for event in shown]
    if moment.taken_back:
        told.insert(max(0, len(told) - 1), say("replay.taken_back"))
    return bold(join([words for words in told if words], " · "))


def _paired(events: Sequence[Event], shown: Sequence[Event]) -> list[tuple[Event, Event]]:
    """Each event beside its public form; one that is private has itself without tiles."""
    left = list(shown)
    return [
        (event, left.pop(0) if left and left[0].name == event.name else replace(event, tiles=()))
        for event in events
    ]


def _words(event: Event, table: Names, game: Game, say: Say) -> Html:
    if event.name == "draw" and event.tiles and event.seat >= 0:
        return say("replay.drew", name=table[event.seat], tile=tile_name(event.tiles[0], say, short=True))
    return ruling_words(event, table, game, say)


def _keyboard(
    hand: StoredHand, found: list[Moment], step: int, view: str, table: Names, say: Say
) -> Keyboard:
    last, hand_id = len(found) - 1, hand.row.hand_id

    def to(key: str, target: int) -> Button:
        return Button(say.button(key), page_data(hand_id, "rp", target, view))

    moves = []
    if step > 0:
        moves += [to("button.step_first", 0), to("button.step_back", step - 1)]
    if step < last:
        moves += [to("button.step_forward", step + 1), to("button.step_last", last)]
    claim = next((at for at in range(step + 1, last + 1) if found[at].claim), 0)
    claims = (to("button.next_claim", claim),) if claim else ()
    views = _view_rows(hand_id, step, view, table, say) if hand.over else ()
    back = Button(say.button("button.card", hand=hand.row.hand_no), page_data(hand_id, "hc"))
    return tuple(row for row in (tuple(moves), claims, *views, (back,)) if row)


def _view_rows(hand_id: int, step: int, view: str, table: Names, say: Say) -> Keyboard:
    """The other views; the one that is shown has no button."""
    seats = tuple(
        Button(narrowed(table[seat], ems(1, Phone.GROUP)), page_data(hand_id, "rp", step, seat))
        for seat in range(4)
        if view != str(seat)
    )
    others = [("button.view_open", OPEN), ("button.view_public", PUBLIC)]
    wide = tuple(
        Button(say.button(key), page_data(hand_id, "rp", step, code)) for key, code in others if code != view
    )
    return (seats, wide)


# -- hands of other rules


def _events_page(place: Place, hand: StoredHand, step: int) -> Message:
    """What the journal says, where the installed rules are not those of the hand."""
    say = place.say
    scene = scene_of(place, hand.table, hand.row, hand.seats)
    table = names(scene, hand.game)
    told = [
        words
        for _, _, events in hand.lines
        for event in events
        if (words := _words(event, table, hand.game, say))
    ]
    last = max(0, -(-len(told) // _EVENTS) - 1)
    step = min(step, last)
    lines = [
        Line(bold(_title(hand, say, step, last))),
        Line(say("replay.other_rules")),
        *(Line(words) for words in told[step * _EVENTS : (step + 1) * _EVENTS]),
    ]
    moves = []
    for key, target in (("button.step_back", step - 1), ("button.step_forward", step + 1)):
        if 0 <= target <= last:
            moves.append(Button(say.button(key), page_data(hand.row.hand_id, "rp", target, OPEN)))
    back = Button(say.button("button.card", hand=hand.row.hand_no), page_data(hand.row.hand_id, "hc"))
    return Message(fitted(lines, TEXT), (*((tuple(moves),) if moves else ()), (back,)))

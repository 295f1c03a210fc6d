"""`hi`: matches, the newest first. `hm`: the hands of a match. `hc`: a hand's settlement card, from its record.

The id of `hi` is a chat's, or 0 for one's own matches in all groups; of `hm` a table's; of `hc` a hand's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.game import Game
from engine.games import find_game
from engine.match import match_from_json
from engine.options import TableOptions
from engine.referee.docket import judgement_of
from engine.referee.objections import knows_objections
from engine.result import CaseError, SeatResult, read_case
from engine.scoring import Settlement
from engine.views import PublicSeat, PublicView, shown_meld
from handlers.callback_data import page_data
from handlers.message import Button, Keyboard, Message
from handlers.pages.page import (
    NotShown,
    Place,
    by_id,
    game_of,
    hand_here,
    last_page,
    match_here,
    person_name,
    turner,
)
from handlers.show.cards import render_card
from handlers.show.keyboards import rows_of
from handlers.show.layout import TEXT, Line, fitted
from handlers.show.markup import Html, bold, join, lines
from handlers.show.outcome import from_key
from handlers.show.scene import Chair, Scene
from handlers.show.texts import Say, signed
from handlers.show.words import game_name, points_row, when
from handlers.tables.records import read_line
from storage import hands, journal, scores
from storage.connection import Connection
from storage.hands import HandSeat, MatchHand
from storage.journal import HandRow
from storage.scores import MatchLine, Standing
from storage.tables import TableRow

MATCHES, HANDS = 6, 15
"""On a page."""
OWN = 0
"""The id of the page of one's own matches."""


# -- matches


async def history_page(connection: Connection, place: Place, chat_id: int, page: int) -> Message:
    """A page of matches: in a group the group's; in private one's own in all groups, or one's practice."""
    say = place.say
    own = place.private and chat_id != place.chat_id
    count, found, page = await _matches(connection, place, page, own=own)
    last = last_page(count, MATCHES)
    title = (
        say("history.title_private") if place.private else say("history.title", group=say.name(place.title))
    )
    if not found:
        return Message(say("history.none"), _other_list(place, own=own))
    text = [Line(bold(title))]
    text += [
        Line(match_words(match, say, number=at, group=own), gap=True) for at, match in enumerate(found, 1)
    ]
    text.append(Line(say("page.of", page=page, of=last) if last > 1 else "", gap=True))
    picks = tuple(Button(str(at), page_data(match.table_id, "hm", 1)) for at, match in enumerate(found, 1))
    turning = turner(say, OWN if own else place.chat_id, "hi", page=page, last=last)
    keyboard = (picks, *((turning,) if turning else ()), *_other_list(place, own=own))
    return Message(fitted(text, TEXT), keyboard)


async def _matches(
    connection: Connection, place: Place, page: int, *, own: bool
) -> tuple[int, list[MatchLine], int]:
    if own:
        if place.person is None:
            raise NotShown("refuse.anonymous")
        person_id = place.person.person_id
        count = await scores.count_matches_of(connection, person_id)
        page = max(1, min(page, last_page(count, MATCHES)))
        found = await scores.matches_of(connection, person_id, limit=MATCHES, offset=(page - 1) * MATCHES)
        return count, found, page
    count = await scores.count_matches(connection, place.chat_id)
    page = max(1, min(page, last_page(count, MATCHES)))
    found = await scores.matches(connection, place.chat_id, limit=MATCHES, offset=(page - 1) * MATCHES)
    return count, found, page


def _other_list(place: Place, *, own: bool) -> Keyboard:
    """In private: between the groups' matches and one's practice."""
    if not place.private:
        return ()
    key, page_id = ("button.practice_list", place.chat_id) if own else ("button.own_matches", OWN)
    return ((Button(place.say.button(key), page_data(page_id, "hi", 1)),),)


def match_words(match: MatchLine, say: Say, *, number: int = 0, group: bool = False) -> Html:
    """昨天 21:10 · 福州 8 局 · Sofia +86 Wei +4: a match in a list."""
    game = find_game(match.game)
    length = say.plural("length.hands", match.hands)
    line = say(
        "history.match",
        date=when(match.opened_at),
        game=game_name(game, say),
        length=length,
        results=results(match.standings, game, say),
    )
    told = [line]
    if group:
        told.append(say("history.in_group", group=say.name(match.title)))
    if match.state != "over":
        told.append(say("history.still_on"))
    return join([f"{number}. " if number else "", join(told, " ")])


def results(standings: Sequence[Standing], game: Game, say: Say) -> Html:
    """Sofia +86　Wei +4, the best first."""
    ranked = sorted(standings, key=lambda entry: -entry.points)
    return points_row(
        (
            (
                person_name(say, game, seat=entry.seat, person_id=entry.person_id, name=entry.name),
                entry.points,
            )
            for entry in ranked
        ),
        say,
    )


# -- the hands of a match


async def match_page(connection: Connection, place: Place, table_id: int, page: int) -> Message:
    """A page of a match's hands, each with a button to its card."""
    row = await match_here(connection, place, table_id)
    say, game = place.say, game_of(row)
    last = last_page(row.played, HANDS)
    page = max(1, min(page, last))
    found = await hands.match_hands(connection, table_id, limit=HANDS, offset=(page - 1) * HANDS)
    if not found:
        return Message(say("scores.none"))
    title = say(
        "history.match_title",
        date=when(row.opened_at),
        game=game_name(game, say),
        length=say.plural("length.hands", row.played),
    )
    text = [Line(bold(title)), Line(say("history.still_on") if row.state != "over" else "")]
    text += [Line(line) for hand in found for line in hand_lines(hand, game, say)]
    text.append(Line(say("page.of", page=page, of=last) if last > 1 else "", gap=True))
    picks = [Button(f"#{hand.hand_no}", page_data(hand.hand_id, "hc")) for hand in found]
    turning = turner(say, table_id, "hm", page=page, last=last)
    back = (
        Button(say.button("button.sheet"), page_data(table_id, "sc", 0)),
        Button(say.button("button.back"), page_data(OWN if place.private else place.chat_id, "hi", 1)),
    )
    return Message(fitted(text, TEXT), (*rows_of(picks, 5), *((turning,) if turning else ()), back))


def hand_lines(hand: MatchHand, game: Game, say: Say) -> list[Html]:
    """#57 Sofia 自摸 +18, a line for each winner; or that nobody won."""
    table = [
        person_name(say, game, seat=seat.seat, person_id=seat.person_id, name=seat.name)
        for seat in hand.seats
    ]
    source = next((say(from_key(game, say), name=table[s.seat]) for s in hand.seats if s.dealt_in), Html())
    winners = [seat for seat in hand.seats if seat.won]
    if not winners:
        return [say("history.draw", hand=hand.hand_no)]
    return [
        say(
            "history.win",
            hand=hand.hand_no,
            name=table[seat.seat],
            how=say.plain("calc.self_drawn") if seat.self_drawn else source,
            points=signed(seat.points),
        )
        for seat in winners
    ]


# -- a hand's card


async def card_page(connection: Connection, place: Place, hand_id: int) -> Message:
    """The settlement card as it stood in the group, and doors to replay, proof and the match."""
    found = await hand_here(connection, place, by_id(hand_id))
    table, row, seats = found.table, found.row, found.seats
    scene = scene_of(place, table, row, seats)
    try:
        view = view_of(table, row)
        if _needs_journal(view, scene):
            view, scene = await _with_journal(connection, view, scene, row)
        text = render_card(view, scene, ready=False).text
    except CaseError:  # written under rules that read cases otherwise: what storage knows must do
        hand = MatchHand(row.hand_id, row.hand_no, seats)
        text = lines(hand_lines(hand, game_of(table), place.say))
    return Message(text, _doors(place.say, table, row))


def _needs_journal(view: PublicView, scene: Scene) -> bool:
    """Whether the stored result does not say all that the card does."""
    if not view.result or not view.result.wins or any(_too_many(seat) for seat in view.seats):
        return True
    return scene.house.referee or knows_objections(view.options, referee=False)


def _too_many(shown: PublicSeat) -> bool:
    """Whether the opened hand has a tile of the last ones, dealt out without discards (分张)."""
    return shown.hand is not None and len(shown.hand) % 3 == 2


async def _with_journal(
    connection: Connection, view: PublicView, scene: Scene, row: HandRow
) -> tuple[PublicView, Scene]:
    """A drawn hand's last word, 四杠 or a plain end, is in its journal, and so is which tile came last to whom.

    So are judgements, also those from before a late win took the table back.
    """
    actions = await journal.read_actions(connection, row.table_id, row.hand_no)
    told = [read_line(action)[2] for action in actions]
    draws = {event.seat: event.tiles[0] for events in told for event in events if event.name == "draw"}
    a, b, c, d = (
        replace(shown, drawn=draws.get(seat)) if _too_many(shown) else shown
        for seat, shown in enumerate(view.seats)
    )
    last = tuple(event for event in (told[-1] if told else ()) if event.name == "drawn")
    judged = tuple(judgement_of(event) for events in told for event in events if event.name == "judged")
    return replace(view, seats=(a, b, c, d), judgements=judged), replace(scene, log=last)


def _doors(say: Say, table: TableRow, row: HandRow) -> Keyboard:
    first = [Button(say.button("button.replay", hand=row.hand_no), page_data(row.hand_id, "rp", 0))]
    if table.state == "over":
        first.append(Button(say.button("button.verify"), page_data(row.hand_id, "vf")))
    return (tuple(first), (Button(say.button("button.back"), page_data(row.table_id, "hm", 1)),))


def scene_of(place: Place, table: TableRow, row: HandRow, seats: Sequence[HandSeat]) -> Scene:
    """The people around a stored hand."""
    chairs = [
        Chair(
            seat.name,
            taken=True,
            computer=seat.person_id is None,
            away=seat.person_id is not None and seat.by_computer,
        )
        for seat in seats
    ] or [Chair()] * 4
    return Scene(
        table_id=table.table_id,
        decision=table.decision,
        say=place.say,
        chairs=(chairs[0], chairs[1], chairs[2], chairs[3]),
        hand_no=row.hand_no,
        house=TableOptions.from_json(table.options.get("house", {})),
        now=place.now,
        bot=place.bot,
        over=table.state == "over",
    )


def view_of(table: TableRow, row: HandRow) -> PublicView:
    """What everybody saw at the end, from the stored result alone: no engine's fold is needed. Raises CaseError."""
    game = find_game(table.game)
    house = TableOptions.from_json(table.options.get("house", {}))
    result = read_case(row.result)
    settlement = Settlement.from_json(dict(row.settlement or {}))
    everybody = house.showdown == "all" or game.showdown == "all"
    winners = {win.seat for win in result.wins}
    opened = [
        everybody or seat in winners or "open" in held.declared for seat, held in enumerate(result.seats)
    ]
    lies = game.concealed_kong_lies(result.options)
    a, b, c, d = (_public_seat(held, lies, opened=opened[seat]) for seat, held in enumerate(result.seats))
    return PublicView(
        game=game,
        options=result.options,
        match=match_from_json(row.match),
        dice=(0, 0),
        east=result.east,
        indicator=result.indicator,
        seats=(a, b, c, d),
        left=0,
        turn=result.dealer,
        last=None,
        count=0,
        prompt=0,
        opening=None,
        result=result,
        settlement=settlement,
    )


def _public_seat(held: SeatResult, lies: str, *, opened: bool) -> PublicSeat:
    return PublicSeat(
        count=len(held.concealed),
        melds=tuple(shown_meld(lies, meld, opened=opened) for meld in held.melds),
        flowers=held.flowers,
        discards=held.discards,
        declared=held.declared,
        stake=held.stake,
        hand=held.concealed if opened else None,
    )

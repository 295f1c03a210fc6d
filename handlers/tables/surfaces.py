"""What each surface of a table shows now: the only glue between the core and what people see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from engine.prompts import PromptKind
from engine.views import public_view, seat_view
from engine.worth import draw_pays, win_pays
from handlers.message import Message
from handlers.show import board, calls, cards, lobby, outcome, panel
from handlers.show.alerts import eye_alert, why_alert
from handlers.show.keyboards import data
from handlers.show.markup import Html, lines
from handlers.show.options import Chosen
from handlers.show.orders import order_rows, orders_line
from handlers.show.scene import Chair as ShownChair
from handlers.show.scene import Scene
from handlers.show.settings import read_settings
from handlers.show.texts import Say, Texts
from handlers.show.words import by_points, game_title, names, points_row, when, worth_words
from handlers.tables.clocks import time_for
from handlers.tables.deal import counts_as_ready
from handlers.tables.effects import Note, Surface
from handlers.tables.group import ADMINS, PICTURE
from handlers.tables.minutes import minutes
from handlers.tables.model import Chair, Table
from handlers.tables.pace import PAUSE
from handlers.tables.past import LastMatch, Past, four
from handlers.tables.pauses import stands
from handlers.tables.play import standing_orders
from handlers.tables.seats import absent
from handlers.tables.tips import tips_for
from handlers.tables.votes import voters
from handlers.tables.wording import note_message, told_line
from handlers.tables.work import due_after


def _no_link(_: Table) -> str:
    return ""


def _nowhere(_: int) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Stage:
    """What rendering needs besides the table."""

    texts: Texts
    bot: str
    """The bot's username."""
    pictures: bool = True
    """Whether boards, cards and hands are drawn; each person may still choose text."""
    refused: Callable[[int], bool] = _nowhere
    """Whether a chat takes no photos: there everything is told in text."""
    board_link: Callable[[Table], str] = _no_link
    """The address of a table's board, where Telegram has one."""

    def draws_in(self, chat_id: int) -> bool:
        """Whether pictures are shown in this chat."""
        return self.pictures and not self.refused(chat_id)

    def draws_board(self, table: Table) -> bool:
        """Whether the table's group wants pictures, and takes them."""
        return wants_pictures(table) and self.draws_in(table.chat.chat_id)

    def say_for(self, table: Table, seat: int | None) -> Say:
        """The texts of the group, or of a seat's person."""
        if seat is None and table.practice and table.people:
            seat = table.people[0]
        person = None if seat is None else table.person_at(seat)
        return self.texts.of(table.chat.language if person is None else person.language)

    def scene(self, table: Table, seat: int | None, now: int, say: Say | None = None) -> Scene:
        """The surroundings of a view, for a seat's person or for the group; `say`: in the words of another reader."""
        for_all = seat is None and say is None and not table.practice
        say = say or self.say_for(table, seat)
        match = table.match
        hands = getattr(table.options, "hands", None)
        length = time_for(table)
        # shown as from the opening: it is never later than the true deadline, and no edit moves it
        due = (
            table.clock.due_at
            if table.prompt is None or length is None
            else due_after(table, table.clock.opened_at, length)
        )
        return Scene(
            table_id=table.table_id,
            decision=table.decision_for(seat),
            say=say,
            chairs=(
                _seated(table, 0, now),
                _seated(table, 1, now),
                _seated(table, 2, now),
                _seated(table, 3, now),
            ),
            totals=match.totals if match else (0, 0, 0, 0),
            hand_no=0 if table.practice else table.hand_no,
            hand_of=table.played + (table.state == "playing"),
            hands=hands if isinstance(hands, int) else None,
            house=table.house,
            due_at=due if seat is not None or table.state == "ready" else None,
            now=now,
            chat_title=table.chat.title,
            bot=self.bot,
            second=self._second(table) if for_all else None,
            log=table.log,
            commitment=table.commitment,
            paused=table.paused_at is not None,
            over=table.state == "over",
            practice=table.practice,
            board_link=self.board_link(table),
            minutes=minutes(table) if table.state == "lobby" else 0,
            no_photos=for_all and wants_pictures(table) and self.refused(table.chat.chat_id),
        )

    def _second(self, table: Table) -> Say | None:
        """A second language of the group's buttons, when the seated people read different ones."""
        languages = [chair.person.language for chair in table.chairs if chair and chair.person]
        other = next((language for language in languages if language != table.chat.language), None)
        return None if other is None else self.texts.of(other)

    def render(self, table: Table, surface: Surface, now: int, *, past: Past | None = None) -> Message | None:
        """The surface as it now is; None when there is nothing to show."""
        match surface.kind:
            case "lobby":
                return self._lobby(table, now, past or Past())
            case "board":
                return self.board(table, now)
            case "cry":
                return self._cry(table, now)
            case "vote":
                return self._vote(table, now)
            case "away":
                return self._away(table, now)
            case "pause":
                return self._pause(table, now)
            case "end":
                return self._end(table, now, past or Past())
            case _:
                return self.panel(table, surface.seat, now)

    def _lobby(self, table: Table, now: int, past: Past) -> Message:
        scene = self.scene(table, None, now)
        if table.options_at is not None and table.state == "lobby" and table.committed:
            chosen = chosen_options(table, scene)
            return lobby.render_lobby(table.game, table.options, scene, chosen=chosen, at=table.options_at)
        notes = [*lobby_notes(table, scene), *last_time(table, scene, past.last)]
        return lobby.render_lobby(table.game, table.options, scene, notes=notes)

    def _cry(self, table: Table, now: int) -> Message | None:
        """三缺一, while a seat is free."""
        seats = tuple(seat for seat, chair in enumerate(table.chairs) if chair is not None)
        if table.full or table.state != "lobby":
            return None
        return note_message(table, self.scene(table, None, now), Note("three.call", {"whos": seats}))

    def _vote(self, table: Table, now: int) -> Message | None:
        """The vote that is open, and how it stands."""
        vote = table.vote
        if vote is None:
            return None
        others = voters(table, vote)
        params = {"whose": vote.seat, "goal": vote.goal, "by": vote.by, "until": vote.until}
        params |= {"n": len(vote.agree & others), "of": len(others)}
        key = "vote.end" if vote.seat is None else "vote.seat"
        return note_message(table, self.scene(table, None, now), Note(key, params))

    def _away(self, table: Table, now: int) -> Message | None:
        """For whom the computer plays; when all are back, the message goes."""
        say = self.scene(table, None, now).say
        return Message(lines([say("away.group", name=say.name(person.name)) for person in absent(table)]))

    def _pause(self, table: Table, now: int) -> Message:
        """That the clocks stand still, while they do."""
        stopped = {"by": table.paused_by, "seconds": PAUSE // 1000}
        note = Note("pause.group", stopped) if stands(table) else Note("pause.over")
        return note_message(table, self.scene(table, None, now), note)

    def board(self, table: Table, now: int, *, final: bool = False) -> Message | None:
        """The group's board, or the card it has become; a `final` card asks nobody to be ready."""
        hand = table.hand
        if hand is None:
            return None
        view = public_view(hand, showdown=table.house.showdown, draws=False)
        scene = self.scene(table, None, now)
        if not hand.over:
            return board.render_board(view, scene, picture=self.draws_board(table))
        waits = table.state == "ready" and not final
        return cards.render_card(
            view,
            _as_it_sat(table, scene),
            ready=waits,
            hand_code=table.hand_id,
            picture=self.draws_board(table),
        )

    def _end(self, table: Table, now: int, past: Past) -> Message | None:
        match = table.match
        if match is None:
            return None
        ending = outcome.Ending(
            table.game, table.played, match.totals, past.honours, table.seed.hex(), past.trend
        )
        return cards.render_match_end(
            ending,
            _as_it_sat(table, self.scene(table, None, now)),
            rematch=not (table.practice or table.rematch),
            picture=self.draws_board(table),
        )

    def panel(self, table: Table, seat: int | None, now: int, *, final: bool = False) -> Message | None:
        """A seat's panel; a `final` one, of a hand that the next has followed, asks for nothing."""
        if seat is None or table.hand is None:
            return None
        chair = table.chairs[seat]
        if chair is None or chair.person is None:
            return None
        view = seat_view(table.hand, seat, showdown=table.house.showdown)
        scene = self.scene(table, seat, now)
        settings = read_settings(chair.person.settings)
        settings = replace(settings, picture=settings.picture and self.draws_in(chair.person.user_id))
        if table.practice and table.hand.over:  # it has no board that would become the card
            waits = table.state == "ready" and not final
            return cards.render_card(
                view.public, _as_it_sat(table, scene), ready=waits, picture=settings.picture
            )
        if final:
            scene = replace(scene, over=True, due_at=None)
        orders = standing_orders(chair) if table.house.tempo == "day" and not table.hand.over else None
        if not orders and calls.must_choose(view):
            orders = None  # the switches are not there in the own turn
        told = _told(table, scene, chair, asked=calls.must_choose(view))
        aside = panel.Aside(
            told=told if orders is None else [*told, orders_line(orders, scene)],
            tips=[scene.say(key) for key in tips_for(table, seat)],
            draw_pays=partial(draw_pays, table.hand, seat),
            table=chair.table_up,
            naming=_naming(table, seat, chair),
            more=_more_page(table, chair, calls.must_choose(view)),
            filter=chair.filter.partition("|")[0],
            pinged=seat in table.clock.pinged,
            rows=() if orders is None else order_rows(view, orders, scene),
        )
        aided = not table.hand.referee  # else what a win is worth would tell that it is one
        called, wins = names(scene, table.game), [act for act in view.acts if act.verb == "h" and aided]
        worth = {act: worth_words(win_pays(table.hand, seat, act), called, scene.say) for act in wins}
        return panel.render_panel(view, scene, settings, worth=worth, aside=aside)

    def alert(self, table: Table, seat: int, view: str, now: int) -> str:
        """👀 the own hand, or ❓ why it cannot win: for its owner only."""
        scene = self.scene(table, seat, now)
        if table.hand is None:
            return scene.say.plain("refuse.not_dealt")
        seen = seat_view(table.hand, seat, showdown=table.house.showdown)
        if view == "hand":
            return eye_alert(seen, scene)
        return why_alert(seen, scene, draw_pays=partial(draw_pays, table.hand, seat))


def wants_pictures(table: Table) -> bool:
    """Whether the table's group has chosen pictures."""
    return table.chat.settings.board_view == PICTURE


def chosen_options(table: Table, scene: Scene) -> Chosen:
    """The table's options as they are shown, to change before the first deal and to look at afterwards."""
    say, lobby_open = scene.say, table.state == "lobby"
    hint = "options.admins" if table.chat.settings.change_options == ADMINS else "options.hint"
    return Chosen(
        table.game,
        table.options,
        table.house,
        say("options.title", game=game_title(table.game, say)),
        say(hint if lobby_open else "options.pinned"),
        partial(data, scene, "o"),
        locked=not lobby_open,
        may_save=True,
    )


def lobby_notes(table: Table, scene: Scene) -> list[Html]:
    """What else a lobby tells: who waits, what the computers are like, that boards will lag."""
    say = scene.say
    notes = []
    if table.waiting:
        notes.append(say("lobby.waiting_list", names=say.listed(say.name(p.name) for p in table.waiting)))
    if any(chair.computer for chair in scene.chairs) and table.state == "lobby":
        notes.append(say("lobby.computers"))
    if table.crowded:
        notes.append(say("lobby.third_table"))
    return notes


def last_time(table: Table, scene: Scene, last: LastMatch | None) -> list[Html]:
    """How the last match of these four ended, while they wait for the first tiles."""
    if last is None or scene.hand_of or last.points.keys() != four(table):
        return []
    people = [chair.person.person_id for chair in table.chairs if chair and chair.person]
    ranked = by_points(names(scene, table.game), [last.points[person] for person in people])
    return [scene.say("lobby.last_time", date=when(last.opened_at), results=points_row(ranked, scene.say))]


def _told(table: Table, scene: Scene, chair: Chair, *, asked: bool) -> list[Html]:
    """The lines for this reader alone; below a question that has come since, what they are about is past."""
    found = []
    for told in chair.told:
        line, past = told_line(table, scene, told), asked and told.at != table.decision
        found.append(scene.say("told.before", told=line) if past else line)
    return found


def _more_page(table: Table, chair: Chair, asked: bool) -> int:
    """The page of ⋯ that stands open; a question that has come since closes it."""
    page, decision = chair.more
    return 0 if asked and decision != table.decision else page


def _naming(table: Table, seat: int, chair: Chair) -> str:
    """The step that stands open; the next question closes it, an objection only one to this seat alone."""
    step, decision = chair.naming
    prompt = table.prompt
    if prompt is None or decision == table.decision:
        return step
    alone = prompt.options[seat] != () and prompt.kind not in (PromptKind.CLAIM, PromptKind.ROB)
    return step if step.startswith("q") and not alone else ""


def _as_it_sat(table: Table, scene: Scene) -> Scene:
    """The scene with those who played the last hand, whoever has left since."""
    shown = [
        now
        if sat is None or _same(sat, here)
        else replace(_chair(sat), leaving=False, ready=False, free=here is None, counted=now.counts)
        for sat, here, now in zip(table.sat, table.chairs, scene.chairs, strict=True)
    ]
    return replace(scene, chairs=(shown[0], shown[1], shown[2], shown[3]))


def _same(one: Chair, other: Chair | None) -> bool:
    return other is not None and one.person == other.person


def _seated(table: Table, seat: int, now: int) -> ShownChair:
    return replace(_chair(table.chairs[seat]), counted=counts_as_ready(table, seat, now))


def _chair(chair: Chair | None) -> ShownChair:
    if chair is None:
        return ShownChair()
    person = chair.person
    return ShownChair(
        name=person.name if person else "",
        taken=True,
        computer=person is None,
        away=person is not None and not chair.by_person,
        ready=bool(chair.ready) or not chair.by_person,
        reached=chair.reached,
        on_the_way=chair.kept_until is not None and not chair.reached,
        asked=chair.kept_until is not None and chair.reached,
        leaving=chair.leaving,
        language=person.language if person else "",
    )

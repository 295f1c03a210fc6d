"""Ready, dice, and the deal: when a hand begins and what its wall is mixed with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace

from engine.fairness import Entropy, hand_key, randomness
from engine.hand import begin
from engine.match import MatchState
from engine.state import HandStart
from handlers.message import Urgency
from handlers.tables.effects import BeginHand, Dirty, Note, SaveTable, Surface
from handlers.tables.model import Chair, Clockwork, Table
from handlers.tables.pace import ANYBODY_DEALS, DICE_WAIT, RECENT
from handlers.tables.play import begin_questions, public_events
from handlers.tables.standing import fall_asleep, wake
from handlers.tables.work import BALLOT, BOARD, CRY, LOBBY, Work

EARLY = "early"
"""The word of who was ready before the fingerprint stood: a wish to play, not mixed in as a press."""


def computer_chair() -> Chair:
    """A computer's own seat."""
    return Chair(None, "computer")


def ready(w: Work, seat: int, query_id: str) -> None:
    """准备: this seat is ready; in the lobby the opener's press also fills the free seats with computers."""
    table = w.table
    if table.under not in ("lobby", "ready"):
        w.refuse("refuse.already_dealt")
        return
    if table.under == "lobby" and not table.full and not _may_fill(w, seat):
        w.refuse("refuse.wait_for_opener")
        return
    wake(w)
    table = w.table
    already = bool(table.chair(seat).ready)
    if not already:
        w.update(seat, ready=(query_id or "pressed") if table.committed else EARLY)
    if table.state == "lobby" and not table.full:
        _fill(w)
    w.answer("toast.repeated" if already else "seat.ready")
    _ready_changed(w)
    start_if_ready(w)


def _may_fill(w: Work, seat: int) -> bool:
    person = w.table.chair(seat).person
    opener = person is not None and person.person_id == w.table.opener
    return opener or w.now - w.table.opened_at >= ANYBODY_DEALS


def _fill(w: Work) -> None:
    for seat, chair in enumerate(w.table.chairs):
        if chair is None:
            w.seat(seat, computer_chair())
    if w.table.cried:
        w.effects.gone.append(CRY)


def _ready_changed(w: Work) -> None:
    if w.table.practice:
        w.dirty(Surface("panel", w.table.people[0] if w.table.people else 0), Urgency.PRESSER)
    elif w.table.hand is None:  # before the first hand there is no card that could say so
        w.lobby_changed()
    else:
        w.dirty(BOARD, Urgency.PRESSER)


def counts_as_ready(table: Table, seat: int, now: int) -> bool:
    """Pressed, or a computer's, or active so recently that the press is spared.

    Before the first hand everybody has to be reached. Who cannot be written to later on plays from the board.
    """
    chair = table.chairs[seat]
    if chair is None or chair.kept_until is not None or not (chair.reached or table.played):
        return False
    if not chair.by_person or chair.ready:
        return True
    if table.state == "lobby":
        return now - chair.seen_at <= RECENT
    due = table.clock.due_at
    return due is not None and now >= due


def quiet_since(table: Table) -> list[int]:
    """When each person of a full lobby, so far counted for being active, stops to count: it shows one fewer."""
    if table.state != "lobby" or not table.full or table.practice:
        return []
    waited = [chair for chair in table.chairs if chair and chair.by_person and not chair.ready]
    return [chair.seen_at + RECENT + 1 for chair in waited if chair.kept_until is None]


def start_if_ready(w: Work) -> None:
    """Deal as soon as all four seats are taken, every person reached, and everybody is ready.

    In the lobby somebody must have pressed: a full lobby alone does not deal. Nor is anything thrown or dealt before
    the fingerprint stands: its message is asked for, and what waits for it goes on by itself.
    """
    table = w.table
    pressed = any(chair and chair.ready for chair in table.chairs)
    if table.state == "lobby" and not pressed:
        return
    if not table.full or not all(counts_as_ready(table, seat, w.now) for seat in range(4)):
        return
    if not table.people:
        if table.state != "asleep":
            fall_asleep(w)
        return
    if not table.committed:
        w.dirty(LOBBY, Urgency.BOARD)
        return
    if table.state == "lobby":
        w.effects.gone += [Surface("call", seat) for seat in table.people]  # what they ask for has come
    if table.state == "lobby" and table.house.seats == "shuffled":
        draw_seats(w)
    wanted = table.house.dice == "hand" or (table.house.dice == "match" and table.dice is None)
    if wanted and not table.practice:
        w.change(state="throwing", clock=Clockwork(opened_at=w.now, due_at=w.now + DICE_WAIT))
        w.effects.throw = True
        _ready_changed(w)
    else:
        w.effects.deal = True


def commit(w: Work) -> None:
    """The fingerprint stands: what waited for it goes on."""
    w.change(committed=True)
    if w.table.state in ("lobby", "ready"):
        start_if_ready(w)


def draw_seats(w: Work) -> None:
    """抽位子: who sits where, every order as likely as any other; once a match, before its dice and its first deal.

    What has been said to a seat in this command goes with the person who sat there.
    """
    order = [0, 1, 2, 3]
    for last in (3, 2, 1):
        other = w.draw(last + 1)
        order[last], order[other] = order[other], order[last]
    table, moved = w.table, {before: seat for seat, before in enumerate(order)}
    for seat, before in enumerate(order):
        w.seat(seat, table.chairs[before])
    w.effects.notes = [_moved_note(note, moved) for note in w.effects.notes]
    w.effects.dirty = [
        replace(dirty, surface=replace(dirty.surface, seat=moved.get(dirty.surface.seat)))
        if dirty.surface.seat is not None
        else dirty
        for dirty in w.effects.dirty
    ]
    if table.vote is not None and table.vote.seat is not None:
        w.change(vote=replace(table.vote, seat=moved[table.vote.seat]))
        w.dirty(BALLOT, Urgency.BOARD)


def _moved_note(note: Note, moved: dict[int, int]) -> Note:
    if note.seat is None:
        return note
    params = {name: moved[value] if name == "seat_no" else value for name, value in note.params.items()}
    return replace(note, seat=moved[note.seat], params=params)


def thrown(w: Work, dice: tuple[int, int] | None) -> None:
    """Telegram's dice have fallen, or could not be thrown: deal with or without them."""
    if w.table.state != "throwing":
        return
    w.change(dice=dice)
    if dice is None:
        w.note("deal.no_dice")
    w.effects.deal = True


def deal(w: Work, hand_no: int, beginners: Mapping[int, frozenset[str]]) -> None:
    """Deal the hand: mix, shuffle, open the first question. The table's options are pinned from now on."""
    table = w.table
    start, entropy = hand_start(table, hand_no)
    hand, events = begin(start)
    fresh = table.hand is not None
    w.effects.rows.append(
        BeginHand(
            hand_no,
            start.rules_version,
            start.match.to_json(),
            {**asdict(entropy), "dice": list(entropy.dice) if entropy.dice else None},
            tuple(chair.person.person_id if chair and chair.person else None for chair in table.chairs),
        )
    )
    w.table = replace(
        table,
        state="playing",
        match=start.match,
        hand=hand,
        hand_no=hand_no,
        seq=0,
        log=public_events(hand, events),
        clock=Clockwork(opened_at=w.now),
        paused_at=None,  # all have said that they are back
        claimed_at=(),
        objecting=(),
    )
    w.effects.rows.append(SaveTable())
    w.effects.settle_board = fresh
    for seat, chair in enumerate(table.chairs):
        if chair is not None and chair.person is not None:
            w.seat(seat, replace(taught(chair, beginners), naming=("", 0), more=(0, 0)))
        if chair is not None and chair.by_person:
            w.effects.dirty.append(Dirty(Surface("panel", seat), Urgency.WATCHING, fresh=True))
    begin_questions(w)
    if not table.practice:
        if not fresh:
            w.dirty(LOBBY, Urgency.WATCHING)
        w.dirty(BOARD, Urgency.BOARD, fresh=True)


def taught(chair: Chair, beginners: Mapping[int, frozenset[str]]) -> Chair:
    """The seat, with what its person still has to be told of the game."""
    read = beginners.get(chair.person.person_id) if chair.person else None
    return replace(chair, beginner=read is not None, tipped=chair.tipped | (read or frozenset()))


def hand_start(table: Table, hand_no: int) -> tuple[HandStart, Entropy]:
    """What the hand with this number begins from, as the table stands."""
    first = table.match is None
    dice = table.dice if table.house.dice == "hand" or (table.house.dice == "match" and first) else None
    entropy = Entropy(str(table.table_id), hand_no, dice, _words(table))
    key = hand_key(table.seed, entropy)
    match = new_match(table, key, dice) if table.match is None else _match_now(table, table.match, key)
    start = HandStart(table.game, table.options, match, key, dice, table.house.mode, table.game.rules_version)
    return start, entropy


def _match_now(table: Table, match: MatchState, key: bytes) -> MatchState:
    """The match as it goes on; where another sits than when the last hand ended, the game may begin it anew."""
    if not any(_changed(sat, table.chairs[seat]) for seat, sat in enumerate(table.sat)):
        return match
    return table.game.people_changed(match, randomness(key, table.game.tiles.sorted_list()).seat)


def _changed(sat: Chair | None, now: Chair | None) -> bool:
    before, here = (chair and chair.person and chair.person.person_id for chair in (sat, now))
    return sat is not None and before != here


def _words(table: Table) -> tuple[str, str, str, str]:
    words = []
    for chair in table.chairs:
        if chair is None or chair.person is None:
            words.append("computer")
        else:
            words.append(chair.ready if chair.by_person and chair.ready else "absent")
    return words[0], words[1], words[2], words[3]


def new_match(table: Table, key: bytes, dice: tuple[int, int] | None) -> MatchState:
    """The match before its first hand; its first dealer may be drawn or thrown for."""
    chance = randomness(key, table.game.tiles.sorted_list())
    opener = table.seat_of(table.opener)
    dealer = table.game.first_dealer(
        table.options, drawn=chance.seat, dice=dice or chance.dice, opener=opener or 0
    )
    return table.game.first_match(table.options, dealer)

"""Panels: enough to play with, never a tile under a late thumb, and nothing in them that is not the reader's."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.actions import PASS, ROB_GOLD, THREE_GOLDS, WIN, Act, Event, make_act, parse_act
from engine.game import Game
from engine.prompts import PromptKind
from engine.scoring import SEATS
from engine.state import Discard
from engine.tiles import parse_tiles
from engine.views import SeatView, public_view, seat_view
from handlers.message import Message
from handlers.show.alerts import eye_alert, why_alert
from handlers.show.board import render_board
from handlers.show.calls import must_choose
from handlers.show.chances import Advice, advise
from handlers.show.keyboards import BARRED, BARRED_SYMBOL
from handlers.show.labels import LabelSet, tile_name
from handlers.show.markup import Html, length, plain
from handlers.show.paint_hand import cells
from handlers.show.panel import Aside, render_panel
from handlers.show.pictured import hand_picture
from handlers.show.scene import Scene
from handlers.show.settings import Settings
from handlers.show.specs import HandPicture
from handlers.show.texts import LANGUAGES, Say
from handlers.show.words import act_words, answer_text, events_row, names, since, worth_words
from playground.entities import parse_html
from tests.show.evening import NOW, PEOPLE, TEXTS, playable, scene, states
from tests.show.test_board import FOUR, GAMES, HOSTILE, TILE, open_tiles, within_limits

SAYS = [TEXTS.of(language) for language in LANGUAGES]
HANS, EN = TEXTS.of("zh_Hans"), TEXTS.of("en")
TEXT_ONLY = Settings(picture=False)
FUZHOU = next(game for game in playable() if game.id == "fuzhou")
ACTS = frozenset("dcpkxhrmstafvwq")
MARKS = {BARRED, BARRED_SYMBOL}
SETTINGS = [
    Settings(LabelSet.CHINESE, False),
    Settings(LabelSet.WORDS, True),
    Settings(LabelSet.SYMBOLS, True),
    Settings(None, False, "bamboo_first"),
]


def some(game: Game, step: int) -> Iterator[tuple[SeatView, tuple[Event, ...]]]:
    """Views of all seats in some states, with the public events."""
    for number, (state, log) in enumerate(states(game)[::step]):
        for seat in SEATS if number % 3 == 0 else (state.turn,):
            yield seat_view(state, seat), log


def view_where(game: Game, **wanted: object) -> tuple[SeatView, tuple[Event, ...]]:
    """A view whose fields are as wanted, with something to choose."""
    for state, log in states(game):
        for seat in SEATS:
            view = seat_view(state, seat)
            if all(getattr(view, name) == value for name, value in wanted.items()) and must_choose(view):
                return view, log
    raise LookupError(wanted)


def rows(message: Message) -> list[list[str]]:
    """What the buttons do, without table and decision; links by their address."""
    return [[b.url or b.data.split(":", 2)[2] for b in row] for row in message.keyboard]


def acts_of(message: Message) -> set[Act]:
    codes = {code for row in rows(message) for code in row}
    return {parse_act(code) for code in codes if code.partition(":")[0] in ACTS}


def text_of(message: Message) -> str:
    return re.sub("[\u2060\u2068\u2069]", "", plain(message.text)).replace("\u00a0", " ")


# --- at every moment of a hand ------------------------------------------------------------------------------


@GAMES
@pytest.mark.parametrize("say", SAYS, ids=LANGUAGES)
def test_every_panel_keeps_telegrams_limits(game: Game, say: Say) -> None:
    for number, (view, log) in enumerate(some(game, 11)):
        settings = SETTINGS[number % 4]
        around = scene(say, log=log, chairs=HOSTILE if number % 9 == 0 else PEOPLE, chat_title="群" * 300)
        aside = Aside(table=number % 2 == 0, more=number % 5 == 0, tips=["tip"], told=["told"])
        message = render_panel(view, around, settings, aside=aside)
        assert within_limits(message, 1024 if settings.picture else 4096)
        read, _ = parse_html(message.text)
        assert read == plain(message.text)


@pytest.mark.slow
@GAMES
def test_every_state_of_a_hand_is_shown_within_telegrams_limits(game: Game) -> None:
    """Every board and the panel of whoever is next, in turn in each language, as a picture and in words."""
    for number, (state, log) in enumerate(states(game)):
        say, settings = SAYS[number % 3], SETTINGS[number // 3 % 4]
        around = scene(say, log=log, second=SAYS[(number + 1) % 3] if number % 2 else None)
        for drawn in (True, False):
            board = render_board(public_view(state, draws=False), around, picture=drawn)
            panel = render_panel(seat_view(state, state.turn), around, replace(settings, picture=drawn))
            assert within_limits(board, 1024 if drawn else 4096)
            assert within_limits(panel, 1024 if drawn else 4096)


@GAMES
def test_the_bottom_row_never_is_a_tile(game: Game) -> None:
    for view, log in some(game, 5):
        last = rows(render_panel(view, scene(HANS, log=log), TEXT_ONLY))[-1:]
        assert not any(code.startswith(("d:", "r:")) for row in last for code in row)


@GAMES
def test_tile_buttons_are_the_legal_discards_and_every_act_has_its_button(game: Game) -> None:
    for view, log in some(game, 2):
        shown = acts_of(render_panel(view, scene(HANS, log=log), TEXT_ONLY))
        asked = set(view.acts)
        assert shown <= asked
        assert {act for act in shown if act.verb == "d"} == {act for act in asked if act.verb == "d"}
        assert asked - shown <= {PASS}
        if must_choose(view):
            assert shown == asked


@GAMES
def test_picture_and_keyboard_stand_in_the_same_grid(game: Game) -> None:
    for number, (view, log) in enumerate(some(game, 1)):
        settings, around = SETTINGS[number % 4], scene(SAYS[number // 4 % 3], log=log)
        if view.kind is not PromptKind.TURN or not any(act.verb == "d" for act in view.acts):
            continue
        spec = hand_picture(view, around, settings).spec
        assert isinstance(spec, HandPicture)
        keyboard = render_panel(view, around, settings).keyboard
        legal = {act.tile for act in view.acts if act.verb == "d"}
        tiles = [
            row for row in keyboard if any(b.data.split(":")[2] == "d" or b.text[0] in MARKS for b in row)
        ]
        buttons = [button for row in tiles for button in row]
        assert [spec.tiles[place] not in legal for place in range(len(buttons))] == [
            button.text[0] in MARKS for button in buttons
        ]
        thrown = [
            parse_act(button.data.split(":", 2)[2]).tile if ":d:" in button.data else None
            for button in buttons
        ]
        assert all(tile in (None, spec.tiles[place]) for place, tile in enumerate(thrown))
        assert len(buttons) == len(spec.tiles)
        assert spec.dimmed == tuple(place for place, tile in enumerate(thrown) if tile is None)
        drawn_in = Counter(row for row, _, _ in cells(spec))
        assert [len(row) for row in tiles] == [drawn_in[row] for row in sorted(drawn_in)]
        assert max(map(len, tiles)) <= (4 if spec.wide else 7)
        primary = [place for place, button in enumerate(buttons) if button.style == "primary"]
        assert primary == [
            place for place in (spec.drawn,) if place is not None and thrown[place] is not None
        ]


@GAMES
def test_a_panel_tells_its_own_tiles_and_what_lies_open_and_nothing_else(game: Game) -> None:
    house = replace(scene(HANS).house, advice=False)  # waits are tiles that nobody has seen
    for view, log in some(game, 7):
        own = view.own
        mine = {*own.hand, *own.flowers, *(tile for meld in own.melds for tile in meld.tiles), *view.wilds}
        claimed = {tile for event in log for tile in event.tiles}
        allowed = {tile_name(kind, HANS) for kind in mine | open_tiles(view.public) | claimed}
        message = render_panel(view, scene(HANS, log=log, chairs=FOUR, house=house), TEXT_ONLY)
        text = re.sub("[东南西北]令|补花", "", plain(message.text))
        assert set(TILE.findall(text)) <= allowed


@GAMES
@pytest.mark.parametrize("say", SAYS, ids=LANGUAGES)
def test_alerts_hold_200_characters_and_end_with_what_may_be_done(game: Game, say: Say) -> None:
    for view, log in some(game, 13):
        around = scene(say, log=log)
        eye, why = eye_alert(view, around), why_alert(view, around)
        assert 0 < length(eye) <= 200
        assert 0 < length(why) <= 200
        last = eye.rsplit("\n", 1)[1]
        prefix = say.plain("eye.may", acts="")
        may = [act for act in view.acts if act is not PASS or view.kind is PromptKind.CHOW]
        assert last.startswith(prefix.rstrip()) == bool(may)


@pytest.mark.parametrize("say", SAYS, ids=LANGUAGES)
def test_who_plays_from_the_group_alone_is_told_of_nothing_that_has_no_button_there(say: Say) -> None:
    view = next(
        view
        for game in playable()
        for view, _ in some(game, 1)
        if view.kind is PromptKind.TURN and any(act.verb == "k" for act in view.acts)
    )
    kong = next(act for act in view.acts if act.verb == "k")
    around = scene(say)
    chairs = tuple(replace(chair, reached=seat != view.seat) for seat, chair in enumerate(around.chairs))
    alone = replace(around, chairs=chairs)
    word = act_words(kong, view, say)
    assert word in eye_alert(view, around)
    assert word not in eye_alert(view, alone)
    assert act_words(next(act for act in view.acts if act.verb == "d"), view, say) in eye_alert(view, alone)


# --- what the first line says -------------------------------------------------------------------------------


def first(view: SeatView, around: Scene, worth: dict[Act, str] | None = None) -> str:
    return text_of(render_panel(view, around, TEXT_ONLY, worth=worth or {})).split("\n")[0]


def test_the_own_turn_names_the_tile_drawn_and_counts_down() -> None:
    view, log = view_where(FUZHOU, kind=PromptKind.TURN, came="wall")
    assert view.own.drawn is not None
    around = scene(HANS, log=log)
    assert first(view, around) == f"👉 轮到你 · 摸 {tile_name(view.own.drawn, HANS)} · 45 秒后到时"
    _, entities = parse_html(render_panel(view, around, TEXT_ONLY).text)
    assert [e["unix_time"] for e in entities if e["type"] == "date_time"] == [1_790_000_045]
    assert first(view, scene(HANS, due_at=None)).endswith(tile_name(view.own.drawn, HANS))


def test_a_text_rendered_again_a_moment_later_is_the_same() -> None:
    view, log = view_where(FUZHOU, kind=PromptKind.TURN, came="wall")
    at_once, later = (scene(HANS, log=log, now=NOW + passed) for passed in (0, 14_000))
    assert render_panel(view, at_once, TEXT_ONLY) == render_panel(view, later, TEXT_ONLY)


def test_a_flower_drawn_first_is_told() -> None:
    view, log = view_where(FUZHOU, kind=PromptKind.TURN, came="flower")
    assert re.match("👉 轮到你 · 摸 .+ 🌸 补 ", first(view, scene(HANS, log=log)))


def test_a_claim_is_followed_by_its_discard() -> None:
    view, log = view_where(FUZHOU, kind=PromptKind.TURN, came="claim")
    assert first(view, scene(HANS, log=log)).startswith(("👉 碰好了，打一张", "👉 吃好了，打一张"))


def test_a_claim_prompt_has_the_win_alone_on_top_with_its_worth_and_the_pass_below() -> None:
    view = _claimer(WIN, make_act("p"), make_act("k", 4))
    message = render_panel(view, scene(HANS), TEXT_ONLY, worth={WIN: "Wei 给 18"})
    assert rows(message) == [["h"], ["p", "k:5m"], ["x"]]
    assert [button.text for row in message.keyboard for button in row] == [
        "胡 · Wei 给 18", "碰 5万", "杠 5万", "不胡，过",
    ]  # fmt: skip
    assert message.keyboard[0][0].style == "success"
    assert text_of(message).startswith("❗ Wei 打 5万 · 45 秒后到时")


def test_a_pass_that_lets_an_ordinary_win_go_says_so_whatever_else_could_be_won() -> None:
    """不抢 would not tell that 胡 goes, too."""
    both = render_panel(_claimer(ROB_GOLD, WIN), scene(HANS), TEXT_ONLY)
    assert both.keyboard[-1][0].text == "不胡，过"
    robbing = render_panel(_claimer(ROB_GOLD), scene(HANS), TEXT_ONLY)
    assert robbing.keyboard[-1][0].text == "不抢"


def test_a_claim_without_a_win_is_simply_passed() -> None:
    message = render_panel(_claimer(make_act("p")), scene(EN), TEXT_ONLY)
    assert [button.text for row in message.keyboard for button in row] == ["Pung 5 wan", "Pass"]


def test_an_early_chow_is_offered_without_a_call() -> None:
    view = _claimer(make_act("c", 2), make_act("c", 3))
    message = render_panel(view, scene(HANS), TEXT_ONLY)
    assert text_of(message).startswith("Wei 打 5万 · 下一位是你\n")
    assert rows(message) == [["c:3m", "c:4m"], ["sw", "ad", "mo:1"]]


def test_who_can_do_nothing_is_told_nothing_of_a_window() -> None:
    message = render_panel(_claimer(), scene(HANS), TEXT_ONLY)
    assert text_of(message).startswith("Wei 打 5万 · 下一位是你\n")
    assert rows(message) == [["sw", "ad", "mo:1"]]


def test_chow_or_draw_offers_all_forms_and_no_chows_this_hand() -> None:
    view = replace(_claimer(*(make_act("c", low) for low in (2, 3, 4))), kind=PromptKind.CHOW, turn=True)
    message = render_panel(view, scene(HANS), TEXT_ONLY)
    assert text_of(message).startswith("👉 轮到你 · Wei 打 5万，吃还是摸？ · 45 秒后到时")
    assert [[button.text for button in row] for row in message.keyboard] == [
        ["吃 3·4·5", "吃 4·5·6", "吃 5·6·7"],
        ["摸牌", "本局不吃"],
    ]
    assert rows(message)[-1] == ["x", "ap:2"]


def test_robbing_a_kong_asks_by_name() -> None:
    view = _claimer(WIN, robbing=True)
    view = replace(view, kind=PromptKind.ROB)
    assert first(view, scene(HANS)) == "⚡ 抢杠？Wei 加杠 5万 · 45 秒后到时"


def test_a_self_drawn_win_shows_its_worth_on_line_and_button() -> None:
    view, log = view_where(FUZHOU, kind=PromptKind.TURN, came="wall")
    view = replace(view, acts=(WIN, *view.acts))
    message = render_panel(view, scene(HANS, log=log), TEXT_ONLY, worth={WIN: "每家 36"})
    assert re.match("🎉 胡了！自摸 .+ · 每家 36 · 45 秒后到时", text_of(message))
    assert [button.text for button in message.keyboard[0]] == ["胡 · 每家 36"]
    assert rows(message)[-1] == ["sw", "ad", "mo:1"]


def test_three_golds_are_a_choice_with_numbers() -> None:
    view = replace(_claimer(THREE_GOLDS))
    message = render_panel(view, scene(HANS), TEXT_ONLY, worth={THREE_GOLDS: "每家 68"})
    assert text_of(message).startswith("💰 三张金齐了！")
    assert [button.text for row in message.keyboard for button in row] == ["三金倒 · 每家 68", "不倒"]


def test_own_kongs_stand_in_the_row_above_the_last() -> None:
    view, log = view_where(FUZHOU, kind=PromptKind.TURN, came="wall")
    view = replace(view, acts=(make_act("k", view.own.hand[0]), *view.acts))
    message = render_panel(view, scene(HANS, log=log), TEXT_ONLY)
    assert [code.partition(":")[0] for code in rows(message)[-2]] == ["k"]
    assert message.keyboard[-2][0].text.startswith("暗杠 ")


@pytest.mark.parametrize(
    ("kind", "acts", "asked", "buttons"),
    [
        ("stake", "s:1 s:2 x", "押几底？1 底 = ", ["押 1 底", "押 2 底", "不押"]),
        ("void_suit", "t:m t:p t:s", "缺哪一门？", ["缺万", "缺筒", "缺条"]),
        ("declare", "r x", "报听吗？", ["报听", "不报"]),
        ("declare", "m x", "明打吗？", ["明打", "不明打"]),
        ("division", "h x", "最后一组：", ["胡", "不胡，接着打"]),
    ],
)
def test_other_questions(kind: str, acts: str, asked: str, buttons: list[str]) -> None:
    view = replace(_claimer(), kind=PromptKind(kind), acts=tuple(parse_act(text) for text in acts.split()))
    message = render_panel(view, scene(HANS), TEXT_ONLY)
    assert text_of(message).startswith(asked)
    assert [button.text for row in message.keyboard for button in row][: len(buttons)] == buttons


def test_what_was_chosen_stands_until_all_have_chosen() -> None:
    view = replace(_claimer(), acts=(), answered=make_act("p"))
    message = render_panel(view, scene(HANS), TEXT_ONLY)
    assert text_of(message).startswith("记下了：碰 5万，等一下别家。\n桌上 5万（Wei）")
    passed = render_panel(replace(view, answered=PASS), scene(HANS), TEXT_ONLY)
    assert text_of(passed).startswith("Wei 打 5万 · 下一位是你")


def test_a_seat_the_computer_holds_is_called_back_first() -> None:
    chairs = (PEOPLE[0], replace(PEOPLE[1], away=True), *PEOPLE[2:])
    message = render_panel(_claimer(make_act("p")), scene(HANS, chairs=chairs), TEXT_ONLY)
    assert text_of(message).startswith("电脑在替你打。")
    assert rows(message) == [["y"], ["p"], ["x"]]


def test_a_pause_is_told() -> None:
    assert first(_claimer(make_act("p")), scene(HANS, paused=True)) == "⏸ 钟停了"


# --- the rest -----------------------------------------------------------------------------------------------


def test_since_your_last_act_holds_six_events_and_ends_where_all_can_see() -> None:
    log = (
        Event("discard", 1, (1,)),
        *(Event("discard", seat, (seat,)) for seat in (2, 3, 0, 2, 3, 0, 2)),
        Event("flowers", 3, (34,)),
        Event("concealed_kong", 3),
    )
    told = since(log, 1)
    assert [event.seat for event in told] == [3, 0, 2, 3, 0, 2]


def test_a_claim_and_its_discard_are_told_as_one() -> None:
    log = (Event("discard", 0, (4,)), Event("pung", 2, (4, 4, 4), 0), Event("discard", 2, (26,)))
    table = ("Wei", "Sofia", "林姨", "Tom")
    assert events_row(log, table, HANS) == "Wei 打 5万 · 林姨 碰 5万 打 9条"
    assert events_row(log, table, EN) == "Wei 5 wan · 林姨 pung 5 wan, threw 9 bam"


def test_a_turned_over_panel_shows_the_table_and_offers_the_hand() -> None:
    view = _claimer()
    hand, table = (render_panel(view, scene(HANS), TEXT_ONLY, aside=Aside(table=on)) for on in (False, True))
    assert "手里 16 张" not in text_of(hand)
    assert text_of(table).count("手里 16 张") >= 3
    assert [message.keyboard[-1][0].text for message in (hand, table)] == ["牌桌", "手牌"]


def test_a_lock_screen_may_be_spared_the_hand() -> None:
    view, quiet = _claimer(), Settings(picture=False, hand_in_pings=False)
    assert "手牌：" not in text_of(render_panel(view, scene(HANS), quiet, aside=Aside(pinged=True)))
    assert "手牌：" in text_of(render_panel(view, scene(HANS), quiet))


def test_wilds_carry_a_star_in_words_and_on_buttons() -> None:
    for state, log in states(FUZHOU):
        view = seat_view(state, state.turn)
        wild = next((tile for tile in view.own.hand if tile in view.wilds), None)
        if wild is not None and view.kind is PromptKind.TURN:
            message = render_panel(view, scene(HANS, log=log), TEXT_ONLY)
            assert f"{tile_name(wild, HANS)}⭐" in text_of(message)
            starred = [b.text for row in message.keyboard for b in row if b.text.startswith("★")]
            assert len(starred) == sum(tile in view.wilds for tile in view.own.hand)
            return
    raise AssertionError("no wild was ever held")


def test_when_the_hand_is_over_the_own_result_leads_and_ready_is_one_press() -> None:
    state, log = next((state, log) for state, log in states(FUZHOU) if state.over and state.result.wins)
    assert state.result is not None
    assert state.settlement is not None
    for seat in SEATS:
        message = render_panel(seat_view(state, seat), scene(HANS, log=log), TEXT_ONLY)
        won = any(win.seat == seat for win in state.result.wins)
        assert text_of(message).startswith("🎉 你胡了！" if won else "这局 ")
        assert "下一局按「准备」，45 秒后自动。" in text_of(message)
        assert rows(message) == [["g"]]
    ready = tuple(replace(chair, ready=True) for chair in PEOPLE)
    around = scene(HANS, chairs=ready, board_link="https://t.me/c/1/2")
    assert rows(render_panel(seat_view(state, 0), around, TEXT_ONLY)) == [["https://t.me/c/1/2"]]


def test_a_picture_is_attached_where_its_reader_wants_one() -> None:
    view = _claimer(make_act("p"))
    drawn = render_panel(view, scene(HANS), Settings())
    assert drawn.picture is not None
    assert drawn.picture.render().startswith(b"\x89PNG")
    assert drawn.picture.picture_hash() == render_panel(view, scene(HANS), Settings()).hashes().picture
    assert render_panel(view, scene(HANS), TEXT_ONLY).picture is None


def test_under_a_picture_the_text_says_the_same_and_folds_what_is_drawn() -> None:
    for aside in (Aside(), Aside(table=True)):
        view = _claimer(make_act("p"))
        drawn = render_panel(view, scene(HANS), Settings(), aside=aside)
        text = render_panel(view, scene(HANS), TEXT_ONLY, aside=aside)
        assert _pieces(drawn) == _pieces(text)
        quote = drawn.text.partition("<blockquote expandable>")[2].partition("</blockquote>")[0]
        assert ("手牌：" in quote) != aside.table
        assert ("手里 16 张" in quote) == aside.table
        assert "<blockquote" not in text.text


def _pieces(message: Message) -> set[str]:
    return set(re.split(r"\n+| · ", text_of(message)))


# --- advice -------------------------------------------------------------------------------------------------


def test_advice_names_waits_with_what_is_unseen_of_them() -> None:
    view = _holding("123456789m123p4455s")
    known = advise(view)
    assert sorted(known.waits) == list(parse_tiles("45s"))
    seen = sum(seat.discards.count(21) for seat in view.public.seats)
    assert known.waits[21] == 2 - seen
    assert why_alert(view, scene(HANS)).startswith("听 4条（剩")


def test_advice_says_what_a_self_draw_would_bring_from_each() -> None:
    """product.md 3.13; where payers or tiles differ, the least and the most."""
    view = _holding("123456789m123p4455s")
    alike = why_alert(view, scene(HANS), draw_pays=lambda *_: {0: 36, 2: 36, 3: 36})
    assert alike.endswith("，自摸每家 36。")
    waits = dict(zip(parse_tiles("45s"), (36, 52), strict=True))
    differing = why_alert(view, scene(EN), draw_pays=lambda kind, *_: {0: waits[kind], 2: 18})
    assert differing.endswith("; 18–52 each if self-drawn.")
    barred = why_alert(view, scene(HANS), draw_pays=lambda *_: {})
    assert "自摸" not in barred
    panel = render_panel(view, scene(HANS), TEXT_ONLY, aside=Aside(draw_pays=lambda *_: {0: 36}))
    assert "，自摸每家 36。" in text_of(panel)


def test_advice_counts_what_is_missing_and_names_discards_that_make_ready() -> None:
    assert advise(_holding("1479m2589p1369s1148m")).away is not None
    ready = advise(_holding("123456789m123p4455s9p", acts="d:9p d:1m"))
    assert set(ready.ready_by) == set(parse_tiles("9p"))
    given = why_alert(_holding("123456789m123p4455s"), scene(HANS), Advice(reason="no_fan"))
    assert given == "成牌了，但没有番，只能自摸。"


def test_a_panel_names_its_waits_and_marks_discards_that_make_ready() -> None:
    ready = render_panel(_holding("123456789m123p4455s"), scene(HANS), TEXT_ONLY)
    assert "\n听 4条（剩" in text_of(ready)
    view = replace(_holding("123456789m123p4455s9p", acts="d:9p d:1m"), kind=PromptKind.TURN, turn=True)
    labels = [button.text for row in render_panel(view, scene(HANS), TEXT_ONLY).keyboard for button in row]
    assert [label for label in labels if "•" in label] == ["9筒•"]
    referee = scene(HANS, house=replace(scene(HANS).house, mode="referee"))
    assert "听 " not in text_of(render_panel(_holding("123456789m123p4455s"), referee, TEXT_ONLY))


def test_no_advice_where_the_table_has_none() -> None:
    view = _holding("123456789m123p4455s")
    house = replace(scene(HANS).house, advice=False)
    assert why_alert(view, scene(HANS, house=house)) == "这桌没开提示。"


# --- words --------------------------------------------------------------------------------------------------


def test_the_worth_of_a_win_is_told_by_who_pays() -> None:
    table = names(scene(HANS, chairs=FOUR), FUZHOU)
    told = [
        re.sub("[\u2068\u2069]", "", worth_words(paid, table, HANS))
        for paid in ({0: 18}, {0: 36, 2: 36, 3: 36}, {0: 20, 2: 10, 3: 10})
    ]
    assert told == ["Wei 给 18", "每家 36", "共 +40"]


def test_answers_of_the_core_become_words() -> None:
    table = ("Wei", "Sofia", "林姨", "Tom")
    assert answer_text("toast.discarded", {"tile": 13}, table, HANS) == "打出 5筒"
    assert answer_text("refuse.not_your_turn", {"seat": 1}, table, HANS) == "还没轮到你，Sofia 在打。"
    assert answer_text("toast.stake", {"stake": "3"}, table, EN) == "Stake 3× base"
    assert answer_text("toast.chow", {"tiles": (2, 3, 4)}, table, EN) == "Chow 3·4·5 wan"


def test_after_a_hand_its_reader_is_told_who_won_on_what_and_why_it_costs_so_much() -> None:
    for state, _ in states(FUZHOU, 6):
        result = state.result
        if result is None or not result.wins or result.wins[0].source is None:
            continue
        win, source = result.wins[0], result.wins[0].source
        told = {
            seat: text_of(render_panel(seat_view(state, seat), scene(EN), TEXT_ONLY)) for seat in range(4)
        }
        line = {seat: text.split("\n")[1] for seat, text in told.items()}
        assert f"wins on {tile_name(win.tile, EN)} (from you) · " in line[source]
        assert "(from you)" not in line[win.seat]
        assert line[win.seat].endswith(f" = {state.settlement.points[0]}")  # type: ignore[union-attr]
        return
    pytest.fail("nobody won on a discard")


# --- views to begin from ------------------------------------------------------------------------------------


def _claimer(*acts: Act, robbing: bool = False) -> SeatView:
    """Sofia (seat 1) while Wei's 5万 lies: she may do these acts, or pass."""
    state, _ = states(FUZHOU)[0]
    public = replace(public_view(state), last=Discard(0, 4, 9, robbing=robbing), count=9, turn=0)
    view = seat_view(state, 1)
    return replace(
        view, public=public, kind=PromptKind.CLAIM, asked=True, acts=(*acts, PASS), turn=False, came=""
    )


def _holding(tiles: str, acts: str = "") -> SeatView:
    """Sofia with these tiles, none of them wild."""
    view = replace(_claimer(), acts=tuple(parse_act(text) for text in acts.split()))
    public = replace(view.public, last=None)
    own = replace(view.own, hand=parse_tiles(tiles), melds=(), drawn=None)
    return replace(view, own=own, public=public, wilds=frozenset())


def test_html_is_what_the_lines_are() -> None:
    assert isinstance(render_panel(_claimer(), scene(HANS), TEXT_ONLY).text, Html)

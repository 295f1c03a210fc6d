"""Options: explained, changed in the lobby, pinned by the deal; a group's defaults begin every table."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.games import games
from engine.options import TableOptions, numbered
from handlers.message import Message
from handlers.show.lobby import render_lobby
from handlers.show.options import ON_A_PAGE, Chosen, options_page
from handlers.show.texts import LANGUAGES, Texts
from handlers.tables.choose import NotAllowed, with_choice
from handlers.tables.commands import Press, Rematch
from handlers.tables.effects import Effects, SaveChair, SaveDefaults
from handlers.tables.group import starting_options
from handlers.tables.model import Person, Table
from handlers.tables.surfaces import Stage as Rendering
from handlers.tables.surfaces import chosen_options
from handlers.tables.work import LOBBY
from playground.entities import parse_html
from tests.end_to_end.driving import coded, newest_with
from tests.end_to_end.matches import open_table
from tests.fakes.clock import virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.handlers.tables import GROUP, LIN, SOFIA, TOM, WEI, after, dealt, full, lobby, settled

TEXTS = Texts.load()
HANS, EN = TEXTS.of("zh_Hans"), TEXTS.of("en")
GAMES = games()


def chosen(game: str, language: str = "zh_Hans", **changes: Any) -> Chosen:
    say = TEXTS.of(language)
    known = GAMES[game]
    made = Chosen(
        known, known.options(), TableOptions(), say("options.which_game"), say("options.hint"), _args
    )
    return replace(made, **changes)


def _args(*args: str | int) -> str:
    return ":".join(map(str, args))


def pages(shown: Chosen, language: str = "zh_Hans") -> list[tuple[str, list[str], list[str]]]:
    """Every list page: its text, labels and data."""
    say, found, number = TEXTS.of(language), [], 1
    while True:
        text, rows = options_page(shown, f"p:{number}", say)
        buttons = [button for row in rows for button in row]
        found.append((text, [button.text for button in buttons], [button.data for button in buttons]))
        if f"p:{number + 1}" not in found[-1][2]:
            return found
        number += 1


# --- what is shown ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_option_in_force_has_a_line_and_a_button(game: str, language: str) -> None:
    shown = chosen(game, language)
    found = pages(shown, language)
    places = {data.split(":")[0] for _, _, several in found for data in several} - {"p", "d", "s"}
    hidden = {
        str(place)
        for place, (name, known) in enumerate(numbered(type(shown.options)))
        if (name == "mode" and not shown.game.referee) or (known.when and not _holds(shown, known.when))
    }
    assert places | hidden == {str(place) for place in range(len(numbered(type(shown.options))))}
    assert not places & hidden
    for text, labels, _ in found:
        read, _ = parse_html(text)
        assert len(read) <= 4096
        assert sum(line[:1].isdigit() for line in read.split("\n")) <= ON_A_PAGE
        assert all(0 < len(label.encode("utf-16-le")) // 2 <= 64 for label in labels)


def _holds(shown: Chosen, when: str) -> bool:
    name, _, value = when.partition("=")
    owner = shown.house if name in type(shown.house).schema() else shown.options
    return str(owner.get(name)).lower() == value.lower()


def test_an_option_that_counts_under_another_only_comes_and_goes_with_it() -> None:
    with_b = GAMES["fuzhou"].options.from_json({"scoring": "B"})
    first, second = (" ".join(text for text, *_ in pages(chosen("fuzhou", options=o))) for o in (
        GAMES["fuzhou"].options(), with_b
    ))  # fmt: skip
    assert "放胡谁给" in first
    assert "放胡谁给" not in second
    assert "单游" in second
    assert "单游" not in first


def test_values_are_called_by_their_names_and_explained() -> None:
    text, rows = options_page(chosen("fuzhou"), str(place("fuzhou", "window")), HANS)
    assert "不遮：没人能要就马上走，最快。但一停下来，全桌都知道有人能要这张" in text
    assert [[button.text for button in row] for row in rows] == [["✓ 遮着等", "等满", "不遮"], ["‹ 返回"]]
    text, rows = options_page(chosen("yantai", "en"), str(place("yantai", "stake.formula")), EN)
    assert [button.text for row in rows[:-1] for button in row] == ["✓ both", "the payer's", "the smaller"]


def test_lengths_of_a_match_stand_in_order_by_their_names() -> None:
    text, rows = options_page(chosen("fuzhou"), str(place("fuzhou", "hands")), HANS)
    labels = [button.text.removeprefix("✓ ") for row in rows[:-1] for button in row]
    assert labels == ["4", "8", "12", "16", "不限"]
    assert "不限：打到散桌为止" in text
    pressed = {
        button.text.removeprefix("✓ "): int(button.data.rsplit(":", 1)[1])
        for row in rows[:-1]
        for button in row
    }
    values = GAMES["fuzhou"].options.schema()["hands"].values
    assert [values[pressed[label]] for label in labels] == [4, 8, 12, 16, "open"]


def place(game: str, name: str) -> int:
    return [known for known, _ in numbered(GAMES[game].options)].index(name)


def test_a_switch_is_turned_by_its_own_button_and_names_where_it_leads() -> None:
    shown = chosen("fuzhou")
    at = place("fuzhou", "advice")
    (data,) = [d for _, _, several in pages(shown) for d in several if d.startswith(f"{at}:")]
    assert data == f"{at}:1"
    off = replace(shown, house=TableOptions(advice=False))
    assert [d for _, _, several in pages(off) for d in several if d.startswith(f"{at}:")] == [f"{at}:0"]


def test_what_is_only_to_look_at_has_no_button_that_changes_anything() -> None:
    shown = chosen("qingtian", locked=True, may_save=True)
    every = [data for _, _, several in pages(shown) for data in several]
    assert all(data.startswith("p:") or ":" not in data for data in every)
    assert not {"d", "s"} & set(every)
    _, rows = options_page(shown, "1", HANS)
    assert len(rows) == 1


def test_arguments_that_name_nothing_show_the_list() -> None:
    first = options_page(chosen("fuzhou"), "", HANS)
    for wrong in ("999", "p:0", "p:x", "p:", "☃"):
        assert options_page(chosen("fuzhou"), wrong, HANS) == first
    assert options_page(chosen("fuzhou"), "p:99", HANS) == options_page(chosen("fuzhou"), "p:3", HANS)


# --- the lobby turns ----------------------------------------------------------------------------------------


def press(table: Table, arg: str, person: Any = WEI, **more: Any) -> tuple[Table, Any]:
    return after(table, Press(person, "o", arg, query_id="q", **more))


def rendered(table: Table) -> Message:
    message = Rendering(TEXTS, "paizhuo_bot").render(table, LOBBY, 1_000)
    assert message is not None
    return message


def test_the_lobby_turns_to_its_options_and_one_still_sits_down_and_is_ready_there() -> None:
    table, _ = after(lobby(), Press(WEI, "j"))
    turned, effects = press(table, "")
    assert [dirty.surface.kind for dirty in effects.dirty] == ["lobby"]
    message = rendered(turned)
    assert "⚙️" in message.text
    assert [button.text for button in message.keyboard[0]] == ["坐下", "起身"]
    assert message.keyboard[-2][-1].data.split(":")[2:] == ["o", "x"]
    for at in ("", "0"):
        page, _ = press(full(lobby()), at)
        assert [button.data.split(":")[2] for button in rendered(page).keyboard[-1]] == ["g"]
        assert "准备" in rendered(page).text
    back, _ = press(turned, "x")
    assert rendered(back) == rendered(table)


def test_whoever_sits_changes_options_until_the_deal_pins_them() -> None:
    table = full(lobby())
    changed, effects = press(table, f"{place('fuzhou', 'window')}:2", SOFIA)
    assert changed.house.window == "open"
    assert effects.answer.key == "toast.saved"
    playing = dealt(lobby())
    same, effects = press(playing, f"{place('fuzhou', 'window')}:2")
    assert same.house == playing.house
    assert effects.answer.key == "options.pinned"


def test_what_is_played_is_what_the_others_have_agreed_to() -> None:
    """Two are ready; Wei changes an option: neither their presses count nor that all were there a moment ago."""
    table, now = full(lobby(dice="off"), now=500_000), 500_000
    for seat in (1, 2):
        table = table.with_chair(seat, replace(table.chair(seat), ready="pressed"))
    choice = Press(WEI, "o", f"{place('fuzhou', 'window')}:2", query_id="q")
    changed, effects = after(table, choice, now=now)
    assert {row.seat for row in effects.rows if isinstance(row, SaveChair)} == {1, 2, 3}
    assert [dirty.surface for dirty in effects.dirty] == [LOBBY]
    ready = [Press(person, "g", query_id="g", decision=changed.decision) for person in (WEI, SOFIA, LIN, TOM)]
    for some in (1, 2, 3):
        assert not after(changed, *ready[:some], now=now)[1].deal
    assert after(changed, *ready, now=now)[1].deal
    same, _ = after(replace(table, house=changed.house), choice, now=now)
    assert same.decision == table.decision
    assert after(same, replace(ready[0], decision=same.decision), now=now)[1].deal


def test_who_does_not_sit_is_told_so() -> None:
    table, effects = press(after(lobby(), Press(WEI, "j"))[0], "", TOM)
    assert effects.answer.key == "refuse.seated_only"
    assert table.options_at is None


def test_a_group_may_leave_options_to_its_admins() -> None:
    table = full(lobby(chat=settled(change_options="admins")))
    arg = f"{place('fuzhou', 'window')}:2"
    assert press(table, arg, SOFIA)[1].answer.key == "refuse.admin_only"
    assert press(table, arg, SOFIA, admin=True)[0].house.window == "open"


def test_only_admins_save_for_the_group_unless_it_lets_everybody() -> None:
    table = full(lobby())
    assert press(table, "s", SOFIA)[1].answer.key == "refuse.admin_only"
    for free in (
        press(table, "s", SOFIA, admin=True),
        press(full(lobby(chat=settled(change_group="all"))), "s"),
    ):
        assert any(isinstance(row, SaveDefaults) for row in free[1].rows)
        assert free[1].defaults_saved


def test_back_to_defaults_means_those_of_the_group() -> None:
    chat = replace(GROUP, defaults={"fuzhou": {"game": {"hands": 4}, "house": {"tempo": "slow"}}})
    table = full(lobby(chat=chat))
    table, effects = press(table, "d")
    assert (table.options.get("hands"), table.house.tempo) == (4, "slow")
    assert effects.answer.key == "options.reset"


def test_a_game_by_the_day_is_short_unless_somebody_has_said_how_long() -> None:
    game = GAMES["fuzhou"]
    at, day = place("fuzhou", "tempo"), "4"
    options, house = with_choice(game, game.options(), TableOptions(), str(at), day)
    assert (house.tempo, options.get("hands")) == ("day", 4)
    chosen_length = game.options().with_value("hands", 16)
    assert with_choice(game, chosen_length, TableOptions(), str(at), day)[0].get("hands") == 16


@pytest.mark.parametrize(("at", "to"), [("999", "0"), ("0", "9"), ("x", "0"), ("0", ""), ("0", "1")])
def test_buttons_that_name_no_value_change_nothing(at: str, to: str) -> None:
    """The last is the referee mode of a game that has none."""
    game = GAMES["fuzhou"]
    with pytest.raises(NotAllowed):
        with_choice(game, game.options(), TableOptions(), at, to)


@pytest.mark.parametrize("game_id", ["fuding", "longgang"])
def test_a_referee_is_chosen_by_buttons_where_the_game_has_one(game_id: str) -> None:
    """With one computers may err, and nobody is advised, which the option says."""
    game, say = GAMES[game_id], HANS
    at, value = place(game_id, "mode"), TableOptions.schema()["mode"].values.index("referee")
    options, house = with_choice(game, game.options(), TableOptions(), str(at), str(value))
    assert house.mode == "referee"
    errs, advice = str(place(game_id, "computer_errs")), str(place(game_id, "advice"))
    for chosen_house, there in ((TableOptions(), False), (house, True)):
        shown = chosen(game_id, options=options, house=chosen_house)
        found = pages(shown)
        places = {data.split(":")[0] for _, _, several in found for data in several}
        assert (errs in places) is there
        assert (say.plain("options.not_with_referee") in " ".join(text for text, *_ in found)) is there
        assert (advice in {data for _, _, several in found for data in several}) is there
    text, keyboard = options_page(shown, advice, say)
    assert say.plain("options.not_with_referee") in text
    assert len(keyboard) == 1


def test_defaults_of_another_version_are_left_out() -> None:
    stored = {"fuzhou": {"game": {"gone": 1}, "house": {"tempo": "quick"}}}
    own, house = starting_options(GAMES["fuzhou"], stored)
    assert own == GAMES["fuzhou"].options()
    assert house.tempo == "quick"


def test_a_lobby_in_options_stays_within_a_message_in_every_game() -> None:
    for game in GAMES.values():
        table = full(lobby(game.id))
        scene = Rendering(TEXTS, "paizhuo_bot").scene(table, None, 1_000)
        for page in range(1, 9):
            message = render_lobby(
                game, table.options, scene, chosen=chosen_options(table, scene), at=f"p:{page}"
            )
            assert len(parse_html(message.text)[0]) <= 4096
            assert all(len(button.data) <= 64 for row in message.keyboard for button in row)


# --- through the bot ----------------------------------------------------------------------------------------


@virtual
async def test_defaults_saved_by_an_admin_begin_the_next_table_and_typed_ones_go_before(
    stage: Stage, path: Path
) -> None:
    async with hosting(stage, path) as app:
        stage.wei.send(stage.group, "/new fuzhou hands=16")
        await stage.until(lambda: stage.group.board_or_none())
        lobby_message = stage.group.board()
        for button in ("坐下", "选项", "下一页 ›", "存为本群默认"):
            await stage.press(stage.wei, lobby_message, button)
            await stage.quiet(seconds=6)
        stage.wei.send(stage.group, "/new fuzhou tempo=quick")
        await stage.quiet(seconds=6)
        table = only_table(app)
        assert (table.options.get("hands"), table.house.tempo) == (16, "quick")
        stage.check()


@virtual
async def test_defaults_have_pages_of_their_own_for_admins(stage: Stage, path: Path) -> None:
    async with hosting(stage, path) as app:
        stage.wei.send(stage.group, "/options")
        await stage.quiet()
        page = stage.group.last()
        assert page.labels[0] == ["福州麻将（福建）"]
        await stage.press(stage.wei, page, "福州麻将（福建）")
        await stage.quiet(seconds=6)
        press = await stage.press(
            stage.tom, page, "4 ✅ 提示" if "4 ✅ 提示" in str(page.labels) else "6 ✅ 提示"
        )
        assert press.shown.text == EN.plain("refuse.admin_only")
        await stage.press(stage.wei, page, "6 ✅ 提示")
        stage.wei.send(stage.group, "/new fuzhou")
        await stage.quiet(seconds=6)
        assert only_table(app).house.advice is False
        stage.check()


@virtual
async def test_after_the_deal_the_options_are_a_page_to_look_at(stage: Stage, path: Path) -> None:
    async with hosting(stage, path):
        stage.wei.send(stage.wei.private, "/new fuzhou tempo=none")
        await stage.quiet(seconds=6)
        stage.wei.send(stage.wei.private, "/options")
        await stage.quiet(seconds=6)
        page = stage.wei.private.find("练习的默认选项")[0]
        assert HANS.plain("options.pinned") in page.text
        await stage.press(stage.wei, page, "练习的默认选项")
        await stage.quiet(seconds=6)
        assert "自己练的默认" in page.text
        stage.check()


# --- Ready to what has been shown ---------------------------------------------------------------------------


LATE = 20 * 60_000
"""Nobody counts as ready for having been seen any more."""
TEMPO = place("fuzhou", "tempo")
CHANGE, BACK, OTHER = f"o:{TEMPO}:1", f"o:{TEMPO}:0", f"o:{place('fuzhou', 'window')}:2"


def pressed(table: Table, person: Person, code: str, *, decision: int | None) -> tuple[Table, str, Effects]:
    """The table after a press, and what the presser is told."""
    name, _, argument = code.partition(":")
    table, effects = after(table, Press(person, name, argument, decision, "q"), now=LATE)
    return table, effects.answer.key if effects.answer else "", effects


def test_ready_counts_for_the_options_that_stood_where_it_was_pressed() -> None:
    table = full(lobby())
    shown = table.decision
    table, told, _ = pressed(table, SOFIA, "g", decision=shown)
    assert (told, bool(table.chair(1).ready)) == ("seat.ready", True)
    table, told, _ = pressed(table, WEI, CHANGE, decision=None)
    assert (told, bool(table.chair(1).ready)) == ("toast.saved", False)
    for person in (SOFIA, LIN):
        same, told, _ = pressed(table, person, "g", decision=shown)
        assert told == "refuse.options_changed"
        assert same.chairs == table.chairs
    table, told, _ = pressed(table, SOFIA, "g", decision=table.decision)
    assert (told, bool(table.chair(1).ready)) == ("seat.ready", True)
    table, told, _ = pressed(table, LIN, "g", decision=None)  # typed: there is nothing that it was pressed on
    assert told == "seat.ready"


def test_who_has_changed_options_himself_need_not_wait_until_he_is_shown_them() -> None:
    table = full(lobby())
    shown = table.decision
    table, _, _ = pressed(table, WEI, CHANGE, decision=None)
    table, _, _ = pressed(table, WEI, BACK, decision=None)
    _, told, _ = pressed(table, WEI, "g", decision=shown)
    assert told == "seat.ready"
    table, _, _ = pressed(table, SOFIA, OTHER, decision=None)
    _, told, _ = pressed(table, WEI, "g", decision=shown)
    assert told == "refuse.options_changed"
    _, told, _ = pressed(table, SOFIA, "g", decision=shown)  # what Wei changed she has not seen
    assert told == "refuse.options_changed"


def test_what_is_chosen_as_it_was_and_pages_looked_at_change_no_number() -> None:
    table = full(lobby())
    for code in ("o", f"o:{TEMPO}", "o:p:2", BACK, "o:x"):
        table, _, _ = pressed(table, WEI, code, decision=None)
        assert table.decision == full(lobby()).decision


def test_who_was_called_in_private_is_asked_for_the_new_options() -> None:
    table = full(lobby())
    assert table.full_told
    table, _, effects = pressed(table, WEI, CHANGE, decision=None)
    assert [(note.key, note.seat, note.again) for note in effects.notes] == [
        ("seat.full", seat, True) for seat in (1, 2, 3)
    ]
    again = lobby()
    again, _ = after(again, Rematch(table.chairs, WEI))
    again, _, effects = pressed(again, WEI, CHANGE, decision=None)
    assert [(note.key, note.seat, note.again) for note in effects.notes] == [
        ("rematch.invitation", seat, True) for seat in (1, 2, 3)
    ]


@virtual
async def test_a_call_in_private_takes_ready_for_the_options_as_they_now_are(
    stage: Stage, path: Path
) -> None:
    async with hosting(stage, path) as app:
        await open_table(stage, "fuzhou hands=4 dice=off tempo=none")
        await stage.quiet()
        await stage.clock.sleep(400)  # nobody counts as ready for having been seen
        call = newest_with(stage.sofia.private, "g")
        assert call is not None
        old = coded(call.data, "g")[0]
        number = old.split(":")[0]
        stage.wei.forge(stage.group, 1, f"{number}:0:{CHANGE}")
        early = stage.sofia.forge("private", call.id, old)
        await stage.quiet()
        assert early.shown is not None
        assert early.shown.text == EN.plain("refuse.options_changed")
        now = newest_with(stage.sofia.private, "g")
        assert now is not None
        assert now.id == call.id
        late = await stage.press(stage.sofia, now, coded(now.data, "g")[0])
        assert late.shown is not None
        assert late.shown.text == EN.plain("seat.ready")
        assert only_table(app).chair(1).ready
    stage.check()

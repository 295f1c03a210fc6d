"""Every button of every page leads to a page, in each language, within Telegram's limits; and only where it may."""

from collections import deque
from collections.abc import Iterable

import pytest

from handlers.callback_data import Pressed, page_data, parse
from handlers.message import Message
from handlers.pages import export, history, personal
from handlers.pages.page import NotShown, Place, closable
from handlers.pages.turning import READ_ONLY, page
from handlers.show.layout import CAPTION, TEXT
from handlers.show.markup import length
from handlers.show.texts import LANGUAGES
from playground.entities import parse_html
from storage import Database
from tests.pages.archive import ELSEWHERE, GROUP, RUNNING, Cast
from tests.pages.conftest import HANDS, MATCHES, in_group, in_private
from tests.show.evening import cut_labels

HISTORY_OF_THE_GROUP = page_data(GROUP, "hi", 1)
MOST_PAGES = 110


def pressed(data: str) -> Pressed:
    found = parse(data)
    assert found is not None, data
    return found


def buttons(message: Message) -> list[str]:
    return [button.data for row in message.keyboard for button in row if button.data]


def check_limits(message: Message) -> None:
    parsed = parse_html(message.text)
    assert 0 < length(message.text) <= (TEXT if message.picture is None else CAPTION)
    assert len(parsed[1]) <= 100
    assert sum(map(len, message.keyboard)) <= 100
    assert all(0 < len(row) <= 8 for row in message.keyboard)
    assert all(button.text for row in message.keyboard for button in row)
    assert cut_labels(message) == []


async def crawl(
    database: Database, place: Place, roots: Iterable[str], most: int = MOST_PAGES
) -> dict[str, Message]:
    """All pages that buttons lead to, as many as `most` from each root; each press has to lead somewhere."""
    seen: dict[str, Message] = {}
    for root in roots:
        await _follow(database, place, root, seen, len(seen) + most)
    return seen


async def _follow(database: Database, place: Place, root: str, seen: dict[str, Message], most: int) -> None:
    waiting = deque([root])
    while waiting and len(seen) < most:
        data = waiting.popleft()
        press = pressed(data)
        if data in seen or press.code not in READ_ONLY:
            continue
        message = closable(await page(database, place, press), place.say)
        check_limits(message)
        seen[data] = message
        waiting.extend(buttons(message))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_button_of_a_groups_pages_leads_to_a_page(
    past: Database, cast: Cast, language: str
) -> None:
    place = in_group(cast, language)
    first = page_data(GROUP, "tp", "any", "all", 1)
    player = page_data(cast.people[1], "st", "any", "o", 1)
    seen = await crawl(past, place, (HISTORY_OF_THE_GROUP, first, player))
    assert {pressed(data).code for data in seen} == READ_ONLY - {"ca"}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_button_of_private_pages_leads_to_a_page(
    past: Database, cast: Cast, language: str
) -> None:
    place = in_private(cast, language)
    roots = (
        page_data(history.OWN, "hi", 1),
        page_data(cast.people[0], "st", "any", "o", 1),
        page_data(0, "ca"),
    )
    seen = await crawl(past, place, roots)
    assert {pressed(data).code for data in seen} >= {"hi", "hm", "hc", "rp", "st", "ca", "sc"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_without_storage_keep_to_the_limits(cast: Cast, language: str) -> None:
    group, private = in_group(cast, language), in_private(cast, language)
    say = private.say
    for message in (
        export.export_page(group),
        personal.privacy_page(say, private=True),
        personal.ask_page(say),
        personal.ask_again_page(say),
        personal.seated_page(say, 3),
        personal.done_page(say),
    ):
        check_limits(closable(message, say))


# -- both ends


async def walk(database: Database, place: Place, data: str, label: str) -> list[Message]:
    """The pages from this one by the same button, to the last."""
    found = [await page(database, place, pressed(data))]
    while True:
        onward = [b.data for row in found[-1].keyboard for b in row if b.text == place.say.button(label)]
        if not onward:
            return found
        found.append(await page(database, place, pressed(onward[0])))


def leading_to(messages: list[Message], code: str) -> list[str]:
    """The buttons to pages of this code, in their order."""
    return [data for message in messages for data in buttons(message) if pressed(data).code == code]


async def test_history_has_every_match_once_from_the_first_page_to_the_last(
    long_past: Database, cast: Cast
) -> None:
    place = in_group(cast)
    pages = await walk(long_past, place, HISTORY_OF_THE_GROUP, "button.next")
    matches = leading_to(pages, "hm")
    assert len(matches) == len(set(matches)) == MATCHES + 8
    back = await walk(long_past, place, page_data(GROUP, "hi", len(pages)), "button.previous")
    assert [message.text for message in back] == [message.text for message in reversed(pages)]


@pytest.mark.parametrize(("asked", "shown"), [(0, 1), (10**6 - 1, 35)])
async def test_a_page_of_history_that_is_not_there_is_the_nearest_one(
    long_past: Database, cast: Cast, asked: int, shown: int
) -> None:
    place = in_group(cast)
    wanted = await page(long_past, place, pressed(page_data(GROUP, "hi", shown)))
    assert await page(long_past, place, pressed(page_data(GROUP, "hi", asked))) == wanted


async def test_a_match_has_every_hand_once(long_past: Database, cast: Cast) -> None:
    place = in_group(cast)
    newest = leading_to([await page(long_past, place, pressed(HISTORY_OF_THE_GROUP))], "hm")[0]
    pages = await walk(long_past, place, newest, "button.next")
    hands = leading_to(pages, "hc")
    assert len(hands) == len(set(hands)) == HANDS
    assert len(pages) == 2


async def test_a_sheet_opens_at_its_end_and_has_every_hand_once(long_past: Database, cast: Cast) -> None:
    place = in_group(cast)
    newest = leading_to([await page(long_past, place, pressed(HISTORY_OF_THE_GROUP))], "hm")[0]
    table_id = pressed(newest).number
    end = await page(long_past, place, pressed(page_data(table_id, "sc", 0)))
    pages = await walk(long_past, place, page_data(table_id, "sc", 1), "button.next")
    assert end == pages[-1]
    numbers = [line.split()[0] for m in pages for line in m.text.split("\n") if line.startswith(" ")]
    assert len(numbers) == len(set(numbers)) == HANDS


async def test_top_and_fans_end_where_there_is_nothing_more(long_past: Database, cast: Cast) -> None:
    place = in_group(cast)
    behind = await page(long_past, place, pressed(page_data(GROUP, "tp", "any", "all", 99)))
    assert behind == await page(long_past, place, pressed(page_data(GROUP, "tp", "any", "all", 1)))
    longest = 0
    for person_id in cast.people:
        fans = await walk(long_past, place, page_data(person_id, "st", "any", "f", 1), "button.next")
        told = [line for message in fans for line in message.text.split("\n")[1:]]
        assert len(told) == len(set(told)) > 0
        longest = max(longest, len(fans))
    assert longest > 1


# -- whose pages


@pytest.mark.parametrize("code", ["sc", "hm", "hc", "rp"])
async def test_a_group_sees_nothing_of_another(past: Database, cast: Cast, code: str) -> None:
    """Table 8 and its hands were played elsewhere, by the same people."""
    there = in_group(cast, chat_id=ELSEWHERE)
    numbers = leading_to([await page(past, there, pressed(page_data(8, "hm", 1)))], "hc")
    target = 8 if code in ("sc", "hm") else pressed(numbers[0]).number
    press = Pressed(None, target, code, ("1",) if code != "hc" else ())
    await page(past, there, press)
    with pytest.raises(NotShown, match=r"^refuse\.not_here$"):
        await page(past, in_group(cast), press)


@pytest.mark.parametrize("code", ["sc", "hm", "hc", "rp"])
async def test_in_private_one_sees_what_one_has_played_in(past: Database, cast: Cast, code: str) -> None:
    """The fourth person sat at every second table of the group only: not at the first."""
    press = Pressed(None, 1, code, ("1",) if code != "hc" else ())
    await page(past, in_private(cast), press)
    with pytest.raises(NotShown, match=r"^refuse\.not_here$"):
        await page(past, in_private(cast, at=3), press)


async def test_the_history_of_a_forged_id_is_the_own_one(past: Database, cast: Cast) -> None:
    """The chat is where the press was made, whatever the button says."""
    place = in_group(cast)
    forged = await page(past, place, pressed(page_data(ELSEWHERE, "hi", 1)))
    assert forged == await page(past, place, pressed(HISTORY_OF_THE_GROUP))
    private = in_private(cast)
    forged = await page(past, private, pressed(page_data(ELSEWHERE, "hi", 1)))
    assert forged == await page(past, private, pressed(page_data(history.OWN, "hi", 1)))


async def test_in_private_nobody_elses_statistics_are_shown(past: Database, cast: Cast) -> None:
    press = pressed(page_data(cast.people[1], "st", "any", "o", 1))
    with pytest.raises(NotShown, match=r"^refuse\.only_self$"):
        await page(past, in_private(cast), press)
    await page(past, in_private(cast, at=1), press)


async def test_a_groups_statistics_count_its_own_hands_only(past: Database, cast: Cast) -> None:
    press = pressed(page_data(cast.people[0], "st", "any", "o", 1))
    here, there = [
        (await page(past, in_group(cast, chat_id=chat), press)).text for chat in (GROUP, ELSEWHERE)
    ]
    assert there.count("打了 3 局") == 1
    assert here.count("打了") == 8


async def test_a_running_match_shows_its_finished_hands_as_the_group_saw_them(
    past: Database, cast: Cast
) -> None:
    place = in_group(cast)
    listed = await page(past, place, pressed(page_data(RUNNING, "hm", 1)))
    hand = pressed(leading_to([listed], "hc")[0]).number
    for view in ("0", "1", "2", "3", "o", "p"):
        shown = await page(past, place, pressed(page_data(hand, "rp", 1, view)))
        assert shown == await page(past, place, pressed(page_data(hand, "rp", 1, "p")))
        assert "明：" not in shown.text
        assert not any(pressed(data).args[-1:] in [("o",), ("0",)] for data in leading_to([shown], "rp"))


async def test_the_hand_in_progress_is_on_no_page(past: Database, cast: Cast) -> None:
    rows = await past.read(lambda c: c.rows("SELECT hand_id FROM hand WHERE state = 'open'"))
    for code in ("hc", "rp"):
        with pytest.raises(NotShown, match=r"^refuse\.hand_running$"):
            await page(past, in_group(cast), Pressed(None, rows[0][0], code))

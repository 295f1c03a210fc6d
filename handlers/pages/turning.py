"""From a page's button to the page. Nothing here changes anything, so a press may come late, twice or from anybody."""

from __future__ import annotations

import asyncio

from handlers.callback_data import Pressed
from handlers.message import Message
from handlers.pages import calculator, history, replays, scores, statistics, top
from handlers.pages.page import NotShown, Place, by_id, number
from storage.database import Database

READ_ONLY = frozenset({"sc", "hi", "hm", "hc", "rp", "tp", "st", "ca"})


async def page(database: Database, place: Place, press: Pressed) -> Message:
    """The page that a button of READ_ONLY names; raises NotShown."""
    args, page_id, read = press.args, press.number, database.read
    match press.code:
        case "sc" if args == ("c",):
            return await read(scores.chart_page, place, page_id)
        case "sc":
            return await read(scores.sheet_page, place, page_id, number(args))
        case "hi":
            return await read(history.history_page, place, page_id, number(args))
        case "hm":
            return await read(history.match_page, place, page_id, number(args))
        case "hc":
            return await read(history.card_page, place, page_id)
        case "rp":
            view = args[1] if len(args) > 1 else ""
            return await replays.replay_page(database, place, by_id(page_id), number(args, default=0), view)
        case "tp":
            return await read(top.top_page, place, top.read_choice(args), number(args, 2))
        case "st":
            game, part = (*args, "", "")[:2]
            return await read(statistics.statistics_page, place, page_id, game, part, number(args, 2))
        case "ca" if place.private:
            return await asyncio.to_thread(calculator.pressed, page_id, args, place.say)
        case _:
            raise NotShown("refuse.private_only" if press.code == "ca" else "refuse.page_moved")

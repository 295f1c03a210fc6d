"""`tp`: a group's players by points, per game and period. `sn`: seasons, opened and closed by the group's admins.

The id is the chat's. Arguments: a game or `any`; `week`, `month` (the last 7 and 30 days, as nobody's midnight is
everybody's), `season` (the open one, else the last) or `all`, with a `4` behind where only hands of four people
count; the page.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.games import find_game, games
from handlers.callback_data import page_data
from handlers.message import Button, Keyboard, Message
from handlers.pages.page import NotShown, Place, rate, turner
from handlers.show.keyboards import rows_of
from handlers.show.layout import TEXT, Line, fitted
from handlers.show.markup import Html, bold
from handlers.show.texts import Say, signed
from handlers.show.words import game_and_province
from storage import scores, seasons
from storage.connection import Connection
from storage.scores import FOR_EVER, TopLine
from storage.seasons import SeasonRow

ANY = "any"
PERIODS = ("week", "month", "season", "all")
PLAYERS = 10
DAY = 24 * 3600 * 1000
_DAYS = {"week": 7, "month": 30}
_MEDALS = ("🥇", "🥈", "🥉")


@dataclass(frozen=True, slots=True)
class Choice:
    """What of a group's hands is counted."""

    game: str = ANY
    period: str = "all"
    four: bool = False

    def args(self) -> tuple[str, str]:
        """As buttons carry it."""
        return self.game, self.period + ("4" if self.four else "")


def read_choice(args: tuple[str, ...]) -> Choice:
    """The choice of a button or of typed words, in any order; what is unknown is not chosen."""
    choice = Choice()
    for arg in args:
        if arg in games():
            choice = replace(choice, game=arg)
        elif arg.removesuffix("4") in PERIODS:
            choice = replace(choice, period=arg.removesuffix("4"), four=arg.endswith("4"))
    return choice


async def top_page(connection: Connection, place: Place, choice: Choice, page: int) -> Message:
    """A page of the group's players; a page behind the last is the first."""
    if place.private:
        raise NotShown("refuse.group_only")
    since, until, season = await _period(connection, place, choice)
    game = None if choice.game == ANY else choice.game
    lines: list[TopLine] = []
    if since is not None:
        for page in dict.fromkeys((max(page, 1), 1)):  # noqa: B020 - the page that is shown is wanted below
            lines = await scores.top(
                connection,
                place.chat_id,
                game=game,
                since=since,
                until=until,
                least_people=4 if choice.four else 2,
                limit=PLAYERS + 1,
                offset=(page - 1) * PLAYERS,
            )
            if lines:
                break
    return Message(_text(place, choice, season, lines), _keyboard(place, choice, season, lines, page))


async def _period(
    connection: Connection, place: Place, choice: Choice
) -> tuple[int | None, int, SeasonRow | None]:
    """From when until when; from None there was no such time."""
    if choice.period == "season":
        known = await seasons.seasons(connection, place.chat_id)
        if not known:
            return None, 0, None
        return known[0].opened_at, known[0].closed_at or FOR_EVER, known[0]
    days = _DAYS.get(choice.period)
    return (place.now - days * DAY if days else 0), FOR_EVER, None


def _text(place: Place, choice: Choice, season: SeasonRow | None, lines: list[TopLine]) -> Html:
    say = place.say
    period = season.name if season else say.plain(f"button.period.{choice.period}")
    text = [Line(bold(say("top.title", group=say.name(place.title), period=period)))]
    if choice.game != ANY:
        text.append(Line(game_and_province(find_game(choice.game), say)))
    if not lines:
        text.append(Line(say("top.no_season" if choice.period == "season" and not season else "top.none")))
    text += [Line(_row(line, say)) for line in lines[:PLAYERS]]
    text.append(Line(say("top.note_four" if choice.four else "top.note"), 1, gap=True))
    return fitted(text, TEXT)


def _row(line: TopLine, say: Say) -> Html:
    tally = line.tally
    mark = _MEDALS[line.place - 1] if line.place <= len(_MEDALS) else f"{line.place}."
    return say.plural(
        "top.row",
        tally.hands,
        place=mark,
        name=say.name(line.name),
        points=signed(tally.points + tally.left_points),
        rate=rate(tally.wins, tally.hands),
    )


def _keyboard(
    place: Place, choice: Choice, season: SeasonRow | None, lines: list[TopLine], page: int
) -> Keyboard:
    say, chat_id = place.say, place.chat_id

    def to(text: str, other: Choice) -> Button:
        return Button(text, page_data(chat_id, "tp", *other.args(), 1))

    turning = turner(say, chat_id, "tp", *choice.args(), page=page, last=page + (len(lines) > PLAYERS))
    periods = tuple(
        to(say.button(f"button.period.{period}"), replace(choice, period=period))
        for period in PERIODS
        if period != choice.period
    )
    people = to(
        say.button("button.all_hands" if choice.four else "button.four_people"),
        replace(choice, four=not choice.four),
    )
    picks = [to(game_and_province(game, say), replace(choice, game=game.id)) for game in games().values()]
    picks.append(to(say.button("button.all_games"), replace(choice, game=ANY)))
    rows = [turning, periods, (people,), *rows_of(picks, 4)]
    if choice.period == "season":
        running = season is not None and season.closed_at is None
        key, code = ("button.season_close", "c") if running else ("button.season_open", "o")
        rows.append((Button(say.button(key), page_data(chat_id, "sn", code)),))
    return tuple(row for row in rows if row)


# -- seasons


async def change_season(connection: Connection, place: Place, *, opens: bool) -> str:
    """Open the next season or close the open one; gives its name. Raises `Stale` where somebody was faster."""
    known = await seasons.seasons(connection, place.chat_id)
    if opens:
        name = place.say.plain("season.name", n=len(known) + 1)
        await seasons.open_season(connection, place.chat_id, name, at=place.now)
        return name
    await seasons.close_season(connection, place.chat_id, at=place.now)
    return known[0].name if known else ""

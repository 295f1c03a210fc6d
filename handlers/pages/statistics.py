"""`st`: one player's record: per game, opponents, best hands, fans, and the trend as a picture.

The id is the person's. In a group it tells of that group's hands; in private of one's own in all groups.
Arguments: a game or `any`; the part: `o` overview, `h` head to head, `b` best hands, `f` fans, `m` mistakes,
`t` trend; the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from engine.games import find_game, games
from engine.scoring import Fan
from handlers.callback_data import page_data
from handlers.message import Button, Keyboard, Message
from handlers.pages.page import NotShown, Place, rate, turner
from handlers.pages.top import ANY
from handlers.show.charts import Curve, LineChart
from handlers.show.judged import clause_words
from handlers.show.keyboards import rows_of
from handlers.show.layout import TEXT, Line, beside, fitted
from handlers.show.markup import Html, bold, lines, plain
from handlers.show.outcome import fan_name
from handlers.show.texts import Say, signed
from handlers.show.words import game_and_province
from storage import hands, people, statistics
from storage.connection import Connection
from storage.people import PersonRow
from storage.scores import Tally
from storage.statistics import FanCount, GameLine, Judged, MistakeCount, PlayedHand
from storage.values import JsonObject

PARTS = {"o": "overview", "h": "head_to_head", "b": "biggest", "f": "fans", "m": "mistakes", "t": "trend"}
ON_A_PAGE = 10
MISTAKES = 20
"""Lines of mistakes on a page."""
TREND = 200
"""Hands that a trend is drawn from."""


async def statistics_page(
    connection: Connection, place: Place, person_id: int, game: str, part: str, page: int
) -> Message:
    """One part of a person's record; raises NotShown for anybody else in private."""
    own = place.person is not None and place.person.person_id == person_id
    if place.private and not own:
        raise NotShown("refuse.only_self")
    row = await people.load_person(connection, person_id)
    played = await statistics.games(connection, person_id, place.scope)
    if row is None or not (own or played):  # a number made up names nobody whom the group has not played with
        raise NotShown("refuse.no_player")
    page, chosen = max(page, 1), game if game in games() else ANY
    asked = _Asked(connection, place, row, chosen, played)
    more, picture = False, None
    match part:
        case "h":
            text, more = await asked.head_to_head(page)
        case "b":
            text = await asked.best()
        case "f":
            text, more = await asked.fans(page)
        case "m":
            text, more = await asked.mistakes(page)
        case "t":
            text, picture = await asked.trend()
        case _:
            part, text = "o", await asked.overview()
    head = [Line(bold(asked.title())), *(Line(line) for line in text or [place.say("stats.none")])]
    return Message(fitted(head, 1024 if picture else TEXT), _keyboard(asked, part, page, more), picture)


class _Asked:
    """A person's record as asked for: of a game or of all, in a chat or in all groups."""

    def __init__(
        self, connection: Connection, place: Place, row: PersonRow, game: str, played: Sequence[GameLine]
    ) -> None:
        self._connection, self._played = connection, played
        self.place, self.row, self.game = place, row, game
        self._one = None if game == ANY else game

    @property
    def _whose(self) -> tuple[int, int | None]:
        return self.row.person_id, self.place.scope

    @property
    def judges(self) -> bool:
        """Whether mistakes can be judged in what is asked for."""
        return self._one is None or find_game(self._one).referee

    def title(self) -> Html:
        say, name = self.place.say, self.place.say.name(self.row.name)
        if self._one is None:
            return say("stats.title", name=name)
        return say("stats.title_game", name=name, game=game_and_province(find_game(self._one), say))

    async def overview(self) -> list[Html]:
        wanted = [line for line in self._played if self._one in (None, line.game)]
        judged = await statistics.judged(self._connection, *self._whose, game=self._one)
        return [
            *(words for line in wanted for words in game_lines(line, self.place.say)),
            *(words for one in judged for words in _mistakes_summary(one, self.place.say)),
        ]

    async def mistakes(self, page: int) -> tuple[list[Html], bool]:
        """Game by game what was broken, the page's share of it."""
        say = self.place.say
        found = await statistics.judged(self._connection, *self._whose, game=self._one)
        told = [
            words
            for one in found
            for words in (
                *_mistakes_summary(one, say),
                *(_mistake(count, say) for count in one.clauses),
            )
        ]
        first = (page - 1) * MISTAKES
        return told[first : first + MISTAKES], len(told) > first + MISTAKES

    async def head_to_head(self, page: int) -> tuple[list[Html], bool]:
        say = self.place.say
        found = await statistics.opponents(
            self._connection,
            *self._whose,
            game=self._one,
            limit=ON_A_PAGE + 1,
            offset=(page - 1) * ON_A_PAGE,
        )
        told = [
            lines(
                [
                    say.plural(
                        "stats.against",
                        other.hands,
                        name=say.name(other.name),
                        points=signed(other.points),
                        theirs=signed(other.their_points),
                    ),
                    say("stats.discards", won=other.won_off_them, lost=other.lost_to_them),
                ]
            )
            for other in found[:ON_A_PAGE]
        ]
        return told, len(found) > ON_A_PAGE

    async def best(self) -> list[Html]:
        found = await statistics.best_hands(self._connection, *self._whose, game=self._one, limit=ON_A_PAGE)
        return [self._hand(hand) for hand in found if hand.points > 0]

    def _hand(self, hand: PlayedHand) -> Html:
        say = self.place.say
        return say(
            "stats.biggest",
            points=signed(hand.points),
            game=game_and_province(find_game(hand.game), say),
            hand=hand.hand_no,
        )

    async def fans(self, page: int) -> tuple[list[Html], bool]:
        found = await statistics.fans(self._connection, *self._whose, game=self._one)
        first = (page - 1) * ON_A_PAGE
        shown = found[first : first + ON_A_PAGE]
        known = await hands.settlements(self._connection, [fan.hand_id for fan in shown])
        told = [
            _fan(fan, known.get(fan.hand_id, {}), self.place.say, of_game=self._one is None) for fan in shown
        ]
        return told, len(found) > first + ON_A_PAGE

    async def trend(self) -> tuple[list[Html], LineChart | None]:
        say = self.place.say
        found = await statistics.last_hands(self._connection, *self._whose, game=self._one, limit=TREND)
        if not found:
            return [], None
        points = tuple(accumulate((hand.points for hand in reversed(found)), initial=0))
        curve = Curve(self.row.name, 0, points, say.plain("name.unknown"))
        text = say.plural("stats.trend", len(found), points=signed(points[-1]))
        return [text], LineChart(plain(self.title()), say.plain("scores.across"), (curve,))


def game_lines(line: GameLine, say: Say) -> list[Html]:
    """A game's tally; hands with computers stand apart."""
    tally, game = line.tally, find_game(line.game)
    key = "stats.four_people" if line.four_people else "stats.fewer_people"
    head = bold(say(key, game=game_and_province(game, say)))
    if not tally.hands:
        return [head, _left(tally, say)]
    average = _average(tally.points / tally.hands)
    dealt_in = f"word.dealt_in.{game.id}"
    word = say.plain(dealt_in if dealt_in in say else "word.dealt_in.any")
    return [
        head,
        beside(
            [
                say.plural("stats.hands", tally.hands),
                say("stats.points", points=signed(tally.points), average=average),
            ]
        ),
        beside(
            [
                say(
                    "stats.wins",
                    rate=rate(tally.wins, tally.hands),
                    self_drawn=rate(tally.self_draws, tally.wins),
                ),
                say("stats.dealt_in", word=word, rate=rate(tally.deal_ins, tally.hands)),
            ]
        ),
        say("stats.extremes", best=signed(tally.best), worst=signed(tally.worst)),
        *([_left(tally, say)] if tally.left else []),
    ]


def _average(points: float) -> str:
    """+1.5, −0.3; 0 without a sign."""
    rounded = round(points, 1)
    return f"{rounded:+.1f}".replace("-", "−") if rounded else "0"


def _left(tally: Tally, say: Say) -> Html:
    return say.plural("stats.left", tally.left, points=signed(tally.left_points))


def _mistakes_summary(judged: Judged, say: Say) -> list[Html]:
    """裁判 12 局, and how often one errs a hand beside the others at the same hands."""
    own, others = sum(count.times for count in judged.clauses), sum(count.others for count in judged.clauses)
    return [
        bold(say.plural("stats.judged", judged.hands, game=game_and_province(find_game(judged.game), say))),
        beside(
            [
                say("stats.mistakes", own=own, rate=_a_hand(own, judged.hands)),
                *(
                    [say("stats.mistakes_others", others=others, rate=_a_hand(others, judged.others))]
                    if judged.others
                    else []
                ),
            ]
        ),
    ]


def _a_hand(times: int, hands_judged: int) -> str:
    return f"{times / hands_judged:.1f}"


def _mistake(count: MistakeCount, say: Say) -> Html:
    """喊胡又收回，其实没胡（二.2）：自己 3，别人 5."""
    what = clause_words(count.clause, say)
    return say("stats.mistake", what=what, clause=count.clause, own=count.times, others=count.others)


def _fan(fan: FanCount, settlement: JsonObject, say: Say, *, of_game: bool) -> Html:
    """杠：3 次: a fan by its name, which stands in the settlement of any hand that counted it."""
    listed = (entry for fans in settlement.get("fans", ()) for entry in fans if entry["code"] == fan.code)
    entry = next(listed, {"name": fan.code, "english": fan.code})
    name = fan_name(Fan(fan.code, entry["name"], entry["english"], fan.best), say)
    if of_game:
        name = beside([game_and_province(find_game(fan.game), say), name])
    return say.plural("stats.fan", fan.times, what=name, best=fan.best)


def _keyboard(asked: _Asked, part: str, page: int, more: bool) -> Keyboard:
    say, person_id = asked.place.say, asked.row.person_id
    turning = turner(say, person_id, "st", asked.game, part, page=page, last=page + more)
    parts = tuple(
        Button(say.button(f"button.stats.{name}"), page_data(person_id, "st", asked.game, code, 1))
        for code, name in PARTS.items()
        if code != part and (code != "m" or asked.judges)
    )
    picks = [
        Button(game_and_province(game, say), page_data(person_id, "st", game.id, part, 1))
        for game in games().values()
    ]
    picks.append(Button(say.button("button.all_games"), page_data(person_id, "st", ANY, part, 1)))
    rows = [turning, *rows_of(parts, 4), *rows_of(picks, 4)]
    return tuple(row for row in rows if row)


async def find_player(connection: Connection, username: str) -> PersonRow:
    """The person of this username; whether they have played here shows on their page. Raises NotShown."""
    found = await people.find_by_username(connection, username.removeprefix("@"))
    if found is None:
        raise NotShown("refuse.no_player")
    return found

"""Hands played through the whole bot, every tile under a name that nothing else has, and what readers get of them."""

import base64
import io
import logging
import re
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from engine.tiles import KINDS, TEXT, Kind
from handlers.app import App
from handlers.show import labels
from handlers.show.labels import LabelSet
from handlers.show.texts import Texts
from handlers.tables.effects import Effects
from handlers.tables.model import Table
from handlers.transport import logs
from tests.end_to_end.driving import Player, Temper, coded, playing, sit
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage
from tests.security.account import GROUP, Account
from tests.security.wiretap import Sent, Wiretap, canary, tapped

_CANARY = re.compile(r"⟦(\d[mpszf])⟧")
_DATA = re.compile(r'"callback_data": "[0-9a-z]+:[0-9a-z]+:([a-z]+):((?:\d[mpszf])+)"')
_NUMBER = re.compile(r"#(\d+)")
_ACT = re.compile(
    r"\b(?:[dckrfw]:|deal|draw)\W*\d[mpszf]|\b(?:\d[mpszf]){3,}\b|⟦|[(\[](?:[0-3]?\d, |4[01], ){4,}(?:[0-3]?\d|4[01])"
)
"""How tiles would stand in a log: as acts, as events, as a hand, by their canaries, or as the kinds of a row."""
_HEAD = r"^\d{4}-\d\d-\d\d [\d:,]+ [A-Z]+ "
_OWN = re.compile(
    _HEAD + r"((?:bot|engine|handlers|playground|storage)\b.*?)(?=" + _HEAD + r"|\Z)", re.M | re.S
)
"""What loggers of ours have written, further lines of a message and stacks included."""
LISTENING = "the log is kept"
RUN = 2
"""A chow's button names the lowest tile of a run that the discard can belong to."""


def _shown_names() -> set[str]:
    """Every tile in every way in which the product shows it, in all languages."""
    says = Texts.load().sayings.values()
    labelled = {
        labels.tile_label(kind, form, say) for kind in range(KINDS) for form in LabelSet for say in says
    }
    named = {
        labels.tile_name(kind, say, short=short)
        for kind in range(KINDS)
        for say in says
        for short in (False, True)
    }
    return labelled | named


_WORD = re.compile(
    rf"(?<!\w)(?:(?:\d[mpszf])+|{'|'.join(re.escape(name) for name in sorted(_shown_names()) if name.isascii())})(?!\w)"
    rf"|{'|'.join(re.escape(name) for name in sorted(_shown_names()) if not name.isascii())}"
)
"""Any tile by its notation or name; Latin ones as words of their own."""


def tiles_in_log(log: str) -> list[str]:
    """Lines in which tiles seem to stand; where our own loggers write, one in any writing is enough."""
    rows = [line for line in log.splitlines() if _ACT.search(line)]
    return rows + [entry for entry in _OWN.findall(log) if _WORD.search(entry)]


def seeds_in_log(log: str, seeds: Iterable[bytes]) -> list[str]:
    """The usual writings of these seeds that stand in the log."""
    return [form for seed in seeds for form in writings(seed) if form in log]


def writings(seed: bytes) -> list[str]:
    """How bytes usually get into a text."""
    encoded = (base64.b64encode(seed), base64.urlsafe_b64encode(seed))
    texts = [form.decode().rstrip("=") for form in encoded]
    return [
        seed.hex(),
        seed.hex().upper(),
        repr(seed)[2:-1],
        *texts,
        str(list(seed))[1:-1],
        str(int.from_bytes(seed)),
    ]


def _canary_name(kind: int, *_: Any) -> str:
    return canary(kind)


def _canary_group(_suit: int, kinds: tuple[int, ...], *_: Any) -> str:
    return " ".join(map(canary, kinds))


@contextmanager
def canaries() -> Iterator[None]:
    """While this lasts, every label and name of a tile is its canary."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(labels, "_written", _canary_name))
        stack.enter_context(patch.object(labels, "_symbol", _canary_name))
        stack.enter_context(patch.object(labels, "_group_words", _canary_group))
        yield


@contextmanager
def everything_logged() -> Iterator[io.StringIO]:
    """The log at DEBUG; what logging was before comes back afterwards."""
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    names = (*logs._CHATTY, *logs._TELLTALES)
    levels = {name: logging.getLogger(name).level for name in names}
    filters = {handler: list(handler.filters) for handler in [*handlers, logging.lastResort] if handler}
    stream = io.StringIO()
    logs.set_up("DEBUG", stream)
    logging.getLogger(__name__).debug(LISTENING)
    try:
        yield stream
    finally:
        root.setLevel(level)
        for name, before in levels.items():
            logging.getLogger(name).setLevel(before)
        root.handlers[:] = handlers
        for handler, kept in filters.items():
            handler.filters[:] = kept


class Watched:
    """A bot whose readers are watched: `leaks` are what somebody was told and could not know."""

    def __init__(self, stage: Stage, app: App, tap: Wiretap, log: io.StringIO) -> None:
        self.stage = stage
        self.app = app
        self.tap = tap
        self.log = log
        self.account = Account()
        self.leaks: list[str] = []
        self.mentions = 0
        self.seeds: set[bytes] = set()
        """Of matches, and the keys of their hands."""
        tap.listener = self.check
        self._publish = app.hall._publish
        for_actors = self._published
        app.hall._publish = for_actors  # type: ignore[method-assign]

    def _published(self, before: Table, after: Table, effects: Effects, item: Any) -> None:
        self.account.note(before, after, effects)
        self.seeds |= {after.seed} if after.hand is None else {after.seed, after.hand.start.key}
        self._publish(before, after, effects, item)

    def check(self, sent: Sent) -> None:
        """Everything in a call must be known to whoever reads it."""
        seats = [n for n, person in enumerate(self.stage.people) if person.id in (sent.chat_id, sent.presser)]
        reader = seats[0] if seats else GROUP
        told = mentioned(sent.text)
        self.mentions += len(told)
        number = _NUMBER.search(sent.text)
        hand_no = int(number[1]) if number else self.account.hand_no
        known = self.account.may_know(hand_no, reader) | self._public_facts()
        if "message_effect_id" in sent.fields:  # a winner's fireworks may come when the next hand is dealt
            known |= self.account.may_know(hand_no - 1, reader)
        if not told <= known:
            hidden = " ".join(TEXT[kind] for kind in sorted(told - known))
            self.leaks.append(f"{reader} {sent.method} hand {hand_no}: {hidden} in {sent.text}")

    def _public_facts(self) -> set[Kind]:
        """What is wild, and the runs that the tile that lies can belong to."""
        hand = only_table(self.app).hand if self.app.hall.actors else None
        if hand is None:
            return set()
        wild = {kind for seat in range(4) for kind in hand.game.wilds(hand, seat)}
        last = hand.shown.last
        if last is None or last.tile >= 27:
            return wild
        first = last.tile - last.tile % 9
        return wild | set(range(max(first, last.tile - RUN), min(first + 8, last.tile + RUN) + 1))

    def log_leaks(self) -> list[str]:
        """What the log tells of tiles and seeds."""
        log = self.log.getvalue()
        return tiles_in_log(log) + seeds_in_log(log, self.seeds)


def mentioned(text: str) -> set[Kind]:
    """The tiles that stand in a call: by their canaries, and in what buttons carry."""
    found = set(_CANARY.findall(text))
    for code, tiles in _DATA.findall(text.replace('\\"', '"')):
        if code != "c":
            found |= set(re.findall("..", tiles))
    return {TEXT.index(tile) for tile in found}


@asynccontextmanager
async def watched(stage: Stage, path: Path, *, seed: int = 1) -> AsyncIterator[Watched]:
    """A bot that runs on the stage, all that it says and logs noted."""
    async with AsyncExitStack() as stack:
        stack.enter_context(canaries())
        log = stack.enter_context(everything_logged())
        tap = stack.enter_context(tapped(stage.world))
        app = await stack.enter_async_context(hosting(stage, path, seed=seed))
        yield Watched(stage, app, tap, log)


async def play_hands(
    watch: Watched, typed: str, *, people: int, hands: int, seed: int, players: type[Player] = Player
) -> None:
    """/new, so many people sit down, and so many hands are played to their cards."""
    stage = watch.stage
    stage.wei.send(stage.group, f"/new {typed}")
    await stage.until(stage.group.board_or_none)
    lobby = stage.group.board()
    temper = Temper(claims=0.7, passes=0.2, think=(0.3, 1.5))
    sitting = [players(person, stage.group, seed, temper) for person in stage.people[:people]]
    for player in sitting:
        await sit(player, lobby)
    await sitting[0].press(lobby, coded(lobby.data, "g")[0])
    async with playing(sitting, stage.clock.sleep):
        await stage.until(
            lambda: only_table(watch.app).played >= hands or only_table(watch.app).state == "over",
            patience=hands * 3600.0,
        )
    await stage.quiet(seconds=6.0)

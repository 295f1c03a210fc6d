"""Updates in: fetch, accept, commit, confirm. Every update that Telegram took is handled at least once.

The library's own polling confirms a batch before its handlers have run. Here the next fetch, which confirms, comes
only when everything of this one is on disk; what comes twice is told apart by whoever accepts it.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NoReturn

from telegram import Bot, Update
from telegram.error import TelegramError

from handlers.transport.clock import Clock, wait_for
from handlers.transport.errors import Kind, Outcome, outcome
from handlers.transport.logs import where
from handlers.transport.turns import Place, Placing, Turn, apart, line_up
from storage.errors import StorageError, may_pass

log = logging.getLogger(__name__)

ALLOWED = ("message", "callback_query", "my_chat_member", "chat_member")
"""The kinds of updates that are asked for."""
LONG = 50
"""How long Telegram may hold a fetch back when there is nothing new, seconds."""
_ANSWER = 10
"""And how long the answer may take beyond that."""
_MOST = 100
"""So many updates come in one batch at the most."""
_LONGEST = 30.0

Accept = Callable[[Update], Awaitable[None]]
NoteFailed = Callable[[int], Awaitable[None]]


class FatalTelegramError(Exception):
    """The bot cannot go on; the text says why, for whoever runs it."""


def _nothing(_: int) -> None:
    """Nobody wants to know."""


class Poller:
    """The loop that fetches updates.

    `accept` puts an update into the inbox of its table before it first waits for anything, and returns when it
    was committed; it raises a `StorageError` when nothing was. `note_failed` remembers an update that cannot be
    handled at all, as one that the database refuses, so that it does not stop the bot. `place` says which updates
    have to wait for one another.

    What is not on disk is not confirmed: it comes again, and what came behind it, too. Of that, whatever need not wait
    for it is handled at once, and passed over when it comes again.
    """

    def __init__(
        self,
        bot: Bot,
        clock: Clock,
        accept: Accept,
        *,
        note_failed: NoteFailed,
        place: Placing = apart,
        allowed: Sequence[str] = ALLOWED,
    ) -> None:
        self._bot = bot
        self._clock = clock
        self._accept = accept
        self._note_failed = note_failed
        self._placing = place
        self._allowed = list(allowed)
        self._offset: int | None = None
        self._failures = 0
        self._unsaved = 0
        self._last_batch: tuple[int, ...] = ()
        self._left: list[Update] = []
        """Updates that could not be saved, or have to wait for such a one. Telegram may drop them meanwhile, so they
        are kept here, too."""
        self._tries: Counter[int] = Counter()
        """How often each of them could not be saved; those that only wait have not been tried."""
        self._ahead: set[int] = set()
        """Updates that are done with while one before them, which is not, keeps them from being confirmed."""
        self._unreadable: set[int] = set()
        self._stop = asyncio.Event()
        self._look = asyncio.Event()
        self._looking = False
        self._waiting_since = 0
        self._heard_at = 0
        self.last_success = 0
        """When Telegram last answered a fetch, UTC ms; 0: not yet."""
        self.asked_at = 0
        """When the last fetch began, UTC ms: until it has hung for long there is no reason to think it does."""
        self.away_since = 0
        """Since when Telegram has been out of reach, UTC ms; 0: it is not."""
        self.on_back: Callable[[int], None] = _nothing
        """Told how long Telegram was out of reach, ms, when it is heard again."""

    def stop(self) -> None:
        """Finish the batch at hand, confirm it, and let `run` return."""
        self._stop.set()

    def heard_since(self, instant: int) -> bool:
        """Whether all that Telegram was sent before the instant (UTC ms) is on disk.

        When that is not known it is asked at once: the fetch at hand may hang, which shows in a minute only.
        """
        if self._heard_at >= instant:
            return True
        if not (self._looking and self.asked_at >= instant):
            self._look.set()
        return False

    async def run(self) -> None:
        """Fetch and accept until `stop` is called. Raises FatalTelegramError where going on makes no sense."""
        while not self._stop.is_set():
            batch = await self._fetch()
            if batch is None:
                continue
            await self._take(batch)
            if _complete(batch) and (self._ahead or not self._left):
                self._heard_at = self.asked_at
            self._confirm_next(batch)
            if self._left:
                await self._pause_unsaved()
            elif self._repeats(batch):
                await self._pause(1.0)
        await self._confirm_last()

    # Fetching

    async def _fetch(self) -> Sequence[Update] | None:
        """The next batch; None when there is none, after a pause if something went wrong."""
        self.asked_at = self._clock.now()
        self._waiting_since = self._waiting_since or self.asked_at
        self._looking = self._look.is_set() or bool(
            self.away_since or self._left
        )  # a fetch that may not wait hangs less long
        self._look.clear()
        fetching = asyncio.ensure_future(self._get_updates(0 if self._looking else LONG))
        tasks: set[asyncio.Future[Any]] = {fetching, asyncio.ensure_future(self._stop.wait())}
        if not self._looking:
            tasks.add(asyncio.ensure_future(self._look.wait()))
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if not fetching.done():
                return None
            batch = fetching.result()
        except TelegramError as error:
            self.away_since = (
                self.away_since or self._waiting_since
            )  # a fetch that hung has heard nothing either
            await self._after_failure(outcome(error))
            return None
        except Exception as error:
            log.error("a fetch failed: %s", where(error))  # noqa: TRY400
            await self._after_failure(Outcome(Kind.MAYBE))
            return None
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        self.last_success = self._clock.now()
        self._waiting_since = 0
        self._failures = 0
        if self.away_since:
            self.on_back(self.last_success - self.away_since)
            self.away_since = 0
        return batch

    async def _get_updates(self, timeout: int) -> Sequence[Update]:  # noqa: ASYNC109 - Telegram's own
        try:
            return await self._bot.get_updates(
                offset=self._offset,
                limit=_MOST,
                timeout=timeout,
                allowed_updates=self._allowed,
                read_timeout=_ANSWER,
            )
        except TelegramError:
            raise
        except Exception as error:
            log.error("an update cannot be read: %s", where(error))  # noqa: TRY400
        return await self._one_by_one()

    async def _one_by_one(self) -> Sequence[Update]:
        """The same batch, leaving out what the library cannot read."""
        # the library's public way to a raw answer warns when it is used for a method it knows
        data = {"offset": self._offset, "limit": _MOST, "allowed_updates": self._allowed}
        raw = await self._bot._post("getUpdates", data)
        updates = []
        for body in raw:
            try:
                updates.append(Update.de_json(body, self._bot))
            except Exception as error:
                log.error("update %s cannot be read: %s", body["update_id"], where(error))  # noqa: TRY400
                updates.append(Update(body["update_id"]))
                self._unreadable.add(body["update_id"])
        return updates

    async def _after_failure(self, failure: Outcome) -> None:
        match failure.kind:
            case Kind.UNAUTHORIZED:
                _give_up("Telegram does not accept the token: copy it again from @BotFather.")
            case Kind.CONFLICT if "webhook" in failure.text.lower():
                _give_up("This bot has a webhook, so updates cannot be fetched: delete the webhook first.")
            case Kind.CONFLICT:
                _give_up("Another program is fetching this bot's updates: only one may run at a time.")
            case Kind.RETRY:
                log.warning("Telegram asks for %s s before the next fetch", failure.after)
                await self._pause(failure.after)
            case _:
                self._failures += 1
                wait = backoff(self._failures)
                log.warning("no updates (%s); next try in %s s", failure.kind.value, wait)
                await self._pause(wait)

    # Accepting

    async def _take(self, batch: Sequence[Update]) -> None:
        """Accept what is left and the whole batch, side by side where none has to wait for another."""
        known = self._ahead.union(update.update_id for update in self._left)
        news = [update for update in batch if update.update_id not in known]
        full = len(batch) == _MOST and not news
        turns = line_up([*self._left, *news], self._place)
        tasks = [
            asyncio.create_task(self._one(turn), name=f"update {turn.update.update_id}") for turn in turns
        ]
        try:
            await asyncio.gather(*tasks)
        except asyncio.CancelledError:
            await asyncio.gather(*tasks, return_exceptions=True)
            raise
        self._left = [turn.update for turn in turns if not turn.done]
        left = {update.update_id for update in self._left}
        tried = {turn.update.update_id for turn in turns if turn.tried} & left
        self._tries = Counter({number: self._tries[number] + (number in tried) for number in left})
        self._ahead.update({turn.update.update_id for turn in turns} - left)
        if full and len(self._ahead) >= _MOST // 2:
            await self._give_up_the_rest()

    async def _give_up_the_rest(self) -> None:
        """The disk works, and Telegram shows nothing beyond those that wait: nobody behind them would ever be heard.

        Those that were not tried have only waited for these, and are next.
        """
        self._left = [
            update
            for update in self._left
            if not self._tries[update.update_id] or not await self._failed(update.update_id)
        ]

    def _place(self, update: Update) -> Place:
        """Where the update stands among the others; where that cannot be said, it waits for none."""
        try:
            return self._placing(update)
        except Exception as error:
            log.error("update %s has no place: %s", update.update_id, where(error))  # noqa: TRY400
            return Place()

    async def _one(self, turn: Turn) -> None:
        """Handle an update when its turn comes."""
        try:
            if await turn.comes(self._tries):
                turn.done = await self._handled(turn.update)
        finally:
            turn.ends()

    async def _handled(self, update: Update) -> bool:
        """True when the update is done with: handled, or noted as one that cannot be."""
        if update.update_id in self._unreadable:
            return await self._failed(update.update_id)
        try:
            await self._accept(update)
        except Exception as error:
            if may_pass(error):
                return False
            log.error("update %s failed: %s", update.update_id, where(error))  # noqa: TRY400
            return await self._failed(update.update_id)
        return True

    async def _failed(self, update_id: int) -> bool:
        try:
            await self._note_failed(update_id)
        except StorageError:
            return False
        self._unreadable.discard(update_id)
        return True

    # Confirming

    async def _pause_unsaved(self) -> None:
        """Before what was not saved is tried again: ever longer, but shortly while the disk takes what others press."""
        self._unsaved = 1 if self._ahead else self._unsaved + 1
        log.error("%s updates were not saved and are not confirmed", len(self._left))
        await self._pause(backoff(self._unsaved))

    def _confirm_next(self, batch: Sequence[Update]) -> None:
        """The next fetch confirms. Ids may start again at a lower number, so the offset follows them down."""
        if self._left:
            self._offset = min(update.update_id for update in self._left)
            return
        self._unsaved = 0
        self._ahead.clear()
        if batch:
            self._offset = max(update.update_id for update in batch) + 1

    def _repeats(self, batch: Sequence[Update]) -> bool:
        """Does the same come again, as if it had not been confirmed?"""
        before, self._last_batch = self._last_batch, tuple(update.update_id for update in batch)
        return bool(batch) and before == self._last_batch

    async def _confirm_last(self) -> None:
        """At a clean stop one more call confirms; if it fails, the batch comes again and is told apart."""
        if self._offset is None:
            return
        try:
            await self._bot.get_updates(
                offset=self._offset, limit=1, timeout=0, allowed_updates=self._allowed, read_timeout=3
            )
        except TelegramError as error:
            log.warning("the last updates were not confirmed: %s", where(error))

    async def _pause(self, seconds: float) -> None:
        await wait_for(self._stop, self._clock, seconds)


def _complete(batch: Sequence[Update]) -> bool:
    """Does nothing more wait? Asked twice within half a second, Telegram gives one update though more may wait."""
    return len(batch) not in (1, _MOST)


def backoff(failures: int) -> float:
    """Seconds to wait after so many failures in a row: 1, 2, 4 … 30."""
    return float(min(2 ** min(failures - 1, 5), _LONGEST))


def _give_up(sentence: str) -> NoReturn:
    raise FatalTelegramError(sentence)

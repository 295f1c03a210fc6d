"""The way in for a client that may wait: long polls and late answers, on the running loop's clock."""

import asyncio
import json
from dataclasses import replace

from playground.checks import Form
from playground.methods import conflict
from playground.world import Answer, World


async def knock(world: World, method: str, form: Form) -> Answer:
    """As `World.perform`; an empty `getUpdates` waits for news, a delayed answer is delayed.

    A `lost` or `broken` answer is for the caller to act out: there is nobody here to hang up on.
    """
    answer = world.perform(method, form)
    if method.lower() == "getupdates" and answer.status == 200 and not answer.lost:
        answer = await _poll(world, method, form, answer)
    if answer.delay:
        await asyncio.sleep(answer.delay)
    return answer


async def _poll(world: World, method: str, form: Form, first: Answer) -> Answer:
    """Wait until there are updates, the time is over, or another poll has come."""
    mine, answer = world.updates.polls, first
    loop = asyncio.get_running_loop()
    deadline = loop.time() + _seconds(form)
    while _is_empty(answer) and loop.time() < deadline:
        await world.changes.after(world.changes.version, deadline - loop.time())
        if world.updates.polls != mine:
            refusal = conflict()
            return Answer(refusal.code, refusal.body())
        if world.updates.waiting:
            answer = replace(world.perform(method, form), delay=first.delay)
            mine = world.updates.polls
    return answer


def _is_empty(answer: Answer) -> bool:
    return isinstance(answer.body, dict) and answer.body.get("result") == []


def _seconds(form: Form) -> float:
    """The poll's timeout; it has been checked already."""
    value = form.get("timeout", "0")
    return float(json.loads(value)) if isinstance(value, str) else 0.0

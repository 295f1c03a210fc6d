"""What the clock and the others have done to a claim is told to its owner, and only to him."""

from engine.prompts import PromptKind
from handlers.show.texts import Texts
from handlers.tables.commands import Press
from handlers.tables.effects import Surface
from handlers.tables.model import Table
from handlers.tables.surfaces import Stage
from tests.handlers.tables import CAST, after, dealt, discard, lobby

STAGE = Stage(Texts.load(), "paizhuo_bot")


def contested() -> tuple[Table, int, int]:
    """A table at which one seat may chow what lies and another may pung it."""
    for seed in range(1, 30):
        table, now = dealt(lobby(window="open", seed=seed)), 1_000
        for _ in range(20):
            prompt = table.prompt
            if prompt is not None and prompt.kind is PromptKind.CLAIM:
                verbs = [{act.verb for act in options} for options in prompt.options]
                chows = [seat for seat in range(4) if "c" in verbs[seat] and "p" not in verbs[seat]]
                pungs = [seat for seat in range(4) if "p" in verbs[seat]]
                if chows and pungs:
                    return table, chows[0], pungs[0]
            if table.hand is None or table.hand.over:
                break
            now += 1_000
            table, _ = discard(table, now=now)
    raise LookupError("no tile was ever wanted by two")


def test_who_is_outranked_hears_by_what_and_nobody_else_does() -> None:
    table, chow, pung = contested()
    assert table.prompt is not None
    decision = table.decision
    form = next(act for act in table.prompt.options[chow] if act.verb == "c").text.split(":", 1)
    table, _ = after(table, Press(CAST[chow], form[0], form[1], decision=decision, query_id="c"), now=90_000)
    table, _ = after(table, Press(CAST[pung], "p", decision=decision, query_id="p"), now=90_100)
    for seat in table.prompt.missing if table.prompt and table.prompt.kind is PromptKind.CLAIM else ():
        table, _ = after(table, Press(CAST[seat], "x", decision=decision, query_id="x"), now=90_200)
    told = [table.chair(seat).told for seat in range(4)]
    assert [bool(lines) for lines in told] == [seat == chow for seat in range(4)]
    panel = STAGE.render(table, Surface("panel", chow), 90_300)
    assert panel is not None
    say, who = STAGE.say_for(table, chow), STAGE.say_for(table, chow).name(CAST[pung].name)
    assert say("claim.outranked", name=who, act=say.plain("claim.word.pung")) in panel.text

"""Judgements in words: what somebody did wrong, by the clause of the house rule."""

from engine.referee.docket import Judgement, Verdict
from handlers.show.markup import Html
from handlers.show.texts import Say

_SLUGS = {
    "一": "1",
    "二": "2",
    "三": "3",
    "四": "4",
    "五": "5",
    "方式": "way",
    "财": "wild_",
    ".": "_",
    "-": "_",
}
"""How a clause's name stands in the keys of texts."""
_MISTAKES = frozenset({Verdict.FINE, Verdict.STAND, Verdict.BAO})
"""Verdicts that a card and a record count."""


def clause_key(clause: str) -> str:
    """The key of what a clause forbids: `clause.2_3`, `clause.way8`."""
    for written, slug in _SLUGS.items():
        clause = clause.replace(written, slug)
    return f"clause.{clause.lower()}"


def clause_words(clause: str, say: Say) -> str:
    """What the clause says was wrong; its name alone where there is no text."""
    key = clause_key(clause)
    return say.plain(key) if key in say else clause


def is_mistake(judged: Judgement) -> bool:
    """Whether it cost something."""
    return judged.verdict in _MISTAKES


def judged_line(judged: Judgement, name: str, say: Say) -> Html:
    """⚖️ Mei：喊胡又收回，其实没胡（二.2）."""
    return say("card.judged", name=name, what=clause_words(judged.clause, say), clause=judged.clause)

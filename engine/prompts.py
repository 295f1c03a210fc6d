"""A hand is a sequence of prompts, exactly one open until it is over. Who is asked follows from public facts."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.actions import PASS, Act
from engine.records import Word, quick


class PromptKind(Word):
    """The kinds of question."""

    STAKE = "stake"
    """押注"""
    VOID_SUIT = "void_suit"
    """定缺"""
    DECLARE = "declare"
    """before the first discard, or before the first claims: 报听, 明打, opening wins and kongs"""
    TURN = "turn"
    """win, kong or discard"""
    CHOW = "chow"
    """the start of a turn: take the discard for a chow, or draw"""
    CLAIM = "claim"
    """a discard lies: win, kong, pung, or an early chow"""
    ROB = "rob"
    """抢杠: a tile is being added to a pung"""
    DIVISION = "division"
    """one of the last tiles was dealt out: win or not"""
    REVEAL = "reveal"
    """a win was announced: show the whole hand, or withdraw"""
    INTERCEPT = "intercept"
    """截胡: a win was announced; whoever goes before it may win instead"""
    FLOWER = "flower"
    """补花 before play, laid out by the players themselves"""


SOLO = frozenset({PromptKind.TURN, PromptKind.CHOW})
"""Kinds that ask one seat, in its own turn."""
ONE_SEAT = SOLO | {PromptKind.DIVISION}
"""Kinds that ask one seat while the table lies as all were shown it."""

Options4 = tuple[tuple[Act, ...], tuple[Act, ...], tuple[Act, ...], tuple[Act, ...]]
Answers4 = tuple[Act | None, Act | None, Act | None, Act | None]

_SEATS_OF = tuple(tuple(seat for seat in range(4) if mask >> seat & 1) for mask in range(16))
"""The seats of every mask of four bits."""
NO_ANSWERS: Answers4 = (None, None, None, None)


@quick
@dataclass(frozen=True, slots=True)
class Prompt:
    """One question: `options[seat]` the acts that seat may choose (empty: not asked), `answers[seat]` its answer.

    A `held` one waits for the host's CLOSE though all have answered.
    """

    number: int
    kind: PromptKind
    options: Options4
    answers: Answers4 = NO_ANSWERS
    held: bool = False

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are asked."""
        a, b, c, d = self.options
        return _SEATS_OF[(1 if a else 0) | (2 if b else 0) | (4 if c else 0) | (8 if d else 0)]

    @property
    def missing(self) -> tuple[int, ...]:
        """The asked seats that have not answered."""
        if self.answers is NO_ANSWERS:
            return self.asked
        answers = self.answers
        return tuple([seat for seat in self.asked if answers[seat] is None])

    @property
    def complete(self) -> bool:
        """Whether every asked seat has answered."""
        return self.answers.count(None) == self.options.count(())

    @property
    def formal(self) -> bool:
        """Whether all are asked for form's sake (`for_form`): nobody can do anything."""
        return all(map(_FORMAL.__contains__, self.options)) and self.kind is not PromptKind.FLOWER

    def passed(self) -> "Prompt":
        """A formal prompt with everybody's pass."""
        a, b, c, d = self.options
        answers = ((a and PASS) or None, (b and PASS) or None, (c and PASS) or None, (d and PASS) or None)
        return Prompt(self.number, self.kind, self.options, answers, self.held)

    def answered(self, seat: int, act: Act) -> "Prompt":
        """The prompt with this seat's answer."""
        answers = list(self.answers)
        answers[seat] = act
        a, b, c, d = answers
        return Prompt(self.number, self.kind, self.options, (a, b, c, d), self.held)

    def completed(self, given: dict[int, Act]) -> "Prompt":
        """The prompt with these seats' answers."""
        answers = list(self.answers)
        for seat, act in given.items():
            answers[seat] = act
        a, b, c, d = answers
        return Prompt(self.number, self.kind, self.options, (a, b, c, d), self.held)

    def asking(self, seat: int, acts: Sequence[Act]) -> "Prompt":
        """The prompt with these acts open to the seat, which has not answered (none: it is not asked)."""
        options, answers = list(self.options), list(self.answers)
        options[seat], answers[seat] = tuple(acts), None
        a, b, c, d = options
        e, f, g, h = answers
        return Prompt(self.number, self.kind, (a, b, c, d), (e, f, g, h), self.held)

    def __repr__(self) -> str:
        return f"Prompt({self.number} {self.kind}, asked {self.asked}, missing {self.missing})"


ONLY_PASS = (PASS,)
_FORMAL = frozenset({(), ONLY_PASS})


def with_pass(acts: Sequence[Act]) -> tuple[Act, ...]:
    """These acts, or none of them."""
    return (*acts, PASS) if acts else ONLY_PASS


def for_form(prompt: Prompt, seat: int) -> bool:
    """Whether the seat is asked though it can do nothing; who lays out flowers unaided is never told so."""
    return prompt.kind is not PromptKind.FLOWER and only_pass(prompt.options[seat])


def only_pass(acts: tuple[Act, ...]) -> bool:
    """Whether the seat is asked for form's sake: it can do nothing."""
    return acts == ONLY_PASS

"""Tempo in figures: seconds for a turn, a claim, Ready, and when to ring (design: product.md 3.4)."""

from dataclasses import dataclass

MINUTE = 60_000
DELIVERY_GRACE = 10_000
"""A deadline starts at the latest so long after its question opened, ms."""
SEAT_KEPT = 60_000
RECENT = 3 * MINUTE
"""Activity so recent counts as Ready before the first hand."""
ANYBODY_DEALS = 2 * MINUTE
"""After so long in the lobby any seated person may fill up and deal."""
PAUSE = 5 * MINUTE
PAUSES = 2
SECOND_PRESS = 5_000
"""A wild is thrown only by a second press within so many ms."""
DOUBLE_TAP = 700
"""Two presses so close together, in ms, are one that trembled."""
SAME_PRESS = 5_000
"""A press that comes again within so many ms has been heard, whatever it would be told otherwise."""
DICE_WAIT = 10_000
VOTE = MINUTE
KNOCK = MINUTE
POST_AGAIN = MINUTE
REMATCH = 5 * MINUTE
WORTH_TELLING = 10_000
"""Of an outage so long, in ms, people are told that they get their time back."""
FORGOTTEN = 60 * MINUTE
"""A finished table answers presses, such as for a rematch, for so long."""
SLEEP_AFTER = 24 * 60 * MINUTE
GIVEN_UP = 7 * SLEEP_AFTER
"""A table at which no hand was ever dealt and which stands still for so long ends: each evening of the week was let go
by, and a new one costs a press."""
ENDS_UNSEEN = 30 * SLEEP_AFTER
"""So long a table waits for a group that has shut it out, or, where it has stopped, to be ended by somebody: a month is
time to let the bot in again, and nobody knows a hand that is older. One that only sleeps is kept for good."""
EXPIRIES = 2
"""So many turns in a row run out, and the computer takes the seat."""
PINGS = 2
"""So many turns in a row needed a ring, and the next ones ring at once."""
COMPUTER_TURN = (1_200, 2_500)
"""Computer seats take their turn after so many ms, drawn alike whatever they hold."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The figures of one tempo, in ms; None: no clock."""

    turn: int | None
    claim: int | None
    ready: int | None
    ping_turn: int
    ping_claim: int
    pause: tuple[int, int]
    """Shortest and longest masked pause."""


PACES = {
    "quick": Pace(20_000, 8_000, 20_000, 6_000, 3_000, (1_500, 3_000)),
    "normal": Pace(45_000, 15_000, 30_000, 10_000, 4_000, (2_500, 5_000)),
    "slow": Pace(180_000, 45_000, 3 * MINUTE, 30_000, 10_000, (2_500, 5_000)),
    "none": Pace(None, 2 * MINUTE, None, 60_000, 10_000, (2_500, 5_000)),
    "day": Pace(12 * 60 * MINUTE, 12 * 60 * MINUTE, 12 * 60 * MINUTE, 0, 0, (0, 0)),
}

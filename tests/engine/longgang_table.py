"""Longgang's table as a watcher with open hands sees it go by: tiles, bars and risks from a journal's events alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from engine.actions import Event
from engine.state import HandStart
from tests.engine.brute import wins
from tests.engine.games.hu_tai_oracle import Hand, longgang_total

EAST, WHITE, FA, ZHONG = 27, 31, 32, 33
WINDS = range(27, 31)
FLOWERS = range(34, 38)
EARTHLY = 10**6
"""More than any other win is worth."""
COUNTED = (
    *("base_hu", "min_tai", "pinghu_tai", "duidui_tai", "hunyise_tai", "single_self_2", "single_discard_2"),
    *("edge_discard_2", "eight_pairs", "rare_limits", "three_tai_flat"),
)
"""The options that say what a win is worth."""


@dataclass
class Seat:
    """One seat's tiles, and what bars it."""

    hand: list[int] = field(default_factory=list)
    melds: list[tuple[str, int]] = field(default_factory=list)
    """Their names and lowest tiles."""
    laid: list[int] = field(default_factory=list)
    river: list[int] = field(default_factory=list)
    stands: bool = False
    worthless: bool = False
    let_go: list[int] = field(default_factory=list)
    """What the wins were worth that it passed since its last draw."""
    passed_pungs: set[int] = field(default_factory=set)
    """Since its last draw."""
    thrown: set[int] = field(default_factory=set)
    """Since its last draw: no win on these."""
    thrown_in_turn: set[int] = field(default_factory=set)
    """Since its last turn began: no chow of these."""
    swapped: set[int] = field(default_factory=set)
    """What it may not throw in the turn of its chow."""

    def copy(self) -> Seat:
        return Seat(
            *(list(row) for row in (self.hand, self.melds, self.laid, self.river)),
            self.stands,
            self.worthless,
            list(self.let_go),
            *(set(row) for row in (self.passed_pungs, self.thrown, self.thrown_in_turn, self.swapped)),
        )


@dataclass
class Thrown:
    """A discard, or a tile that is being added to a pung."""

    seat: int
    tile: int
    number: int
    robbing: bool = False
    risk: str = ""
    """LG-36: the late risk that was taken."""
    seats: list[Seat] = field(default_factory=list)
    """As they were when it lay, with the bars of then."""


class Table:
    """Four seats, the wall's counts, the tile that lies, the discards on which a win lives (LG-22)."""

    def __init__(self, start: HandStart) -> None:
        self.options: Any = start.options
        self.dealer = start.match.dealer
        self.seats = [Seat() for _ in range(4)]
        self.indicator = -1
        self.heads = self.tails = self.count = 0
        self.turn, self.claimed_turn, self.dividing = self.dealer, False, False
        self.drawn: int | None = None
        self.lying: Thrown | None = None
        self.live: list[Thrown] = []
        self.flowers_due, self.kong_due = [0] * 4, [False] * 4
        self.hosted: set[int] = set()
        """Standing seats for which the host has laid flowers out."""
        self.let: dict[int, tuple[int | None, bool]] = {}
        """What each seat lets go of the tile that lies: the worth of a win, and whether a pung."""
        self.reopened: int | None = None

    # -- what tiles are

    def own_flower(self, seat: int) -> int:
        return FLOWERS[(seat - self.dealer) % 4]

    def wind(self, seat: int) -> int:
        return EAST + (seat - self.dealer) % 4

    def wilds(self, seat: int) -> set[int]:
        """LG-8, LG-9."""
        if self.indicator in FLOWERS:
            return set(FLOWERS) - {self.indicator}
        return {self.indicator, self.own_flower(seat)}

    def is_guest(self, seat: int, tile: int) -> bool:
        return tile in FLOWERS and tile not in self.wilds(seat)

    def has_guest(self, seat: int, state: Seat | None = None) -> bool:
        """Whether a flower is still to be laid out."""
        return any(self.is_guest(seat, tile) for tile in (state or self.seats[seat]).hand)

    def is_dead(self, tile: int) -> bool:
        """LG-10."""
        return tile in FLOWERS or tile == self.indicator

    @property
    def left(self) -> int:
        """LG-13."""
        return 70 - self.heads - self.tails - (21 - self.tails % 2)

    def after(self, seat: int) -> list[int]:
        return [(seat + step) % 4 for step in (1, 2, 3)]

    def four_kongs(self) -> bool:
        """LG-16."""
        made = [sum(name.endswith("kong") for name, _ in seat.melds) for seat in self.seats]
        return bool(self.options.abort_draws) and sum(made) == 4 and 4 not in made

    # -- wins

    def worth(self, seat: int, state: Seat, tile: int, *, drawn: bool) -> int | None:
        """T of the hand completed by the tile; None where that is no win (LG-26, LG-42)."""
        tiles, wilds = [*state.hand, tile], self.wilds(seat)
        if self.has_guest(seat, state) or self.is_guest(seat, tile) or not self._whole(tiles, wilds, state):
            return None
        if self.has_three_wilds(seat, tiles):
            return 300
        lone = len(state.hand) == 1 and set(state.hand) <= wilds
        if lone and not drawn and self.options.wild_single_any == "self_draw_only":
            return None
        own = self.own_flower(seat)
        guests = 0 if self.indicator in FLOWERS else sum(kind != own for kind in state.laid)
        options = {name: int(getattr(self.options, name)) for name in COUNTED}
        hand = Hand(tuple(state.melds), tuple(state.hand), tile, drawn, frozenset(wilds))
        return longgang_total(
            hand,
            wind=self.wind(seat),
            own=own,
            guests=guests,
            flower_turned=self.indicator in FLOWERS,
            **options,
        )

    def _whole(self, tiles: list[int], wilds: set[int], state: Seat) -> bool:
        natural = [tile for tile in tiles if tile not in wilds]
        if len(tiles) + 3 * len(state.melds) != 17 or any(tile >= 34 for tile in natural):
            return False
        counts = [natural.count(kind) for kind in range(34)]
        jokers = len(tiles) - len(natural)
        return wins(counts, jokers) or (
            self.options.eight_pairs and not state.melds and _pairs_and_a_set(counts, jokers)
        )

    def has_three_wilds(self, seat: int, tiles: Iterable[int]) -> bool:
        """LG-27."""
        held = list(tiles)
        if self.indicator in FLOWERS:
            return sum(tile in FLOWERS for tile in held) == 3
        own = self.options.lazi_wilds == 3 or self.own_flower(seat) in held
        return held.count(self.indicator) == 3 and own

    def is_barred(self, state: Seat, tile: int) -> bool:
        """LG-25."""
        return bool(state.let_go) or tile in state.thrown

    # -- what is let go (LG-24, LG-25)

    def note_let_go(self, seats: Iterable[int]) -> None:
        """What these seats could do with the tile that lies."""
        last, self.let = self.lying, {}
        for seat in seats if last is not None and not (self.is_dead(last.tile) or self.four_kongs()) else ():
            assert last is not None
            state = self.seats[seat]
            barred = self.is_barred(state, last.tile)
            worth = None if barred else self.worth(seat, state, last.tile, drawn=False)
            if worth is not None and last.number == 1 and not last.robbing:
                worth = EARTHLY
            self.let[seat] = (worth, not last.robbing and self._could_pung(seat, last.tile))

    def _could_pung(self, seat: int, tile: int) -> bool:
        state = self.seats[seat]
        rest = list(state.hand)
        if rest.count(tile) < 2 or tile in state.passed_pungs:
            return False
        rest.remove(tile)
        rest.remove(tile)
        kept = self.wilds(seat) | {kind for name, kind in state.melds if name == "pung"}
        return not set(rest) <= kept

    def let_pass(self, taker: int | None = None) -> None:
        """Nobody can have it any more; who has taken it has let a win go, and nothing else."""
        for seat, (worth, pung) in self.let.items():
            if worth is not None:
                self.seats[seat].let_go.append(worth)
            if pung and seat != taker and self.lying is not None:
                self.seats[seat].passed_pungs.add(self.lying.tile)

    # -- what happens

    def apply(self, event: Event) -> None:
        """Move the tiles that the event names."""
        handler = getattr(self, f"_on_{event.name}", None)
        if handler is not None:
            handler(event)

    def _on_deal(self, event: Event) -> None:
        self.seats[event.seat].hand = list(event.tiles)

    def _on_gold(self, event: Event) -> None:
        self.indicator = event.tiles[0]

    def _on_flowers(self, event: Event) -> None:
        state = self.seats[event.seat]
        for tile in event.tiles:
            state.hand.remove(tile)
            state.laid.append(tile)
        self.flowers_due[event.seat] += len(event.tiles)
        if state.stands:
            self.hosted.add(event.seat)

    def _on_draw(self, event: Event) -> None:
        seat, state = event.seat, self.seats[event.seat]
        self.tails += event.arg == "tail"
        self.heads += event.arg != "tail"
        flower, kong = self.flowers_due[seat] > 0, self.kong_due[seat]
        if flower:
            self.flowers_due[seat] -= 1
        else:
            self._begin(seat, kong=kong)
        state.hand.append(event.tiles[0])
        if self.lying is None and self.turn == seat:
            self.live = []
            self.drawn = event.tiles[0]
            self.claimed_turn = False

    def _begin(self, seat: int, *, kong: bool) -> None:
        """A turn's draw, a kong's replacement or one of the last four: what lasted until the own draw is over."""
        state = self.seats[seat]
        if not kong:
            if self.lying is not None:
                self.let_pass()
                self.seats[self.lying.seat].river.append(self.lying.tile)
                self.lying = None
            self.turn, self.claimed_turn = seat, False
            if not self.dividing:
                state.thrown_in_turn = set()
        self.kong_due[seat] = False
        state.let_go, state.passed_pungs, state.thrown = [], set(), set()

    def _on_division(self, event: Event) -> None:
        if self.lying is not None:
            self.let_pass()
            self.seats[self.lying.seat].river.append(self.lying.tile)
            self.lying = None
        self.dividing = True

    def _on_discard(self, event: Event) -> None:
        seat, tile, state = event.seat, event.tiles[0], self.seats[event.seat]
        self.count += 1
        self.lying = Thrown(seat, tile, self.count, risk=self.late_risk(seat, tile))
        state.hand.remove(tile)
        state.swapped = set()
        state.thrown_in_turn.add(tile)
        if self.reopened != seat:
            state.thrown.add(tile)
        self.reopened, self.let = None, {}

    def _on_pung(self, event: Event) -> None:
        self._take(event, "pung", [event.tiles[0]] * 2)

    def _on_exposed_kong(self, event: Event) -> None:
        self._take(event, "open_kong", [event.tiles[0]] * 3)
        self.kong_due[event.seat] = True

    def _on_chow(self, event: Event) -> None:
        assert self.lying is not None
        tile, low, state = self.lying.tile, event.tiles[0], self.seats[event.seat]
        self._take(event, "chow", [kind for kind in event.tiles if kind != tile])
        ends = {low: low + 3, low + 1: tile, low + 2: low - 1}[tile]
        state.swapped = {tile, ends} if ends >= 0 and ends // 9 == low // 9 else {tile}
        if state.hand.count(tile) >= 2:
            state.passed_pungs.add(tile)

    def _take(self, event: Event, name: str, used: list[int]) -> None:
        seat, state = event.seat, self.seats[event.seat]
        self.let_pass(seat)
        for tile in used:
            state.hand.remove(tile)
        state.melds.append((name, event.tiles[0]))
        state.thrown_in_turn = set()
        broken = len(state.hand) == 2 and (
            len(set(state.hand)) == 1 or bool(self.wilds(seat) & set(state.hand))
        )
        if self.let.get(seat, (None, False))[0] is not None and name != "open_kong" and broken:
            state.let_go, state.thrown, self.reopened = [], set(), seat
        self.lying, self.let = None, {}
        self.turn, self.claimed_turn, self.drawn = seat, True, None

    def _on_concealed_kong(self, event: Event) -> None:
        state = self.seats[event.seat]
        for tile in event.tiles:
            state.hand.remove(tile)
        state.melds.append(("concealed_kong", event.tiles[0]))
        self.kong_due[event.seat] = True

    def _on_adding(self, event: Event) -> None:
        self.seats[event.seat].hand.remove(event.tiles[0])
        self.lying = Thrown(event.seat, event.tiles[0], self.count, robbing=True)
        self.let = {}

    def _on_added_kong(self, event: Event) -> None:
        self.let_pass()
        state, tile = self.seats[event.seat], event.tiles[0]
        state.melds[state.melds.index(("pung", tile))] = ("open_kong", tile)
        self.lying, self.kong_due[event.seat] = None, True

    # -- 包三家 (LG-36)

    def late_risk(self, seat: int, tile: int) -> str:
        """a) one own wind and an unseen 中 or 发; b) c) both held, the other kind thrown before."""
        hand = self.seats[seat].hand
        if tile not in (FA, ZHONG) or self.left > self.options.bao_late or self._lies(tile, concealed=True):
            return ""
        if hand.count(self.wind(seat)) == 1:
            return "四a"
        other = FA + ZHONG - tile
        return "四b" if other in hand and self._lies(other, concealed=False) else ""

    def _lies(self, tile: int, *, concealed: bool) -> bool:
        melded = [
            kind for seat in self.seats for name, kind in seat.melds if concealed or name != "concealed_kong"
        ]
        return tile in melded or any(tile in seat.river for seat in self.seats)

    def fed(self, state: Seat, tile: int) -> bool:
        """F: a wind thrown to three sets of winds, an honour to three melds or more, all of honours."""
        honours = [kind for _, kind in state.melds if kind >= EAST]
        winds = sum(kind in WINDS for kind in honours) >= 3
        return (tile in WINDS and winds) or (tile >= EAST and len(honours) == len(state.melds) >= 3)


def _pairs_and_a_set(counts: list[int], jokers: int) -> bool:
    """LG-29: seven pairs and a set; four equal tiles may be two pairs."""
    for triple in range(34):
        short = max(0, 3 - counts[triple])
        rest = [max(0, held - 3) if kind == triple else held for kind, held in enumerate(counts)]
        if short + sum(held % 2 for held in rest) <= jokers:
            return True
    return False

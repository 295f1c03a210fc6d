"""The first line of a panel: what happens, or what its reader has to do. It is what a lock screen shows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.actions import Act
from engine.melds import MeldKind
from engine.prompts import SOLO, PromptKind
from engine.state import Discard
from engine.tiles import Kind
from engine.views import SeatView
from handlers.show.board import win_called
from handlers.show.labels import flower_words, tile_name, tile_names
from handlers.show.layout import beside
from handlers.show.markup import Html
from handlers.show.scene import Scene
from handlers.show.texts import Say, signed
from handlers.show.words import Names, act_words, base_of, totals, with_deadline

NO_WORTH: Mapping[Act, str] = {}
_FIRST_DECLARE = ("t", "e")
_SPECIAL = {"t": "ask.three_golds", "e": "ask.eight_flowers"}


def must_choose(view: SeatView) -> bool:
    """Whether the seat has something to decide: not only a pass, nor only an early chow."""
    if view.kind in SOLO or view.kind is PromptKind.FLOWER:
        return bool(view.acts)
    return any(act.verb not in "xc" for act in view.acts)


@dataclass(frozen=True, slots=True)
class Caller:
    """Finds the first line of one panel; `worth` is what each win would bring, in words."""

    view: SeatView
    scene: Scene
    table: Names
    worth: Mapping[Act, str]

    @property
    def say(self) -> Say:
        return self.scene.say

    def line(self) -> Html:
        """The call, with the time that is left where the reader has to choose."""
        view = self.view
        if view.public.over:
            return self.own_result()
        if self.scene.over:
            return self.say("refuse.table_over")
        if self.scene.chairs[view.seat].leaving:
            return self.say("seat.left_in_hand")
        if self.scene.paused:
            return self.say("panel.paused")
        if self.scene.chairs[view.seat].away:
            return self.say("away.private")
        if view.answered is not None:
            return self.answered(view.answered)
        if must_choose(view):
            return with_deadline(self.question(), self.scene)
        return self.watching()

    def question(self) -> Html:
        """What is being asked."""
        kind = self.view.kind
        if kind is PromptKind.DECLARE and self.unaided:
            return self.say("ask.unaided_opening")
        if kind is PromptKind.FLOWER:
            return self.flowers()
        if kind in _PLAIN:
            return self.say(_PLAIN[kind])
        asks: dict[PromptKind | None, Callable[[], Html]] = {
            PromptKind.STAKE: self.stake,
            PromptKind.TURN: self.turn,
            PromptKind.CHOW: self.chow,
            PromptKind.CLAIM: self.claim,
            PromptKind.ROB: self.rob,
            PromptKind.DECLARE: self.declare,
            PromptKind.DIVISION: self.division,
            PromptKind.INTERCEPT: self.intercept,
        }
        return asks[kind]()

    # -- nothing to decide

    def watching(self) -> Html:
        """What lies, and who is next."""
        public, seat = self.view.public, self.view.seat
        if public.announced is not None:
            return win_called(self.table[public.announced], self.scene, self.say)
        if public.opening is not None:
            key = "board.intercepted" if public.opening is PromptKind.INTERCEPT else "ask.declare_none"
            return self.say(key)
        if public.last is None:
            return self.say("panel.turn_of", name=self.table[public.turn])
        tile, owner = self.tile(public.last.tile), public.last.seat
        following = (owner + 1) % 4
        if public.last.robbing:
            return self.say("board.kong_added", name=self.table[owner], tile=tile)
        if owner == seat:
            return self.say("panel.own_discard", tile=tile, next=self.table[following])
        if following == seat:
            return self.say("panel.you_next", name=self.table[owner], tile=tile)
        return self.say("board.discard_short", name=self.table[owner], tile=tile, next=self.table[following])

    def answered(self, act: Act) -> Html:
        """What the seat chose stands until all have chosen; a pass is not worth a word."""
        return self.watching() if act.verb == "x" else self.say("panel.noted", act=self.act(act))

    def own_result(self) -> Html:
        """这局 −18 · 总 −36, with joy for a winner."""
        public, seat = self.view.public, self.view.seat
        paid = signed(public.settlement.payments[seat] if public.settlement else 0)
        result = self.say("own.result", points=paid, total=signed(totals(public)[seat]))
        won = public.result is not None and any(win.seat == seat for win in public.result.wins)
        return beside([self.say("own.winner"), result]) if won else result

    # -- the questions

    def turn(self) -> Html:
        """The own turn: what was drawn, what has just been claimed, or that the hand is complete."""
        view, own = self.view, self.view.own
        win = next((act for act in view.acts if act.verb == "h"), None)
        if win is not None and not self.unaided:
            return self.self_draw(win)
        if own.drawn is None:
            chow = bool(own.melds) and own.melds[-1].kind is MeldKind.CHOW
            return self.say("panel.after_chow" if chow else "panel.after_pung")
        if view.came == "deal":
            return self.say("panel.opening")
        tile = self.tile(own.drawn)
        if view.came in ("kong", "kong_flower"):
            return self.say("panel.your_turn_kong", tile=tile)
        new = own.flowers[len(view.public.seats[view.seat].flowers) :]
        if new:
            return self.say("panel.your_turn_flowers", flowers=flower_words(new, self.say), tile=tile)
        return self.say("panel.your_turn", tile=tile)

    def self_draw(self, win: Act) -> Html:
        """A win in the own turn."""
        own = self.view.own
        if win.arg in _SPECIAL:
            return beside([self.special(win.arg), self.worth.get(win, "")])
        if self.view.came == "deal":
            return self.priced("ask.heavenly", win)
        return self.priced("ask.self_draw", win, self.tile(own.hand[-1] if own.drawn is None else own.drawn))

    def chow(self) -> Html:
        """Chow or draw; with an option of Fuzhou also a late 抢金."""
        last = self.last()
        return self.say("panel.chow_or_draw", name=self.table[last.seat], tile=self.tile(last.tile))

    def claim(self) -> Html:
        """A tile that the seat can use, or a win of the opening."""
        ways = {act.arg: act for act in self.view.acts if act.verb == "h"}
        gold = self.view.public.indicator
        if "t" in ways:
            return beside([self.special("t"), self.worth.get(ways["t"], "")])
        if "g" in ways and gold is not None:
            line = self.say("ask.rob_gold", n=self.view.own.size, tile=self.tile(gold))
            return beside([line, self.worth.get(ways["g"], "")])
        last = self.last()
        return self.say("ask.claim", name=self.table[last.seat], tile=self.tile(last.tile))

    def rob(self) -> Html:
        """抢杠."""
        last = self.last()
        return self.say("ask.rob_kong", name=self.table[last.seat], tile=self.tile(last.tile))

    def declare(self) -> Html:
        """Before play: a win, 明打, 报听."""
        verbs = {act.verb for act in self.view.acts}
        ways = {act.arg for act in self.view.acts if act.verb == "h"}
        if "h" in verbs:
            special = next((way for way in _FIRST_DECLARE if way in ways), "")
            return self.special(special) if special else self.say("ask.declare_win")
        if "m" in verbs:
            return self.say("ask.open_hand")
        if "k" in verbs:
            return self.say("ask.declare_kong")
        return self.say("ask.declare_ready" if "r" in verbs else "ask.declare_other")

    def stake(self) -> Html:
        """押注."""
        return self.say("ask.stake", base=base_of(self.view.public))

    def division(self) -> Html:
        """One of the last tiles was dealt to the seat."""
        own = self.view.own
        return self.say("ask.last_group", tile=self.tile(own.hand[-1] if own.drawn is None else own.drawn))

    def intercept(self) -> Html:
        """截胡: somebody has announced a win; who goes before may win too."""
        numbers = [int(act.arg) for act in self.view.acts if act.verb == "h"]
        tiles = [discard.tile for number, discard in self.view.recalled if number in numbers]
        return self.say("ask.intercept", tile=tile_names(tiles, self.say))

    def flowers(self) -> Html:
        """补花 before play: tiles are laid out; in a later round they are announced first."""
        if all(act.verb != "f" for act in self.view.acts):
            return self.say("ask.flowers")
        last = self.scene.log[-1] if self.scene.log else None
        if last is not None and last.name == "flowers_called":
            return self.say("ask.flowers_called", name=self.table[last.seat])
        return self.say("ask.flowers_more")

    # -- parts

    @property
    def unaided(self) -> bool:
        """Whether nobody is told what may be done."""
        return self.scene.house.referee

    def special(self, way: str) -> Html:
        """三金倒, 八仙过海: a win whatever the rest of the hand is."""
        if way == "t" and self.view.public.game.wild_word == "caishen":
            return self.say("ask.three_wilds")
        return self.say(_SPECIAL[way])

    def priced(self, key: str, win: Act, tile: str | None = None) -> Html:
        """A win with what it brings."""
        line = self.say(key) if tile is None else self.say(key, tile=tile)
        return beside([line, self.worth.get(win, "")])

    def tile(self, kind: Kind) -> str:
        return tile_name(kind, self.say)

    def act(self, act: Act) -> str:
        return act_words(act, self.view, self.say)

    def last(self) -> Discard:
        last = self.view.public.last
        if last is None:
            raise LookupError("a claim without a tile that lies")
        return last


_PLAIN: dict[PromptKind | None, str] = {
    PromptKind.VOID_SUIT: "ask.void_suit",
    PromptKind.REVEAL: "ask.reveal",
}

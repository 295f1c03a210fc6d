"""Tiles in writing: labels of buttons in three sets, names in sentences, a hand in words.

Kinds are the engine's numbers: 0–8 万, 9–17 筒, 18–26 条, 27–33 东南西北白发中, 34–41 春夏秋冬梅兰竹菊.
"""

from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from itertools import groupby

from handlers.show.names import cut
from handlers.show.texts import TOAST, Say

_SUITS = "mps"
_HONOURS, _FLOWERS = 27, 34
_SYMBOL_SUITS = ("萬", "🔵", "🎋")
_SYMBOLS = (
    *("東E", "南S", "西W", "北N", "⬜", "發F", "🀄"),
    *(f"🌤{n}" for n in range(1, 5)),
    *(f"🌸{n}" for n in range(1, 5)),
)
_WILD = "⭐"


class LabelSet(StrEnum):
    """What a person wants to read on tile buttons."""

    CHINESE = "chinese"
    SYMBOLS = "symbols"
    WORDS = "words"

    @property
    def wide(self) -> bool:
        """Whether only four labels fit in a row."""
        return self is LabelSet.WORDS


def first_label_set(say: Say) -> LabelSet:
    """The label set of somebody who has chosen none."""
    return LabelSet.SYMBOLS if say.language == "en" else LabelSet.CHINESE


def tile_label(kind: int, label_set: LabelSet, say: Say) -> str:
    """The text of a tile's button: `2万`, `5🔵`, `9 Bam`."""
    return _symbol(kind) if label_set is LabelSet.SYMBOLS else _written(kind, label_set.value, say)


def tile_name(kind: int, say: Say, *, short: bool = False) -> str:
    """The tile in a sentence of the reader's language: `3 bamboo`; in lists `3 bam`."""
    return _written(kind, "short" if short and kind < _HONOURS else "sentence", say)


def tile_names(kinds: Iterable[int], say: Say) -> str:
    """Several tiles in the order given, one word each."""
    return say.plain("list.comma").join(tile_name(kind, say, short=True) for kind in kinds)


def run_label(kinds: Sequence[int]) -> str:
    """The ranks of a run, for its button: `3·4·5`."""
    return "·".join(str(kind % 9 + 1) for kind in sorted(kinds))


def run_name(kinds: Sequence[int], say: Say) -> str:
    """A run in a sentence: `3·4·5 wan`; three tiles that are none, one by one."""
    low = min(kinds)
    if sorted(kinds) != [low, low + 1, low + 2] or low >= 27 or low % 9 > 6:
        return tile_names(kinds, say)
    return say.plain(f"tile.ranks.{_SUITS[min(kinds) // 9]}", ranks=run_label(kinds))


def hand_words(kinds: Iterable[int], say: Say, *, wilds: Collection[int] = (), compact: bool = False) -> str:
    """A hand suit by suit, for captions and screen readers: `1 2 3 5 wan, 2 2 dots, East`.

    Wild tiles carry a star. Chinese names each tile, unless `compact`, which is the shortest form of all.
    """
    ordered = sorted(kinds)
    if not (_gap(say) or compact):
        return " ".join(tile_name(kind, say) + _star(kind, wilds) for kind in ordered)
    groups = groupby(ordered, key=lambda kind: min(kind // 9, 3))
    words = (_group_words(suit, tuple(group), say, wilds, compact) for suit, group in groups)
    return say.plain("tile.groups").join(words)


def flower_words(kinds: Iterable[int], say: Say, *, fold: bool = False) -> str:
    """The flowers laid out; with `fold` a full quad, which counts as a kong, stands in one piece."""
    left = sorted(kinds)
    pieces: list[str] = []
    for quad in _quads(left) if fold else ():
        for kind in quad:
            left.remove(kind)
        quad_words = _gap(say).join(tile_name(kind, say) for kind in quad)
        pieces.append(say.plain("panel.flower_quad", tiles=quad_words))
    return " ".join([*pieces, *(tile_name(kind, say) for kind in left)])


def hand_alert(
    say: Say,
    *,
    hand: Sequence[int],
    melds: Sequence[str],
    flowers: int,
    acts: Sequence[str] | None,
    drawn: str = "",
    wilds: Collection[int] = (),
) -> str:
    """The answer to 👀 in 200 characters: the hand, what lies open, what its owner has drawn in the own turn, and
    what he may do now (None: untold).
    """
    may = say.plain("eye.may", acts=say.plain("list.comma").join(acts)) if acts else say.plain("eye.wait")
    may = "" if acts is None else may
    may = f"{say.plain('eye.drawn', tile=drawn)}\n{may}".rstrip() if drawn else may
    open_part = say.plain("eye.melds", melds=" ".join(melds)) if melds else ""
    flower_part = say.plain("eye.flowers", n=flowers) if flowers else ""
    room = TOAST - len(may.encode("utf-16-le")) // 2 - 1
    texts = [
        _own_hand(hand, say, wilds, compact) + rest
        for rest in (open_part + flower_part, open_part)
        for compact in (False, True)
    ]
    fitting = (text for text in texts if len(text.encode("utf-16-le")) // 2 <= room)
    return cut(f"{next(fitting, cut(texts[-1], units=room))}\n{may}".rstrip(), units=TOAST)


def _own_hand(hand: Sequence[int], say: Say, wilds: Collection[int], compact: bool) -> str:
    """The hand in words; before the deal that there is none yet."""
    if not hand:
        return say.plain("refuse.not_dealt")
    return say.plain("eye.hand", tiles=hand_words(hand, say, wilds=wilds, compact=compact))


def _written(kind: int, form: str, say: Say) -> str:
    if kind >= _FLOWERS:
        return say.words(f"tile.{form}.flowers")[kind - _FLOWERS]
    if kind >= _HONOURS:
        return say.words(f"tile.{form}.honours")[kind - _HONOURS]
    return say.plain(f"tile.{form}.{_SUITS[kind // 9]}", n=kind % 9 + 1)


def _symbol(kind: int) -> str:
    return f"{kind % 9 + 1}{_SYMBOL_SUITS[kind // 9]}" if kind < _HONOURS else _SYMBOLS[kind - _HONOURS]


def _star(kind: int, wilds: Collection[int]) -> str:
    return _WILD if kind in wilds else ""


def _group_words(suit: int, kinds: tuple[int, ...], say: Say, wilds: Collection[int], compact: bool) -> str:
    if suit == len(_SUITS):
        form = "short" if compact else "sentence"
        return " ".join(_written(kind, form, say) + _star(kind, wilds) for kind in kinds)
    if len(kinds) == 1:
        return tile_name(kinds[0], say, short=True) + _star(kinds[0], wilds)
    ranks = _gap(say).join(f"{kind % 9 + 1}{_star(kind, wilds)}" for kind in kinds)
    return say.plain(f"tile.ranks.{_SUITS[suit]}", ranks=ranks)


def _gap(say: Say) -> str:
    """What stands between two ranks, or two characters, of one group."""
    return " " if say.language == "en" else ""


def _quads(kinds: Sequence[int]) -> list[tuple[int, ...]]:
    """Four equal honours, 春夏秋冬 or 梅兰竹菊."""
    equal = [(kind,) * 4 for kind in range(_HONOURS, _FLOWERS)]
    sets = [tuple(range(start, start + 4)) for start in (_FLOWERS, _FLOWERS + 4)]
    return [quad for quad in equal + sets if all(kinds.count(kind) >= quad.count(kind) for kind in quad)]

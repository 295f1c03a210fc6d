"""What one person wants to see, as far as it concerns what is rendered for him."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.tiles import Kind
from handlers.show.labels import LabelSet, first_label_set
from handlers.show.texts import Say

_HONOURS = 27
SORTS = ("suits", "bamboo_first", "honours_first")
"""How a hand may be sorted: 万筒条, 条筒万, honours before the suits."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A reader's settings; `labels` None: as his language has them."""

    labels: LabelSet | None = None
    picture: bool = True
    sort: str = SORTS[0]
    hand_in_pings: bool = True
    """Whether a panel that is posted anew, and so stands on the lock screen, tells the hand in words."""

    def label_set(self, say: Say) -> LabelSet:
        """The label set of the tile buttons."""
        return self.labels or first_label_set(say)

    def place(self, kind: Kind) -> tuple[int, int]:
        """Where a kind stands in the hand."""
        suit = min(kind // 9, 3)
        if self.sort == "bamboo_first" and kind < _HONOURS:
            return (2 - suit, kind)
        if self.sort == "honours_first" and suit == 3:
            return (-1, kind)
        return (suit, kind)


def read_settings(stored: Mapping[str, object]) -> Settings:
    """The settings of a person's row; what is unknown there counts as not chosen."""
    labels = stored.get("labels")
    known = set(LabelSet)
    return Settings(
        labels=LabelSet(str(labels)) if labels in known else None,
        picture=stored.get("view", "picture") == "picture",
        sort=str(stored.get("sort")) if stored.get("sort") in SORTS else SORTS[0],
        hand_in_pings=stored.get("ping_hand", True) is not False,
    )

"""Scripted people at a table with a referee: they press what stands there, rightly and wrongly."""

from collections.abc import Sequence

from tests.end_to_end.driving import Player, coded


class Unaided(Player):
    """Plays on when others would win: calls and announces now and then whatever it holds."""

    announces = 0.01
    calls = 0.04
    shows = 0.5

    def _from_panel(self, buttons: Sequence[str]) -> str | None:
        """Ready; flowers mostly; announced wins are shown or withdrawn; else a call, a discard, a pass."""
        ready, flowers = coded(buttons, "g"), coded(buttons, "f")
        if ready:
            return ready[0]
        if flowers and self._random.random() < 0.95:
            return self._random.choice(flowers)
        shown, withdrawn = coded(buttons, "v"), coded(buttons, "w")
        if shown:
            return shown[0] if self._random.random() < self.shows else withdrawn[0]
        for verbs, share in (("h", self.announces), ("pk", self.calls)):
            found = coded(buttons, verbs)
            if found and self._random.random() < share:
                return self._random.choice(found)
        discards, passes = coded(buttons, "d"), coded(buttons, "x")
        return self._discard(discards) if discards else (passes[0] if passes else None)

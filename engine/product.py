"""A hand's number where it is a product of factors."""

from dataclasses import dataclass
from math import prod

from engine.scoring import Fan


@dataclass(frozen=True, slots=True)
class Product:
    """The factors, each with its names, and the limit of the product (0: none)."""

    factors: tuple[Fan, ...]
    cap: int = 0

    @property
    def uncapped(self) -> int:
        """The product; 1 without factors."""
        return prod(factor.value for factor in self.factors)

    @property
    def points(self) -> int:
        """The product, at most `cap` (封顶)."""
        return min(self.uncapped, self.cap) if self.cap else self.uncapped

    @property
    def formula(self) -> str:
        """The arithmetic, such as `4×2 = 8`, with `→ 64` behind it where the cap bites."""
        parts = "×".join(str(factor.value) for factor in self.factors) or "1"
        shown = f"{parts} = {self.uncapped}" if len(self.factors) > 1 else parts
        return shown if self.points == self.uncapped else f"{shown} → {self.points}"

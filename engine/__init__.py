"""Mahjong itself: rules, hands, scores. Standard library only; no I/O, clock, randomness or logging."""

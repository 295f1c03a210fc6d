"""Referee mode: players act unaided, and the host judges what they do as the rulebook says (FD-22 … I.8, LG II.8)."""

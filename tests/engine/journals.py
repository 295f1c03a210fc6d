"""A fingerprint of many journals, for other interpreters: `python -m tests.engine.journals HANDS [GAME ...]`.

Standard library and engine only, so that any Python at hand can run it.
"""

import hashlib
import json
import sys

from engine.game import Game
from engine.games import find_game, games
from engine.selfplay import check_fold, play_hands


def fingerprint(game: Game, hands: int) -> str:
    """SHA-256 over acts, events and settlements of so many hands, half by computers and half at random."""
    digest = hashlib.sha256()
    for players in ("computer", "random"):
        for played in play_hands(game, (hands + 1) // 2, 77, players=players, check=None):
            check_fold(played)
            journal = [
                [str(action), [event.to_json() for event in events]] for action, events in played.steps
            ]
            settlement = played.end.settlement.to_json() if played.end.settlement else None
            digest.update(
                json.dumps([[event.to_json() for event in played.dealt], journal, settlement]).encode()
            )
    return digest.hexdigest()


def main(arguments: list[str]) -> None:
    """Print each game's fingerprint."""
    hands, *names = arguments
    for name in names or games():
        sys.stdout.write(f"{name} {fingerprint(find_game(name), int(hands))}\n")


if __name__ == "__main__":
    main(sys.argv[1:])

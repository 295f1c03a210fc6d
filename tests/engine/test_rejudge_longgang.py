"""Longgang with a referee over self-played hands: a second judge finds the same mistakes in every journal."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.fairness import Stream
from engine.games.longgang import GAME
from engine.match import MatchState
from engine.selfplay import PLAYERS, Played, Player, check_fold, first_match, key_of, play_hand
from engine.state import HandStart
from tests.engine.careless import careless_player
from tests.engine.rejudge_longgang import judged, rejudged

SEATS = {"erring": PLAYERS["erring"], "careless": careless_player, "computer": PLAYERS["computer"]}
OTHER_OPTIONS = {
    **{"abort_draws": True, "peida_keeps_hu": True, "eight_pairs": True, "min_tai": 1, "bao_late": 20},
    **{"lazi_wilds": 4, "wild_single_any": "self_draw_only"},
}


def hands(number: int, seed: int, players: str, options: dict[str, Any]) -> Iterator[Played]:
    """Hands of one match after the other, each from its own key."""
    chosen, match = GAME.options.from_json(options), None
    for hand in range(number):
        key = key_of(seed, hand)
        if match is None or match.over:
            match = first_match(GAME, chosen, key)
        player: Player = SEATS[players](Stream(key[::-1]))
        played = play_hand(HandStart(GAME, chosen, match, key, mode="referee"), player)
        yield played
        match = after(match, played)


def after(match: MatchState, played: Played) -> MatchState:
    """The match goes on from a hand that has ended soundly."""
    result, settlement = played.end.result, played.end.settlement
    assert result is not None
    assert settlement is not None
    assert sum(settlement.payments) == 0
    check_fold(played)
    return GAME.next_match(match, result, settlement)


def compare(played: Iterable[Played]) -> Counter[str]:
    """Both judges find the same; how often which verdict was given."""
    found: Counter[str] = Counter()
    for number, hand in enumerate(played):
        mine = judged(hand)
        assert rejudged(hand) == mine, number
        facts = hand.end.result.facts if hand.end.result else {}
        fined = [int(text[0]) for text in mine if text[2:].startswith("fine")]
        assert [fine["seat"] for fine in facts.get("fines", ())] == fined
        found.update(text[2:] for text in mine)
    return found


@pytest.mark.slow
def test_a_second_judge_finds_the_same_mistakes_of_erring_seats() -> None:
    found = compare(hands(110, 11, "erring", {}))
    assert {"stand 五b", "stand 方式9", "fine 方式9", "stand 方式8"} <= set(found)


@pytest.mark.slow
def test_so_it_does_of_careless_seats_under_other_options() -> None:
    found = compare(hands(40, 12, "careless", OTHER_OPTIONS))
    assert {"stand 五f", "stand 方式8"} <= set(found)


def test_computer_seats_make_no_mistake() -> None:
    """But for 包三家, which is a risk and no foul."""
    found = compare(hands(30, 13, "computer", {}))
    assert not [text for text in found if not text.startswith("bao")]


def test_a_judgement_left_out_or_made_up_is_noticed() -> None:
    """The comparison is not blind."""
    hand = next(hand for hand in hands(20, 11, "erring", {}) if judged(hand))
    at = next(
        at for at, (_, events) in enumerate(hand.steps) if any(event.name == "judged" for event in events)
    )
    action, events = hand.steps[at]
    silent = (action, tuple(event for event in events if event.name != "judged"))
    dropped = replace(hand, steps=(*hand.steps[:at], silent, *hand.steps[at + 1 :]))
    assert rejudged(dropped) == rejudged(hand) != judged(dropped)


@pytest.mark.soak
@pytest.mark.soak_part("engine")
@pytest.mark.parametrize("players", ["erring", "careless"])
@pytest.mark.parametrize("options", ["default", "other"])
@pytest.mark.parametrize("seed", [21, 22])
def test_5000_hands_are_judged_alike(players: str, options: str, seed: int) -> None:
    """With every option set and either kind of seat, 625 hands a time."""
    compare(hands(625, seed, players, {} if options == "default" else OTHER_OPTIONS))

"""A new game is one module and plays at once: from self-play to `/new` and its card, without any other edit."""

from pathlib import Path

import pytest

from engine.games import find_game, search_games
from engine.selfplay import check_fold, play_hands
from tests.end_to_end.driving import Player, playing, sit
from tests.fakes.clock import VirtualClock, virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage

pytestmark = pytest.mark.usefixtures("eighth_game")


def test_it_is_found_by_id_and_name() -> None:
    assert [game.id for game in search_games("小麻将")] == ["tiny"]
    assert find_game("tiny").sets == 1


@pytest.mark.parametrize("players", ["computer", "random"])
def test_it_plays_with_every_check(players: str) -> None:
    won = 0
    for played in play_hands(find_game("tiny"), 60, 1, players=players):
        check_fold(played)
        assert played.end.result is not None
        won += bool(played.end.result.wins)
    assert won > 20


def test_it_settles_with_its_option() -> None:
    game = find_game("tiny")
    doubled, plain = (
        {played.end.settlement.points for played in play_hands(game, 60, 2, options=game.options.from_json(o))
         if played.end.settlement and played.end.result and played.end.result.wins
         and played.end.result.wins[0].source is None}
        for o in ({}, {"self_draw_doubles": False})
    )  # fmt: skip
    assert doubled == {(2,)}
    assert plain == {(1,)}


@virtual
async def test_it_plays_from_new_to_its_card(clock: VirtualClock, tmp_path: Path) -> None:
    """Nothing outside its folder knows the game, and yet lobby, panels, card, scores and result are there."""
    stage = Stage(clock)
    async with hosting(stage, tmp_path / "paizhuo.db", seed=1) as app:
        stage.wei.send(stage.group, "/new 小麻将 hands=1")
        lobby = await stage.until(stage.group.board_or_none)
        assert "小麻将（试）" in lobby.text
        players = [Player(person, stage.group, 1) for person in stage.people]
        for player in players:
            await sit(player, lobby)
        async with playing(players, stage.clock.sleep):
            await stage.until(lambda: only_table(app).state == "over", patience=3600.0)
        await stage.quiet()
        stage.check()
    assert any(
        "自摸" in text or "平胡" in text or "和局" in text for text in (m.text for m in stage.group.from_bot)
    )

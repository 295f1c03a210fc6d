"""The token stands in no log and no message, whatever the network does while people play (test 36)."""

from collections.abc import Callable
from pathlib import Path

import pytest

from handlers.settings import BotSettings
from playground.errors import bad
from playground.faults import Faults
from tests.end_to_end.driving import Player, Temper, coded, playing, sit
from tests.fakes.clock import virtual
from tests.fakes.hosting import only_table
from tests.fakes.people import Stage
from tests.security.canaries import watched

METHODS = (
    "sendMessage",
    "sendPhoto",
    "editMessageMedia",
    "editMessageCaption",
    "answerCallbackQuery",
    "getUpdates",
)
FAULTS: dict[str, Callable[[Faults, str], object]] = {
    "bad gateway": lambda faults, method: faults.bad_gateway(method),
    "answer lost": lambda faults, method: faults.lose_answer(method),
    "broken": lambda faults, method: faults.break_connection(method),
    "refused": lambda faults, method: faults.refuse(bad("message is too long"), method),
}


@pytest.mark.logs(".")
@pytest.mark.parametrize("fault", FAULTS)
@virtual
async def test_no_fault_brings_the_token_to_light(fault: str, stage: Stage, tmp_path: Path) -> None:
    async with watched(stage, tmp_path / "paizhuo.db") as watch:
        stage.wei.send(stage.group, "/new guiyang dice=off window=open tempo=none")
        await stage.until(stage.group.board_or_none)
        lobby = stage.group.board()
        players = [Player(person, stage.group, 1, Temper(think=(0.3, 0.8))) for person in stage.people[:2]]
        for player in players:
            await sit(player, lobby)
        await players[0].press(lobby, coded(lobby.data, "g")[0])
        await stage.until(lambda: only_table(watch.app).state == "playing")
        for method in METHODS:
            for person in stage.people[:2]:
                FAULTS[fault](stage.world.faults, method)
                person.send(stage.group, "/hand")
                await stage.clock.sleep(5)
                looks = [(m, data) for m in stage.group.from_bot for data in coded(m.data, "e")]
                person.press(*looks[-1])
                await stage.clock.sleep(25)
        number, secret = stage.world.token.split(":")
        for told in (watch.log.getvalue(), *(sent.text for sent in watch.tap.sent)):
            assert secret not in told
            assert f"{number}:" not in told
        assert [call for call in stage.world.calls if call.fault]
        async with playing(players, stage.clock.sleep):
            before = only_table(watch.app).decision
            await stage.until(lambda: only_table(watch.app).decision > before, patience=600.0)


def test_settings_in_writing_have_no_token() -> None:
    settings = BotSettings("123456:the-secret-part-of-a-token")
    assert "123456" not in f"{settings} {settings!r}"
    assert "secret" not in f"{settings} {settings!r}"

"""What is told after a win and after a match: fireworks for the winner, honours for all."""

from pathlib import Path

import pytest

from handlers.show.texts import signed
from handlers.tables.effects import PARTY
from tests.end_to_end.driving import Player, coded, playing, sit
from tests.end_to_end.records import rows
from tests.fakes.clock import VirtualClock, virtual
from tests.fakes.hosting import hosting, only_table
from tests.fakes.people import Stage

WON = "SELECT person_id, points FROM seat_score WHERE won AND points > 0 AND person_id IS NOT NULL"


@pytest.mark.slow
@virtual
async def test_winners_get_fireworks_and_the_match_remembers_its_hands(
    clock: VirtualClock, tmp_path: Path
) -> None:
    stage, path = Stage(clock), tmp_path / "p.db"
    async with hosting(stage, path) as app:
        stage.wei.send(stage.group, "/new guiyang window=open hands=4")
        await stage.until(stage.group.board_or_none)
        lobby = stage.group.board()
        players = [Player(person, stage.group, 1) for person in stage.people]
        for player in players:
            await sit(player, lobby)
        async with playing(players, clock.sleep):
            await stage.until(lambda: only_table(app).state == "over", patience=3 * 3600.0)
        await stage.quiet()
        await told_when_they_meet_again(stage, path)
    won = rows(path, WON)
    assert won
    for number, person in enumerate(stage.people, start=1):
        told = [message for message in person.private.from_bot if message.effect == PARTY]
        points = [signed(row["points"]) for row in won if row["person_id"] == number]
        assert [message.text.rsplit(" · ", 1)[1] for message in told] == points
        assert all(message.text.startswith("🎉") for message in told)
    result = next(m for m in reversed(stage.group.from_bot) if coded(m.data, "rm") or "🏁" in m.text)
    biggest = max(rows(path, WON.replace("AND person_id IS NOT NULL", "")), key=lambda row: row["points"])
    assert f" {biggest['points']}" in next(line for line in result.text.split("\n") if "最大一手" in line)


async def told_when_they_meet_again(stage: Stage, path: Path) -> None:
    """The next lobby says how their last match ended once all four sit there, and only then."""
    stage.wei.send(stage.group, "/new fuzhou window=open hands=4")
    lobby = await stage.until(
        lambda: next((m for m in stage.group.from_bot[-2:] if coded(m.data, "j")), None)
    )
    assert lobby is not None
    players = [Player(person, stage.group, 1) for person in stage.people]
    for player in players[:3]:
        await sit(player, lobby)
    await stage.quiet()
    assert "上回" not in lobby.text
    await sit(players[3], lobby)
    await stage.until(lambda: "上回" in lobby.text)
    told = next(line for line in lobby.text.split("\n") if "上回" in line)
    points = rows(path, "SELECT sum(points) AS points FROM seat_score GROUP BY person_id")
    assert all(signed(row["points"]) in told for row in points)
    assert any(entity["type"] == "date_time" for entity in lobby.entities)
    await stage.press(stage.tom, lobby, "起身")
    await stage.until(lambda: "上回" not in lobby.text)

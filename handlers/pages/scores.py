"""/scores: the running match, a line a hand, and the totals."""

from __future__ import annotations

from handlers.show.markup import Html, bold, lines
from handlers.show.scene import Scene
from handlers.show.texts import signed
from handlers.show.words import game_title, names
from handlers.tables.model import Table
from storage import scores
from storage.database import Database


async def sheet_text(database: Database, table: Table, scene: Scene) -> Html:
    """The sheet of the table's match as text."""
    say = scene.say
    sheet = await database.read(scores.sheet, table.table_id)
    if not sheet.lines:
        return say("scores.none")
    people = names(scene, table.game)
    rows = [bold(say.plural("scores.title", len(sheet.lines), game=game_title(table.game, say)))]
    for line in sheet.lines:
        points = "　".join(f"{people[seat]} {signed(score)}" for seat, score in enumerate(line.scores))
        rows.append(say("scores.line", hand=line.hand_no, points=points))
    totals = "　".join(f"{people[seat]} {signed(total)}" for seat, total in enumerate(scene.totals))
    rows.append(bold(say("scores.totals", points=totals)))
    return lines(rows)

"""What a referee's hand adds to a replay, each in one sentence: judgements, objections, and what followed."""

from engine.actions import Event
from engine.game import Game
from engine.referee.docket import judgement_of
from handlers.show.judged import clause_words
from handlers.show.labels import tile_names
from handlers.show.markup import Html
from handlers.show.texts import Say
from handlers.show.words import Names, event_words, term


def ruling_words(event: Event, table: Names, game: Game, say: Say) -> Html:
    """The event as the group was told of it, clause and consequence included; any other event as everywhere."""
    tile = tile_names(event.tiles, say)
    match event.name:
        case "judged":
            judged = judgement_of(event)
            return say(
                f"judged.{judged.verdict.value}",
                name=table[judged.seat],
                what=clause_words(judged.clause, say),
                clause=judged.clause,
                tile=tile,
                fine=term(game, "fine", "reason.fine", say),
                stand=term(game, "standing", "state.standing", say),
            )
        case "objection":
            return say(
                "objection.raised",
                name=table[event.seat],
                who=table[event.other],
                what=clause_words(event.arg, say),
                clause=event.arg,
                tile=tile,
            )
        case "lapsed":
            return say("objection.lapsed")
        case "announced" if tile:
            return say("event.announced_on", name=table[event.seat], tile=tile)
        case "returned" if tile:
            return say("event.returned_tile", name=table[event.seat], tile=tile)
        case "flowers_called":
            return say("event.flowers_called", name=table[event.seat])
        case _:
            return event_words(event, table, say)

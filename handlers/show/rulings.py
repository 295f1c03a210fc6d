"""What a referee's hand adds to a replay, each in one sentence: judgements, objections, and what followed."""

from engine.actions import Event
from engine.game import Game
from engine.referee.docket import judgement_of
from handlers.show.judged import clause_words
from handlers.show.labels import tile_names
from handlers.show.markup import Html
from handlers.show.texts import Say
from handlers.show.words import Names, event_words, term


def clause_params(clause: str, game: Game, say: Say) -> dict[str, str]:
    """What texts about a clause may ask for: its name, what it says was wrong, how the game calls what follows."""
    return {
        "clause": clause,
        "what": clause_words(clause, say),
        "fine": term(game, "fine", "reason.fine", say),
        "stand": term(game, "standing", "state.standing", say),
    }


def ruling_words(event: Event, table: Names, game: Game, say: Say) -> Html:
    """The event as the group was told of it, clause and consequence included; any other event as everywhere."""
    tile = tile_names(event.tiles, say)
    match event.name:
        case "judged":
            judged = judgement_of(event)
            key = f"judged.{judged.verdict.value}"
            return say(key, name=table[judged.seat], tile=tile, **clause_params(judged.clause, game, say))
        case "objection":
            return say(
                "objection.raised",
                name=table[event.seat],
                who=table[event.other],
                tile=tile,
                **clause_params(event.arg, game, say),
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

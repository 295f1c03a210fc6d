"""`ru`: a game's short rulebook, chapter by chapter; without a game, which one."""

from __future__ import annotations

from engine.game import Game
from engine.games import games
from handlers.callback_data import page_data
from handlers.message import Button, Message
from handlers.pages.page import number
from handlers.show.keyboards import rows_of
from handlers.show.layout import beside
from handlers.show.markup import Html, bold, join
from handlers.show.rulebook import chapters_for
from handlers.show.texts import Say
from handlers.show.words import game_title

IN_A_ROW = 3


def picker(say: Say) -> Message:
    """Which game's rules."""
    rows = tuple(
        (Button(game_title(game, say), page_data(0, "ru", game.id, 1)),) for game in games().values()
    )
    return Message(say("rules.which"), rows)


def rules_page(game: Game, page: int, say: Say) -> Message:
    """One chapter, and a button for each of them."""
    chapters = chapters_for(game.id, say)
    page = min(max(page, 1), max(len(chapters), 1))
    parts = [bold(say("rules.title", game=game_title(game, say)))]
    if page == 1:
        parts.append(facts(game, say))
    if chapters:
        parts += [Html(), say("rules.chapter", title=chapters[page - 1].title), chapters[page - 1].body()]
    buttons = [
        Button(("• " if at == page else "") + chapter.title, page_data(0, "ru", game.id, at))
        for at, chapter in enumerate(chapters, start=1)
    ]
    other = (Button(say.button("button.other_games"), page_data(0, "ru")),)
    rows = rows_of(buttons, IN_A_ROW) if buttons else ()
    return Message(join(parts, "\n"), (*rows, other))


def facts(game: Game, say: Say) -> Html:
    """144 张牌，手里 16 张 · 可以吃 · 一人胡."""
    chow = "rules.chow" if "chow" in game.claims else "rules.no_chow"
    several = "rules.several_winners" if game.winners == "all" else "rules.one_winner"
    tiles = say("rules.facts", tiles=sum(game.tiles.copies), hand=game.hand_size)
    return beside([tiles, say(chow), say(several)])


def page_of(args: tuple[str, ...], say: Say) -> Message:
    """What a button's arguments name."""
    game = games().get(args[0]) if args else None
    return picker(say) if game is None else rules_page(game, number(args, 1), say)

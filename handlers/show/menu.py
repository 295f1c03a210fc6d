"""The commands that stand in Telegram's menu, each with one line of explanation."""

from handlers.show.texts import Say

GROUP = (
    "new",
    "join",
    "leave",
    "deal",
    "table",
    "hand",
    "options",
    "rules",
    "scores",
    "top",
    "history",
    "stats",
    "replay",
    "verify",
    "export",
    "pause",
    "end",
    "kick",
    "here",
    "help",
)
PRIVATE = (
    "start",
    "new",
    "table",
    "hand",
    "rules",
    "scores",
    "stats",
    "history",
    "replay",
    "verify",
    "calc",
    "pause",
    "settings",
    "language",
    "privacy",
    "forget",
    "help",
)
_DESCRIPTION = 256


def menu(say: Say, names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Command names with what they do, as `setMyCommands` takes them."""
    return tuple((name, say.plain(f"command.{name}", _DESCRIPTION)) for name in names)

"""The players' rulebooks: one plain text file for each game and language beside this module, in chapters.

They stand in files of their own and not in the catalogues, because each is read, corrected and translated as one
text: `# ` begins a chapter, `## ` a heading, `- ` a point, `| name | value |` a line of a score table. Traditional
Chinese is made from the simplified text.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from handlers.show.markup import Html, bold, escape, join
from handlers.show.texts import Say
from handlers.show.traditional import to_traditional

FOLDER = Path(__file__).parent / "rulebooks"


@dataclass(frozen=True, slots=True)
class Chapter:
    """One page of a rulebook."""

    title: str
    lines: tuple[str, ...]

    def scores(self) -> list[tuple[str, str]]:
        """The lines of its score table: a name, and what it is worth."""
        return [cells for line in self.lines if (cells := _cells(line))]

    def body(self) -> Html:
        """The chapter as Telegram shows it."""
        return Html(join((_shown(line) for line in self.lines), "\n").lstrip())


@cache
def rulebook(game_id: str, language: str) -> tuple[Chapter, ...]:
    """The chapters of a game in a language; none if nobody has written any."""
    source = "en" if language == "en" else "zh"
    path = FOLDER / f"{game_id}.{source}.txt"
    if not path.is_file():
        return ()
    text = path.read_text(encoding="utf-8")
    return read_chapters(to_traditional(text) if language == "zh_Hant" else text)


def read_chapters(text: str) -> tuple[Chapter, ...]:
    """A rulebook's text cut at its chapter lines."""
    chapters = []
    for part in ("\n" + text.strip()).split("\n# ")[1:]:
        title, _, body = part.partition("\n")
        chapters.append(Chapter(title.strip(), tuple(body.strip().split("\n"))))
    return tuple(chapters)


def chapters_for(game_id: str, say: Say) -> tuple[Chapter, ...]:
    """The rulebook in the reader's language."""
    return rulebook(game_id, say.language)


def _cells(line: str) -> tuple[str, str] | None:
    name, _, value = line.strip().removeprefix("|").removesuffix("|").partition("|")
    return (name.strip(), value.strip()) if line.startswith("|") and value else None


def _shown(line: str) -> Html:
    cells = _cells(line)
    if cells is not None:
        return join(["• ", cells[0], "\u3000", bold(cells[1])])
    if line.startswith("## "):
        return join(["\n", bold(line[3:])])
    if line.startswith("- "):
        return join(["• ", line[2:]])
    return escape(line)

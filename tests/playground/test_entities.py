"""HTML as Telegram reads it."""

import pytest

from playground.entities import formatted, parse_html
from playground.errors import ApiError, Json


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("牌 <", "Unclosed start tag at byte offset 4"),
        ("牌 <b", "Unclosed start tag at byte offset 4"),
        ("牌 <bold>x</bold>", 'Unsupported start tag "bold" at byte offset 4'),
        ("1 < 2 > 0", 'Unsupported start tag "" at byte offset 2'),
        ("<a  =x>", 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<i x>y</i>", 'Expected equal sign in declaration of an attribute of the tag "i" at byte offset 0'),
        ("<a href = ", 'Unclosed start tag "a" at byte offset 0'),
        ("<a href=a/b>x</a>", "Unexpected end of name token at byte offset 8"),
        ('<a href="x>y</a>', "Unclosed start tag at byte offset 0"),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b>x</b ", "Unclosed end tag at byte offset 4"),
        ("<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ('<tg-time format="r">x</tg-time>', 'Tag "tg-time" must have attribute "unix" at byte offset 0'),
        ('<tg-time unix="1" format="q">x</tg-time>', 'Invalid format of the tag "tg-time" at byte offset 0'),
    ],
)
def test_broken_html_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(ApiError) as refused:
        parse_html(text)
    assert refused.value.description == f"Bad Request: can't parse entities: {said}"


@pytest.mark.parametrize(
    ("text", "plain", "entities"),
    [
        ("&lt;b&gt; &amp; &quot;&#39;&#x1F004;", "<b> & \"'🀄", []),
        ("a & b &unknown;", "a & b &unknown;", []),
        ("🀄<b>碰</b>", "🀄碰", [{"type": "bold", "offset": 2, "length": 1}]),
        ("<b><i>x</i></b>", "x", [("bold", 0, 1), ("italic", 0, 1)]),
        ("<b></b>x", "x", []),
        ("<BLOCKQUOTE expandable>x</blockquote>", "x", [("expandable_blockquote", 0, 1)]),
        ('<span class="tg-spoiler">x</span>', "x", [("spoiler", 0, 1)]),
        (
            '<a href="https://a.b/?x=1&amp;y=2">x</a>',
            "x",
            [{"type": "text_link", "offset": 0, "length": 1, "url": "https://a.b/?x=1&y=2"}],
        ),
        ("<a href='nothing'>x</a>", "x", []),
        (
            '<tg-time unix="1790000000" format="r">45 s</tg-time>',
            "45 s",
            [
                {
                    "type": "date_time",
                    "offset": 0,
                    "length": 4,
                    "unix_time": 1790000000,
                    "date_time_format": "r",
                }
            ],
        ),
        (
            '<pre><code class="language-python">x</code></pre>',
            "x",
            [{"type": "pre", "offset": 0, "length": 1, "language": "python"}],
        ),
        ("  <b> x </b>\n", "x", [("bold", 0, 1)]),
        ("/new@a_bot go", "/new@a_bot go", [("bot_command", 0, 10)]),
        ("&lt;/b&gt; /a/b", "</b> /a/b", []),
        (
            "#tag #57 a@b.com evil.example 1.5",
            "#tag #57 a@b.com evil.example 1.5",
            [("hashtag", 0, 4), ("email", 9, 7), ("url", 17, 12)],
        ),
        ("see t.me/x <code>/new</code>", "see t.me/x /new", [("url", 4, 6), ("code", 11, 4)]),
    ],
)
def test_html_becomes_text_and_entities(
    text: str, plain: str, entities: list[Json | tuple[str, int, int]]
) -> None:
    wanted = [
        dict(zip(("type", "offset", "length"), e, strict=True)) if isinstance(e, tuple) else e
        for e in entities
    ]
    assert formatted(text, "HTML", None) == (plain, wanted)


def test_entities_that_come_as_data_must_lie_inside_the_text() -> None:
    bold = {"type": "bold", "offset": 0, "length": 2}
    assert formatted("ab", None, [bold]) == ("ab", [bold])
    with pytest.raises(ApiError, match="lies outside the text"):
        formatted("ab", None, [{"type": "bold", "offset": 1, "length": 2}])

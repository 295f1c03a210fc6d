"""Pictures of an evening, from the first deal to the summary: for tests, for the bench, and to look at.

`python -m tests.show.scenes FOLDER` writes them as files.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from handlers.show.pictures import (
    Band,
    BoardPicture,
    CardPicture,
    Discard,
    HandPicture,
    Person,
    Place,
    SeatResult,
    Spec,
    SummaryPicture,
    Tiles,
    Transfer,
    Winner,
    Words,
    concealed_kong,
    render,
)

LONG = "🐼🐼 Maximiliano-Wolfeschlegelsteinhausenbergerdorff 👨‍👩‍👧‍👦 der Große"
RIGHT_TO_LEFT = "محمد عبد الله"
EMOJI = "🀄🔥💯"
ORNATE = "W\u0338\u0321e\u0300i 𝓢𝓸𝓯𝓲𝓪"

WEI = Person(0, 0, "Lǐ Wěi 李伟", "东家")
SOFIA = Person(1, 1, "Sofía", "南家")
LIN = Person(2, 2, "雀神小王子0423", "西家")
TOM = Person(3, 3, "Aliaksandr Пётр", "北家")
PLAIN = (WEI, SOFIA, LIN, TOM)
ODD = (
    Person(0, 0, ORNATE, "东家"),
    Person(1, 1, RIGHT_TO_LEFT, "南家"),
    Person(2, 2, LONG, "西家"),
    Person(3, 3, EMOJI, "北家"),
)
ENGLISH = Words(
    drawn="NEW", dealer="D", flowers="Flowers", quad="Kong", win="Win", waits="Waits", total="Total"
)


def tiles(*texts: str) -> Tiles:
    """Kinds from the notation of the rulebooks: `tiles("123m", "55z")`."""
    first = {"m": 0, "p": 9, "s": 18, "z": 27, "f": 34}
    return tuple(first[text[-1]] + int(digit) - 1 for text in texts for digit in text[:-1])


def kind(text: str) -> int:
    """One kind."""
    return tiles(text)[0]


def river(start: int, length: int) -> Tiles:
    """Discards that differ from their neighbours."""
    return tuple((start + 7 * place) % 34 for place in range(length))


MELDS = (tiles("567p"), tiles("666z"), tiles("9999m"), concealed_kong(kind("1m"), 2), tiles("123s"))


def hands() -> Iterator[tuple[str, Spec]]:
    """Panels."""
    thirteen = tiles("2346m", "2256p", "378s", "67z")
    yield (
        "hand of 14, own turn",
        HandPicture(
            (*thirteen, kind("9s")),
            1,
            1,
            drawn=13,
            wilds=tiles("7z"),
            wall=57,
            acting=True,
            flowers=tiles("53f"),
        ),
    )
    yield (
        "hand of 13, a claim",
        HandPicture(thirteen, 1, 1, gap=3, wilds=tiles("7z"), wall=57, last=Discard(kind("5m"), WEI)),
    )
    seventeen = tiles("1235789m", "2468p", "156s", "15z", "9p")
    yield (
        "hand of 17",
        HandPicture(
            seventeen,
            0,
            0,
            drawn=16,
            wilds=tiles("5z"),
            wall=71,
            acting=True,
            flowers=tiles("123468f"),
            last=Discard(kind("3s"), TOM),
        ),
    )
    yield (
        "hand of 17, labels in words, five melds",
        HandPicture(
            seventeen,
            0,
            0,
            wide=True,
            drawn=16,
            melds=MELDS,
            flowers=tiles("12345678f"),
            wilds=tiles("5z"),
            indicator=kind("4z"),
            wall=144,
            acting=True,
            last=Discard(kind("3s"), ODD[2]),
            marks=("报听", "只能自摸"),
            words=ENGLISH,
        ),
    )
    yield (
        "hand with barred tiles and twenty flowers",
        HandPicture(
            tiles("123457m", "2468p", "15s", "77s"),
            3,
            3,
            dimmed=(0, 1, 2, 3),
            melds=(tiles("111m"),),
            flowers=tiles("1234567f", "1112233335557z"),
            wilds=tiles("7s"),
            wall=40,
            last=Discard(kind("5m"), ODD[1]),
            marks=("报听",),
            style="classic",
        ),
    )


def board(people: tuple[Person, ...], discards: int, *, opened: bool = False) -> BoardPicture:
    """A table after so many discards a seat; `opened` with everything on it that can be."""
    melds: tuple[tuple[Tiles, ...], ...] = (MELDS[:1], MELDS[1:3], (), (concealed_kong(8, 1), tiles("111s")))
    bands = tuple(
        Band(
            person,
            score="−20480" if opened else "+25",
            dealer=person.seat == 0,
            acting=person.seat == 1,
            count=13,
            discards=river(person.seat * 5, discards - (person.seat > 1 and discards > 0)),
            melds=(MELDS if person.seat % 2 else ()) if opened else melds[person.seat],
            flowers=tiles("12345678f") if opened else tiles("12345f")[: person.seat * 2],
            hand=tiles("19m", "1928p", "129s", "1234567z", "5m")[: 2 if person.seat % 2 else 17]
            if opened
            else (),
            marks=("报听", "站胡", "只能自摸") if opened else ("报听",) * (person.seat == 1),
        )
        for person in people
    )
    last = Discard(bands[0].discards[-1], people[0]) if discards else None
    return BoardPicture(
        "第 2 局 · 连庄 1",
        bands,
        detail="3+4 · 翻 4万 → 5万",
        number="#57",
        wall=29,
        wilds=tiles("5z"),
        last=last,
    )


def boards() -> Iterator[tuple[str, Spec]]:
    """Tables, from the deal to a crowded end."""
    for discards in (0, 6, 12, 18):
        yield f"board after {discards} discards a seat", board(PLAIN, discards)
    yield "board with odd names", board(ODD, 9)
    yield "board with all hands open", board(ODD, 21, opened=True)


FANS = (("清一色 Full flush", "×4"), ("对对胡 All pungs", "×2"), ("鸡 Chicken", "+3"), ("责任鸡", "+1"))


def winner(person: Person) -> Winner:
    """A winning hand with five groups, flowers, fans and a formula."""
    sets = (tiles("123m"), tiles("46m", "5m"), (*tiles("12p"), kind("7z")), tiles("99p"))
    return Winner(person, sets, MELDS[1:2], tiles("12345f"), (1, 2), FANS, "(底 1 + 鸡 3) ×4 ×2 = 32")


def seats(people: tuple[Person, ...], *, opened: bool) -> tuple[SeatResult, ...]:
    """What the hand changed, with opened hands and waits."""
    hand = tiles("1123m", "2245678p", "399s", "55z") if opened else ()
    return tuple(
        SeatResult(
            person,
            ("−96", "+32", "0", "+64")[person.seat],
            "−136",
            dealer=person.seat == 0,
            note="没听" if person.seat % 2 else "放胡",
            hand=hand,
            waits=tiles("36m") if opened and person.seat == 2 else (),
            waits_note="剩 3",
        )
        for person in people
    )


def cards() -> Iterator[tuple[str, Spec]]:
    """Settlements: one winner, three, none."""
    transfers = tuple(Transfer(giver, (giver + 1) % 4, str(9 * giver + 3), "责任鸡") for giver in range(4))
    print_ = "福州麻将（福建） · #57 · @paizhuo_bot"
    yield (
        "card, one winner",
        CardPicture(
            "Sofía 胡了 5万（Lǐ Wěi 李伟 放胡）",
            seats(PLAIN, opened=True),
            (winner(SOFIA),),
            transfers[:1],
            "第 2 局 · 连庄 1",
            wilds=tiles("7z"),
            small_print=print_,
        ),
    )
    yield (
        "card, three winners",
        CardPicture(
            "一炮三响：Lǐ Wěi 李伟 放 5万",
            seats(ODD, opened=True),
            tuple(map(winner, ODD[1:])),
            transfers * 3,
            "第 3 局",
            ("翻 4万 → 5万是鸡：Sofía 2 · 林姨 1",),
            small_print=print_,
        ),
    )
    yield "card, a draw", CardPicture("和局。牌摸完了没人胡。", seats(PLAIN, opened=True), small_print=print_)


def summary(people: tuple[Person, ...]) -> SummaryPicture:
    """The end of a match."""
    trends = ((10, 8, 30, 60, 86), (-10, 0, 10, 6, 4), (0, -10, -20, -36, -30), (0, 2, -20, -30, -60))
    places = tuple(
        Place(rank, person, f"{trend[-1]:+}", "放胡 3" if rank == 3 else "", trend)
        for rank, (person, trend) in enumerate(zip(people, trends, strict=True), 1)
    )
    honours = (
        ("最大一手", people[1], "pair of gold 金雀 76"),
        ("花最多", people[2], "11"),
        ("most deal-ins 放胡", people[3], "3"),
    )
    settle = ("两清：林姨 → Sofía 60，Tom → Sofía 26，Tom → Wei 4",)
    return SummaryPicture(
        "打完了！8 局", places, "福州麻将（福建） · 周五麻将", honours, settle, "@paizhuo_bot"
    )


def scenes() -> dict[str, Spec]:
    """Every scene by name."""
    ends = (("summary", summary(PLAIN)), ("summary with odd names", summary(ODD)))
    return dict((*hands(), *boards(), *cards(), *ends))


def main() -> None:
    """Write every scene into the folder named on the command line."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, spec in scenes().items():
        (folder / f"{name}.png").write_bytes(render(spec))


if __name__ == "__main__":
    main()

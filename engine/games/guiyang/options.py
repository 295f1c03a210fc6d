"""The options of 贵阳捉鸡麻将, in the order of the rulebook's table (section 13)."""

from dataclasses import dataclass

from engine.options import Options, choice, hands_option, number, switch


@dataclass(frozen=True, slots=True)
class GuiyangOptions(Options):
    """What houses in Guiyang play differently."""

    event_mode: str = choice(
        "add",
        "multiply",
        clause="GY-9.3",
        zh="报听、杀报、天胡、地胡：各加十分，还是乘十",
        en="declared hands and heavenly or earthly wins: add ten points or multiply by ten",
        names={"add": ("加十分", "add ten"), "multiply": ("乘十", "times ten")},
    )
    max_mult: int = number(
        100,
        1,
        100,
        clause="GY-9.3",
        zh="相乘时倍数的上限",
        en="largest product of factors when events multiply",
        presets=(100, 10, 20, 50),
        when="event_mode=multiply",
    )
    zimo_bonus: int = choice(
        0,
        1,
        clause="GY-7",
        zh="自摸每家另加几分",
        en="extra points from each payer of a self-draw",
        names={"0": ("不加", "none"), "1": ("加一分", "one point")},
    )
    passport: bool = switch(
        True,
        "GY-5.5",
        "平胡、单吊要有通行证（豆、报听、热炮、抢杠）才能接炮",
        "a plain hand or pair wait needs a passport (kong, declared hand, hot discard, robbed kong) on a discard",
    )
    multi_win: str = choice(
        "all",
        "nearest",
        clause="GY-5.8",
        zh="一炮多响：都赢，还是只有最近的一家赢",
        en="several winners on one tile: all win, or only the nearest",
        names={"all": ("都赢", "all win"), "nearest": ("最近一家", "nearest only")},
    )
    long_qidui: str = choice(
        "any_quad",
        "winning_tile_makes_quad",
        clause="GY-6",
        zh="龙七对：有四张一样就算，还是胡的那张凑成四张才算",
        en="seven pairs with a quad: any quad counts, or only one that the winning tile completes",
        names={
            "any_quad": ("有四张就算", "any quad"),
            "winning_tile_makes_quad": ("胡张凑成", "made by the winning tile"),
        },
    )
    dandiao: str = choice(
        "pair_wait_2",
        "four_melds_10",
        clause="GY-6.3",
        zh="单吊：平胡只听一张做将算二分，还是四副露吊一张（金钩钓）算十分",
        en="单吊: a plain hand waiting for its pair alone is 2, or four exposed melds and one tile are 10",
        names={
            "pair_wait_2": ("吊将 2 分", "pair wait, 2"),
            "four_melds_10": ("金钩钓 10 分", "four melds, 10"),
        },
    )
    qianggang_payer: str = choice(
        "konger",
        "konger_for_all_three",
        clause="GY-7.4",
        zh="被抢杠的：付一家的，还是包三家",
        en="who is robbed of a kong pays: once, or for all three",
        names={"konger": ("付一家", "pays once"), "konger_for_all_three": ("包三家", "pays for three")},
    )
    lianzhuang: str = choice(
        "off",
        "+n",
        clause="GY-3.4",
        zh="连庄：不算，还是与庄家之间的胡牌分加连庄数",
        en="dealer's streak: no effect, or added to hand payments to and from the dealer",
        names={"off": ("不算", "off"), "+n": ("加连庄数", "add the streak")},
    )
    zeren_ji: int | str = choice(
        2,
        1,
        "off",
        clause="GY-8.5",
        zh="责任鸡几分",
        en="points of the responsible chicken (the first 1s, punged or konged)",
        names={"off": ("不算", "off")},
    )
    bao_ji: bool = switch(
        True,
        "GY-8.7",
        "包鸡：没叫的要为亮出的幺鸡付给有叫的",
        "players who are not ready pay the ready ones for the 1s they have shown",
    )
    burn: bool = switch(
        True,
        "GY-8.8",
        "烧鸡：放热炮的、被抢杠的，豆和鸡都不收",
        "who feeds a hot discard or is robbed of a kong collects no kongs and chickens",
    )
    dou_values: str = choice(
        "3/3/3",
        "2/3/1",
        clause="GY-9.4",
        zh="闷豆 / 转弯豆 / 点豆各几分",
        en="points of a concealed / added / open kong",
    )
    wugu_ji: str = choice(
        "off",
        "on",
        clause="GY-8.1",
        zh="乌骨鸡：八筒也是鸡，分数双倍",
        en="black chicken: the 8p is a chicken too, of double value",
        names={"off": ("没有", "off"), "on": ("有", "on")},
    )
    que_mode: str = choice(
        "off",
        "yuanque",
        "dingque",
        clause="GY-10.1",
        zh="缺门：不算，只算原缺，还是定缺（连查缺、原缺）",
        en="void suits: none, only 原缺 (dealt at most two suits), or 定缺 (each names a suit; fines)",
        names={
            "off": ("不算", "off"),
            "yuanque": ("只算原缺", "dealt void only"),
            "dingque": ("定缺", "named void suit"),
        },
    )
    yuanque_payers: str = choice(
        "all",
        "ready",
        clause="GY-10.4",
        zh="原缺谁付：不是原缺的都付，还是只有有叫的付",
        en="who pays for a dealt void suit: everybody without one, or only the ready among them",
        names={"all": ("都付", "everybody"), "ready": ("有叫的付", "the ready only")},
    )
    draw_dealer: str = choice(
        "stay",
        "next",
        "last_drawer",
        clause="GY-3.3",
        zh="荒庄以后谁坐庄：原庄、下家、摸最后一张的",
        en="dealer after a draw: the same, the next player, or who drew the last tile",
        names={
            "stay": ("原庄", "stays"),
            "next": ("下家", "next player"),
            "last_drawer": ("摸最后一张的", "last drawer"),
        },
    )
    soft_report: int | str = choice(
        10,
        "off",
        clause="GY-7",
        zh="软报：闲家打第一张时报听，算十分，还是不许",
        en="declaring with the first discard: worth ten, or not allowed",
        names={"10": ("十分", "ten points"), "off": ("不许", "not allowed")},
    )
    hands: int | str = hands_option()

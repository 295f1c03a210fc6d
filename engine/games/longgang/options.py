"""Table options of Longgang mahjong (rulebook, table II.11)."""

from dataclasses import dataclass

from engine.options import Options, choice, number, switch


@dataclass(frozen=True, slots=True)
class LonggangOptions(Options):
    """Every option of a Longgang table, in the rulebook's order."""

    base_hu: int = choice(20, 0, 10, clause="LG-37", zh="胡牌的底胡", en="the winner's base 胡")
    round: str = choice(
        "none",
        "ceil10_before",
        "ceil10_after",
        clause="LG-30",
        zh="进十：不进 · 胡数先进十再翻 · 翻完再进十",
        en="rounding up to tens: none · of the 胡 before doubling · of the product",
        names={
            "none": ("不进十", "none"),
            "ceil10_before": ("先进十", "before doubling"),
            "ceil10_after": ("后进十", "after doubling"),
        },
    )
    three_tai_flat: bool = switch(
        False, "LG-30", "胡的人满三台就算 300", "a winner's three ordinary 台 pay 300"
    )
    min_tai: int = number(
        0,
        0,
        3,
        presets=(0, 1, 2, 3),
        clause="LG-26",
        zh="起胡台数（腊子算三台）",
        en="台 a win needs; limit hands count 3",
    )
    pinghu_tai: int = choice(0, 1, clause="LG-40", zh="平胡几台", en="台 of 平胡 (five runs)")
    duidui_tai: int = choice(1, 2, clause="LG-40", zh="对对胡几台", en="台 of 对对胡 (no run)")
    hunyise_tai: int = choice(
        1, 2, clause="LG-40", zh="混一色几台", en="台 of 混一色 (one suit with honours)"
    )
    kong_bloom_tai: int = choice(
        0,
        1,
        clause="LG-38",
        zh="杠上开花几台（补花也算）",
        en="台 of a win on a kong's or flower's replacement",
    )
    single_self_2: bool = switch(
        False, "LG-38", "单吊自摸加 2 胡", "a single wait won by self-draw counts 2 胡"
    )
    single_discard_2: bool = switch(
        False, "LG-38", "单吊吃胡加 2 胡", "a single wait won on a discard counts 2 胡"
    )
    edge_discard_2: bool = switch(
        False, "LG-38", "边张吃胡加 2 胡", "an edge wait won on a discard counts 2 胡"
    )
    four_flowers_loser: int = choice(
        2, 1, clause="LG-40", zh="没胡的人四花几台", en="台 of a loser's four flowers (四花)"
    )
    lazi_wilds: int = choice(
        3,
        4,
        clause="LG-27",
        zh="推土机要几个财神：三个正财神 · 再加坐花",
        en="wilds for 推土机 and 三财神: three true ones · these and the own flower",
        names={"3": ("三个正财神", "three true wilds"), "4": ("再加坐花", "and the own flower")},
    )
    wild_single_any: str = choice(
        "on",
        "self_draw_only",
        clause="LG-10",
        zh="财神单吊能不能吃胡、抢杠",
        en="whether a lone wild may win on a discard",
        names={"on": ("能", "yes"), "self_draw_only": ("只能自摸", "self-draw only")},
    )
    eight_pairs: bool = switch(False, "LG-29", "八对半可以胡", "八对半 wins (seven pairs and a set)")
    rare_limits: bool = switch(
        False, "LG-41", "绿一色、五杠子也算腊子", "绿一色 and 五杠子 are limit hands too"
    )
    abort_draws: bool = switch(
        False,
        "LG-16",
        "四风连打、九种九幺、四杠、三家同响算流局",
        "a hand is drawn early: four winds, nine big tiles, four kongs, three winners",
    )
    peida_keeps_hu: bool = switch(
        False,
        "LG-34",
        "小错陪打的人照样算胡算台",
        "a seat standing for a lesser reason keeps its 胡 and 台",
    )
    fine_unit: int = choice(10, 1, clause="LG-35", zh="诈胡一子算几胡", en="胡 per 子 of a 诈胡 fine")
    bao_late: int = number(
        8,
        4,
        20,
        presets=(8, 4, 12, 16),
        clause="LG-36",
        zh="剩几张起打字要包三家",
        en="live tiles at which 包三家 begins",
    )
    bao_assist: str = choice(
        "warn",
        "lock",
        clause="LG-36",
        zh="要包三家的牌：提醒 · 不给打",
        en="assist mode before a 包三家 throw: warns · does not offer it",
        names={"warn": ("提醒", "warn"), "lock": ("不给打", "lock")},
    )
    match: str = choice(
        "hands",
        "broke",
        clause="II.11",
        zh="一场怎么算完：打够局数 · 一局（有人断筹）",
        en="a match ends: after a number of hands · when someone has nothing left",
        names={"hands": ("打够局数", "hands"), "broke": ("断筹为止", "broke")},
    )
    hands: int = choice(
        8, 4, 12, 16, clause="II.11", zh="一场打几局", en="hands in a match", when="match=hands"
    )
    match_stake: int = number(
        2000,
        500,
        20000,
        presets=(2000, 1000, 5000, 10000),
        clause="II.11",
        zh="开始每人多少筹码",
        en="starting stake when a match ends with an empty purse",
        when="match=broke",
    )

"""Table options of Fuding mahjong (rulebook, table I.11)."""

from dataclasses import dataclass

from engine.options import Options, choice, number, switch


@dataclass(frozen=True, slots=True)
class FudingOptions(Options):
    """Every option of a Fuding table, in the rulebook's order."""

    wind_mode: str = choice(
        "dice",
        "dealer_is_east",
        clause="FD-4",
        zh="门怎么定：按骰子 · 庄家就是东",
        en="who is East: named by the dice · the dealer",
        names={"dice": ("按骰子", "by dice"), "dealer_is_east": ("庄家是东", "the dealer")},
    )
    draw_keeps_streak: bool = switch(
        False, "FD-5", "流局后连庄数照留", "the dealer's streak survives a drawn hand"
    )
    reserve: int = number(
        16,
        0,
        20,
        presets=(16, 12, 20, 0),
        clause="FD-11",
        zh="墙尾留几张不摸",
        en="tiles at the tail that are never drawn",
    )
    pass_pung: bool = switch(
        True, "FD-21", "过碰：放过的牌，自己摸牌前不能再碰", "a passed pung is barred until the own next draw"
    )
    swap_call: str = choice(
        "allowed",
        "barred",
        clause="I.11",
        zh="吃了能不能马上打同张或另一头的牌",
        en="swap after a chow: throwing at once the chowed tile or the one that fits the other end",
        names={"allowed": ("能", "allowed"), "barred": ("不能", "barred")},
    )
    min_tai: int = number(
        0,
        0,
        8,
        presets=(0, 1, 2, 3),
        clause="FD-38",
        zh="起胡台数（有固定分的牌不受限）",
        en="台 a win needs (hands with a fixed total always pass)",
    )
    cap: int = number(
        800,
        100,
        10000,
        presets=(800, 400, 1600),
        clause="FD-47",
        zh="算出来的分最多多少",
        en="limit of a computed total",
    )
    super_hands: int | str = choice(
        2000,
        800,
        "off",
        clause="FD-39",
        zh="八仙过海和八番胡值多少",
        en="value of 八仙过海 and 八番胡 (all eight flowers, eight 台)",
        names={"off": ("不算", "off")},
    )
    jueyise: bool = switch(
        False, "FD-39", "绝一色：没有金的清一色算 2000", "绝一色: a full flush without gold pays 2000"
    )
    gold_as_flower: bool = switch(
        False, "FD-39", "金可以当花凑八仙过海", "golds count as flowers for 八仙过海"
    )
    loser_gold_fill: bool = switch(
        False,
        "FD-45",
        "没胡的人可以用金凑手里的大牌刻子",
        "losers' golds may complete concealed sets: of 1, 9 and honours",
    )
    peihu_each: int = choice(
        1000,
        500,
        800,
        2000,
        clause="FD-42",
        zh="赔胡赔每家多少",
        en="what a fine pays to each other seat (赔胡)",
    )
    peihu_dealer_double: bool = switch(
        False, "FD-42", "赔胡时庄家收付加倍", "fines to or from the dealer are doubled"
    )
    stand_keeps_hu: bool = switch(
        False, "FD-41", "站胡的人照样算胡算台", "a standing seat counts its 胡 and 台 like any loser"
    )
    stand_may_claim: bool = switch(
        False, "FD-41", "站胡的人还能吃碰杠", "a standing seat may still claim: chow, pung and kong"
    )
    objection: str = choice(
        "referee_only",
        "on",
        "off",
        clause="I.8",
        zh="哪里可以提意见（提醒、要牌、透露）",
        en="where players may object to talk and shown tiles (二.9–11, 三.1)",
        names={
            "referee_only": ("只在裁判模式", "referee mode only"),
            "on": ("都可以", "always"),
            "off": ("不用", "never"),
        },
    )
    objection_quorum: int = choice(1, 2, 3, clause="I.8", zh="要几个人有意见才算", en="objections needed")
    objection_seconds: int = number(
        20,
        10,
        60,
        presets=(20, 10, 30, 60),
        clause="I.8",
        zh="多少秒内可以提意见",
        en="seconds to object",
    )
    match: str = choice(
        "hands",
        "broke",
        clause="I.11",
        zh="一场怎么算完：打够局数 · 拷（有人输光）",
        en="a match ends: after a number of hands · when someone has nothing left (拷)",
        names={"hands": ("打够局数", "hands"), "broke": ("拷：输光为止", "broke")},
    )
    hands: int = choice(
        8, 4, 12, 16, clause="I.11", zh="一场打几局", en="hands in a match", when="match=hands"
    )
    match_stake: int = number(
        2000,
        500,
        20000,
        presets=(2000, 1000, 5000, 10000),
        clause="I.11",
        zh="拷：开始每人多少",
        en="starting stake when a match ends by 拷",
        when="match=broke",
    )

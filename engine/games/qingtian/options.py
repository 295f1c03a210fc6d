"""Table options of Qingtian mahjong (Q-21)."""

from dataclasses import dataclass, field

from engine.options import UNLIMITED, Options, choice, number, switch


@dataclass(frozen=True, slots=True)
class Bao(Options):
    """包牌: when three groups taken from one seat bind two seats (Q-11)."""

    threshold: int = number(
        3,
        1,
        4,
        presets=(3, 2, 4),
        clause="Q-11.3",
        zh="一家吃碰另一家几道就绑在一起",
        en="groups taken from one seat that bind the two",
    )
    count: str = choice(
        "combined",
        "same_kind",
        clause="Q-11.2",
        zh="道数：吃碰合算 · 吃和碰杠分开算，取多的",
        en="groups: all added up · chows and pungs apart, the larger number",
        names={"combined": ("合算", "added up"), "same_kind": ("分开算", "by kind")},
    )
    bao4_selfdraw: bool = switch(
        False,
        "Q-11.6",
        "四道时自摸也由那一家包三家",
        "with four groups the other seat pays a self-draw for all three",
    )


@dataclass(frozen=True, slots=True)
class Manner(Options):
    """W: what each manner of winning is worth, the largest counts (Q-15.1)."""

    discard: int = number(
        1, 1, UNLIMITED, presets=(1, 2), clause="Q-15.1", zh="点炮、抢杠的倍数", en="win on another's tile"
    )
    selfdraw: int = number(
        2, 1, UNLIMITED, presets=(2, 1, 3), clause="Q-15.1", zh="自摸的倍数", en="self-draw"
    )
    kong_bloom: int = number(
        3, 1, UNLIMITED, presets=(3, 2, 4), clause="Q-15.1", zh="杠上开花的倍数", en="on a kong's replacement"
    )
    flower_bloom: int = number(
        3,
        1,
        UNLIMITED,
        presets=(3, 2, 4),
        clause="Q-15.1",
        zh="花上开花的倍数",
        en="on a flower's replacement",
    )
    tianhu: int = number(
        3, 1, UNLIMITED, presets=(3, 4, 8), clause="Q-15.1", zh="天胡的倍数", en="heavenly win 天胡"
    )
    dihu: int = number(
        3, 1, UNLIMITED, presets=(3, 4, 8), clause="Q-15.1", zh="地胡的倍数", en="earthly win 地胡"
    )


@dataclass(frozen=True, slots=True)
class Pattern(Options):
    """P: the factor of each pattern; all that hold are multiplied (Q-15.1)."""

    碰碰胡: int = number(
        2, 1, UNLIMITED, presets=(2, 1, 3), clause="Q-15.1", zh="碰碰胡的倍数", en="all pungs"
    )
    清一色: int = number(
        2, 1, UNLIMITED, presets=(2, 1, 3), clause="Q-15.1", zh="清一色的倍数", en="one suit without honours"
    )
    混一色: int = number(
        1, 1, UNLIMITED, presets=(1, 2), clause="Q-15.1", zh="混一色的倍数", en="one suit and honours"
    )
    七对: int = number(2, 1, UNLIMITED, presets=(2, 1, 3), clause="Q-15.1", zh="七对的倍数", en="seven pairs")
    豪华七对: int = number(
        3,
        1,
        UNLIMITED,
        presets=(3, 2, 4),
        clause="Q-15.1",
        zh="豪华七对的倍数（有四张一样的，代替七对）",
        en="seven pairs with four equal tiles, instead of 七对",
    )
    十三幺_doc: int = number(
        2,
        1,
        UNLIMITED,
        presets=(2, 1, 3),
        clause="Q-15.1",
        zh="十三幺的倍数（十四张不搭）",
        en="fourteen unrelated tiles",
    )
    十三幺_classic: int = number(
        13,
        1,
        UNLIMITED,
        presets=(13, 8, 10),
        clause="Q-15.1",
        zh="国士十三幺的倍数",
        en="thirteen orphans",
    )


@dataclass(frozen=True, slots=True)
class Kong(Options):
    """Kong money (Q-14)."""

    exposed: int = number(
        1, 0, UNLIMITED, presets=(1, 0, 2), clause="Q-14.2", zh="明杠每家几底", en="bases for an exposed kong"
    )
    added: int = number(
        1, 0, UNLIMITED, presets=(1, 0, 2), clause="Q-14.2", zh="补杠每家几底", en="bases for an added kong"
    )
    concealed: int = number(
        2,
        0,
        UNLIMITED,
        presets=(2, 0, 1),
        clause="Q-14.2",
        zh="暗杠每家几底",
        en="bases for a concealed kong",
    )
    payer: str = choice(
        "three",
        "feeder",
        clause="Q-14.2",
        zh="明杠谁给：三家 · 放杠的人包三家",
        en="who pays an exposed kong: all three · the discarder, all three parts",
        names={"three": ("三家给", "all three"), "feeder": ("放杠的给", "the discarder")},
    )
    on_draw: bool = switch(False, "Q-14.4", "黄庄也算杠钱", "kong money on an exhausted wall too")


@dataclass(frozen=True, slots=True)
class QingtianOptions(Options):
    """Every option of the rulebook's table, in its order."""

    base: int = number(
        1, 1, UNLIMITED, presets=(1, 2, 5, 10), clause="Q-15.4", zh="底分", en="points per unit"
    )
    length: int | str = number(
        "4_ling",
        1,
        UNLIMITED,
        presets=("4_ling", "1_ling", 4, 8, 16),
        clause="Q-2.6",
        zh="一场多长：四令 · 一令 · 打几局",
        en="length of a match: four rounds · one round · a number of hands",
        names={"4_ling": ("四令", "four rounds"), "1_ling": ("一令", "one round")},
    )
    first_dealer: str = choice(
        "random",
        "host",
        "seat1",
        clause="Q-2.2",
        zh="谁先坐庄：随机 · 开桌的人 · 第一个座位",
        en="first dealer: random · who opened the table · the first seat",
        names={
            "random": ("随机", "random"),
            "host": ("开桌的人", "the opener"),
            "seat1": ("第一座", "the first seat"),
        },
    )
    reserve_tiles: int = number(
        15, 0, 40, presets=(15, 0, 14, 16), clause="Q-6.1", zh="七墩半：最后几张不摸", en="tiles never drawn"
    )
    last_tile_selfdraw_only: bool = switch(
        False,
        "Q-6.3",
        "最后一张只能自摸，不再打出",
        "the last usable tile can only be won by its drawer, it is not discarded",
    )
    pass_win_lock: bool = switch(
        False,
        "Q-7.6",
        "过胡：能胡别人的牌没胡，轮到自己前不能胡别人的牌",
        "lock after a declined win: none on others' tiles until your own next turn",
    )
    kong_after_claim: bool = switch(
        False, "Q-7.4", "吃碰之后可以马上暗杠、补杠", "concealed and added kongs right after a chow or pung"
    )
    concealed_kong_shown: bool = switch(False, "Q-7.2", "暗杠亮开", "concealed kongs lie face up")
    fan_gate: bool = switch(True, "Q-9.2", "有番才能胡别人打的牌", "a win on a discard needs a fan")
    f1_pair: str = choice(
        "fan_tiles",
        "all_honours",
        clause="Q-10.1",
        zh="只吃不碰不能用的将：成刻算番的字牌 · 所有字牌",
        en="pairs that spoil all chows: tiles whose pung is a fan · every honour",
        names={"fan_tiles": ("算番的字牌", "fan tiles"), "all_honours": ("所有字牌", "every honour")},
    )
    menqing_concealed_kong: bool = switch(
        False, "Q-10.1", "有暗杠也算门清", "a hand with concealed kongs is still closed (F2)"
    )
    f4: str = choice(
        "with_honours",
        "pure_only",
        "one_foreign_group",
        clause="Q-10.1",
        zh="一色番：清一色、混一色都算 · 只算清一色 · 还可以有一副别的",
        en="one-suit fan (F4): with or without honours · without only · one group may be anything",
        names={
            "with_honours": ("清混都算", "with honours"),
            "pure_only": ("只算清一色", "pure only"),
            "one_foreign_group": ("可有一副别的", "one foreign group"),
        },
    )
    kong_is_fan: bool = switch(False, "Q-10.1", "有杠就算一番", "any kong is a fan of its own")
    thirteen: str = choice(
        "doc",
        "classic",
        "both",
        clause="Q-8.3",
        zh="十三幺：十四张不搭 · 国士十三幺 · 都可以",
        en="十三幺: fourteen unrelated tiles · thirteen orphans · both",
        names={
            "doc": ("十四张不搭", "unrelated tiles"),
            "classic": ("国士十三幺", "thirteen orphans"),
            "both": ("都可以", "both"),
        },
    )
    flower_order: str = choice(
        "梅兰菊竹",
        "梅兰竹菊",
        clause="Q-5.4",
        zh="东南西北四家的位花（春夏秋冬之外）",
        en="plants of the four seats: East, South, West and North, beside the seasons",
    )
    discard_pay: str = choice(
        "three_pay",
        "discarder_all",
        "discarder_only",
        clause="Q-15.4",
        zh="点炮谁给：三家都给 · 点炮的包三家 · 点炮的只给自己一份",
        en="who pays a discard win: all three · the discarder for all · the discarder alone, one share",
        names={
            "three_pay": ("三家给", "all three"),
            "discarder_all": ("点炮包三家", "the discarder for all"),
            "discarder_only": ("只点炮的给", "the discarder alone"),
        },
    )
    discarder_extra: int = number(
        1,
        0,
        UNLIMITED,
        presets=(1, 0, 2),
        clause="Q-15.4",
        zh="点炮的多给几底",
        en="bases the discarder adds",
    )
    bao: Bao = field(default_factory=Bao)
    rob_nofan_pays_all: bool = switch(
        True,
        "Q-13.3",
        "抢杠没有别的番时被抢的包三家",
        "a robbed konger pays for all three if the hand has no other fan",
    )
    manner: Manner = field(default_factory=Manner)
    pattern: Pattern = field(default_factory=Pattern)
    seven_star_mult: int = number(
        2,
        1,
        UNLIMITED,
        presets=(2, 3, 4),
        clause="Q-15.1",
        zh="七星：十三幺七张字牌全有，倍数大就代替十三幺",
        en="unrelated tiles with all seven honours, instead of 十三幺 if larger",
    )
    first_turn_bonus: bool = switch(True, "Q-15.3", "有天胡、地胡", "heavenly and earthly wins exist")
    cap: int = choice(
        0,
        8,
        12,
        16,
        clause="Q-15.2",
        zh="封顶几倍；0：不封顶",
        en="upper limit of the factor; 0: none",
        names={"0": ("不封顶", "none")},
    )
    dealer_premium: bool = switch(
        False, "Q-15.6", "庄家输赢多一份", "shares won or paid by the dealer count one more"
    )
    repeat_premium: bool = switch(
        False,
        "Q-15.6",
        "连庄加份：连庄几次，庄家输赢多几份",
        "shares with the dealer count one more per repeated deal",
    )
    kong: Kong = field(default_factory=Kong)

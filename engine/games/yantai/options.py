"""Table options of Yantai mahjong (Y-21)."""

from dataclasses import dataclass, field

from engine.options import UNLIMITED, OptionError, Options, choice, number, switch


@dataclass(frozen=True, slots=True)
class Mingda(Options):
    """明打, open play (Y-14)."""

    enabled: bool = switch(True, "Y-14.1", "可以明打", "open play is offered")
    multiplier: int = number(
        4,
        1,
        UNLIMITED,
        presets=(4, 2, 3, 8),
        clause="Y-14.5",
        zh="明打的倍数",
        en="factor of an open win",
        when="mingda.enabled=true",
    )
    absorbs_menqing: bool = switch(
        False,
        "Y-14.7",
        "明打不再算门前清",
        "an open winner is not paid for 门前清 as well",
        when="mingda.enabled=true",
    )
    loser_double: bool = switch(
        False,
        "Y-14.8",
        "明打的人点炮加倍付",
        "an open seat that discards the winning tile pays twice",
        when="mingda.enabled=true",
    )


@dataclass(frozen=True, slots=True)
class Stake(Options):
    """押注, side stakes (Y-15)."""

    enabled: bool = switch(True, "Y-15.1", "开局可以押注", "side stakes are offered")
    min: int = number(
        1,
        1,
        UNLIMITED,
        presets=(1, 2, 5),
        clause="Y-15.1",
        zh="最少押几底",
        en="smallest stake, in bases",
        when="stake.enabled=true",
    )
    max: int = number(
        10,
        1,
        UNLIMITED,
        presets=(10, 5, 20),
        clause="Y-15.1",
        zh="最多押几底",
        en="largest stake, in bases",
        when="stake.enabled=true",
    )
    step: int = number(
        1,
        1,
        UNLIMITED,
        presets=(1, 2, 5),
        clause="Y-15.1",
        zh="押注按几底加",
        en="stakes are multiples of this many bases",
        when="stake.enabled=true",
    )
    formula: str = choice(
        "sum",
        "payer_only",
        "min",
        clause="Y-15.2",
        zh="押注怎么付：两家相加 · 只付自己押的 · 取小的",
        en="what a payer adds: both stakes · the payer's own · the smaller",
        when="stake.enabled=true",
        names={
            "sum": ("相加", "both"),
            "payer_only": ("只付自己的", "the payer's"),
            "min": ("取小的", "the smaller"),
        },
    )
    scope: str = choice(
        "payers",
        "all_three",
        clause="Y-15.3",
        zh="押注跟谁结：付钱的人 · 三家",
        en="who settles stakes with the winner: those who pay · all three",
        when="stake.enabled=true",
        names={"payers": ("付钱的", "those who pay"), "all_three": ("三家", "all three")},
    )

    def check(self) -> None:
        """The smallest stake is no larger than the largest (Y-15.1)."""
        if self.min > self.max:
            raise OptionError(f"stake.min={self.min} is more than stake.max={self.max}")


@dataclass(frozen=True, slots=True)
class Kong(Options):
    """杠, kong money (Y-13)."""

    mode: str = choice(
        "winner_addon",
        "each_kong_from_three",
        "none",
        clause="Y-13.1",
        zh="杠钱：只算和牌的人的杠 · 各家的杠三家给 · 没有",
        en="kong money: the winner's kongs · every kong, from the other three · none",
        names={
            "winner_addon": ("和家的杠", "the winner's"),
            "each_kong_from_three": ("每家的杠", "every seat's"),
            "none": ("没有", "none"),
        },
    )
    exposed: int = number(
        1, 0, UNLIMITED, presets=(1, 0, 2), clause="Y-13.1", zh="明杠几底", en="bases for an exposed kong"
    )
    added: int = number(
        1, 0, UNLIMITED, presets=(1, 0, 2), clause="Y-13.1", zh="补杠几底", en="bases for an added kong"
    )
    concealed: int = number(
        2, 0, UNLIMITED, presets=(2, 0, 1), clause="Y-13.1", zh="暗杠几底", en="bases for a concealed kong"
    )


def _factor(default: int, name: str, english: str) -> int:
    made: int = number(
        default,
        1,
        UNLIMITED,
        presets=tuple(dict.fromkeys((default, 1, 2, 4, 8, 16))),
        clause="Y-10",
        zh=f"{name}的倍数",
        en=f"factor of {english}",
    )
    return made


@dataclass(frozen=True, slots=True)
class Multipliers(Options):
    """The factors of the fifteen big hands (Y-10)."""

    门前清: int = _factor(2, "门前清", "a closed self-draw")
    混一色: int = _factor(2, "混一色", "one suit with honours")
    清一色: int = _factor(4, "清一色", "one suit or all honours")
    一条龙: int = _factor(2, "一条龙", "a straight: 123, 456 and 789 of one suit")
    大吊车: int = _factor(2, "大吊车", "four melds and a single tile")
    杠上开花: int = _factor(2, "杠上开花", "a win on a kong's replacement")
    十三幺: int = _factor(10, "十三幺", "thirteen orphans")
    海底捞月: int = _factor(2, "海底捞月", "a self-draw of the last tile")
    七对: int = _factor(2, "七对", "seven pairs")
    豪华七对: int = _factor(4, "豪华七对", "seven pairs with one kind four times")
    超级豪华七对: int = _factor(8, "超级豪华七对", "seven pairs with two kinds four times")
    至尊豪华七对: int = _factor(16, "至尊豪华七对", "seven pairs with three kinds four times")
    碰碰胡: int = _factor(2, "碰碰胡", "all pungs")
    地胡: int = _factor(4, "地胡", "an earthly win")
    天胡: int = _factor(8, "天胡", "a heavenly win")


@dataclass(frozen=True, slots=True)
class YantaiOptions(Options):
    """Every option of the rulebook's table, in its order."""

    base: int = number(
        100, 1, UNLIMITED, presets=(100, 1, 10, 50), clause="Y-17.2", zh="底数", en="coins per unit"
    )
    hands: int | str = choice(
        8,
        4,
        12,
        16,
        "all_dealt",
        clause="Y-2.6",
        zh="一场打几局；转一圈：人人坐过庄为止",
        en="hands in a match; all_dealt: until everybody has been dealer",
        names={"all_dealt": ("转一圈", "everybody deals")},
    )
    first_dealer: str = choice(
        "seat2",
        "random",
        "host",
        clause="Y-2.2",
        zh="谁先坐庄：二号位 · 随机 · 开桌的人",
        en="first dealer: the second seat · random · who opened the table",
        names={
            "seat2": ("二号位", "the second seat"),
            "random": ("随机", "random"),
            "host": ("开桌的人", "the opener"),
        },
    )
    break_count: str = choice(
        "second",
        "sum",
        clause="Y-4.3",
        zh="开牌留几墩：第二次的点数 · 两次相加",
        en="stacks left at the break, as shown: the second throw · both throws",
        names={"second": ("第二次", "second throw"), "sum": ("两次相加", "both throws")},
    )
    chow: bool = switch(True, "Y-7.1", "可以吃", "chows are allowed")
    must_self_draw: bool = switch(False, "Y-9.6", "只能自摸和", "only self-draws win")
    pair258: bool = switch(
        False, "Y-9.4", "将必须是二五八", "258 pair: it must be a 2, 5 or 8 of a suit; no thirteen orphans"
    )
    pass_win_lock: bool = switch(
        False,
        "Y-6.2",
        "过和：能和别人的牌没和，轮到自己前不能和别人的牌",
        "lock after a declined win: none on others' tiles until your own next turn",
    )
    kuikae: str = choice(
        "allowed",
        "barred",
        clause="Y-6.3",
        zh="吃碰之后能不能打同一张",
        en="discarding the kind just claimed",
        names={"allowed": ("可以", "allowed"), "barred": ("不可以", "barred")},
    )
    kong_after_claim: bool = switch(
        False, "Y-7.6", "吃碰之后可以马上暗杠、补杠", "concealed and added kongs right after a chow or pung"
    )
    rob_kong: bool = switch(True, "Y-8.1", "可以抢杠", "added kongs can be robbed")
    rob_pay: str = choice(
        "single",
        "triple",
        clause="Y-8.2",
        zh="被抢杠的付一份还是三份",
        en="shares a robbed konger pays",
        when="rob_kong=true",
        names={"single": ("一份", "one"), "triple": ("三份", "three")},
    )
    rob_multiplier: int = number(
        1,
        1,
        UNLIMITED,
        presets=(1, 2),
        clause="Y-8.5",
        zh="抢杠的倍数",
        en="factor of a robbed kong",
        when="rob_kong=true",
    )
    last_discard: bool = switch(
        False, "Y-11.2", "最后一张打出来可以和", "the last tile is discarded and may be won"
    )
    dihu_scope: str = choice(
        "first_lap",
        "before_own_first_discard",
        clause="Y-11.1",
        zh="地胡：第一圈里 · 自己打第一张之前",
        en="earthly win 地胡: in the first lap · before the winner's first discard",
        names={
            "first_lap": ("第一圈", "first lap"),
            "before_own_first_discard": ("打牌之前", "before own discard"),
        },
    )
    dealer_double: bool = switch(False, "Y-2.5", "庄家输赢加倍", "the dealer wins and pays the hand double")
    selfdraw_multiplier: int = number(
        1, 1, UNLIMITED, presets=(1, 2), clause="Y-17.1", zh="自摸的倍数", en="factor of a self-draw"
    )
    cap: int = choice(
        0,
        64,
        128,
        256,
        clause="Y-12.6",
        zh="封顶几倍；0：不封顶",
        en="upper limit of the factor; 0: none",
        names={"0": ("不封顶", "none")},
    )
    menqing_with_pairs: bool = switch(
        True, "Y-12.5", "七对自摸也算门前清", "门前清 counts beside the seven-pairs hands"
    )
    dadiaoche258: bool = switch(
        False, "Y-10", "大吊车要二五八做将", "大吊车 counts only on a 258 pair: of 2, 5 or 8"
    )
    mingda: Mingda = field(default_factory=Mingda)
    stake: Stake = field(default_factory=Stake)
    kong: Kong = field(default_factory=Kong)
    multipliers: Multipliers = field(default_factory=Multipliers)

"""The options of 抚州麻将, in the order of the rulebook's table (section 11)."""

from dataclasses import dataclass

from engine.options import Options, choice, hands_option, switch


@dataclass(frozen=True, slots=True)
class JiangxiFuzhouOptions(Options):
    """What houses in Fuzhou (Jiangxi) play differently."""

    cap: int = choice(
        0,
        10,
        20,
        80,
        clause="JX-7.3",
        zh="封顶：一家最多付给一个赢家几分（杠和烧不算在内）",
        en="most that one payer pays one winner (kongs and burns apart)",
        names={"0": ("不封顶", "no limit")},
    )
    qidui: int = choice(2, 3, clause="JX-5", zh="七对几倍", en="form factor of seven pairs")
    qingyise: int = choice(5, 2, clause="JX-5", zh="清一色几倍", en="colour factor of one suit")
    lan_gap: int = choice(
        3,
        2,
        clause="JX-5",
        zh="十三烂同门两张至少差几：差三（147）还是差二（135）",
        en="least rank distance within a suit in thirteen unrelated tiles",
    )
    qixing: bool = switch(
        True,
        "JX-5",
        "七星十三烂：东南西北中发白齐了加倍",
        "thirteen unrelated tiles with all seven honours count double",
    )
    jiahu: bool = switch(
        False,
        "JX-5.1",
        "假胡：清一色、字一色不成牌型也能胡，算一半",
        "one suit or honours without a shape may win, for half the colour",
    )
    siguiyi_scope: str = choice(
        "hand_and_pongs",
        "hand_only",
        clause="JX-5.2",
        zh="四归一：手里的和碰的合着算，还是只算手里的",
        en="where four equal tiles are looked for: hand and pungs, or hand only",
        names={"hand_and_pongs": ("连碰牌", "hand and pungs"), "hand_only": ("只看手里", "hand only")},
    )
    dihu_payers: str = choice(
        "discarder",
        "all_three",
        clause="JX-6",
        zh="地胡谁付：放炮的，还是三家都付",
        en="who pays an earthly win: the discarder, or all three",
        names={"discarder": ("放炮的付", "discarder"), "all_three": ("三家付", "all three")},
    )
    baoting_counts_as_dihu: bool = switch(
        False,
        "JX-6.3",
        "报听当地胡：报听的牌先抬到五再加倍",
        "a declared hand is lifted to at least 5 before it doubles",
    )
    ganghua: int = choice(
        2,
        1,
        clause="JX-6",
        zh="杠上开花几倍",
        en="factor of a win on a kong's replacement",
        names={"1": ("不加倍", "no factor")},
    )
    gangpao: int = choice(
        1,
        2,
        clause="JX-6",
        zh="杠上炮几倍",
        en="factor of a win on the discard after a kong",
        names={"1": ("不加倍", "no factor")},
    )
    qianggang_factor: int = choice(
        2,
        1,
        clause="JX-7.2",
        zh="抢杠：付牌值的几倍（点炮是两倍）",
        en="a robbed kong pays this times the hand's value (a discard pays twice)",
    )
    angang: int = choice(
        2,
        1,
        clause="JX-8.1",
        zh="暗杠每家付几分",
        en="points from each for a concealed kong",
    )
    kong_on_draw: bool = switch(True, "JX-8.2", "流局也算杠分", "kongs are paid on a draw too")
    houshao: str = choice(
        "always",
        "only_after_qianshao",
        clause="JX-8.4",
        zh="后烧（流局每家付庄家一分）：都算，还是有前烧才算",
        en="on a draw each pays the dealer 1: always, or only after a front burn",
        names={
            "always": ("都算", "always"),
            "only_after_qianshao": ("有前烧才算", "only after a front burn"),
        },
    )
    chow: bool = switch(False, "JX-4.1", "可以吃上家", "the next player may chow a discard")
    zimo_only: bool = switch(
        False,
        "JX-4.7",
        "只能自摸（抢杠可以）",
        "no wins on discards; robbing a kong is allowed",
    )
    opening: str = choice(
        "A",
        "B",
        clause="JX-3.1",
        zh="开牌：甲，庄家一掷定墩；乙，点到的那家再掷",
        en="opening the wall: A, the dealer's throw alone; B, the player it points at throws again",
        names={"A": ("甲 一掷", "A, one throw"), "B": ("乙 两掷", "B, two throws")},
    )
    pass_lock: str = choice(
        "bigger_only",
        "strict",
        "off",
        clause="JX-4.6",
        zh="过水：摸牌前只能接更大的，不能接炮，不限",
        en="lock after passing a win: until the next draw only a bigger one, none at all, or no lock",
        names={
            "bigger_only": ("只接更大的", "bigger only"),
            "strict": ("不能接", "none"),
            "off": ("不限", "no lock"),
        },
    )
    hands: int | str = hands_option()

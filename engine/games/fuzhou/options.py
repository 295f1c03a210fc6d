"""Options of 福州麻将 (rulebook section 17)."""

from dataclasses import dataclass

from engine.options import Options, choice, hands_option, switch


@dataclass(frozen=True, slots=True)
class FuzhouOptions(Options):
    """What houses of Fuzhou (Fujian) play differently."""

    scoring: str = choice(
        "A", "B", clause="FZ-12, FZ-13", zh="计分公式", en="which scoring formula",
        names={"A": ("公式A", "formula A"), "B": ("公式B", "formula B")},
    )  # fmt: skip
    discard_payers: str = choice(
        "discarder", "all_three", clause="FZ-12.4", when="scoring=A",
        zh="放胡谁给：放胡一家 · 三家都给", en="who pays a discard win: the discarder · all three",
        names={"discarder": ("放胡一家给", "discarder pays"), "all_three": ("放胡三家给", "all three pay")},
    )  # fmt: skip
    zimo_mode: str = choice(
        "x_each", "3x_each", clause="FZ-12.5", when="scoring=A",
        zh="自摸每家给多少：X，还是 3X", en="what each loser pays on a self-draw: X, or 3X",
        names={"x_each": ("自摸每家一份", "X each"), "3x_each": ("自摸每家三份", "3X each")},
    )  # fmt: skip
    zhuazhuang_payer: str = choice(
        "all", "dealer_only", clause="FZ-2.6", when="scoring=A",
        zh="闲家自摸时抓庄的番谁给：三家 · 只有庄家", en="who pays the streak part to a self-drawing non-dealer",
        names={"all": ("三家都给", "all three"), "dealer_only": ("只有庄家给", "dealer only")},
    )  # fmt: skip
    special_scales_with_streak: bool = switch(
        False,
        "FZ-8.4",
        "特殊牌型跟连庄加倍：分乘 1 + 连庄数",
        "special value times 1 + streak",
        when="scoring=A",
    )
    sanjindao_on_discard: bool = switch(
        False, "FZ-8.3", "胡别人的牌也算三金倒", "three golds in hand count on a discard win too",
        when="scoring=A",
    )  # fmt: skip
    fz_values: str = choice(
        "seed", "f3", clause="FZ-8.1", when="scoring=A",
        zh="特殊牌型分值表：本地（30/15/40/60/120）· f3（40/20/50/60/120）",
        en="table of special values: house (30/15/40/60/120) · f3 (40/20/50/60/120)",
        names={"seed": ("本地分值", "house values"), "f3": ("f3 分值", "f3 values")},
    )  # fmt: skip
    eight_pairs: str = choice(
        "literal", "seven_pairs_plus_triplet", "off", clause="FZ-7.2",
        zh="对子胡：八对加一张 · 七对加一刻 · 没有",
        en="pairs hand: eight pairs and one · seven pairs and a triplet · none",
        names={"literal": ("八对加一张", "eight pairs and one"),
               "seven_pairs_plus_triplet": ("七对加一刻", "seven pairs and a triplet"), "off": ("没有", "none")},
    )  # fmt: skip
    B_count_honours: bool = switch(
        False, "FZ-13.3", "字牌也算花（公式B）", "formula B counts honours as flowers", when="scoring=B"
    )
    youjin: str = choice(
        "off", "on", clause="FZ-13.5", when="scoring=B",
        zh="单游、双游、三游加倍（公式B）", en="formula B pays 游金: 单游 ×4 · 双游 ×8 · 三游 ×16",
    )  # fmt: skip
    streak_counts_draws: bool = switch(False, "FZ-2.4", "和局也算连庄", "a drawn hand adds to the streak")
    gold_discard: str = choice(
        "allowed_selfdraw_only", "forbidden", clause="FZ-5.8",
        zh="金能不能打：能（打了只能自摸）· 不能", en="may gold be discarded: yes (then self-draw only) · no",
        names={"allowed_selfdraw_only": ("能打，只能自摸", "yes, then self-draw only"),
               "forbidden": ("不能打", "no")},
    )  # fmt: skip
    chow_same_tile_discard: str = choice(
        "allowed", "forbidden", clause="FZ-6.7",
        zh="吃什么打什么：吃了哪张，能不能马上打同样的", en="may the kind just chowed be discarded",
        names={"allowed": ("能", "yes"), "forbidden": ("不能", "no")},
    )  # fmt: skip
    pass_lock: bool = switch(
        True,
        "FZ-6.8",
        "过胡：有胡不胡，下次摸牌前不能胡别人的",
        "a passed win bars discard wins until the next draw",
    )
    robgold_window: str = choice(
        "after_dealer_discard", "until_own_first_discard", clause="FZ-9.6",
        zh="闲家抢金：庄家打出第一张时 · 到自己第一次摸牌前",
        en="抢金 for non-dealers: after the first discard · until the own first turn",
        names={"after_dealer_discard": ("只在庄家第一张", "at the first discard"),
               "until_own_first_discard": ("到自己第一巡", "until the own first turn")},
    )  # fmt: skip
    indicator_in_reserve: bool = switch(
        True, "FZ-11.1", "翻出的金算在留牌里", "the turned gold is one of the tiles kept back"
    )
    hands: int | str = hands_option()

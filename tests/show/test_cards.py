"""Settlement cards explain themselves; a match ends with places, honours and the fewest payments."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Game
from engine.games import find_game
from engine.result import Win
from engine.scoring import SEATS, Counted, Fan, Settlement, Transfer, sums
from engine.selfplay import play_hands
from engine.tiles import parse_tiles
from engine.views import PublicView, public_view
from handlers.message import Message
from handlers.show.card_pictures import grouped
from handlers.show.cards import render_card, render_match_end
from handlers.show.chances import Wait, shown_waits
from handlers.show.honours import BigHand, Honours, honours, trend
from handlers.show.markup import length, plain
from handlers.show.outcome import Ending, count_of, hand_title, reckoning
from handlers.show.pictured import Drawn
from handlers.show.settle_up import settle_up
from handlers.show.specs import SummaryPicture
from handlers.show.texts import LANGUAGES, Say
from handlers.show.words import totals
from playground.entities import parse_html
from tests.show.evening import PEOPLE, TEXTS, playable, scene, states
from tests.show.test_board import FOUR, GAMES, HOSTILE, codes, within_limits

SAYS = [TEXTS.of(language) for language in LANGUAGES]
HANS, EN = TEXTS.of("zh_Hans"), TEXTS.of("en")
FUZHOU = next(game for game in playable() if game.id == "fuzhou")


def settled(game: Game) -> Iterator[PublicView]:
    for state, _ in states(game, 6):
        if state.over:
            yield public_view(state)


def text_of(message: Message) -> str:
    return re.sub("[\u2060\u2068\u2069]", "", plain(message.text)).replace("\u00a0", " ")


def card(
    *wins: Win, settlement: Settlement, hands: tuple[str, ...] = ("",) * 4, game: Game = FUZHOU
) -> PublicView:
    """A hand that ended so; Wei (seat 0) deals."""
    view = next(settled(FUZHOU))
    assert view.result is not None
    seats = tuple(replace(seat, hand=None, melds=(), flowers=(), discards=()) for seat in view.seats)
    seats = tuple(
        replace(seats[at], hand=parse_tiles(hand) if hand else None) for at, hand in enumerate(hands)
    )
    held = tuple(replace(seat, concealed=parse_tiles("1122m"), melds=()) for seat in view.result.seats)
    result = replace(view.result, wins=wins, seats=held, dealer=0)
    match = replace(view.match, dealer=0, totals=(-18, 24, 6, -12))
    return replace(
        view, game=game, result=result, settlement=settlement, seats=seats, match=match, indicator=None
    )


PLAIN = Settlement(
    points=(18,),
    fans=(
        (
            Fan("flowers", "花", "flowers", 3),
            Fan("kongs", "杠", "kongs", 0),
            Fan("golds", "金", "golds", 1),
            Fan("streak", "连庄", "streak", 0),
            Fan("base", "底", "base", 5),
        ),
    ),
    formula=("(3+1+0+5)×2 = 18",),
    transfers=(Transfer(0, 1, 18, "hand"),),
)


def test_a_card_tells_who_won_on_what_from_whom_and_why_and_where_all_stand() -> None:
    view = card(Win(1, 20, 0), settlement=PLAIN, hands=("", "", "12m", "1m"))
    waits = {2: Wait(parse_tiles("36m"), 3), 3: Wait()}
    message = render_card(view, scene(HANS, chairs=FOUR), waits=waits, hand_code=36)
    assert text_of(message).split("\n")[:8] == [
        "🀄 Sofia 胡了 3条（Wei 放胡）",
        "花 3 · 金 1 · 连庄 0 · 底 5",
        "(3+1+0+5)×2 = 18",
        "Sofia 1万 1万 2万 2万 ＋ 3条",
        "Wei → Sofia 18",
        "总分　Sofia +42　林姨 +6　Tom −12　Wei −36",
        "当时听：林姨 3万 6万（剩 3）　Tom 没听",
        "下一局 Sofia 坐庄",
    ]
    assert [[button.text for button in row] for row in message.keyboard] == [["准备 0/4", "🔁 #57", "📊"]]
    assert [button.data for button in message.keyboard[0]] == ["3f:3iv:g", "-:10:rp:0", "-:3f:sc:1"]


@pytest.mark.parametrize("picture", [False, True])
@pytest.mark.parametrize("winners", [(1,), (1, 2), (1, 2, 3)])
def test_every_winning_hand_bears_its_owners_name(winners: tuple[int, ...], picture: bool) -> None:
    wins = tuple(Win(seat, 20, 0) for seat in winners)
    settlement = Settlement((18,) * len(wins), PLAIN.fans * len(wins), ("",) * len(wins), PLAIN.transfers)
    told = text_of(render_card(card(*wins, settlement=settlement), scene(HANS, chairs=FOUR), picture=picture))
    named = [line.split(" ")[0] for line in told.split("\n") if "＋" in line]
    assert named == [("Wei", "Sofia", "林姨", "Tom")[seat] for seat in winners]


def test_a_number_alone_is_no_formula() -> None:
    settlement = replace(PLAIN, formula=("18",))
    told = text_of(render_card(card(Win(1, 20, 0), settlement=settlement), scene(HANS, chairs=FOUR)))
    assert "18" not in told.split("\n")
    assert "Wei → Sofia 18" in told


@pytest.mark.parametrize("say", SAYS, ids=LANGUAGES)
def test_whom_no_picture_can_name_the_text_names_once(say: Say) -> None:
    chairs = (*FOUR[:2], replace(FOUR[2], name="🦄🌈"), FOUR[3])
    view = card(Win(1, 20, 0), settlement=PLAIN)
    seat = say.plain("picture.seat", seat=3)
    line = text_of(Message(say("picture.stands_for", seat=seat, name="🦄🌈")))
    around = scene(say, chairs=chairs)
    for picture in (True, False):
        for told in (
            render_card(view, around, picture=picture),
            render_match_end(ENDED, around, picture=picture),
        ):
            assert text_of(told).split("\n").count(line) == picture
    assert seat not in text_of(render_card(view, scene(say, chairs=FOUR), picture=True))


def test_a_self_draw_with_a_special_hand_is_paid_by_all() -> None:
    settlement = replace(PLAIN, transfers=tuple(Transfer(seat, 2, 68, "hand") for seat in (0, 1, 3)))
    view = card(Win(2, 4, None, frozenset({"three_golds"})), settlement=settlement)
    told = text_of(render_card(view, scene(HANS, chairs=FOUR)))
    assert told.startswith("💰 林姨 三金倒！自摸\n")
    assert "\nWei、Sofia、Tom 各给 68\n" in told
    english = text_of(render_card(view, scene(EN, chairs=FOUR)))
    assert english.startswith("💰 林姨: three golds 三金倒, self-drawn\n")
    assert "Wei, Sofia and Tom pay 68 each" in english


def test_robbing_a_kong_and_several_winners_are_told() -> None:
    wins = tuple(Win(seat, 4, 0, frozenset({"rob_kong"})) for seat in (1, 2))
    transfers = (Transfer(0, 1, 3, "hand"), Transfer(0, 2, 5, "hand"))
    twice = Settlement((3, 5), PLAIN.fans * 2, ("3", "5"), transfers)
    told = text_of(render_card(card(*wins, settlement=twice), scene(HANS, chairs=FOUR)))
    assert "🀄 Sofia 抢杠胡了 5万（Wei 加杠）" in told
    assert "🀄 林姨 抢杠胡了 5万（Wei 加杠）" in told
    assert "Wei → Sofia 3\nWei → 林姨 5\n" in told
    assert "这局　林姨 +5　Sofia +3　Tom 0　Wei −8" in told


def test_reasons_stand_before_payments_where_there_are_several() -> None:
    transfers = (
        *(Transfer(seat, 1, 80, "hand") for seat in (0, 2, 3)),
        Transfer(2, 3, 10, "stake"),
        Transfer(2, 3, 5, "stake"),
    )
    view = card(Win(1, 4, 0), settlement=replace(PLAIN, transfers=transfers))
    told = text_of(render_card(view, scene(HANS, chairs=FOUR)))
    assert "胡牌：Wei、林姨、Tom 各给 Sofia 80" in told
    assert "押注：林姨 → Tom 15" in told


def test_many_payments_fold_and_the_net_stays_in_sight() -> None:
    transfers = tuple(
        Transfer(payer, receiver, 10 * payer + receiver + 1, reason)
        for reason in ("hand", "kong", "stake")
        for payer, receiver in combinations(SEATS, 2)
    )
    message = render_card(card(Win(3, 4, 0), settlement=replace(PLAIN, transfers=transfers)), scene(HANS))
    assert "<blockquote expandable><b>谁给谁</b>\n胡牌：" in message.text
    assert "这局　" in message.text.split("<blockquote")[0]


def test_a_draw_says_who_deals_next() -> None:
    draw = Settlement((), (), (), ())
    told = text_of(render_card(card(settlement=draw), scene(HANS, chairs=FOUR)))
    assert told.startswith("🌫 和局。牌摸完了没人胡，谁也不给谁，Wei 接着坐庄。\n")
    owed = replace(draw, transfers=(Transfer(0, 1, 2, "kong"),))
    assert text_of(render_card(card(settlement=owed), scene(EN))).startswith(
        "🌫 A draw. Nobody won; what is owed"
    )


def test_the_last_hand_waits_for_nobody() -> None:
    view = card(Win(1, 20, 0), settlement=PLAIN)
    view = replace(view, match=replace(view.match, hand=8))
    message = render_card(view, scene(HANS), ready=False)
    assert "最后一局打完了。" in text_of(message)
    assert codes(message) == [["sc:1"]]


def test_a_hand_played_by_the_computer_is_marked() -> None:
    chairs = (replace(PEOPLE[0], away=True), *PEOPLE[1:])
    told = text_of(render_card(card(Win(1, 20, 0), settlement=PLAIN), scene(HANS, chairs=chairs)))
    assert "🤖 这局有电脑代打：Wei" in told


# --- why it is paid so ----------------------------------------------------------------------------------------


def told_of(view: PublicView, say: Say = HANS) -> str:
    return text_of(render_card(view, scene(say, chairs=FOUR)))


@GAMES
@pytest.mark.parametrize("say", [HANS, EN], ids=["zh_Hans", "en"])
def test_every_number_of_a_cards_arithmetic_is_named_and_every_payment_follows(game: Game, say: Say) -> None:
    """Whoever pays for the hand pays the last number, or that times what the card says of him."""
    for view in settled(game):
        assert view.result is not None
        assert view.settlement is not None
        for number, win in enumerate(view.result.wins):
            why = reckoning(view.result, view.settlement, number, say)
            assert why.items
            rates = [fan.value for fan in game.rates(view.result, win)]
            points = view.settlement.points[number]
            factors = {1, *rates, *(one * other for one, other in combinations(rates, 2))}
            paid = {
                t.amount for t in view.settlement.transfers if t.receiver == win.seat and t.reason == "hand"
            }
            assert paid <= {points * factor for factor in factors} | {3 * points} or game.id == "guiyang"


def test_the_plainest_win_of_yantai_names_its_base() -> None:
    view = next(v for v in settled(find_game("yantai")) if v.settlement and v.settlement.points == (1,))
    assert view.result is not None
    assert "\n没有番种 · 底 100\n1×100 = 100\n" in told_of(view)
    assert "\nno special hand · base 100\n1×100 = 100\n" in told_of(view, EN)


def test_a_hand_with_factors_is_multiplied_by_the_base_in_one_line() -> None:
    fans = (
        Fan("half_flush", "混一色", "one suit with honours", 2),
        Fan("all_pungs", "碰碰胡", "all pungs", 2),
    )
    assert (
        count_of(Counted(fans, "2×2 = 4"), HANS, base=100, points=4).arithmetic
        == "2×2×100\u00a0=\u00a0<b>400</b>"
    )
    capped = count_of(Counted(fans, "2×2 = 128 → 64"), HANS, base=100, points=64, explain=True)
    assert plain(capped.arithmetic) == "2×2 = 128 → 64（封顶） · 64×100 = 6400"


def test_a_rounding_and_a_limit_are_explained_once() -> None:
    fans = (Fan("hu_open_set", "明刻", "open set", 4), Fan("hu_base", "底胡", "base", 22))
    once = count_of(Counted(fans, "(4+22)→30 ×2⁴ = 480→300"), HANS, explain=True)
    assert plain(once.arithmetic) == "(4+22)→30（进到整十） ×2⁴ = 480→300（封顶）"


@pytest.mark.parametrize("game", ["fuding", "longgang"])
def test_what_the_losers_settle_with_each_other_is_counted_on_the_card(game: str) -> None:
    for view in settled(find_game(game)):
        if view.result is None or view.settlement is None or not view.result.wins:
            continue
        counts = view.game.losers_counts(view.result)
        told = told_of(view)
        owed = [t for t in view.settlement.transfers if t.reason == "mutual"]
        assert ("输家自己的胡" in told) == any(counted.fans for counted in counts.values())
        for move in owed:
            assert "输家自己的胡" in told
            apart = int(re.split("[→ ]", counts[move.receiver].formula)[-1]) - int(
                re.split("[→ ]", counts[move.payer].formula)[-1]
            )
            doubled = 2 if view.match.dealer in (move.payer, move.receiver) else 1
            assert move.amount == apart * doubled


def test_a_stake_that_nobody_settles_is_told_as_such() -> None:
    view = next(v for v in settled(find_game("yantai")) if v.result and v.result.wins)
    assert view.result is not None
    bystander = next(
        seat for seat in SEATS if seat not in (view.result.wins[0].seat, view.result.wins[0].source)
    )
    seats = [replace(row, stake=300 if seat == bystander else 0) for seat, row in enumerate(view.seats)]
    view = replace(view, seats=(seats[0], seats[1], seats[2], seats[3]))
    assert f"🪙 押注没输没赢：{('Wei', 'Sofia', '林姨', 'Tom')[bystander]} 押 3 底\n" in told_of(view)
    paid = Transfer(bystander, view.result.wins[0].seat, 300, "stake")
    assert view.settlement is not None
    settlement = replace(view.settlement, transfers=(*view.settlement.transfers, paid))
    assert "🪙" not in told_of(replace(view, settlement=settlement))


# --- two languages --------------------------------------------------------------------------------------------


def test_what_happened_is_told_in_both_languages_of_the_readers() -> None:
    around = scene(HANS, chairs=FOUR, second=EN)
    view = card(Win(1, 20, 0), settlement=PLAIN)
    assert text_of(render_card(view, around)).split("\n")[:2] == [
        "🀄 Sofia 胡了 3条（Wei 放胡）",
        "🀄 Sofia wins on 3 bamboo (from Wei)",
    ]
    draw = text_of(render_card(card(settlement=Settlement((), (), (), ())), around))
    assert [line[:2] for line in draw.split("\n")[:2]] == ["🌫 ", "🌫 "]
    ended = text_of(render_match_end(ENDED, around))
    assert "🏁 打完了！8 局 🏁 That's the match: 8 hands" in ended
    assert "\n两清：" in ended
    assert "\nSettle up: " in ended


# --- every card of self-played hands ------------------------------------------------------------------------


@GAMES
@pytest.mark.parametrize("say", SAYS, ids=LANGUAGES)
def test_every_card_keeps_telegrams_limits(game: Game, say: Say) -> None:
    for view in settled(game):
        for chairs in (PEOPLE, HOSTILE):
            around = scene(say, chairs=chairs)
            message = render_card(view, around, hand_code=2**60)
            assert within_limits(message, 4096)
            assert length(render_card(view, around, picture=True).text) <= 1024
            read, _ = parse_html(message.text)
            assert read == plain(message.text)


@GAMES
def test_every_card_adds_up(game: Game) -> None:
    for view in settled(game):
        assert view.settlement is not None
        told = text_of(render_card(view, scene(EN, chairs=FOUR)))
        total = re.search("Total　(.*)", told)
        assert total is not None
        figures = [int(text.rsplit(" ", 1)[1].replace("−", "-")) for text in total[1].split("　")]
        assert sorted(figures) == sorted(totals(view))
        assert sum(figures) == sum(view.match.totals)
        net = re.search("This hand　(.*)", told)
        if net:
            shown = [int(text.rsplit(" ", 1)[1].replace("−", "-")) for text in net[1].split("　")]
            assert sorted(shown) == sorted(view.settlement.payments)


@GAMES
def test_every_card_can_be_drawn(game: Game) -> None:
    view = next(view for view in settled(game) if view.result and view.result.wins)
    message = render_card(view, scene(HANS), picture=True)
    assert message.picture is not None
    assert message.picture.render().startswith(b"\x89PNG")


@GAMES
def test_waits_are_told_of_opened_hands_that_did_not_win(game: Game) -> None:
    for view in settled(game):
        winners = {win.seat for win in view.result.wins} if view.result else set()
        waits = shown_waits(view)
        assert not winners & waits.keys()
        for seat, wait in waits.items():
            assert view.seats[seat].hand is not None
            assert 0 <= wait.left <= 4 * len(wait.kinds)


def test_waits_of_a_simple_hand() -> None:
    view = card(
        Win(1, 20, 0), settlement=PLAIN, hands=("", "", "123456789m123p4455s", "147m258p369s1478p147s")
    )
    waits = shown_waits(view)
    assert waits[2] == Wait(parse_tiles("45s"), 3)  # of eight, four are in this hand and one in the next
    assert waits[3] == Wait()


@pytest.mark.parametrize("game", ["fuding", "longgang"])
def test_waits_are_told_of_those_whom_the_last_tiles_were_dealt_to(game: str) -> None:
    """分张: the tile that came last stands aside. It is the last one that the seat drew."""
    found = 0
    for played in play_hands(find_game(game), 8, 3, players="random", check=None):
        view = public_view(played.end)
        draws = {
            event.seat: event.tiles[0]
            for _, events in played.steps
            for event in events
            if event.name == "draw"
        }
        won = {win.seat for win in view.result.wins} if view.result else set()
        assert shown_waits(view).keys() == set(SEATS) - won
        for seat, shown in enumerate(view.seats):
            if seat in won or shown.drawn is None:
                continue
            found += 1
            assert shown.drawn == draws[seat]
            hand = list(shown.hand or ())
            hand.remove(shown.drawn)
            seats = [replace(row, hand=None) if at != seat else replace(row, hand=tuple(hand), drawn=None)
                     for at, row in enumerate(view.seats)]  # fmt: skip
            before = replace(view, seats=(seats[0], seats[1], seats[2], seats[3]))
            assert shown_waits(view)[seat].kinds == shown_waits(before)[seat].kinds
    assert found


def test_which_tile_came_last_is_told_of_opened_hands_at_the_end_alone() -> None:
    for state, _ in states(find_game("yantai")):
        view = public_view(state)
        for row in view.seats:
            assert row.drawn is None or (view.over and row.hand is not None)


@GAMES
def test_a_winners_tiles_are_grouped_without_losing_one(game: Game) -> None:
    for view in settled(game):
        for win in view.result.wins if view.result else ():
            assert view.result is not None
            held = view.result.seats[win.seat].concealed
            wilds = frozenset() if view.indicator is None else frozenset({view.indicator})
            sets, (at, place) = grouped(held, win.tile, wilds)
            assert sorted(tile for row in sets for tile in row) == sorted((*held, win.tile))
            assert sets[at][place] == win.tile


def test_a_hand_reads_as_its_sets() -> None:
    sets, winning = grouped(parse_tiles("123m555p78s11z"), 26, frozenset())
    assert sets == tuple(map(parse_tiles, ("123m", "555p", "789s", "11z")))
    assert winning == (2, 2)
    with_gold, _ = grouped(parse_tiles("123m5p55p78s1z4m"), 26, frozenset({3}))
    assert sorted(map(len, with_gold)) == [2, 3, 3, 3]
    assert grouped(parse_tiles("1199m2288p3379s1z"), 27, frozenset())[1] == (0, 13)


def test_a_hand_of_pairs_reads_as_its_pairs() -> None:
    sets, winning = grouped(parse_tiles("3m668899p6699s77s"), 2, frozenset())
    assert sets == tuple(parse_tiles(pair) for pair in ("33m", "66p", "88p", "99p", "66s", "77s", "99s"))
    assert winning == (0, 0)
    gold = frozenset(parse_tiles("1z"))
    sets, winning = grouped(parse_tiles("3m668899p6699s7s1z"), 2, gold)
    assert sorted(len(row) for row in sets) == [2] * 7
    assert sum(row.count(27) for row in sets) == 1
    assert grouped(parse_tiles("147m258p369s1234z"), 31, frozenset())[0] == (
        parse_tiles("147m258p369s1234z5z"),
    )


# --- settle up ----------------------------------------------------------------------------------------------


@given(st.lists(st.integers(-200, 200), min_size=3, max_size=3))
def test_settling_up_brings_everybody_to_zero_with_at_most_three_payments(three: list[int]) -> None:
    points = (*three, -sum(three))
    debts = settle_up(points)
    paid = sums(Transfer(debt.payer, debt.receiver, debt.amount, "") for debt in debts)
    assert paid == points
    assert all(debt.amount > 0 and debt.payer != debt.receiver for debt in debts)
    assert len(debts) <= 3


@given(st.lists(st.integers(-3, 3), min_size=3, max_size=3))
def test_no_settling_up_is_shorter(three: list[int]) -> None:
    points = (*three, -sum(three))
    even = [
        group
        for size in range(1, 5)
        for group in combinations([seat for seat in SEATS if points[seat]], size)
        if sum(points[seat] for seat in group) == 0
    ]
    groups = max(
        (number for number in range(1, 3) for chosen in combinations(even, number) if _disjoint(chosen)),
        default=0,
    )
    assert len(settle_up(points)) == sum(map(bool, points)) - groups


def _disjoint(groups: tuple[tuple[int, ...], ...]) -> bool:
    members = [seat for group in groups for seat in group]
    return len(members) == len(set(members))


def test_two_pairs_who_are_even_need_two_payments() -> None:
    assert [(debt.payer, debt.receiver, debt.amount) for debt in settle_up((50, -50, 20, -20))] == [
        (1, 0, 50),
        (3, 2, 20),
    ]


def test_totals_that_do_not_sum_to_zero_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\(1, 0, 0, 0\)"):
        settle_up((1, 0, 0, 0))


# --- the end of a match -------------------------------------------------------------------------------------

ENDED = Ending(
    FUZHOU,
    8,
    (4, 86, -60, -30),
    Honours(
        biggest=(BigHand(1, 76, Win(1, 4), (Fan("pair_of_gold", "金雀", "pair of gold", 30),)),),
        flowers=((2,), 11),
        dealt_in=(3, 4),
    ),
    seed="ab" * 32,
    trend=((0, 4), (40, 86), (-20, -60), (-20, -30)),
)


def test_a_match_ends_with_places_honours_settling_up_and_the_seed() -> None:
    message = render_match_end(ENDED, scene(HANS, chairs=FOUR))
    assert text_of(message).split("\n")[:5] == [
        "🏁 打完了！8 局",
        "🥇 Sofia +86　Wei +4　Tom −30　林姨 −60",
        "最大一手：Sofia 金雀 76 · 花最多：林姨 11 · 放胡最多：Tom 4",
        "两清：林姨 → Sofia 60、Tom → Sofia 26、Tom → Wei 4",
        f"🔑 洗牌种子：{'ab' * 32}",
    ]
    assert codes(message) == [["rm"], ["sc:c", "hm:1"]]


def test_equal_points_share_a_place() -> None:
    shared = replace(ENDED, totals=(30, 30, -60, 0))
    message = render_match_end(shared, scene(HANS, chairs=FOUR), picture=True)
    assert text_of(message).split("\n")[1] == "🥇 Wei +30　🥇 Sofia +30　Tom 0　林姨 −60"
    assert places(message) == [1, 1, 3, 4]
    behind = replace(ENDED, totals=(86, 0, 0, -86))
    message = render_match_end(behind, scene(HANS, chairs=FOUR), picture=True)
    assert text_of(message).split("\n")[1] == "🥇 Wei +86　Sofia 0　林姨 0　Tom −86"
    assert places(message) == [1, 2, 2, 4]


def test_a_match_in_which_all_are_equal_is_a_draw() -> None:
    even = replace(ENDED, totals=(0, 0, 0, 0))
    for say, told in ((HANS, "🤝 平手：Wei 0　Sofia 0　林姨 0　Tom 0"), (EN, "🤝 All square: Wei 0")):
        message = render_match_end(even, scene(say, chairs=FOUR), picture=True)
        assert told in text_of(message)
        assert "🥇" not in message.text
        assert places(message) == [1, 1, 1, 1]


def places(message: Message) -> list[int]:
    """The places on the summary's picture, from above."""
    assert isinstance(message.picture, Drawn)
    assert isinstance(message.picture.spec, SummaryPicture)
    return [place.rank for place in message.picture.spec.places]


def test_a_match_without_a_finished_hand_is_only_ended() -> None:
    message = render_match_end(replace(ENDED, played=0), scene(HANS))
    assert text_of(message) == "散桌了，一局也没打完。"
    assert message.keyboard == ()


@pytest.mark.parametrize("say", SAYS, ids=LANGUAGES)
def test_the_end_keeps_telegrams_limits(say: Say) -> None:
    for chairs in (PEOPLE, HOSTILE):
        message = render_match_end(ENDED, scene(say, chairs=chairs), picture=True)
        assert within_limits(message, 1024)
        read, _ = parse_html(message.text)
        assert read == plain(message.text)
    assert message.picture is not None
    assert message.picture.render().startswith(b"\x89PNG")


def test_honours_go_to_the_biggest_win_the_most_flowers_and_who_paid_most_often() -> None:
    first = next(state.result for state, _ in states(FUZHOU, 6) if state.over and state.result)
    assert first is not None
    bare = tuple(replace(seat, flowers=()) for seat in first.seats)
    seats = (replace(bare[0], flowers=parse_tiles("12345f")), *bare[1:])
    small, big = Win(1, 4, 0), Win(2, 5, 0, frozenset({"three_golds"}))
    draw = replace(first, wins=(), seats=seats)
    hands = [
        (replace(first, wins=(small,), seats=bare), PLAIN),
        (replace(first, wins=(big,), seats=bare), replace(PLAIN, transfers=(Transfer(0, 2, 40, "hand"),))),
        (draw, Settlement((), (), (), ())),
    ]
    found = honours(hands)
    assert found.biggest == (BigHand(2, 40, big, PLAIN.fans[0]),)
    assert (found.flowers, found.dealt_in) == (((0,), 5), (0, 2))
    assert trend(hands) == ((0, -18, -58, -58), (0, 18, 18, 18), (0, 0, 40, 40), (0, 0, 0, 0))
    assert honours([]) == Honours()
    equally = [hands[0], (replace(first, wins=(Win(1, 4, 3),), seats=bare), PLAIN)]
    assert honours(equally).dealt_in is None


def test_equals_share_an_honour() -> None:
    first = next(state.result for state, _ in states(FUZHOU, 6) if state.over and state.result)
    assert first is not None
    flowers = parse_tiles("123f")
    seats = tuple(
        replace(seat, flowers=flowers if number in (0, 3) else ()) for number, seat in enumerate(first.seats)
    )
    one = (replace(first, wins=(Win(1, 4, 0),), seats=seats), PLAIN)
    other = replace(PLAIN, transfers=(Transfer(0, 2, PLAIN.payments[1], "hand"),))
    hands = [one, (replace(first, wins=(Win(2, 4, 0),), seats=seats), other), one]
    found = honours(hands)
    assert [big.seat for big in found.biggest] == [1, 2]
    assert found.flowers == ((0, 3), 3)
    message = render_match_end(replace(ENDED, honours=found), scene(HANS, chairs=FOUR), picture=True)
    assert re.search("最大一手：Sofia、林姨 .*18", text_of(message))
    assert "花最多：Wei、Tom 3" in text_of(message)
    assert message.picture is not None
    assert message.picture.render().startswith(b"\x89PNG")


def test_a_hand_is_remembered_by_how_it_was_won_or_its_best_fan() -> None:
    fans = (
        Fan("base", "底", "base", 5),
        Fan("flush", "清一色", "one suit", 60),
        Fan("hu_base", "底胡", "base", 90),
    )
    assert hand_title(Win(1, 4, None, frozenset({"three_golds"})), fans, HANS) == "三金倒"
    assert hand_title(Win(1, 4), fans, HANS) == "清一色"
    assert hand_title(Win(1, 4), fans[:1], HANS) == ""
    plain_end = replace(ENDED, honours=Honours(biggest=(BigHand(1, 76, Win(1, 4)),)))
    assert "最大一手：Sofia 76" in text_of(render_match_end(plain_end, scene(HANS, chairs=FOUR)))

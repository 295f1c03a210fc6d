"""From a settled hand or a finished match to its picture."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.holding import holding
from engine.readings import Group, readings
from engine.result import Win
from engine.scoring import Counted
from engine.tiles import Kind
from engine.views import PublicView
from handlers.show.chances import Wait
from handlers.show.facts import wilds
from handlers.show.lettering import name_or
from handlers.show.markup import plain
from handlers.show.names import bare
from handlers.show.outcome import (
    Ending,
    Reckoning,
    count_of,
    headlines,
    losers_counts,
    notes,
    over_words,
    reckoning,
    settle_up_line,
    small_print,
    told_honours,
    wins_words,
)
from handlers.show.pictured import Drawn, drawable, meld_tiles, person, wilds_of, words
from handlers.show.scene import Scene
from handlers.show.specs import (
    CardPicture,
    Person,
    Place,
    SeatResult,
    SummaryPicture,
    Tiles,
    Transfer,
    Winner,
)
from handlers.show.texts import Say, signed
from handlers.show.words import game_name, hand_count, names, place_of, reasons, term, totals


def card_picture(public: PublicView, scene: Scene, waits: Mapping[int, Wait]) -> Drawn:
    """The settlement of a hand."""
    scene = drawable(scene)
    say, table = scene.say, names(scene, public.game)
    wins = public.result.wins if public.result else ()
    title = wins_words(public.game, wins, table, say) if wins else headlines(public, scene)[0]
    counts = losers_counts(public)
    return Drawn(
        CardPicture(
            title=plain(title),
            subtitle=plain(hand_count(public, scene)),
            winners=tuple(_winner(public, scene, number, win) for number, win in enumerate(wins)),
            seats=tuple(_seat(public, scene, seat, waits.get(seat), counts.get(seat)) for seat in range(4)),
            transfers=_transfers(public, scene),
            notes=tuple(plain(note) for note in notes(public, scene)),
            wilds=wilds_of(public),
            indicator=public.indicator,
            small_print=_small_print(public, scene),
            words=words(say),
        )
    )


def _winner(public: PublicView, scene: Scene, number: int, win: Win) -> Winner:
    settlement, result = public.settlement, public.result
    held = result.seats[win.seat] if result else None
    why = reckoning(result, settlement, number, scene.say) if result and settlement else Reckoning()
    sets, winning = grouped(held.concealed if held else (), win.tile, wilds(public, win.seat))
    return Winner(
        person=person(public, scene, win.seat),
        sets=sets,
        melds=tuple(meld_tiles(meld) for meld in held.melds) if held else (),
        flowers=held.flowers if held else (),
        winning=winning,
        fans=why.items,
        formula=plain(why.arithmetic),
    )


def grouped(
    concealed: tuple[Kind, ...], tile: Kind, wild: frozenset[Kind]
) -> tuple[tuple[Tiles, ...], tuple[int, int]]:
    """The concealed tiles in groups as one may read them, and where among them the winning tile stands.

    A hand that is neither sets and a pair nor all pairs stays in one piece, the winning tile last.
    """
    whole = tuple(sorted((*concealed, tile)))
    found = readings(*holding(whole, wild))
    gold = [kind for kind in whole if kind in wild]
    rows = [_laid(group, gold) for group in found[0].groups] if found else _pairs(whole, wild)
    if not rows:
        return ((*concealed, tile),), (0, len(concealed))
    sets = tuple(sorted(rows, key=lambda row: (len(row) == 2, row)))
    place = next((at, row.index(tile)) for at, row in enumerate(sets) if tile in row)
    return sets, place


def _pairs(whole: Tiles, wild: frozenset[Kind]) -> list[Tiles]:
    """The tiles as pairs, a wild beside each that has no other; none if they are not all pairs."""
    gold = [kind for kind in whole if kind in wild]
    plain_kinds = [kind for kind in sorted(set(whole)) if kind not in wild]
    rows: list[Tiles] = []
    for kind in plain_kinds:
        twos, single = divmod(whole.count(kind), 2)
        rows += [(kind, kind)] * twos
        if single and not gold:
            return []
        rows += [(kind, gold.pop())] if single else []
    return [] if len(gold) % 2 else [*rows, *zip(gold[::2], gold[1::2], strict=True)]


def _laid(group: Group, gold: list[Kind]) -> Tiles:
    """The group's tiles in their places; wilds are taken from `gold`."""
    faces = group.faces or (-1,) * group.size
    return tuple(gold.pop() if group.wilds >> place & 1 else face for place, face in enumerate(faces))


def _seat(
    public: PublicView, scene: Scene, seat: int, wait: Wait | None, counted: Counted | None
) -> SeatResult:
    say, shown = scene.say, public.seats[seat]
    paid = public.settlement.payments[seat] if public.settlement else 0
    waiting = wait is not None and bool(wait.kinds)
    own = Reckoning() if counted is None else count_of(counted, say)
    return SeatResult(
        person=person(public, scene, seat),
        change=signed(paid),
        total=signed(totals(public)[seat]),
        dealer=seat == public.match.dealer,
        hand=shown.hand or (),
        melds=tuple(meld_tiles(meld) for meld in shown.melds),
        waits=wait.kinds if wait else (),
        waits_note=say.plain("picture.left", n=wait.left) if wait and waiting else "",
        fans=own.items,
        formula=plain(own.arithmetic),
    )


def _transfers(public: PublicView, scene: Scene) -> tuple[Transfer, ...]:
    if public.settlement is None:
        return ()
    return tuple(
        Transfer(payer, receiver, str(amount), term(public.game, reason, f"reason.{reason}", scene.say))
        for (receiver, reason), payers in reasons(public.settlement.transfers).items()
        for payer, amount in payers.items()
    )


def _small_print(public: PublicView, scene: Scene) -> str:
    number = f" · #{scene.hand_no}" if scene.hand_no else ""
    return (plain(small_print(public.game, scene)) or game_name(public.game, scene.say)) + number


def summary_picture(ended: Ending, scene: Scene) -> Drawn:
    """The end of a match, best place first; equal points share a place."""
    scene = drawable(scene)
    say, table = scene.say, names(scene, ended.game)
    sitting = [_sitting(seat, ended, scene) for seat in range(4)]
    ranked = sorted(range(4), key=lambda seat: -ended.totals[seat])
    even = [say.plain("match.all_even")] if len(set(ended.totals)) == 1 else []
    return Drawn(
        SummaryPicture(
            title=plain(over_words(ended, say)),
            places=tuple(_place(sitting[seat], ended) for seat in ranked),
            subtitle=" · ".join([game_name(ended.game, say), *even]),
            honours=tuple(
                (what, _together([sitting[seat] for seat in seats], say), worth)
                for what, seats, worth in told_honours(ended, say)
            ),
            settle_up=(plain(settle_up_line(ended.totals, table, say)),),
            small_print=plain(small_print(ended.game, scene)),
        )
    )


def _sitting(seat: int, ended: Ending, scene: Scene) -> Person:
    name = bare(names(scene, ended.game)[seat])
    return Person(seat, seat, name, scene.say.plain("picture.seat", seat=seat + 1))


def _together(people: Sequence[Person], say: Say) -> Person:
    """Several who share an honour, in the place of one."""
    first, *others = people
    if not others:
        return first
    comma = say.plain("list.comma")
    called = [name_or(person.name, person.fallback) for person in people]
    return replace(first, name=comma.join(called), fallback=comma.join(p.fallback for p in people))


def _place(sitting: Person, ended: Ending) -> Place:
    total = ended.totals[sitting.seat]
    trend = ended.trend[sitting.seat] if ended.trend else ()
    return Place(place_of(total, ended.totals), sitting, signed(total), trend=trend)

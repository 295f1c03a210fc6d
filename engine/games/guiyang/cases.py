"""What a case must tell for this game, and what it may not: raises CaseError."""

from engine.games.guiyang.chickens import Fixed, fixed_chickens, has_claimed, shows
from engine.games.guiyang.facts import Facts, First, read_facts
from engine.games.guiyang.wins import entry_of, table_options
from engine.melds import MeldKind
from engine.ready import is_whole
from engine.refusals import check_one_winner
from engine.result import CaseError, Result
from engine.scoring import IllegalWin
from engine.tiles import TEXT


def check_case(result: Result) -> None:
    """Facts are asked for where the wins stand: a refused win needs none."""
    facts, options = read_facts(result), table_options(result)
    if options.multi_win == "nearest":
        check_one_winner(result)
    if options.que_mode == "dingque" and result.facts.get("void_suits") is None:
        raise CaseError("facts.void_suits is asked for with que_mode=dingque")
    _check_late_kongs(result, facts)
    if _stands(result, facts):
        _check_hands(result)
        _check_history(result, facts)


def _stands(result: Result, facts: Facts) -> bool:
    """Whether every listed winner may win so."""
    try:
        for win in result.wins:
            entry_of(result, win, facts)
    except IllegalWin:
        return False
    return True


def _check_hands(result: Result) -> None:
    """Readiness is judged from all thirteen tiles of a seat that has declared or melded."""
    for number, seat in enumerate(result.seats):
        if (seat.melds or "ready" in seat.declared) and not is_whole(seat.concealed, seat.melds):
            raise CaseError(f"seats[{number}]: all thirteen tiles of a seat with melds or 报听 are asked for")


def _check_late_kongs(result: Result, facts: Facts) -> None:
    """憨包豆 (GY-5.3) is an added kong of the seat."""
    for seat, tile in facts.late_kongs:
        melds = result.seats[seat].melds
        if not any(meld.kind is MeldKind.ADDED_KONG and meld.tile == tile for meld in melds):
            raise CaseError(f"facts.late_kongs: seat {seat} shows no added kong of {TEXT[tile]}")


def _check_history(result: Result, facts: Facts) -> None:
    """The turned tile, and the first of each fixed chicken that somebody shows; nothing of it counts on a draw."""
    if not result.wins:
        return
    if "turned" not in result.facts:
        raise CaseError("facts.turned is asked for after a win: the turned tile, or null if none was left")
    names = ("first_chicken", "first_wugu")
    for name, chicken in zip(names, fixed_chickens(table_options(result), facts), strict=False):
        if name not in result.facts and any(shows(seat, chicken.kind) for seat in result.seats):
            raise CaseError(f"facts.{name} is asked for where a {TEXT[chicken.kind]} has been discarded")
        if chicken.first is not None:
            _check_first(result, name, chicken, chicken.first)


def _check_first(result: Result, name: str, chicken: Fixed, first: First) -> None:
    """An unclaimed tile lies among its owner's discards; a claimed one in the claimer's melds, or it won."""
    taker = first.claimed_by
    if taker is None:
        if chicken.kind not in result.seats[first.seat].discards:
            raise CaseError(f"facts.{name}: no {TEXT[chicken.kind]} among the discards of seat {first.seat}")
    elif not has_claimed(result.seats[taker], chicken.kind) and not any(
        (win.seat, win.tile, win.source) == (taker, chicken.kind, first.seat) for win in result.wins
    ):
        raise CaseError(f"facts.{name}: seat {taker} neither melded nor won on it")

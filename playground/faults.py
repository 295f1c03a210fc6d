"""Things that go wrong on the way: answers that never come or are no JSON, refusals out of the blue."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from playground.errors import ApiError

FaultKind = Literal["lost", "broken", "bad_gateway", "delay", "error"]

BAD_GATEWAY = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body></body>\r\n</html>\r\n"


@dataclass(slots=True)
class Fault:
    """What happens to the next `times` calls that fit.

    lost: no answer ever · broken: the connection breaks at once · bad_gateway: 502 with HTML · delay: the
    answer comes `seconds` later · error: refused with `error`. With `executed` the call is carried out first.
    """

    kind: FaultKind
    method: str = ""
    chat_id: int | None = None
    times: int = 1
    executed: bool = True
    seconds: float = 0.0
    error: ApiError | None = None
    fits: Callable[[str, int | None], bool] | None = None
    hits: int = 0

    def meets(self, method: str, chat_id: int | None) -> bool:
        return (
            self.times > 0
            and (not self.method or self.method.lower() == method.lower())
            and (self.chat_id is None or self.chat_id == chat_id)
            and (self.fits is None or self.fits(method, chat_id))
        )


class Faults:
    """The faults that wait for their call. `method=""` fits every method, getUpdates included."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        self._waiting.append(fault)
        return fault

    def lose_answer(self, method: str = "", *, times: int = 1, chat_id: int | None = None) -> Fault:
        """The call is executed, its answer never arrives."""
        return self.add(Fault("lost", method, chat_id, times))

    def break_connection(self, method: str = "", *, times: int = 1, executed: bool = False) -> Fault:
        """The connection breaks before (or, `executed`, after) the call was carried out."""
        return self.add(Fault("broken", method, None, times, executed))

    def bad_gateway(self, method: str = "", *, times: int = 1, executed: bool = False) -> Fault:
        """502 with an HTML body."""
        return self.add(Fault("bad_gateway", method, None, times, executed))

    def outage(self) -> Fault:
        """Nothing gets through, in either direction, until `end(fault)`."""
        return self.add(Fault("broken", times=1_000_000_000, executed=False))

    def end(self, fault: Fault) -> None:
        """This fault strikes no more."""
        if fault in self._waiting:
            self._waiting.remove(fault)

    def delay(self, seconds: float, method: str = "", *, times: int = 1) -> Fault:
        """The answer comes late."""
        return self.add(Fault("delay", method, None, times, seconds=seconds))

    def too_many(
        self, retry_after: int, method: str = "", *, times: int = 1, chat_id: int | None = None
    ) -> Fault:
        """One 429 (or some)."""
        error = ApiError(429, f"Too Many Requests: retry after {retry_after}", retry_after=retry_after)
        return self.add(Fault("error", method, chat_id, times, executed=False, error=error))

    def refuse(
        self, error: ApiError, method: str = "", *, times: int = 1, chat_id: int | None = None
    ) -> Fault:
        """Any refusal that the world itself would not give."""
        return self.add(Fault("error", method, chat_id, times, executed=False, error=error))

    def take(self, method: str, chat_id: int | None) -> Fault | None:
        """The fault that strikes this call, if any."""
        for fault in self._waiting:
            if fault.meets(method, chat_id):
                fault.times -= 1
                fault.hits += 1
                if fault.times == 0:
                    self._waiting.remove(fault)
                return fault
        return None

    def clear(self) -> None:
        self._waiting.clear()

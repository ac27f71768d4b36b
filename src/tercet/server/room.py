"""A room: one match while it is played. It stamps wishes with game time, has them judged one at a time, writes them
down, and only then folds and shows them.

It knows neither HTTP nor sockets, and nothing of who people are: its table says who holds and looks at which seats.
Other nodes may judge the same match: whoever writes row n first is right, the other folds that row and judges again.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

import structlog
from msgspec import Raw
from msgspec.structs import replace

from tercet.bots import core as bots
from tercet.engine import core
from tercet.engine.chance import Chance
from tercet.engine.core import Action, Illegal, Millis, Record, Seat, Tick
from tercet.engine.match import (
    OWN_ACTIONS,
    Find,
    Gone,
    Leave,
    Level,
    Lose,
    Match,
    Pause,
    Rest,
    StoodIn,
    TakeOver,
    record_decoder,
)
from tercet.server import messages
from tercet.server.outbox import Parcel, Stand
from tercet.server.people import wall
from tercet.server.store import Entry, MatchRow, Result, Store
from tercet.server.thinkers import Thinkers, Unthought

log = structlog.get_logger()

NOBODY: frozenset[Seat] = frozenset()
MOST_ROWS = 200  # that a joining client is told; else the view alone
RETRY: Millis = 1_000
BREAK_MS = 15_000  # after a longer rest the game is paused
COMPUTER_REST: Millis = 20  # between two wishes of one computer player, whatever it plans


class Viewer(Protocol):
    """A connection, as rooms and tables know it; `page` is what its page calls itself."""

    person: str
    page: str | None

    def tell(self, message: messages.Message) -> None: ...
    def update(self, parcel: Parcel) -> None: ...
    def elsewhere(self, table: str) -> None:
        """It no longer follows this table."""


class Company(Protocol):
    """The table around a room."""

    @property
    def code(self) -> str:
        """The table's code."""

    @property
    def pace(self) -> float:
        """By how much the computer players' times are multiplied."""

    @property
    def thinkers(self) -> Thinkers:
        """Where what takes long is thought about."""

    def grace(self, usual: Millis) -> Millis:
        """How long an absent seat is waited for here, where `usual` is what the game says (G5)."""

    def viewers(self) -> Iterable[tuple[Viewer, frozenset[Seat]]]:
        """Who follows the match, and the own seats that each looks at."""

    def is_here(self, seat: Seat) -> bool:
        """Whether a connection of the seat's owner is here."""

    def owner(self, seat: Seat) -> str | None:
        """The person who holds a seat; None for a computer's."""

    def is_abandoned(self, seat: Seat) -> bool:
        """Whether it is a person's seat that nobody holds any more."""

    def is_hidden(self, viewer: Viewer, seat: Seat) -> bool:
        """Whether a curtain hides this seat from a viewer: what it holds may not be sent there now (G2)."""

    def ended(self) -> None:
        """The match is over."""


class Wish(NamedTuple):
    """Something to judge: an action of a seat, or of the house; None for whatever is due by then.

    One that is only `asked` is judged and not done.
    """

    at: Millis
    seat: Seat | None = None
    action: Action | None = None
    ref: str | None = None
    sender: Viewer | None = None
    asked: bool = False


class LookAround(NamedTuple):
    """People came or went, or rows were written elsewhere: see to it. Nobody was there then for the `lost` seats."""

    at: Millis
    lost: frozenset[Seat] = frozenset()


class Due(NamedTuple):
    """What happens by itself at a game time: a deadline (no seat), or a computer player's wish."""

    at: Millis
    seat: Seat | None
    action: Action


class Clock:
    """Game time in milliseconds: it runs or it stands."""

    def __init__(self, at: Millis) -> None:
        self._at = at
        self._since: float | None = None

    @property
    def runs(self) -> bool:
        return self._since is not None

    def now(self) -> Millis:
        return int(self.exactly())

    def exactly(self) -> float:
        if self._since is None:
            return self._at
        return self._at + (time.monotonic() - self._since) * 1000

    def run(self, at: Millis) -> None:
        """Run, from `at` if that is later than now."""
        if self._since is None or self.exactly() < at:
            self._at, self._since = max(self._at, at), time.monotonic()

    def stop(self, at: Millis) -> None:
        """Stand at this time."""
        self._at, self._since = at, None


class Loaded(NamedTuple):
    """A match as its rows tell it, and the game time at which it stands."""

    row: MatchRow
    match: Match
    at: Millis


class Room:
    """One match in memory. Only its task changes the match; it works while there is something to judge."""

    def __init__(self, store: Store, company: Company, loaded: Loaded, node: str, settle: float) -> None:
        self.row, self.match, at = loaded
        self.match.grace = company.grace(self.match.grace)
        self.clock = Clock(at)
        self._store = store
        self._company = company
        self._node = node
        self._loaded_at = at
        self._inbox: deque[Wish | LookAround] = deque()
        self._work: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._looking: asyncio.TimerHandle | None = None
        self._refs: dict[tuple[Seat | None, str], int] = {}
        self._plans: dict[Seat, Due] = {}
        self._thoughts: set[asyncio.Task[None]] = set()  # of which plans may come
        self._at_loss: set[Seat] = set()  # whose plans failed, until another seat acts
        self._acted: dict[Seat, Millis] = {}
        self._sat: dict[Seat, Millis] = {}
        self._held: Millis = 0  # until when the next deadline is held back, after a fault
        self._seen_here: set[Seat] = set()
        self._shown: Stand | None = None  # what is encoded once for all viewers, until the next row
        self._views: dict[Seat | None, Raw] = {}
        self._rows: dict[tuple[int, frozenset[Seat]], Raw] = {}
        self._bot_key = hashlib.sha256(f"computer players/{self.row.seed}".encode()).hexdigest()
        for record in self.match.records:
            self._note(record)
        self._run_or_stand()
        self._plan()
        loop = asyncio.get_running_loop()
        self._settled = False
        self._settling = loop.call_later(settle, self._settle_down)
        self._arm()

    async def close(self, rest: bool = False) -> None:
        """Stop; with `rest` the clock's standing is written down first, if it ran."""
        if rest:
            self.lay_aside()
        if self._work:
            await asyncio.wait([self._work])  # however it ends
        self.drop()

    def drop(self) -> None:
        """Stop where it stands, as a crash would: what counts is written down already."""
        self._settling.cancel()
        self._forget_thoughts()
        if self._work:
            self._work.cancel()
        for timer in (self._timer, self._looking):
            if timer:
                timer.cancel()

    # ------------------------------------------------------------------------------------------- from outside

    @property
    def is_attended(self) -> bool:
        """Whether anybody is here for whom it goes on: who plays, or where only computers still do, who looks on."""
        if played := self._played():
            return any(map(self._company.is_here, played))
        return any(True for _ in self._company.viewers())

    def _played(self) -> list[Seat]:
        """The seats that people play."""
        seats = range(self.match.state.seats)
        return [seat for seat in seats if self._company.owner(seat) and seat not in self.match.common.left]

    def lay_aside(self) -> None:
        """G5: with no person present the game rests; it goes on when it is attended again."""
        if self.clock.runs:
            self._take(Wish(self.clock.now(), None, Rest()))

    def wish(self, seat: Seat, action: Action, ref: str, sender: Viewer) -> None:
        """A seat's wish arrives: its time is now."""
        self._take(Wish(self.clock.now(), seat, action, ref, sender))

    def ask(self, seat: Seat, action: Action, ref: str, sender: Viewer) -> None:
        """A seat asks what a wish would be: judged in its turn, at the time at which it arrived."""
        self._take(Wish(self.clock.now(), seat, action, ref, sender, asked=True))

    def look_around(self, lost: frozenset[Seat] = frozenset()) -> None:
        """People came or went, or rows were written elsewhere: see to it in turn.

        For `lost` seats nobody is there now, though somebody may be back when it is seen to: who drops lets go (T8).
        """
        self._take(LookAround(self.clock.now(), lost))

    def heard(self, seq: int) -> None:
        """Another node says that there is a row `seq`."""
        if seq > self.match.seq:
            self.look_around()

    def show(self, viewer: Viewer, seats: frozenset[Seat], since: int | None = None, ref: str | None = None) -> None:
        """Show a viewer the match as it stands, with the rows after `since` if those are not too many."""
        known = since is not None and self.match.seq - MOST_ROWS <= since <= self.match.seq
        records = self.match.records[since + 1 :] if known and since is not None else []
        viewer.update(self._parcel(seats, records, known, ref))

    # ------------------------------------------------------------------------------------------- the only loop

    def _take(self, item: Wish | LookAround) -> None:
        self._inbox.append(item)
        if self._work is None:
            self._work = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while self._inbox:
            item = self._inbox.popleft()
            try:
                await self._do(item)
                self._arm()
            except Exception:  # a bug of ours or a fault of the disk: told, logged, and the game goes on
                self._log_broken(item.seat if isinstance(item, Wish) else None)
                self._refuse(item, "broken", "", {})
                if isinstance(item, LookAround):
                    self._look_later(item)
        self._work = None

    async def _do(self, item: Wish | LookAround) -> None:
        if isinstance(item, LookAround):
            await self._look_around(item)
            return
        try:
            await self._judge(item)
        except Illegal as no:
            self._refuse(item, no.code, no.ruling, no.detail)

    def _refuse(self, item: Wish | LookAround, code: str, ruling: str, detail: dict[str, Any]) -> None:
        if not isinstance(item, Wish) or not item.sender:
            return
        if detail and self._is_hidden(item):
            code, ruling, detail = "not_looking", "G2", {"seat": item.seat}
        if item.asked and item.ref:
            item.sender.tell(messages.Answer(self._company.code, item.ref, False, code, ruling, detail))
        else:
            item.sender.tell(messages.Refused(code, ruling, detail, item.ref, self._company.code, self.match.seq))

    def _is_hidden(self, wish: Wish) -> bool:
        """G2: whether a curtain was lowered since this wish was made; its cards are not sent there any more."""
        if wish.seat is None or wish.sender is None or isinstance(wish.action, OWN_ACTIONS):
            return False
        return self._company.is_hidden(wish.sender, wish.seat)

    def _log_broken(self, seat: Seat | None) -> None:
        log.exception("broken", table=self._company.code, match=self.row.n, row=self.match.seq + 1, seat=seat)

    async def _judge(self, wish: Wish) -> None:
        while True:
            await self._catch_up(wish.at)
            if wish.asked:
                return self._answer(wish)
            if wish.action is None or self._is_answered(wish):
                return
            if await self._try(wish.seat, wish.action, wish.at, wish.ref, wish.sender):
                return

    def _answer(self, wish: Wish) -> None:
        assert wish.seat is not None and wish.action and wish.ref and wish.sender
        fact = self.match.ask(wish.seat, wish.action, wish.at)
        if self._is_hidden(wish):
            raise Illegal("not_looking", "G2", seat=wish.seat)
        wish.sender.tell(messages.Answer(self._company.code, wish.ref, True, events=[fact]))

    def _is_answered(self, wish: Wish) -> bool:
        """A wish whose `ref` stands in the log is not done again; its sender hears that it was done."""
        if wish.ref is None or (wish.seat, wish.ref) not in self._refs:
            return False
        if wish.sender:
            seats = dict(self._company.viewers()).get(wish.sender, frozenset())
            self.show(wish.sender, seats, self.match.seq, wish.ref)
        return True

    async def _catch_up(self, at: Millis) -> None:
        """Let everything happen that is due at `at`, each at its own time (G7)."""
        while (due := self._next()) and due.at <= at:
            try:
                await self._try(due.seat, due.action, due.at)
            except Illegal:
                self._hold(due)
                self._give_up_plan(due.seat)
            except Exception:
                self._log_broken(due.seat)
                self._hold(due)

    def _hold(self, due: Due) -> None:
        """What was refused, or could not be written, is tried again a little later, so that nothing runs hot."""
        if due.seat is None:
            self._held = due.at + RETRY
        else:
            self._plans[due.seat] = due._replace(at=due.at + RETRY)

    async def _try(
        self, seat: Seat | None, action: Action, at: Millis, ref: str | None = None, sender: Viewer | None = None
    ) -> bool:
        """Judge, write down, fold, show. False if another node was faster: its rows are in now, so judge again."""
        record = self.match.decide(seat, action, at, wall(), ref)
        if not record.events:
            raise Illegal("unchanged", "G1")
        state, common = rehearsed(self.match, record)
        if not await self._store.append(self._entry(record, state)):
            await self._fetch()
            return False
        self.match.state, self.match.common = state, common
        self.match.records.append(record)
        self._took([record], ref, sender)
        return True

    async def _fetch(self) -> None:
        """Fold the rows that other nodes wrote."""
        records = await read_rows(self._store, self.row, self.match.seq)
        for record in records:
            self.match.fold(record)
        if records:
            self._took(records)

    def _entry(self, record: Record[Any, Any], state: Any) -> Entry:
        ends = state.ended and not self.match.state.ended
        return Entry(
            self.row.id,
            record.seq,
            record.seat,
            record.ref,
            core.encode(record),
            finished=record.wall if ends else None,
            ended=core.encode(state.ended) if ends else None,
            result=self._result(record, state) if ends else None,
        )

    def _result(self, record: Record[Any, Any], state: Any) -> Result | None:
        """What somebody reached alone (T7, X2), if the cards were played to the end."""
        owner = self._company.owner(0)
        if state.seats != 1 or state.ended.reason == "left" or owner is None:
            return None
        lone = self.match.rules.lone(state, record.at)
        if lone is None:
            return None
        return Result(
            owner, self.match.game, lone.kind, lone.points, lone.time, lone.exchanges, self.row.code, self.row.n,
            record.wall,
        )  # fmt: skip

    # ------------------------------------------------------------------------------------- after rows are in

    def _took(self, records: Sequence[Record[Any, Any]], ref: str | None = None, sender: Viewer | None = None) -> None:
        self._shown = None
        self._views.clear()
        self._rows.clear()
        self._held = 0
        for record in records:
            self._note(record)
        self._run_or_stand()
        self._publish(records, ref, sender)
        self._plan()
        if any(isinstance(event, core.Ended) for record in records for event in record.events):
            self._company.ended()
        if any(self._is_wrong_about_us(event) for record in records for event in record.events):
            self.look_around()

    def _is_wrong_about_us(self, event: core.Event) -> bool:
        """Another node cannot see who is here."""
        return isinstance(event, Gone) and self._company.is_here(event.seat)

    def _note(self, record: Record[Any, Any]) -> None:
        self._at_loss &= {record.seat}
        if record.seat is not None:
            self._acted[record.seat] = record.at
        if record.ref is not None:
            self._refs[record.seat, record.ref] = record.seq
        for event in record.events:
            if isinstance(event, StoodIn):
                self._sat[event.seat] = record.at

    def _run_or_stand(self) -> None:
        rests = laid_aside(self.match) is not None and not self.is_attended
        if self.match.state.paused or self.match.state.ended or rests:
            self.clock.stop(self.match.at)
        else:
            self.clock.run(self.match.at)

    def _publish(self, records: Sequence[Record[Any, Any]], ref: str | None, sender: Viewer | None) -> None:
        parcels: dict[frozenset[Seat], Parcel] = {}
        for viewer, seats in self._company.viewers():
            parcel = parcels.get(seats)
            if parcel is None:
                parcel = parcels[seats] = self._parcel(seats, records)
            viewer.update(replace(parcel, ref=ref) if viewer is sender else parcel)

    # --------------------------------------------------------------------------------------------- showing

    def _parcel(
        self, seats: frozenset[Seat], records: Sequence[Record[Any, Any]], fresh: bool = True, ref: str | None = None
    ) -> Parcel:
        rows = tuple([self._row(record, seats) for record in records])
        views = {str(seat): self._view(seat) for seat in seats} if seats else {"all": self._view(None)}
        return Parcel(self._stand(), rows, views, fresh, ref)

    def _stand(self) -> Stand:
        if self._shown is None:
            common, match = Raw(core.encode(self.match.common)), self.match
            self._shown = Stand(self._company.code, self.row.n, match.seq, match.deadline(), common, self._time)
        return self._shown

    def _time(self) -> tuple[Millis, bool]:
        return self.clock.now(), self.clock.runs

    def _view(self, seat: Seat | None) -> Raw:
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = Raw(core.encode(self.match.view(seat)))
        return view

    def _row(self, record: Record[Any, Any], seats: frozenset[Seat]) -> Raw:
        if all([isinstance(event, core.Open) for event in record.events]):
            seats = NOBODY  # all see the same
        row = self._rows.get((record.seq, seats))
        if row is None:
            events = [seen_by_all_of(event, seats) for event in record.events]
            row = Raw(core.encode(messages.Seen(record.seq, record.at, record.seat, events)))
            self._rows[record.seq, seats] = row
        return row

    # ----------------------------------------------------------------------------------- clock and computers

    def _next(self) -> Due | None:
        """What happens next by itself; a deadline comes before a wish of the same time (G7)."""
        if not self.clock.runs:
            return None
        due = [*self._plans.values()]
        deadline = self.match.deadline()
        if deadline is not None:
            due.insert(0, Due(max(deadline, self.match.at, self._held), None, Tick()))
        return min(due, key=lambda d: d.at, default=None)

    def _arm(self) -> None:
        """Set the one timer to what happens next."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if due := self._next():
            delay = max(0.0, due.at - self.clock.exactly()) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._take(Wish(self.clock.now()))

    def _plan(self) -> None:
        """Ask every computer player for its next wish, as its view shows the match now."""
        self._plans.clear()
        self._forget_thoughts()
        if self.match.state.paused or self.match.state.ended:
            return
        for seat in range(self.match.state.seats):
            if (level := self.match.controller(seat)) and seat not in self.match.common.left:
                try:
                    self._ask(seat, level)
                except Exception:  # a bug in a computer player must not stop the table
                    self._log_broken(seat)

    def _ask(self, seat: Seat, level: Level) -> None:
        view, since = self.match.view(seat), self._sat.get(seat, 0)
        if not bots.is_slow(self.match.game, view):
            self._mean(seat, bots.plan(self.match.game, self._bot_key, seat, level, view, self._company.pace, since))
        elif seat in self._at_loss:
            self._mean(seat, self._by_lot(seat, view))
        else:
            thought = asyncio.get_running_loop().create_task(self._think(seat, level, view, since))
            self._thoughts.add(thought)
            thought.add_done_callback(self._thoughts.discard)

    def _mean(self, seat: Seat, plan: bots.Plan | None) -> None:
        if plan:
            rested = self._acted.get(seat, -COMPUTER_REST) + COMPUTER_REST
            self._plans[seat] = Due(max(plan.at, self.match.at, self._loaded_at, rested), seat, plan.action)

    async def _think(self, seat: Seat, level: Level, view: Any, since: Millis) -> None:
        """Have a plan made elsewhere. The next row makes an end of it: then another view is thought about."""
        try:
            question = self.match.game, self._bot_key, seat, level, view, self._company.pace, since
            plan = await self._company.thinkers.plan(*question)
        except Unthought:
            self._log_lost(seat)
            self._at_loss.add(seat)
            plan = self._by_lot(seat, view)
        if plan:  # it could not be made earlier than it was known
            self._mean(seat, plan._replace(at=max(plan.at, self.clock.now())))
            self._arm()

    def _by_lot(self, seat: Seat, view: Any) -> bots.Plan | None:
        now = self.clock.now()
        action = bots.by_lot(self.match.game, view, Chance(self._bot_key, seat, "by lot", now))
        return bots.Plan(now + RETRY, action) if action else None

    def _forget_thoughts(self) -> None:
        for thought in self._thoughts:
            thought.cancel()

    def _give_up_plan(self, seat: Seat | None) -> None:
        """A plan that the rules refuse would be made again and again; a slow table would wait for it for ever."""
        if seat is not None and bots.is_slow(self.match.game, view := self.match.view(seat)):
            self._log_lost(seat)
            self._at_loss.add(seat)
            self._mean(seat, self._by_lot(seat, view))

    def _log_lost(self, seat: Seat) -> None:
        log.error("plan lost", table=self._company.code, match=self.row.n, row=self.match.seq + 1, seat=seat)

    # --------------------------------------------------------------------------------------------- presence

    def _settle_down(self) -> None:
        self._settled = True
        self.look_around()

    def _look_later(self, item: LookAround) -> None:
        """Look around again after a fault: nobody else would tell that somebody has gone."""
        if self._looking:
            self._looking.cancel()
        self._looking = asyncio.get_running_loop().call_later(RETRY / 1000, self.look_around, item.lost)

    async def _look_around(self, item: LookAround) -> None:
        """Take in what others wrote, then note who has gone and who is back (G5); after a load seats are waited for."""
        await self._fetch()
        rested = laid_aside(self.match)
        for seat in range(self.match.state.seats):
            await self._follow_owner(seat, item.at)
            if self._company.owner(seat) is None or seat in self.match.common.left or self.match.state.ended:
                continue
            here = self._company.is_here(seat)
            if here:
                self._seen_here.add(seat)
            missed = not here and (self._settled or seat in self._seen_here)
            if (missed or seat in item.lost) and seat not in self.match.common.gone:
                await self._presence(seat, Lose(), item.at)
            if here and seat in self.match.common.gone:
                await self._presence(seat, Find(), item.at)
        if rested is not None and self.is_attended:
            await self._go_on(rested, item.at)

    async def _go_on(self, since: int, at: Millis) -> None:
        """The rest since this wall-clock time is over (G5). After a long one nobody expects the game to go on at once:
        whoever came back first finds it paused.
        """
        await self._store.take(self.row.id, self._node, at, wall())
        back = next(filter(self._company.is_here, self._played()), None)
        if back is not None and wall() - since > BREAK_MS:
            await self._presence(back, Pause(), at)
        elif laid_aside(self.match) is not None:  # no row tells of it
            self._run_or_stand()
            self._publish([], None, None)

    async def _follow_owner(self, seat: Seat, at: Millis) -> None:
        """G5a: a computer's seat that somebody took is theirs; one whose owner was removed is left for good."""
        computers = self.match.common.players[seat].kind == "computer"
        if computers and self._company.owner(seat):
            await self._presence(seat, TakeOver(), at)
        elif self._company.is_abandoned(seat) and seat not in self.match.common.left:
            await self._presence(seat, Leave(), at)

    async def _presence(self, seat: Seat, action: Action, at: Millis) -> None:
        try:
            await self._catch_up(at)
            while not await self._try(seat, action, max(at, self.match.at)):
                await self._catch_up(at)
        except Illegal:
            pass  # it is so already


def seen_by_all_of(event: core.Event, seats: Iterable[Seat]) -> core.Event:
    """What those who look at all these seats may know of a fact: its public side, or that of a seat that knows more."""
    public = event.seen_by(None)
    return next((seen for seat in sorted(seats) if (seen := event.seen_by(seat)) != public), public)


def rehearsed(match: Match, record: Record[Any, Any]) -> tuple[Any, Any]:
    """The state and the common state after a record, before it is written down: a fault in folding shows up here."""
    before = match.state, match.common
    try:
        match.fold(record)
        return match.state, match.common
    finally:
        match.state, match.common = before
        del match.records[record.seq :]


def laid_aside(match: Match) -> int | None:
    """Since when, by the wall clock, a match has been laid aside; None if it is not, or anything happened since."""
    last = next(record for record in reversed(match.records) if not isinstance(record.action, Lose))
    return last.wall if isinstance(last.action, Rest) else None


async def load_match(store: Store, row: MatchRow, node: str) -> Loaded:
    """A match to go on with at this node."""
    match = await read_match(store, row)
    at = await resumed_at(store, row, match)
    if laid_aside(match) is None:  # else when it goes on
        await store.take(row.id, node, at, wall())
    return Loaded(row, match, at)


async def read_match(store: Store, row: MatchRow) -> Match:
    """A match as its rows tell it. A long one takes a while to fold, so not in the loop."""
    rows = await store.rows(row.id, -1)
    return await asyncio.to_thread(lambda: Match.replay(row.game, row.seed, map(record_decoder(row.game).decode, rows)))


async def read_rows(store: Store, row: MatchRow, since: int) -> list[Record[Any, Any]]:
    """The records of a match after row `since`."""
    decode = record_decoder(row.game).decode
    return [decode(record) for record in await store.rows(row.id, since)]


async def resumed_at(store: Store, row: MatchRow, match: Match) -> Millis:
    """The game time at which a match stood when it was last played.

    It ran from the last row, or from when a node took it up after that, until that node's last heartbeat; so a crash
    gives away a second at most. It did not run while paused, after its end, once laid aside, or before anybody came.
    """
    last = match.records[-1]
    if row.node is None or match.state.paused or match.state.ended:
        return last.at
    at, since = last.at, last.wall
    if row.taken_at is not None and row.taken_wall is not None and row.taken_wall > last.wall:
        at, since = row.taken_at, row.taken_wall
    elif laid_aside(match) is not None:
        return last.at
    beat = await store.heartbeat(row.node)
    return max(last.at, at + max(0, (beat or 0) - since))

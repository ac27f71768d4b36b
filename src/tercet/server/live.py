"""A table that somebody follows: who looks at what, what is said there, how it is shown, and the room of its match."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence

import msgspec
import structlog
from msgspec.structs import replace

from tercet.engine import load
from tercet.engine.core import Action, Illegal, Millis, Seat
from tercet.engine.match import OWN_ACTIONS, action_decoder
from tercet.server import lobby, messages
from tercet.server.config import Config
from tercet.server.messages import Barred, SeatInfo, Watcher, where
from tercet.server.people import People, clean_text, told_apart, wall
from tercet.server.room import Loaded, Room, Viewer, load_match
from tercet.server.seats import may_start, staying
from tercet.server.set_up import chosen, most_seats, options_of
from tercet.server.store import News, SeatRow, Store, TableRow
from tercet.server.thinkers import Thinkers

log = structlog.get_logger()

LINES = 50  # of what was said at a table, told to whoever joins
NAMED = 20  # of those who watch; of more only the number is told


class LiveTable:
    """A table that somebody follows: its connections, what each looks at, and the room of its newest match."""

    def __init__(
        self, row: TableRow, store: Store, people: People, config: Config, node: str, thinkers: Thinkers
    ) -> None:
        self.row = row
        self.thinkers = thinkers
        self.room: Room | None = None
        self.playing = False
        self.closed = False
        self._store, self._people, self._config, self._node = store, people, config, node
        self._looks: dict[Viewer, frozenset[Seat]] = {}
        self._gone: dict[str, int] = {}  # who had a seat and went, and when by the wall clock
        self._said: deque[messages.Said] = deque(maxlen=LINES)  # nowhere else: what is said is not written down
        self._busy = asyncio.Lock()
        self._let_go = False  # no longer in memory
        self._announcing: asyncio.Task[None] | None = None

    # ----------------------------------------------------------------------- what its room asks (`room.Company`)

    @property
    def code(self) -> str:
        return self.row.code

    @property
    def pace(self) -> float:
        return self.row.pace

    def grace(self, usual: Millis) -> Millis:
        return int(usual * self._config.patience)

    def viewers(self) -> Iterable[tuple[Viewer, frozenset[Seat]]]:
        return [(viewer, self._seen_by(viewer)) for viewer in self._looks]

    def _seen_by(self, viewer: Viewer) -> frozenset[Seat]:
        """The seats of the match that a viewer looks at: who sat down for the next match is none of this one."""
        return frozenset(seat for seat in self._looks[viewer] if not self.row.seats[seat].joins)

    def owner(self, seat: Seat) -> str | None:
        return self.row.seats[seat].person if seat < len(self.row.seats) else None

    def is_abandoned(self, seat: Seat) -> bool:
        return lobby.is_vacated(self.row.seats[seat])

    def is_here(self, seat: Seat) -> bool:
        return self.person_is_here(self.owner(seat))

    def is_hidden(self, viewer: Viewer, seat: Seat) -> bool:
        return load(self.row.game).CURTAIN and seat not in self._looks.get(viewer, ())

    def ended(self) -> None:
        self.playing = False
        log.info("match over", table=self.code, match=self.row.match)
        self.announce()

    def person_is_here(self, person: str | None) -> bool:
        return any(viewer.person == person for viewer in self._looks)

    def is_awaited(self, person: str) -> bool:
        """Whether somebody is here, or went so lately that the page may only be loaded anew."""
        away = wall() - self._gone.get(person, 0)
        return self.person_is_here(person) or away < self._config.rest * 1000

    @property
    def is_empty(self) -> bool:
        return not self._looks

    @property
    def is_attended(self) -> bool:
        """Whether anybody is here for whom a match goes on; without one, anybody at all."""
        return self.room.is_attended if self.room and self.playing else not self.is_empty

    def lay_aside(self) -> None:
        """Let the match rest until it is attended again (G5)."""
        if self.room:
            self.room.lay_aside()

    # -------------------------------------------------------------------------------------- coming and going

    async def join(self, viewer: Viewer, match: int | None, since: int | None) -> None:
        """Show a viewer the table and its match, and everything that happens from now on."""
        async with self._busy:
            if self.room is None and (loaded := await self._load(self.row)):
                self._enter(loaded)
        names = await self._names(viewer.person)
        if self.closed:
            raise Illegal("table_closed", "")
        lobby.check_follower(self.row, viewer.person)
        self._looks.setdefault(viewer, frozenset())
        self._gone.pop(viewer.person, None)
        self._dismiss(other for other in self._own(viewer) if other.page is not None and other.page == viewer.page)
        self._tell_all(names)
        for said in self._said:
            viewer.tell(replace(said, old=True))
        if self.room:
            known = since if match in (None, self.room.row.n) else None
            self.room.show(viewer, self._seen_by(viewer), known)
            self.room.look_around()

    def leave(self, viewer: Viewer) -> None:
        """A viewer has gone."""
        if self._looks.pop(viewer, None) is None:
            return
        alone = not self.person_is_here(viewer.person)
        own = [seat for seat, row in enumerate(self.row.seats) if row.person == viewer.person and alone]
        if own:
            self._gone[viewer.person] = wall()
        if self.room:
            self.room.look_around(frozenset(own))
        self.announce()

    def end_others(self, viewer: Viewer) -> None:
        """End all other connections of this person to the table; the seats are theirs all the time."""
        self._dismiss(self._own(viewer))
        self.announce()

    def _own(self, viewer: Viewer) -> list[Viewer]:
        """The other connections of the same person."""
        return [other for other in self._looks if other.person == viewer.person and other is not viewer]

    def _dismiss(self, viewers: Iterable[Viewer]) -> None:
        for viewer in list(viewers):
            del self._looks[viewer]
            viewer.elsewhere(self.code)

    def look(self, viewer: Viewer, seats: Iterable[Seat]) -> None:
        """Show a viewer these seats of theirs from now on; raises Illegal for those of others (G2)."""
        self._check_joined(viewer)
        for seat in seats:
            if not 0 <= seat < len(self.row.seats) or self.row.seats[seat].person != viewer.person:
                raise Illegal("not_your_seat", "G2", seat=seat)
        if len(set(seats)) > 1 and load(self.row.game).CURTAIN:
            raise Illegal("one_seat", "G2")
        self._looks[viewer] = frozenset(seats)
        if self.room:
            self.room.show(viewer, self._seen_by(viewer), self.room.match.seq)

    def act(self, viewer: Viewer, act: messages.Act) -> None:
        """A wish of a viewer; raises Illegal before it is judged if it cannot be theirs."""
        room, action = self._wish(viewer, act)
        room.wish(act.seat, action, act.ref, viewer)

    def ask(self, viewer: Viewer, ask: messages.Ask) -> None:
        """A viewer asks what a wish would be; raises Illegal if it cannot be theirs, or may not be asked."""
        asked = load(self.row.game).ASKED
        if not asked:
            raise Illegal("no_asking", "")
        room, action = self._wish(viewer, ask)
        if not isinstance(action, asked):
            raise Illegal("no_asking", "")
        room.ask(ask.seat, action, ask.ref, viewer)

    def _wish(self, viewer: Viewer, act: messages.Act | messages.Ask) -> tuple[Room, Action]:
        """The room and what is wished there."""
        if self.room is None or act.match != self.room.row.n:
            raise Illegal("other_match", "G1", match=self.room.row.n if self.room else None)
        if self.owner(act.seat) != viewer.person or act.seat < 0 or self.row.seats[act.seat].joins:
            raise Illegal("not_your_seat", "G2", seat=act.seat)
        try:
            action: Action = action_decoder(self.row.game).decode(act.action)
        except msgspec.DecodeError as fault:
            raise Illegal("bad_action", "", **where(str(fault))) from None
        if self.is_hidden(viewer, act.seat) and not isinstance(action, OWN_ACTIONS):
            raise Illegal("not_looking", "G2", seat=act.seat)
        return self.room, action

    async def talk(self, viewer: Viewer, talk: messages.Talk) -> None:
        """Tell everybody here what somebody says; raises Illegal for whom the host muted."""
        self._check_talker(viewer)
        text = "" if talk.phrase else clean_text(talk.text)
        if not text and not talk.phrase:
            return
        names = await self._names(viewer.person, *self._talked())
        self._check_talker(viewer)  # the host may have been faster
        seat = next((i for i, row in enumerate(self.row.seats) if row.person == viewer.person), None)
        name = self._name_of(viewer.person, seat, names)
        n = max(wall(), self._said[-1].n + 1 if self._said else 0)  # goes on though what was said is forgotten
        said = messages.Said(self.code, viewer.person, name, text, seat, talk.phrase, n)
        self._said.append(said)
        for other in list(self._looks):
            other.tell(said)

    def _check_talker(self, viewer: Viewer) -> None:
        self._check_joined(viewer)
        if viewer.person in self.row.barred:
            raise Illegal("muted", "")

    def _talked(self) -> list[str]:
        """Who has talked lately and had no seat."""
        return [said.person for said in self._said if said.seat is None]

    def _name_of(self, person: str, seat: Seat | None, names: dict[str, str]) -> str:
        """What somebody who talks is called: like nobody who sits here, is shown as watching or has talked lately."""
        watching = list(dict.fromkeys([*self._watching()[:NAMED], *self._talked(), person]))
        found = called(self.row, names, watching)
        return found[len(self.row.seats) + watching.index(person) if seat is None else seat]

    def forget(self, person: str) -> None:
        """What somebody said is not told any more to those who join."""
        self._said = deque((said for said in self._said if said.person != person), maxlen=LINES)

    def _check_joined(self, viewer: Viewer) -> None:
        if viewer not in self._looks:
            raise Illegal("not_joined", "", table=self.code)

    # --------------------------------------------------------------------------------------------- changes

    async def take(self, row: TableRow) -> None:
        """The table has become this row, here or elsewhere: tell everybody, and go on to a new match."""
        async with self._busy:
            old = self.room
            if row.version <= self.row.version or self._let_go:
                return
            loaded = await self._load(row) if row.match != (old.row.n if old else None) else None
            names = await self._people.names({*named(row), *(viewer.person for viewer in self._looks)})
            if old and loaded:
                await old.close()
            # Row and room change in one moment, so that no match ever asks after the seats of another.
            if self._let_go:
                return
            self._move_looks(self.row, row)
            self.row = row
            if loaded:
                self._enter(loaded)
            self._put_out()
        self._tell_all(names)
        if self.room and self.room is not old:
            for viewer, seats in self.viewers():
                self.room.show(viewer, seats, -1)
        if self.room:
            self.room.look_around()

    def _move_looks(self, old: TableRow, new: TableRow) -> None:
        """Whoever looked at a seat of theirs goes on looking at it, if it is still theirs (G2).

        At the start of a match seats go that are open or left, and the seats behind them move up. Other nodes may have
        changed the table several times: who has other seats than before looks at none, until they say at which.
        """
        for viewer, seats in self._looks.items():
            before, now = _own(old, viewer.person), _own(new, viewer.person)
            if old.match == new.match:
                moved = {seat: seat for seat in now}
            else:
                moved = dict(zip(before, now, strict=True)) if [*before.values()] == [*now.values()] else {}
            self._looks[viewer] = frozenset(moved[seat] for seat in seats if seat in moved)

    def _put_out(self) -> None:
        """Say goodbye to those who may no longer look at this table."""
        for viewer in list(self._looks):
            try:
                lobby.check_follower(self.row, viewer.person)
            except Illegal as no:
                del self._looks[viewer]
                viewer.tell(messages.Refused(no.code, no.ruling, no.detail, table=self.code))

    async def heard(self, news: News) -> None:
        """Another node may have changed something."""
        if news.version > self.row.version and (row := await self._store.table(self.code)):
            await self.take(row)
        if self.room and news.seq is not None and news.match == self.room.row.n:
            self.room.heard(news.seq)

    async def _load(self, row: TableRow) -> Loaded | None:
        """The newest match of the table as this row has it, to be gone on with here."""
        match = None if row.match is None else await self._store.match(self.code, row.match)
        return await load_match(self._store, match, self._node) if match else None

    def _enter(self, loaded: Loaded) -> None:
        if not self._let_go:
            self.room = Room(self._store, self, loaded, self._node, self._config.settle)
            self.playing = not loaded.match.state.ended

    async def close(self) -> None:
        """Lay the match aside and forget it."""
        self._let_go = True
        if self._announcing:
            await asyncio.wait([self._announcing])  # however it ends
        if self.room:
            await self.room.close(rest=True)
        self.room = None  # room and table know each other: without this their memory would wait for the collector

    def shut(self) -> None:
        """The table is closed for good: tell everybody, and forget the match where it stands."""
        self.closed = True
        viewers, self._looks = list(self._looks), {}
        for viewer in viewers:
            viewer.tell(messages.Refused("table_closed", "", {}, None, self.code))
        self.drop()
        self.room = None

    def drop(self) -> None:
        """Stop at once."""
        self._let_go = True
        if self._announcing:
            self._announcing.cancel()
        if self.room:
            self.room.drop()

    # -------------------------------------------------------------------------------------------- presence

    async def _names(self, *more: str) -> dict[str, str]:
        """The names of the people at this table, whoever came while they were read, and of some more."""
        names: dict[str, str] = {}
        while missing := {*self.named, *more} - names.keys():
            names |= await self._people.names(missing)
        return names

    @property
    def named(self) -> set[str]:
        """The people whose names stand in what is shown of this table."""
        return {*named(self.row), *self._watching()[:NAMED]}

    def announce(self) -> None:
        """Tell everybody here how the table stands, soon."""
        if self._announcing is None:
            self._announcing = asyncio.get_running_loop().create_task(self._announce())

    async def _announce(self) -> None:
        try:
            names = await self._names()
        finally:
            self._announcing = None
        self._tell_all(names)

    def _tell_all(self, names: dict[str, str]) -> None:
        for viewer in list(self._looks):
            viewer.tell(messages.Presence(self.shown(viewer.person, names)))

    def shown(self, person: str, names: dict[str, str]) -> messages.Table:
        """The table as this person sees it."""
        offer = int(self._config.offer * 1000)
        table = shown(self.row, person, names, self.person_is_here, self.playing, self.watchers, offer)
        return replace(
            table,
            lines=sum(viewer.person == person for viewer in self._looks),
            watching=self._named_watchers(person, names) if self.person_is_here(person) else [],
            grace_ms=self.grace(load(self.row.game).GRACE),
            seats=[replace(seat, away_ms=self._away(seat.seat)) for seat in table.seats],
        )

    def _away(self, seat: Seat) -> Millis | None:
        """For how long a seat has been without its owner (G5), as far as that is known."""
        person = self.owner(seat)
        if person is None or self.person_is_here(person):
            return None
        noted = self.room.match.common.gone if self.room and self.playing else {}
        since = noted.get(seat, self._gone.get(person))
        return None if since is None else max(0, wall() - since)

    def _watching(self) -> list[str]:
        """The people who are here and have no seat, whoever came first before the others."""
        holders = {row.person for row in self.row.seats}
        return list(dict.fromkeys(viewer.person for viewer in self._looks if viewer.person not in holders))

    def _named_watchers(self, person: str, names: dict[str, str]) -> list[Watcher]:
        """Who watches, for the eyes of this person; the host alone is told the ids, to do something about them."""
        watching = self._watching()[:NAMED]
        hosting = person == self.row.host
        shown = called(self.row, names, watching)[len(self.row.seats) :]
        return [
            Watcher(name, who if hosting else None, who == person)
            for who, name in zip(watching, shown, strict=True)
            if name  # somebody who came this moment: told of with the next change
        ]

    @property
    def watchers(self) -> int:
        """How many people are here who have no seat."""
        return len(self._watching())


def _own(row: TableRow, person: str) -> dict[Seat, tuple[str | None, int]]:
    """The seats of a person, in their order, and by what each is known wherever it moves."""
    return {i: (seat.name, seat.since) for i, seat in enumerate(row.seats) if seat.person == person}


def named(row: TableRow) -> set[str]:
    """The people whose names stand in what is shown of a table."""
    return {*lobby.people(row), *row.barred}


def called(row: TableRow, names: dict[str, str], watching: Sequence[str] = ()) -> list[str]:
    """How whoever holds a seat is called at this table, for each seat, empty for free ones; then those who watch."""
    holders = [seat.name or names.get(seat.person or "", "") for seat in row.seats]
    return told_apart([*holders, *(names.get(person, "") for person in watching)])


def shown(
    row: TableRow,
    person: str,
    names: dict[str, str],
    is_here: Callable[[str], bool],
    playing: bool,
    watchers: int,
    offer: int,
) -> messages.Table:
    """A table as a person sees it. At one for anyone a computer player is offered `offer` ms after the first came."""
    holders = called(row, names)
    hosting = person == row.host
    waits = row.anyone and row.match is None
    first = min((seat.since for seat in row.seats if seat.person), default=0)
    over = row.match is not None and not playing

    def seat(i: int, seat: SeatRow) -> SeatInfo:
        here = seat.kind == "computer" or (seat.person is not None and is_here(seat.person))
        is_host = seat.person is not None and seat.person == row.host
        goes = over and not lobby.stays(seat)
        return SeatInfo(
            i, seat.kind, holders[i], seat.level, here, seat.person == person, is_host, seat.ready,
            joins=seat.joins, goes=goes,
        )  # fmt: skip

    return messages.Table(
        code=row.code,
        game=row.game,  # type: ignore[arg-type]
        options=chosen(options_of(row)),
        open=row.open,
        pace=row.pace,
        host=may_start(row, person, is_here),
        seats=[seat(i, info) for i, info in enumerate(row.seats)],
        watchers=watchers,
        match=row.match,
        playing=playing,
        watch=row.watch,
        hosting=hosting,
        muted=person in row.barred,
        barred=[Barred(who, names.get(who, ""), how) for who, how in row.barred.items() if hosting],  # type: ignore[arg-type]
        anyone=row.anyone,
        offer_ms=max(0, first + offer - wall()) if waits else 0,
        room=max(0, most_seats(row) - staying(row)) if over else 0,
    )

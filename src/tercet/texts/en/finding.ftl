# Finding each other: play with anyone, the lobby's ready check, the host, talk.

## Play with anyone

anyone = Play with anyone
anyone-wish = Which game
anyone-level = { $game }, { $level }
anyone-find = Find somebody
anyone-waits = Looking for somebody …
anyone-met = Somebody is here
anyone-help = You play with the first who wants the same. Waiting for { $time }.
anyone-met-help = It begins as soon as both of you are there.
anyone-computer = Play with the computer
anyone-cancel = Stop looking
anyone-starts = The game begins by itself.
anyone-starts-met = The game begins by itself. Keep this page open: whoever closes it loses the seat.
waits = Waiting
computers-free = { $count ->
    [one] 1 seat to take from a computer
   *[other] { $count } seats to take from computers
}
watchers-short = { $count ->
    [one] 1 watching
   *[other] { $count } watching
}
nobody-here = nobody is there just now
closed-to-watchers = no watching
take-seat = Sit down

## Before the start

watch-table = Let others watch
watch-table-help = Whoever has the address may look on without a seat.
watch-off = Nobody may watch.
host = host
ready = ready
not-ready = not ready yet
be-ready = I am ready
not-ready-after-all = Not yet
seat-computer-here = Seat a computer player here
start-not-all = Not everybody is ready
start-unready = Not ready yet: { $names }. Nobody should be thrown into a game.
start-when-all = Start when all are ready
start-now = Start now
start-waits = Waiting for { $names }.
start-waits-you = It begins as soon as you are ready.
start-waits-you-too = It begins as soon as you and { $names } are ready.

## Between two matches

join-next = Play along in the next game
sit-out = Sit out
next-title = Who plays the next game
next-count = Next game: { $count }
next-wants = { $count ->
    [one] { $names } wants another game.
   *[other] { $names } want another game.
}
next-joins = { $count ->
    [one] { $names } joins the next game.
   *[other] { $names } join the next game.
}
next-goes = { $count ->
    [one] { $names } sits out.
   *[other] { $names } sit out.
}
next-is-in = plays again
next-is-new = joins
next-is-computer = computer
next-is-out = sits out
next-room = { $count ->
    [0] No more can join.
    [one] One more can join: whoever looks on may sit down.
   *[other] { $count } more can join: whoever looks on may sit down.
}

## Who is here

who-is-here = Who is here
watchers-none = Nobody is watching.
watchers-names = Who watches
watchers-more = And { $count } more.
take-over = Take this seat
take-over-of = Take the seat of { $name }
take-over-means = You take over the computer’s cards and points.
table-closed-to-you = Not at this table
seat-acts = About { $name }
hand-over = Make { $name } the host
mute-here = Keep { $name } from talking
remove = Remove { $name }
remove-means = { $name } loses the seat and can’t come back to this table unless you allow it.
remove-means-playing = { $name } leaves this game for good and can’t come back to this table unless you allow it.
remove-means-watching = { $name } sees this table no longer and can’t come back unless you allow it.
remove-sure = Remove { $name }
barred = Muted or removed
barred-muted = may not talk
barred-removed = removed
unbar-muted = Let talk
unbar-removed = Let back in
log-taken-over = { $name } took over from a computer player

## Talk

talk = Talk
talk-unread = { $count ->
    [one] Talk, 1 new line
   *[other] Talk, { $count } new lines
}
talk-none = Nothing was said yet.
talk-off = Talk is switched off on this device.
talk-field = Say something
talk-send = Send
talk-phrases = Quick phrases
talk-said = { $name } says: { $text }
talk-said-watching = { $name }, who is watching, says: { $text }
talk-watches = (watching)
talk-mute = Don’t hear { $name } any more
talk-switch-off = Switch talk off
talk-switch-on = Switch talk on
talk-hear-all = Hear everybody again
talk-phrase-hello = Hello
talk-phrase-luck = Good luck
talk-phrase-nice = Well done
talk-phrase-thanks = Thank you
talk-phrase-oops = Oh no
talk-phrase-moment = One moment, please
talk-phrase-again = Another one?
talk-phrase-bye = See you

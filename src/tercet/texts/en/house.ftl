# The house around the games: doors, tables, settings. Short, friendly, exact; verbs on buttons.

close = Close
save = Save
back = Back
home = Home
menu = Menu
rules = Rules
settings = Settings
loading = One moment …
try-again = Try again
less = Less
more = More
clock = Time played
clock-rests = The clock rests
time-seconds = { $seconds } s
time-minutes = { $minutes } min { $seconds } s

## Home

promise-trios = Spot three cards that match or differ in everything.
promise-triple3 = Cover the grid at once, be the first without cards.
promise-triology = Lay sets, steal sets, and guard your own.
ways = Ways into { $game }
way-alone = Alone
way-computer = Computer
way-device = This device
way-invite = Invite
open-tables = Open tables
no-open-tables = No open tables just now. Invite somebody, or open one.
in-play = In play
seats-free = { $free ->
    [one] 1 seat free
   *[other] { $free } seats free
}
seats-taken = no free seat
sit-down = Sit down
watch = Watch
back-to-table = Go back
join-title = Join a table
join-placeholder = Table code
join = Join
join-no-code = A code has four to eight letters, like KWBQX.
guest = Guest

## Names and languages

name-change = Change your name
name-title = Your name
name-label = How others see you
language = Language

## Setting up

seats = Seats
alone-with-computers = { $game } is played alone with computer players.
seat-mine = you
seat-here = here
seat-away = away
seat-open = open
seat-free = free seat
seat-computer = computer, { level }
level = { $level ->
    [easy] easy
    [hard] hard
   *[medium] medium
}
seat-kind = Who sits on seat { $number }
kind-here = Here
kind-computer = Computer
kind-open = Open
kind-open-help = for whoever comes
name-short = Name
name-of = Name of player { $number }
level-of = How well computer player { $number } plays
seats-too-many-here = At most { $most } people can play at one device.
seat-add = Add a seat
seat-remove = Remove seat { $number }
options = Options
option-is = { $option }: { $value }
option-on = on
option-off = off
pace = Pace of the computer
pace-help = How long it looks before it acts. Its level stays the same.
pace-is = { $pace ->
    [1.6] calm
    [0.7] brisk
   *[1] usual
}
open-table = Show on the home page
open-table-help = Anybody in this house may sit down or watch.
start = Start
open-the-table = Open the table
best-results = Best results
best-none = None yet. The first one stands until you beat it.
points = { $points ->
    [one] 1 point
   *[other] { $points } points
}
exchanges = { $count ->
    [one] 1 exchange
   *[other] { $count } exchanges
}

## Lobby

lobby = before the start
invite-title = Invite others
table-code = Table code
share = Share
share-title = { $game } at my table
copy = Copy the link
copied = Copied
copy-failed = This browser does not let pages copy. Press and hold the address to copy it.
qr-label = QR code with the address of this table
table-is-open = Listed on the home page of this house.
table-is-private = Only those who have the address or the code get in.
seat-guest = Seat someone here
guest-label = Who plays at this device as well?
address-only-here = This address works on this device only. To invite others open the house by its network address; its console shows it.
options-here = At this table
options-usual = The usual rules.
stand-up = Stand up ({ $name })
watchers = { $count ->
    [one] 1 person is watching.
   *[other] { $count } people are watching.
}
start-falls = { $free ->
    [one] 1 seat is still free. It falls away at the start.
   *[other] { $free } seats are still free. They fall away at the start.
}

## Table

table-opening = Opening the table …
table-missing = No such table
log = Log
log-empty = Nothing yet.
connection-lost = Reconnecting
connection-lost-long = The line to the house is down. It comes back by itself; nothing is lost.
connection-full = The house is full. This page tries again by itself, three times a minute.
connection-try = Try now
connection-outdated = New version: reload

log-started = The game begins; the fingerprint of its deal is { $fingerprint }…
log-dealt = { $count } cards lie open
log-exchanged = No set on the table, all cards exchanged
log-claimed = { $name } took a set after { $after }
log-failed = { $name }’s three were no set: { $why }
log-failed-price = { $name }’s three were no set: { $why }, { $points }
log-called = { $name } called
log-call-time = { $name }’s time was up, { $points }
log-call-away = { $name } left while calling, { $points }
log-hinted = { $name } asked for a hint, { $points }
log-paused = { $name } paused the game
log-resumed = The game goes on
log-gone = { $name } is not connected
log-back = { $name } is back
log-left = { $name } left for good
log-skipped = { $by } goes on without { $name }
log-stood-in = { $by } let a computer player ({ level }) sit in for { $name }
log-ended = { $reason ->
    [left] Only { $winners } stayed
   *[no_set] No set is left. First: { $winners }
}

## Rules

rules-of = Rules of { $game }
contents = Contents
rules-missing = The rules of this game are not written yet.
rules-monochrome = Your cards are drawn without colours: where the rules say red they are black, where they say green light grey, where they say { $game ->
    [triology] purple
   *[other] blue
} dark grey.
example-set = A set
example-no-set = No set: { $features }
feature-quantity = quantity
feature-number = quantity
feature-colour = colour
feature-shape = shape
feature-filling = filling

## Settings

theme = Light or dark
theme-system = Auto
theme-light = Light
theme-dark = Dark
palette = Card colours
palette-help = For eyes that see red, green or blue differently, or for no colours at all.
palette-default = Usual
palette-protan = Protan
palette-deutan = Deutan
palette-tritan = Tritan
palette-monochrome = Greys
codes = A code on each card
codes-help = Quantity, colour, shape and filling in the corner.
sound = Sounds
volume = Volume
keys = Keys
keys-where = Every table shows its keys when ? is pressed, or from its menu. They can be changed there.

## Nothing here

missing-title = Nothing lies here
missing-reason = This address leads to no page of the house. Perhaps a letter got lost.

## Result

again = Again
new-table = New table
places = Places
result-winners = { $count ->
    [one] { $winners } wins
   *[other] { $winners } share the win
}
result-alone = { $points ->
    [one] 1 point
   *[other] { $points } points
}
result-no-set = { $left ->
    [0] Every card was taken
    [one] 1 card left, no set
   *[other] { $left } cards left, no set among them
}
result-left = The others have left
sets = { $count ->
    [one] 1 set
   *[other] { $count } sets
}
hints = { $count ->
    [one] 1 hint
   *[other] { $count } hints
}
failures = { $count } wrong
timeouts = { $count ->
    [one] time up once
   *[other] time up { $count } times
}
points-by-minute = Points, by minute
points-over-time = Points over time. At the end: { $scores }
lay-longest = Lay longest
fastest = Fastest
found-by = { $name }, { $after }
overlooked = Overlooked
overlooked-count = { $count ->
    [one] 1 set went unseen. It lay { $lay }:
   *[other] { $count } sets went unseen. One lay { $lay }:
}
overlooked-longest = the { $count } that lay longest
overlooked-none = Nothing
best-results-deck = Best results, { $deck }
best-this = this game
turning-points = Turning points
moment-lead = { $name } takes the lead
moment-double = { $name } takes two sets within { $ms }
moment-drought = { $name } takes the first set for { $ms }
all-sets = Set by set
on-average = { $time } on average
deal-proof = Check the deal
deal-proof-help = The fingerprint was shown before the first card. It is the SHA-256 of the number below, which dealt all cards.
deal-fingerprint = Fingerprint
deal-seed = Number

# What the tables of all games say: buttons, the pause, who is away, keys.

play-time = Time
play-seats = Seats
play-watching = You are watching.
play-watching-brief = Watching
play-pause = Pause
play-log = Log
play-keys = Keys
play-leave = Leave for good
play-leave-means = { $count ->
    [one] You give up your seat.
   *[other] Everybody at this device gives up their seat.
} Points are kept, but who has left can’t win. To come back later just close the page.
play-leave-not = Stay
play-sound-blocked = The browser holds back sound. Press to allow it.
play-paused = { $name } paused the game
play-paused-why = The cards are covered and the clocks stand still.
play-ready = Go on
play-ready-next = Ready
play-ready-all = All here are ready
play-ready-sent = Ready; waiting for the others.
play-is-ready = ready
play-is-not-ready = not ready yet
play-is-skipped = not waited for
play-has-left = left for good
play-not-there = not connected
play-computer = computer, { $level ->
    [easy] easy
    [hard] hard
   *[medium] medium
}
play-computer-ready = computer, always ready
play-stand-in = a computer sits in
play-away-for = away for { $time }
play-skip = Go on without { $name }
play-skip-short = Skip
play-seat-computer = Let a computer play for { $name }
play-seat-computer-short = Computer
play-grace = { $name } may still come back: { $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
} more.
play-grace-short = waited for { $seconds } s more
play-keys-title = Keys of this table
play-keys-pause = Pause, and go on
play-keys-help = These keys
play-keys-note = Caps Lock does not matter. With Ctrl, Alt or Meta every key is the browser’s.
play-keys-change = Change keys
key-touch = Touch a key to change it.
key-press = Press the new key. Escape leaves it as it is.
key-not-that = Only letters, figures and signs can be keys.
key-fixed = { $key } keeps its meaning here.
key-for = { $does }: { $key }
key-place = Place { $number }
key-card = Card { $number }
key-stack = Stack { $number }
keys-usual = Usual keys
keys-done = Done

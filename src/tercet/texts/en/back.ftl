# Coming back: who is away, the same table on two pages, one's games, and games as files.

## Who is away

away-title = Who is away
away-waits = { $name } is not connected. Waited for { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
} more.
away-may = { $name } has not come back. You may go on without, or let a computer play.
away-they-may = { $name } has not come back. Who plays may go on without, or let a computer play.
away-rests = Nobody who plays is here. The game rests until somebody is back.
away-rests-short = Rests
away-settled = { $name } is not connected; the game goes on.
away-kept = The seat stays { $name }’s, who goes on playing on coming back.
away-stand-in = A computer plays for { $name }, who gets the seat back on coming back.
away-skipped = The game goes on without { $name }, who gets the seat back on coming back.
seat-away-for = away for { $time }

## The same table twice

elsewhere = Also open on another page or device
elsewhere-short = also open elsewhere
elsewhere-means = You have this table open on another page or device as well. Both work: what you do in one shows in the other.
elsewhere-keep = Keep both
elsewhere-end = End it there
elsewhere-ended = This table is open elsewhere now
elsewhere-ended-why = You ended it here from another page or device. Nothing is lost, and your seat is yours.
elsewhere-take-back = Take it back here

## Games of one's own

games-title = Your games
games-all = All your games, and games from files
games-back-title = Back to your game
games-back = Back to your game
games-more-of = { $count ->
    [one] 1 more
   *[other] { $count } more
}
games-running = You play
games-none-running = No game is waiting for you.
games-over = Played
games-none-over = No game is over yet.
games-older = Older ones
games-look = Look
games-with = with { $names }
games-alone = alone
games-waits = your table
games-copied = from a file or saved to one
games-put-away = Put away
games-put-away-means = The game ends as it stands, for good. You find it among the games played.
games-table = To the table
past-missing = No such game
games-files = Games as files
games-files-help = A game that is over can be opened in any house and is shown. One that is not over goes on here as it stood, with every seat at this device.
games-open-file = Open a file

## Saving a game

save-game = Save to a file
save-means = The file is sealed, for it holds what the cards still hide: only this house can open it. Then the game goes on as it stands now, with every seat at the device that opens it.
save-means-alone = A game that lies in a file no longer counts for your best results.
save-not = Not now
save-done = Saved as { $file }.

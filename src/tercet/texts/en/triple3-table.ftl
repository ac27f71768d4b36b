# Triple³: what stands at its table and what is said there.

triple3-cards-left = { $cards ->
    [0] no cards left
    [one] 1 card left
   *[other] { $cards } cards left
}
triple3-round = round { $round }
triple3-chips = { $chips ->
    [0] no chips
    [one] 1 chip
   *[other] { $chips } chips
}
triple3-counts = { $pile } in the pile, { $hand } in hand
triple3-left-title = Cards left
triple3-nearly = nearly out
triple3-said = nothing fits
triple3-grid = Grid
triple3-stack = stack { $number }, { $height ->
    [one] 1 card
   *[other] { $height } cards
} high
triple3-key = key { $key }
triple3-hand = Hand of { $name }
triple3-new = just laid by { $name }
triple3-on-its-way = on its way
triple3-best = Best
triple3-in-pile = Pile
triple3-in-hand = Hand

## Buttons and what they do

triple3-draw = Draw { $left }
triple3-draw-long = Draw a card, { $left } left in the pile
triple3-nothing-fits = Nothing fits
triple3-stop = Stop!
triple3-stop-left = Stop the game for everybody; { $left ->
    [one] 1 call
   *[other] { $left } calls
} left this round
triple3-stop-none = You have no call of Stop! left in this round.
triple3-sort-by = Sort by { $by ->
    [colour] colour
    [shape] shape
   *[waves] waves
}
triple3-pick-first = First touch a card of your hand, then a stack. Or drag it there.
triple3-name-it = What does it make?
triple3-name-not = Take back

## The start (X4) and the stop (X9)

triple3-call-triple = On the triple …
triple3-call-zippy = zippy …
triple3-call-go = go!
triple3-stopped = { $name } called Stop!

## Why a card does not fit (X6), and who came first (X8)

triple3-line-row = row
triple3-line-column = column
triple3-line-diagonal = diagonal
triple3-line-there = { $lines }: { $values } is there already
triple3-line-lacks = { $lines }: { $values }, which this card has not
triple3-line-nothing = { $lines }: nothing in common
triple3-misfit = Nothing new there. { $lines }
# The same where there is little room.
triple3-misfit-brief = Nothing new. { $lines }
triple3-brief-there = { $lines }: { $values } is there already
triple3-brief-lacks = { $lines }: only { $values }
triple3-brief-nothing = { $lines }: nothing
triple3-came-first = { $name }’s { $shape } came first
triple3-own-came-first = Your own { $shape } came first

## The log

triple3-where = { $where ->
    [row-0] top row
    [row-1] middle row
    [row-2] bottom row
    [column-0] left column
    [column-1] middle column
    [column-2] right column
   *[diagonal] diagonal
}
triple3-log-dealt = Round { $round } is dealt
triple3-log-went = Go!
triple3-log-played = { $name }: { $values }, { $where }
triple3-log-played-bare = { $name }: { $values }
triple3-log-misplayed = { $name }’s card does not fit, two seconds
triple3-log-said = { $name }: nothing fits
triple3-log-stopped = { $name } called Stop!
triple3-log-round = { $reason ->
    [out] Out-tripled! { $winners } takes the round
    [stuck] No card fits any more. Fewest cards: { $winners }
   *[said] All say that nothing fits. Fewest cards: { $winners }
}
triple3-log-ready = { $name } is ready
triple3-log-ended = { $reason ->
    [left] Only { $winners } stayed
   *[other] First: { $winners }
}

## Between two rounds, and the end

triple3-between-out = Out-tripled!
triple3-between-stuck = No card fits any more
triple3-between-said = All say that nothing fits
triple3-between-won = { $count ->
    [one] { $winners } wins the round
   *[other] { $winners } share the round
}
triple3-between-next = Next round in { $seconds } s, or when all are ready
triple3-between-none = no cards left
triple3-result = { $reason ->
    [out] Out-tripled!
    [stuck] No card fitted any more
   *[said] All said that nothing fits
}

## Keys

triple3-keys-hand = Take up a card of the hand
triple3-keys-cells = Lay it on a stack, as on the number block
triple3-keys-draw = Draw
triple3-keys-nothing = Say that nothing fits
triple3-keys-stop = Stop!, and go on
triple3-keys-down = Put the card down
triple3-keys-two = Two at one keyboard: each has nine keys for the stacks, laid out like the grid, and keys for the hand beside them.
triple3-keys-of = Keys of { $name }
triple3-drag = Drag a card to a stack, or touch the card and then the stack.
voice = Spoken calls
voice-help = Triple³ calls out what each card makes, and the start.
seat-number = Seat { $number }

## The result

triple3-plays = { $count ->
    [one] 1 card laid
   *[other] { $count } cards laid
}
triple3-chart = Cards left, by minute
triple3-chart-last = Cards left in the last round, by minute
triple3-chart-label = Cards left over time. At the end: { $left }
triple3-fastest = Quickest two cards
triple3-missed = { $name }: { $card } could have gone on stack { $cell } for { $time }
triple3-turn-lead = { $name } has the fewest cards
triple3-turn-burst = { $name } lays three cards within { $ms }
triple3-turn-lull = { $name } breaks a silence of { $ms }
triple3-rounds = Round by round
triple3-col-left = left
triple3-col-plays = laid
triple3-col-pace = a minute
triple3-col-wait = longest wait
triple3-col-hand = largest hand

## Examples in the rules

example-covers = { $found ->
    [none] Stack { $of } can be covered with nothing
   *[other] Stack { $of } can be covered with: { $found }
}
example-goes-on = { $found ->
    [none] { $of } fits nowhere
   *[other] { $of } fits on { $found }
}

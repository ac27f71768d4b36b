# Trios: its options, and what is said at its table.

option-trios-deck = Cards
option-trios-deck-full = all 81
option-trios-deck-easy = easy, 27
option-trios-deck-help = The easy deck has one colour: three features to watch instead of four.
option-trios-mode = How a set is taken
option-trios-mode-mark = mark
option-trios-mode-call = call
option-trios-mode-help = Mark: all mark cards at once, the first three that match win. Call: first call, then 10 seconds to pick.
option-trios-hints = Hints
option-trios-hints-help = A hint costs a point and shows a card of a set.
option-trios-penalty = Wrong marks cost 2
option-trios-penalty-help = Three marked cards that are no set. A wrong call always costs 2.
option-trios-countdown = Countdown, seconds
option-trios-countdown-help = So that all begin together.

## What stands on the table

trios-left = { $left } left
trios-left-of = { $left } of { $deck } left
trios-points = points
trios-sets = sets
trios-exchanges = exchanges
trios-best = best
trios-table = Table
trios-score = { $name }: { $score ->
    [one] { $score } point
   *[other] { $score } points
}
trios-marks = { $marks ->
    [0] no marks
    [one] { $marks } mark
   *[other] { $marks } marks
}
trios-found = { $sets ->
    [one] { $sets } set
   *[other] { $sets } sets
}
trios-place = place { $key }

## Buttons

trios-hint = Hint
trios-hint-price = −1
trios-hint-for = Hint for whom? Whoever hits their zone or key pays 1 point.
trios-hint-zone = a hint for 1 point
trios-hint-cancel = No hint
trios-call = Call

## A call (T8), and what each seat is told at its own end of the device

trios-calling = { $name } calls
trios-pick = { $left ->
    [3] pick three cards
    [2] pick two more
    [1] pick one more
   *[0] three picked
}
trios-picked = { $picked } of 3 picked
trios-zone-call = hit to call
trios-zone-rests = rests while { $name } calls
trios-zone-mark = marks now
trios-zone-choose = hit to mark
trios-zone-set = A set, +3
trios-zone-failed = No set, { $points }
trios-zone-late = { $name } was first
trios-zone-time = Time is up, −2
trios-zone-away = Gone while calling, −2
trios-not-a-set = Not a set: { $why }
trios-not-a-set-costs = Not a set, { $points }: { $why }

## The countdown, the pause (G6), and who is away (G5)

trios-countdown = The cards are dealt in { $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
}

## Keys

trios-keys-places = Mark a card
trios-keys-hot = Call, each with one’s own key
trios-keys-hot-mark = Say who marks
trios-keys-call = Call
trios-keys-arrows = Go over the cards
trios-keys-select = Mark the card in focus
trios-keys-hint = Hint

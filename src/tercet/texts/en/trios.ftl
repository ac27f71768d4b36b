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

# Triology: its options, what its cards and their values are called. The words for colours follow the palette that is shown.

option-triology-level = Level
option-triology-level-beginner = Beginner
option-triology-level-triology = Triology
option-triology-level-master = Master
option-triology-level-beginner-help = Only the 36 red cards, seven each, and no clock. For 2 to 4 players.
option-triology-level-triology-help = Three colours, 108 cards, six each. Sets that lie are safe.
option-triology-level-master-help = All 111 cards, nine each, and every set can be stolen unless a HANDS-OFF card lies on it. Turns have a clock.
option-triology-timed = Turns with a clock
option-triology-turn = Length of a turn
option-triology-turn-is = { $clock }
option-triology-target = Points to win
option-triology-target-help = Hand after hand, until somebody has as many.
option-triology-extensions = The clock waits for a lost connection
option-triology-extensions-help = Twice a hand, 30 seconds each.
option-triology-hints = Practice table
option-triology-hints-help = A hint tells what can be laid or stolen, and shows its cards one after another.

value-symbol = { $symbol ->
    [oval] oval
    [squiggle] squiggle
   *[diamond] diamond
}
value-shading = { $shading ->
    [solid] solid
    [outlined] outlined
   *[striped] striped
}
card-triology = { $number } { value-colour } { value-shading } { $number ->
    [1] { value-symbol }
   *[other] { $symbol ->
        [oval] ovals
        [squiggle] squiggles
       *[diamond] diamonds
    }
}
card-three-in-one = TRIOLOGY card: { $a } or { $b } or { $c }
card-hands-off = HANDS-OFF card
# Six letters: the three colours, then oval, squiggle and diamond, each different among its three.
card-triology-letters = { $palette ->
    [monochrome] BGDOSD
   *[other] RGPOSD
}
feature-symbol = symbol
feature-shading = shading
fault-symbol = the symbols are { $a }, { $b }, { $c }
fault-shading = the shadings are { $a }, { $b }, { $c }

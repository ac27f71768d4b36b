# Triple³: its options, what its cards and their values are called, and why a card does not fit.

option-triple3-rounds = Rounds
option-triple3-rounds-single = one
option-triple3-rounds-match = until four chips
option-triple3-rounds-help = In a match the winner of each round gets a chip. Four chips win.
option-triple3-name_property = Name what you make
option-triple3-name_property-help = With each card you say what it newly makes. Else the game says it.
option-triple3-wait = Wait after a wrong card
option-triple3-wait-help = A card that never fitted costs two seconds. One that came second costs nothing.
option-triple3-stops = Calls of Stop!
option-triple3-stops-help = For each player and round.
option-triple3-handicap = Extra cards
option-triple3-handicap-help = For those who play faster. What is left is dealt equally.
triple3-handicap-means = { $name } begins with { $cards ->
    [one] { $cards } card
   *[other] { $cards } cards
}

## Cards and their values; the words for colours follow the palette that is shown

triple3-value = { $value ->
    [red] { $palette ->
        [monochrome] grey
       *[other] red
    }
    [blue] { $palette ->
        [monochrome] dark grey
       *[other] blue
    }
    [purple] { $palette ->
        [monochrome] black
       *[other] purple
    }
    [yellow] { $palette ->
        [monochrome] light grey
       *[other] yellow
    }
    [circle] circle
    [diamond] diamond
    [plus] plus
    [star] star
    [none] no waves
    [one] one wave
    [two] two waves
   *[three] three waves
}
# What is called out when it is newly made (X7): short, as it is spoken at the table.
triple3-made = { $value ->
    [red] { $palette ->
        [monochrome] Grey
       *[other] Red
    }
    [blue] { $palette ->
        [monochrome] Dark grey
       *[other] Blue
    }
    [purple] { $palette ->
        [monochrome] Black
       *[other] Purple
    }
    [yellow] { $palette ->
        [monochrome] Light grey
       *[other] Yellow
    }
    [circle] Circle
    [diamond] Diamond
    [plus] Plus
    [star] Star
    [none] Zero
    [one] One
    [two] Two
   *[three] Three
}
card-triple3 = { $colour ->
    [red] { $palette ->
        [monochrome] grey
       *[other] red
    }
    [blue] { $palette ->
        [monochrome] dark grey
       *[other] blue
    }
    [purple] { $palette ->
        [monochrome] black
       *[other] purple
    }
   *[yellow] { $palette ->
        [monochrome] light grey
       *[other] yellow
    }
} { $shape ->
    [circle] circle
    [diamond] diamond
    [plus] plus
   *[star] star
}, { $waves ->
    [0] no waves
    [1] one wave
    [2] two waves
   *[3] three waves
}
# Eight letters: the four colours, then circle, diamond, plus and star, each different among its four.
card-triple3-letters = { $palette ->
    [monochrome] GDBLCDPS
   *[other] RBPYCDPS
}

# What cards, their features and their states are called. The words for colours follow the palette that is shown.

value-colour = { $palette ->
    [monochrome] { $colour ->
        [red] black
        [green] light grey
       *[other] dark grey
    }
   *[other] { $colour ->
        [red] red
        [green] green
        [purple] purple
       *[blue] blue
    }
}
value-shape = { $shape ->
    [stone] stone
    [leaf] leaf
   *[hourglass] hourglass
}
value-filling = { $filling ->
    [empty] empty
    [solid] solid
   *[structured] striped
}

card-trios = { $quantity ->
    [1] one { value-colour } { value-shape }, { value-filling }
   *[other] { $quantity ->
        [2] two
       *[3] three
    } { value-colour } { $shape ->
        [stone] stones
        [leaf] leaves
       *[hourglass] hourglasses
    }, { value-filling }
}
# Six letters: the three colours, then stone, leaf and hourglass, each different among its three.
card-trios-letters = { $palette ->
    [monochrome] BGDSLH
   *[other] RGBSLH
}
card-face-down = card face down
card-empty-place = empty place

state-selected = selected
state-hinted = hinted
state-new = new
state-stealable = can be stolen
state-protected = protected
state-must = must be used
state-wrong = breaks the set
state-set = in a set
state-notallowed = not allowed now
state-marked = marked by { $names }

# Why three cards are no set (S2): one line for each feature, with the values of the three cards.
fault-colour = the colours are { $a }, { $b }, { $c }
fault-number = the numbers are { $a }, { $b }, { $c }
fault-shape = the shapes are { $a }, { $b }, { $c }
fault-filling = the fillings are { $a }, { $b }, { $c }
# The same in short: which value stands alone, and which twice.
fault-short = one { $one }, two { $two }
fault-short-number = numbers { $a }, { $b }, { $c }

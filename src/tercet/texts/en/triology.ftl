# Triology: what its cards and their values are called. The words for colours follow the palette that is shown.

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

# Triology: wie seine Karten und ihre Werte heißen. Die Farbwörter folgen der gezeigten Palette.

value-symbol = { $symbol ->
    [oval] Oval
    [squiggle] Welle
   *[diamond] Raute
}
value-shading = { $shading ->
    [solid] voll
    [outlined] leer
   *[striped] gestreift
}
card-triology = { $number } { $symbol ->
    [oval] { $number ->
        [1] Oval
       *[other] Ovale
    }
    [squiggle] { $number ->
        [1] Welle
       *[other] Wellen
    }
   *[diamond] { $number ->
        [1] Raute
       *[other] Rauten
    }
} { value-colour } { value-shading }
card-three-in-one = TRIOLOGY-Karte: { $a } oder { $b } oder { $c }
card-hands-off = HANDS-OFF-Karte
card-triology-letters = { $palette ->
    [monochrome] SHDOWR
   *[other] RGLOWR
}
feature-symbol = Symbol
feature-shading = Füllung
fault-symbol = die Symbole sind { $a }, { $b }, { $c }
fault-shading = die Füllungen sind { $a }, { $b }, { $c }

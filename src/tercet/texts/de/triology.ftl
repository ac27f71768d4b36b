# Triology: seine Optionen, wie seine Karten und ihre Werte heißen. Die Farbwörter folgen der gezeigten Palette.

option-triology-level = Stufe
option-triology-level-beginner = Beginner
option-triology-level-triology = Triology
option-triology-level-master = Master
option-triology-level-beginner-help = Nur die 36 roten Karten, sieben für jeden, und keine Uhr. Für 2 bis 4.
option-triology-level-triology-help = Drei Farben, 108 Karten, sechs für jeden. Was liegt, ist sicher.
option-triology-level-master-help = Alle 111 Karten, neun für jeden, und jedes Set kann gestohlen werden, auf dem keine HANDS-OFF-Karte liegt. Züge haben eine Uhr.
option-triology-timed = Züge mit Uhr
option-triology-turn = Länge eines Zuges
option-triology-turn-is = { $clock }
option-triology-target = Punkte zum Sieg
option-triology-target-help = Spiel um Spiel, bis jemand so viele hat.
option-triology-extensions = Die Uhr wartet auf verlorene Verbindungen
option-triology-extensions-help = Zweimal in jedem Spiel, je 30 Sekunden.
option-triology-hints = Übungstisch
option-triology-hints-help = Ein Tipp sagt, was gelegt oder gestohlen werden kann, und zeigt die Karten nacheinander.

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

# Triple³: seine Optionen, wie seine Karten und ihre Werte heißen, und warum eine Karte nicht passt.

option-triple3-rounds = Runden
option-triple3-rounds-single = eine
option-triple3-rounds-match = bis vier Chips
option-triple3-rounds-help = In einer Partie bekommt der Sieger jeder Runde einen Chip. Vier Chips gewinnen.
option-triple3-name_property = Selbst ansagen
option-triple3-name_property-help = Mit jeder Karte nennst du, was sie neu ergibt. Sonst nennt es das Spiel.
option-triple3-wait = Warten nach einer falschen Karte
option-triple3-wait-help = Eine Karte, die nie gepasst hat, kostet zwei Sekunden. Eine, die zu spät kam, kostet nichts.
option-triple3-stops = Stopp!-Rufe
option-triple3-stops-help = Für jeden Spieler in jeder Runde.
option-triple3-handicap = Zusätzliche Karten
option-triple3-handicap-help = Für alle, die schneller spielen. Der Rest wird gleichmäßig verteilt.
triple3-handicap-means = { $name } beginnt mit { $cards ->
    [one] { $cards } Karte
   *[other] { $cards } Karten
}

## Karten und ihre Werte; die Farbwörter folgen der gezeigten Palette

triple3-value = { $value ->
    [red] { $palette ->
        [monochrome] Grau
       *[other] Rot
    }
    [blue] { $palette ->
        [monochrome] Dunkelgrau
       *[other] Blau
    }
    [purple] { $palette ->
        [monochrome] Schwarz
       *[other] Lila
    }
    [yellow] { $palette ->
        [monochrome] Hellgrau
       *[other] Gelb
    }
    [circle] Kreis
    [diamond] Raute
    [plus] Plus
    [star] Stern
    [none] keine Welle
    [one] eine Welle
    [two] zwei Wellen
   *[three] drei Wellen
}
# Was gerufen wird, wenn es neu entsteht (X7): kurz, wie man es am Tisch sagt.
triple3-made = { $value ->
    [red] { $palette ->
        [monochrome] Grau
       *[other] Rot
    }
    [blue] { $palette ->
        [monochrome] Dunkelgrau
       *[other] Blau
    }
    [purple] { $palette ->
        [monochrome] Schwarz
       *[other] Lila
    }
    [yellow] { $palette ->
        [monochrome] Hellgrau
       *[other] Gelb
    }
    [circle] Kreis
    [diamond] Raute
    [plus] Plus
    [star] Stern
    [none] Null
    [one] Eins
    [two] Zwei
   *[three] Drei
}
card-triple3 = { $shape ->
    [circle] Kreis
    [diamond] Raute
    [plus] Plus
   *[star] Stern
}, { $colour ->
    [red] { $palette ->
        [monochrome] grau
       *[other] rot
    }
    [blue] { $palette ->
        [monochrome] dunkelgrau
       *[other] blau
    }
    [purple] { $palette ->
        [monochrome] schwarz
       *[other] lila
    }
   *[yellow] { $palette ->
        [monochrome] hellgrau
       *[other] gelb
    }
}, { $waves ->
    [0] keine Welle
    [1] eine Welle
    [2] zwei Wellen
   *[3] drei Wellen
}
card-triple3-letters = { $palette ->
    [monochrome] GDSHKRPS
   *[other] RBLGKRPS
}

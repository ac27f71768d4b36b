# Wie Karten, ihre Merkmale und ihre Zustände heißen. Die Farbwörter folgen der gezeigten Palette.

value-colour = { $palette ->
    [monochrome] { $colour ->
        [red] schwarz
        [green] hellgrau
       *[other] dunkelgrau
    }
   *[other] { $colour ->
        [red] rot
        [green] grün
        [purple] lila
       *[blue] blau
    }
}
value-shape = { $shape ->
    [stone] Stein
    [leaf] Blatt
   *[hourglass] Sanduhr
}
value-filling = { $filling ->
    [empty] leer
    [solid] voll
   *[structured] gestreift
}

card-trios = { $quantity ->
    [1] { $shape ->
        [stone] ein Stein
        [leaf] ein Blatt
       *[hourglass] eine Sanduhr
    }
   *[other] { $quantity ->
        [2] zwei
       *[3] drei
    } { $shape ->
        [stone] Steine
        [leaf] Blätter
       *[hourglass] Sanduhren
    }
}, { value-colour }, { value-filling }
card-trios-letters = { $palette ->
    [monochrome] SHDSBU
   *[other] RGBSBU
}
card-face-down = verdeckte Karte
card-empty-place = leerer Platz

state-selected = gewählt
state-hinted = als Tipp gezeigt
state-new = neu
state-stealable = kann gestohlen werden
state-protected = geschützt
state-must = muss verwendet werden
state-wrong = bricht das Set
state-set = in einem Set
state-notallowed = jetzt nicht erlaubt
state-marked = markiert von { $names }

fault-colour = die Farben sind { $a }, { $b }, { $c }
fault-number = die Anzahlen sind { $a }, { $b }, { $c }
fault-shape = die Formen sind { $a }, { $b }, { $c }
fault-filling = die Füllungen sind { $a }, { $b }, { $c }
fault-short = einmal { $one }, zweimal { $two }
fault-short-number = Anzahlen { $a }, { $b }, { $c }

# Triple³: was am Tisch steht und was dort gesagt wird.

triple3-cards-left = { $cards ->
    [0] keine Karten übrig
    [one] 1 Karte übrig
   *[other] { $cards } Karten übrig
}
triple3-round = Runde { $round }
triple3-chips = { $chips ->
    [0] keine Chips
    [one] 1 Chip
   *[other] { $chips } Chips
}
triple3-counts = { $pile } im Stapel, { $hand } auf der Hand
triple3-left-title = Übrige Karten
triple3-nearly = gleich fertig
triple3-said = nichts passt
triple3-grid = Gitter
triple3-stack = Stapel { $number }, { $height ->
    [one] 1 Karte
   *[other] { $height } Karten
} hoch
triple3-key = Taste { $key }
triple3-hand = Hand von { $name }
triple3-new = eben gelegt von { $name }
triple3-on-its-way = unterwegs
triple3-best = Bestes
triple3-in-pile = Stapel
triple3-in-hand = Hand

## Knöpfe und was sie tun

triple3-draw = Ziehen { $left }
triple3-draw-long = Eine Karte ziehen, noch { $left } im Stapel
triple3-nothing-fits = Nichts passt
triple3-stop = Stopp!
triple3-stop-left = Das Spiel für alle anhalten; in dieser Runde noch { $left ->
    [one] 1 Ruf
   *[other] { $left } Rufe
}
triple3-stop-none = Du hast in dieser Runde keinen Stopp!-Ruf mehr.
triple3-sort-by = Nach { $by ->
    [colour] Farbe
    [shape] Form
   *[waves] Wellen
} sortieren
triple3-pick-first = Erst eine Karte der Hand berühren, dann einen Stapel. Oder die Karte dorthin ziehen.
triple3-name-it = Was entsteht neu?
triple3-name-not = Zurücknehmen

## Der Anfang (X4) und der Stopp (X9)

triple3-call-triple = On the triple …
triple3-call-zippy = zippy …
triple3-call-go = go!
triple3-stopped = { $name } hat Stopp! gerufen

## Warum eine Karte nicht passt (X6), und wer zuerst da war (X8)

triple3-line-row = Reihe
triple3-line-column = Spalte
triple3-line-diagonal = Diagonale
triple3-line-there = { $lines }: { $values } ist schon da
triple3-line-lacks = { $lines }: { $values }, das fehlt dieser Karte
triple3-line-nothing = { $lines }: nichts gemeinsam
triple3-misfit = Dort entsteht nichts Neues. { $lines }
# The same where there is little room.
triple3-misfit-brief = Nichts Neues. { $lines }
triple3-brief-there = { $lines }: { $values } ist schon da
triple3-brief-lacks = { $lines }: nur { $values }
triple3-brief-nothing = { $lines }: nichts
triple3-came-first = { $shape } von { $name } war schneller
triple3-own-came-first = Deine eigene Karte war schneller: { $shape }

## Der Verlauf

triple3-where = { $where ->
    [row-0] obere Reihe
    [row-1] mittlere Reihe
    [row-2] untere Reihe
    [column-0] linke Spalte
    [column-1] mittlere Spalte
    [column-2] rechte Spalte
   *[diagonal] Diagonale
}
triple3-log-dealt = Runde { $round } ist ausgeteilt
triple3-log-went = Los!
triple3-log-played = { $name }: { $values }, { $where }
triple3-log-played-bare = { $name }: { $values }
triple3-log-misplayed = Die Karte von { $name } passt nicht, zwei Sekunden
triple3-log-said = { $name }: nichts passt
triple3-log-stopped = { $name } hat Stopp! gerufen
triple3-log-round = { $reason ->
    [out] Out-tripled! Die Runde gewinnt { $winners }
    [stuck] Keine Karte passt mehr. Die wenigsten Karten: { $winners }
   *[said] Alle sagen, dass nichts passt. Die wenigsten Karten: { $winners }
}
triple3-log-ready = { $name } ist bereit
triple3-log-ended = { $reason ->
    [left] Nur { $winners } blieb
   *[other] Vorn: { $winners }
}

## Zwischen zwei Runden, und das Ende

triple3-between-out = Out-tripled!
triple3-between-stuck = Keine Karte passt mehr
triple3-between-said = Alle sagen, dass nichts passt
triple3-between-won = { $count ->
    [one] { $winners } gewinnt die Runde
   *[other] { $winners } teilen sich die Runde
}
triple3-between-next = Nächste Runde in { $seconds } s, oder wenn alle bereit sind
triple3-between-none = keine Karten übrig
triple3-result = { $reason ->
    [out] Out-tripled!
    [stuck] Keine Karte passte mehr
   *[said] Alle sagten, dass nichts passt
}

## Tasten

triple3-keys-hand = Eine Karte der Hand aufnehmen
triple3-keys-cells = Auf einen Stapel legen, wie auf dem Ziffernblock
triple3-keys-draw = Ziehen
triple3-keys-nothing = Sagen, dass nichts passt
triple3-keys-stop = Stopp!, und weiter
triple3-keys-down = Die Karte wieder hinlegen
triple3-keys-two = Zu zweit an einer Tastatur: Jeder hat neun Tasten für die Stapel, angeordnet wie das Gitter, und daneben Tasten für die Hand.
triple3-keys-of = Tasten von { $name }
triple3-drag = Zieh eine Karte auf einen Stapel, oder berühre erst die Karte und dann den Stapel.
voice = Gesprochene Rufe
voice-help = Triple³ ruft aus, was jede Karte ergibt, und den Anfang.
seat-number = Platz { $number }

## Das Ergebnis

triple3-plays = { $count ->
    [one] 1 Karte gelegt
   *[other] { $count } Karten gelegt
}
triple3-chart = Übrige Karten, nach Minuten
triple3-chart-last = Übrige Karten in der letzten Runde, nach Minuten
triple3-chart-label = Übrige Karten im Lauf der Zeit. Am Ende: { $left }
triple3-fastest = Die schnellsten zwei Karten
triple3-missed = { $name }: { $card } hätte { $time } lang auf Stapel { $cell } gepasst
triple3-turn-lead = { $name } hat die wenigsten Karten
triple3-turn-burst = { $name } legt drei Karten in { $ms }
triple3-turn-lull = { $name } beendet { $ms } Stille
triple3-rounds = Runde für Runde
triple3-col-left = übrig
triple3-col-plays = gelegt
triple3-col-pace = je Minute
triple3-col-wait = längste Pause
triple3-col-hand = größte Hand

## Examples in the rules

example-covers = { $found ->
    [none] Stapel { $of } kann mit nichts bedeckt werden
   *[other] Stapel { $of } kann bedeckt werden mit: { $found }
}
example-goes-on = { $found ->
    [none] { $of } passt nirgends
   *[other] { $of } passt auf { $found }
}

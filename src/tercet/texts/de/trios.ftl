# Trios: seine Optionen, und was an seinem Tisch gesagt wird.

option-trios-deck = Karten
option-trios-deck-full = alle 81
option-trios-deck-easy = leicht, 27
option-trios-deck-help = Die leichten Karten haben eine Farbe: drei Merkmale statt vier.
option-trios-mode = Wie man ein Set nimmt
option-trios-mode-mark = markieren
option-trios-mode-call = rufen
option-trios-mode-help = Markieren: Alle markieren zugleich, die ersten drei passenden gewinnen. Rufen: erst rufen, dann 10 Sekunden zum Wählen.
option-trios-hints = Tipps
option-trios-hints-help = Ein Tipp kostet einen Punkt und zeigt eine Karte eines Sets.
option-trios-penalty = Falsch markiert kostet 2
option-trios-penalty-help = Drei markierte Karten, die kein Set sind. Ein falscher Ruf kostet immer 2.
option-trios-countdown = Countdown, Sekunden
option-trios-countdown-help = Damit alle gemeinsam anfangen.

## Was auf dem Tisch steht

trios-left = noch { $left }
trios-left-of = noch { $left } von { $deck }
trios-points = Punkte
trios-sets = Sets
trios-exchanges = Tausche
trios-best = Rekord
trios-table = Tisch
trios-score = { $name }: { $score ->
    [one] { $score } Punkt
   *[other] { $score } Punkte
}
trios-marks = { $marks ->
    [0] nichts markiert
    [one] { $marks } Karte markiert
   *[other] { $marks } Karten markiert
}
trios-found = { $sets ->
    [one] { $sets } Set
   *[other] { $sets } Sets
}
trios-place = Feld { $key }

## Knöpfe

trios-hint = Tipp
trios-hint-price = −1
trios-hint-for = Tipp für wen? Wer die eigene Fläche oder Taste drückt, zahlt 1 Punkt.
trios-hint-zone = ein Tipp für 1 Punkt
trios-hint-cancel = Kein Tipp
trios-call = Rufen

## Ein Ruf (T8), und was jedem am eigenen Ende des Geräts gesagt wird

trios-calling = { $name } ruft
trios-pick = { $left ->
    [3] drei Karten wählen
    [2] noch zwei wählen
    [1] noch eine wählen
   *[0] drei gewählt
}
trios-picked = { $picked } von 3 gewählt
trios-zone-call = drücken zum Rufen
trios-zone-rests = ruht, { $name } ruft
trios-zone-mark = markiert jetzt
trios-zone-choose = drücken zum Markieren
trios-zone-set = Ein Set, +3
trios-zone-failed = Kein Set, { $points }
trios-zone-late = { $name } war schneller
trios-zone-time = Die Zeit ist um, −2
trios-zone-away = Beim Ruf weg, −2
trios-not-a-set = Kein Set: { $why }
trios-not-a-set-costs = Kein Set, { $points }: { $why }

## Der Countdown, die Pause (G6), und wer weg ist (G5)

trios-countdown = Die Karten kommen in { $seconds ->
    [one] { $seconds } Sekunde
   *[other] { $seconds } Sekunden
}

## Tasten

trios-keys-places = Eine Karte markieren
trios-keys-hot = Rufen, jeder mit der eigenen Taste
trios-keys-hot-mark = Sagen, wer markiert
trios-keys-call = Rufen
trios-keys-arrows = Über die Karten gehen
trios-keys-select = Die Karte mit dem Fokus markieren
trios-keys-hint = Tipp

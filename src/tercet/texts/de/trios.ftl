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

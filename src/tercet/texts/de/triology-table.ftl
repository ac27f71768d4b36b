# Triology: was am Tisch steht und was dort gesagt wird.

triology-title = { $level ->
    [beginner] Triology für Anfänger
    [master] Master Triology
   *[triology] Triology
}
triology-hand-number = Spiel { $hand }
triology-totals = Punkte, von { $target }
triology-total = { $total } von { $target } Punkten
triology-of = von { $target }
triology-cards = { $cards ->
    [0] keine Karten auf der Hand
    [one] 1 Karte auf der Hand
   *[other] { $cards } Karten auf der Hand
}
triology-chips = { $chips ->
    [one] 1 Chip
   *[other] { $chips } Chips
}
triology-rivals = Die anderen
triology-in-turn = am Zug
triology-no-sets = noch keine Sets
triology-no-cards = keine Karten übrig
triology-on-caddies = bei { $name } auf Haltern
triology-set-of = Set von { $name }: { $cards }
triology-can-be-opened = kann für den Diebstahl geöffnet werden
triology-can-be-protected = kann geschützt werden
triology-my-sets = Sets von { $name }
triology-hand = Hand von { $name }, { $cards ->
    [one] 1 Karte
   *[other] { $cards } Karten
}
triology-key = Taste { $key }
triology-stock-and-pile = Stapel und Ablage
triology-stock = { $cards ->
    [0] Der Stapel ist leer
    [one] Vom Stapel ziehen, noch 1 Karte
   *[other] Vom Stapel ziehen, noch { $cards } Karten
}
triology-pile = Ablage, { $cards ->
    [one] 1 Karte
   *[other] { $cards } Karten
}, alle offen
triology-pile-empty = Die Ablage ist leer.
triology-on-top = obenauf
triology-under = { $cards ->
    [one] unter 1 Karte
   *[other] unter { $cards } Karten
}
triology-bench = Werkbank
triology-caddies = Halter
triology-caddy = Halter { $number }, von { $name }: { $card }
triology-caddy-used = liegt in einem neuen Set

## Was jetzt möglich ist

triology-turn-of = { $name } ist am Zug.
triology-your-turn = { $name } ist am Zug.
triology-do-draw = Zieh eine Karte.
triology-do-draw-or-pick = Zieh eine Karte, oder berühr eine der Ablage, um sie aufzunehmen.
triology-do-use-pick = Das erste Set braucht die aufgenommene Karte. Oder leg sie zurück.
triology-do-lay = Wähl drei Karten für ein Set, oder eine zum Ablegen.
triology-do-lay-master = Wähl drei Karten für ein Set, berühr ein Set, um es zu stehlen, oder leg eine Karte ab.
triology-do-late = Die Zeit ist um. Leg eine Karte ab.
triology-asking = Ist es ein Set …
triology-is-a-set = Ein Set
triology-would-be = Ein Set: { $cards }
triology-column = { $name } ({ $place ->
    [left] linke Gruppe
    [middle] mittlere Gruppe
   *[right] rechte Gruppe
})
triology-brief-card = eine TRIOLOGY-Karte
triology-choose = { $count ->
    [2] Zwei
    [3] Drei
   *[other] { $count }
} Lesarten ergeben ein Set: wähl eine.
triology-not-a-set = Kein Set: { $why }
triology-pick-three = Wähl erst drei Karten, von der Hand oder von Haltern.
triology-pick-discard = Wähl eine Karte der Hand, dann leg sie ab.
triology-steal-one = { $names }: alle drei Karten müssen in mindestens zwei neue Sets, bisher { $sets ->
    [0] keins
    [one] eins
    [2] zwei
   *[other] { $sets }
}; { $left ->
    [one] 1 Karte
   *[other] { $left } Karten
} auf Haltern.
triology-steal-many = { $taken } Sets von { $names }, jedes muss in mindestens zwei neue: { $done } fertig; { $left ->
    [one] 1 Karte
   *[other] { $left } Karten
} auf Haltern.
triology-hint-says = { $kind ->
    [meld] Ein Set kann gelegt werden.
    [steal] Etwas kann gestohlen werden.
    [pick_up] Eine Karte der Ablage kann aufgenommen werden.
   *[nothing] Nichts kann gelegt werden.
} { $kind ->
    [nothing] { "" }
   *[other] { $shown ->
        [0] Frag noch einmal, um eine Karte zu sehen.
        [1] Eine Karte ist markiert.
       *[other] Seine Karten sind markiert.
    }
}

## Knöpfe

triology-draw = Ziehen
triology-lay = Set legen
triology-take-back = Zurück
triology-give-back = Zurückgeben
triology-discard = Ablegen
triology-hint = Tipp
triology-sort = Ordnen
triology-sort-by = Nach { $by ->
    [colour] Farbe
    [number] Anzahl
    [symbol] Symbol
   *[shading] Füllung
}
triology-move-left = Nach links
triology-move-right = Nach rechts
triology-take-asks = { $cards ->
    [one] { $card } aufnehmen? Die Karte muss ins erste Set.
   *[other] { $card } aufnehmen, mit allen, die darauf liegen? Die Karte muss ins erste Set.
}
triology-take = { $cards ->
    [one] 1 Karte nehmen
   *[other] { $cards } Karten nehmen
}
triology-take-not = Lassen
triology-out-title = Ausgehen?
triology-out-means = Damit ist die Hand leer. Das beendet das Spiel für alle und kann nicht zurückgenommen werden.
triology-out = Ausgehen
triology-out-not = Noch nicht

## Ein Gerät für mehrere

triology-hand-over = Weitergeben an { $name }
triology-curtain-means = Kein Blatt ist zu sehen, bis { $name } es will.
triology-lift = Blatt von { $name } zeigen
triology-curtain-first = Gib erst das Gerät an { $name } weiter.
triology-clock-starts = Die Uhr von { $name } läuft in { $seconds } s an.
triology-then = Dann bekommt { $name } das Gerät.
triology-since = Seit dem letzten Zug von { $name }

## Der Verlauf

triology-log-dealt = Spiel { $hand } wird von { $dealer } ausgeteilt
triology-log-passed = { $name } wird übergangen
triology-log-drew = { $name } hat gezogen
triology-log-renewed = Die Ablage wird zum Stapel: { $size ->
    [one] 1 Karte
   *[other] { $size } Karten
}
triology-log-picked = { $name } hat { $cards ->
    [one] { $card }
   *[other] { $cards } Karten für { $card }
} aufgenommen
triology-log-melded = { $name } hat ein Set gelegt
triology-log-closed = { $name } hat ein Set gelegt und den Diebstahl vollendet
triology-log-stole = { $name } hat ein Set von { $owner } genommen{ $chip ->
    [yes] ; { $owner } bekommt einen Chip
   *[no] { "" }
}
triology-log-opened = { $name } hat ein eigenes Set geöffnet
triology-log-took-back = { $name } hat { $kind ->
    [pick_up] die Karten auf die Ablage zurückgelegt
    [steal] ein Set zurückgegeben
    [open] ein eigenes Set wieder geschlossen
   *[meld] ein Set zurückgenommen
}
triology-log-gave-back = { $name } hat den Diebstahl zurückgegeben
triology-log-protected = { $name } hat HANDS-OFF auf ein Set gelegt
triology-log-discarded = { $name } hat { $card } abgelegt
triology-log-forced = Für { $name } hat das Spiel { $card } abgelegt
triology-log-time = Die Zeit von { $name } ist um
triology-log-extended = Die Uhr wartet auf { $name }
triology-log-hinted = { $name } bat um einen Tipp
triology-log-out = { $name } ist aus
triology-log-no-end = Fünf Runden haben nichts gebracht: das Spiel endet
triology-log-ready = { $name } ist bereit
triology-log-ended = { $reason ->
    [left] Nur { $winners } ist geblieben
   *[other] { $winners } gewinnt
}

## Zwischen zwei Spielen

triology-went-out = { $name } ist aus
triology-no-end = Fünf Runden haben nichts gebracht
triology-col-table = Tisch
triology-col-held = Hand
triology-col-out = aus
triology-col-chips = Chips
triology-col-hand = Wert
triology-col-total = von { $target }
triology-next-hand = Nächstes Spiel in { $seconds } s, oder wenn alle bereit sind

## Das Ergebnis, und was in einem Spiel übersehen wurde

triology-missed = { $name } machte { $made ->
    [one] 1 Punkt
   *[other] { $made } Punkte
}; möglich waren { $points }{ $out ->
    [yes] , und auszugehen
   *[no] { "" }
}.
triology-missed-steal = Stehlen
triology-missed-from = von { $name }: { $set }
triology-missed-open = Öffnen
triology-missed-lay = Legen
triology-result = { $hands ->
    [one] Bis { $target } Punkte, ein Spiel
   *[other] Bis { $target } Punkte, { $hands } Spiele
}
triology-chart = Punkte, nach Minuten
triology-hands = Spiel für Spiel
triology-col-number = Spiel
triology-col-sum = Summe
triology-did = Wer was getan hat
triology-did-turns = Züge
triology-did-melds = Sets
triology-did-pick_ups = aufgenommen
triology-did-stolen = gestohlen
triology-did-lost = verloren
triology-did-given_back = zurückgegeben
triology-did-times_up = Zeit um
triology-did-pace = Sekunden je Zug

## Tasten

triology-keys-hand = Karten der Hand wählen, in der Reihenfolge, in der sie liegen
triology-keys-draw = Ziehen
triology-keys-lay = Das Set legen, oder das Gewählte von der Ablage nehmen
triology-keys-discard = Die gewählte Karte ablegen
triology-keys-take-back = Den letzten Schritt zurücknehmen
triology-keys-give-back = Den ganzen Diebstahl zurückgeben
triology-keys-numbers = Eine Lesart wählen
triology-keys-numbers-master = Eine Karte auf einem Halter wählen, oder eine Lesart
triology-keys-pile = Zur Ablage; Enter wählt eine Karte
triology-keys-rivals = Zu den Sets der anderen
triology-keys-rivals-master = Zu den Sets der anderen; Enter stiehlt
triology-keys-mine = Zu den eigenen Sets
triology-keys-mine-master = Zu den eigenen Sets; Enter öffnet eins, oder legt die gewählte HANDS-OFF-Karte darauf
triology-keys-arrows = Über den Tisch gehen
triology-keys-move = Die Karte im Fokus verschieben
triology-keys-down = Alles hinlegen
triology-keys-hint = Tipp
triology-keys-pause = Pause, und weiter
triology-keys-drag = Alles lässt sich auch ziehen: Karten innerhalb der Hand, zur Werkbank und auf die Ablage, Sets zur Werkbank.

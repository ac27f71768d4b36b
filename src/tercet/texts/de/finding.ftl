# Zueinander finden: mit irgendwem spielen, bereit sein, Gastgeber, Unterhaltung.

## Mit irgendwem spielen

anyone = Mit irgendwem spielen
anyone-wish = Welches Spiel
anyone-level = { $game }, { $level }
anyone-find = Suchen
anyone-waits = Es wird jemand gesucht …
anyone-met = Jemand ist da
anyone-help = Du spielst mit der ersten Person, die dasselbe möchte. Bisher gewartet: { $time }.
anyone-met-help = Es beginnt, sobald ihr beide da seid.
anyone-computer = Mit dem Computer spielen
anyone-cancel = Nicht mehr suchen
anyone-starts = Das Spiel beginnt von selbst.
anyone-starts-met = Das Spiel beginnt von selbst. Lass diese Seite offen: Wer sie schließt, verliert den Platz.
waits = Wartet
computers-free = { $count ->
    [one] 1 Platz von einem Computer zu übernehmen
   *[other] { $count } Plätze von Computern zu übernehmen
}
watchers-short = { $count ->
    [one] 1 sieht zu
   *[other] { $count } sehen zu
}
nobody-here = gerade ist niemand dort
closed-to-watchers = kein Zusehen
take-seat = Hinsetzen

## Vor dem Beginn

watch-table = Zusehen erlauben
watch-table-help = Wer die Adresse hat, darf ohne Platz zusehen.
watch-off = Niemand darf zusehen.
host = Gastgeber
ready = bereit
not-ready = noch nicht bereit
be-ready = Ich bin bereit
not-ready-after-all = Noch nicht
seat-computer-here = Einen Computerspieler hierher setzen
start-not-all = Noch sind nicht alle bereit
start-unready = Noch nicht bereit: { $names }. Niemand soll in ein Spiel geworfen werden.
start-when-all = Anfangen, wenn alle bereit sind
start-now = Jetzt anfangen
start-waits = Es fehlt noch: { $names }.
start-waits-you = Es beginnt, sobald du bereit bist.
start-waits-you-too = Es beginnt, sobald du bereit bist, und auch: { $names }.

## Zwischen zwei Partien

join-next = Nächste Partie mitspielen
sit-out = Aussetzen
next-title = Wer die nächste Partie spielt
next-count = Nächste Partie: { $count }
next-wants = { $count ->
    [one] { $names } möchte noch ein Spiel.
   *[other] { $names } möchten noch ein Spiel.
}
next-joins = { $count ->
    [one] { $names } spielt nächstes Mal mit.
   *[other] { $names } spielen nächstes Mal mit.
}
next-goes = { $count ->
    [one] { $names } setzt aus.
   *[other] { $names } setzen aus.
}
next-is-in = spielt wieder mit
next-is-new = kommt dazu
next-is-computer = Computer
next-is-out = setzt aus
next-room = { $count ->
    [0] Mehr können nicht mitspielen.
    [one] Noch jemand kann mitspielen: Wer zusieht, darf sich setzen.
   *[other] Noch { $count } können mitspielen: Wer zusieht, darf sich setzen.
}

## Wer hier ist

who-is-here = Wer ist hier
watchers-none = Niemand sieht zu.
watchers-names = Wer zuschaut
watchers-more = Und { $count } weitere.
take-over = Platz übernehmen
take-over-of = Den Platz von { $name } übernehmen
take-over-means = Du übernimmst die Karten und Punkte des Computers.
table-closed-to-you = Nicht an diesem Tisch
seat-acts = Zu { $name }
hand-over = { $name } zum Gastgeber machen
mute-here = { $name } das Wort nehmen
remove = { $name } entfernen
remove-means = { $name } verliert den Platz und kann nicht an diesen Tisch zurück, solange du es nicht erlaubst.
remove-means-playing = { $name } verlässt dieses Spiel endgültig und kann nicht an diesen Tisch zurück, solange du es nicht erlaubst.
remove-means-watching = { $name } sieht diesen Tisch nicht mehr und kann nicht zurück, solange du es nicht erlaubst.
remove-sure = { $name } entfernen
barred = Stumm oder entfernt
barred-muted = darf nicht reden
barred-removed = entfernt
unbar-muted = Reden lassen
unbar-removed = Wieder hereinlassen
log-taken-over = { $name } hat für einen Computerspieler übernommen

## Unterhaltung

talk = Unterhaltung
talk-unread = { $count ->
    [one] Unterhaltung, 1 neue Zeile
   *[other] Unterhaltung, { $count } neue Zeilen
}
talk-none = Noch wurde nichts gesagt.
talk-off = Die Unterhaltung ist an diesem Gerät ausgeschaltet.
talk-field = Etwas sagen
talk-send = Senden
talk-phrases = Kurze Worte
talk-said = { $name } sagt: { $text }
talk-said-watching = { $name } schaut zu und sagt: { $text }
talk-watches = (schaut zu)
talk-mute = { $name } nicht mehr hören
talk-switch-off = Unterhaltung ausschalten
talk-switch-on = Unterhaltung einschalten
talk-hear-all = Wieder alle hören
talk-phrase-hello = Hallo
talk-phrase-luck = Viel Glück
talk-phrase-nice = Gut gemacht
talk-phrase-thanks = Danke
talk-phrase-oops = Oh nein
talk-phrase-moment = Einen Moment, bitte
talk-phrase-again = Noch eins?
talk-phrase-bye = Bis bald

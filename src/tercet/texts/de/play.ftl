# Was an den Tischen aller Spiele gesagt wird: Knöpfe, die Pause, wer fehlt, die Tasten.

play-time = Zeit
play-seats = Plätze
play-watching = Du siehst zu.
play-watching-brief = Du siehst zu
play-pause = Pause
play-log = Verlauf
play-keys = Tasten
play-leave = Endgültig gehen
play-leave-means = { $count ->
    [one] Du gibst deinen Platz auf.
   *[other] Alle an diesem Gerät geben ihren Platz auf.
} Die Punkte bleiben, aber gewinnen kann nicht, wer gegangen ist. Um später wiederzukommen, schließe einfach die Seite.
play-leave-not = Bleiben
play-sound-blocked = Der Browser hält den Ton zurück. Drücken erlaubt ihn.
play-paused = { $name } hat das Spiel angehalten
play-paused-why = Die Karten sind verdeckt, und die Uhren stehen.
play-ready = Weiter
play-ready-next = Bereit
play-ready-all = Alle hier sind bereit
play-ready-sent = Bereit; die anderen fehlen noch.
play-is-ready = bereit
play-is-not-ready = noch nicht bereit
play-is-skipped = wird nicht erwartet
play-has-left = endgültig gegangen
play-not-there = nicht verbunden
play-computer = Computer, { $level ->
    [easy] leicht
    [hard] schwer
   *[medium] mittel
}
play-computer-ready = Computer, immer bereit
play-stand-in = ein Computer springt ein
play-away-for = seit { $time } weg
play-skip = Ohne { $name } weiterspielen
play-skip-short = Übergehen
play-seat-computer = Einen Computer für { $name } spielen lassen
play-seat-computer-short = Computer
play-grace = { $name } kann noch zurückkommen: noch { $seconds ->
    [one] { $seconds } Sekunde
   *[other] { $seconds } Sekunden
}.
play-grace-short = noch { $seconds } s Frist
play-keys-title = Tasten an diesem Tisch
play-keys-pause = Pause, und weiter
play-keys-help = Diese Tasten
play-keys-note = Die Feststelltaste ist gleich. Mit Strg, Alt oder Meta gehört jede Taste dem Browser.
play-keys-change = Tasten ändern
key-touch = Berühre eine Taste, um sie zu ändern.
key-press = Drücke die neue Taste. Escape lässt alles, wie es ist.
key-not-that = Nur Buchstaben, Ziffern und Zeichen können Tasten sein.
key-fixed = { $key } behält hier seine Bedeutung.
key-for = { $does }: { $key }
key-place = Platz { $number }
key-card = Karte { $number }
key-stack = Stapel { $number }
keys-usual = Übliche Tasten
keys-done = Fertig

# Zurückkommen: wer weg ist, derselbe Tisch auf zwei Seiten, die eigenen Spiele, und Spiele als Dateien.

## Wer weg ist

away-title = Wer weg ist
away-waits = { $name } ist nicht verbunden. Noch { $seconds ->
    [one] 1 Sekunde
   *[other] { $seconds } Sekunden
} wird gewartet.
away-may = { $name } ist nicht zurückgekommen. Ihr könnt ohne weiterspielen oder einen Computer spielen lassen.
away-they-may = { $name } ist nicht zurückgekommen. Wer spielt, kann ohne weiterspielen oder einen Computer spielen lassen.
away-rests = Niemand von denen, die spielen, ist da. Das Spiel ruht, bis jemand zurück ist.
away-rests-short = Ruht
away-settled = { $name } ist nicht verbunden; das Spiel geht weiter.
away-kept = Der Platz bleibt der von { $name }; bei der Rückkehr geht es einfach weiter.
away-stand-in = Ein Computer spielt für { $name } und gibt den Platz bei der Rückkehr zurück.
away-skipped = Das Spiel geht ohne { $name } weiter; bei der Rückkehr ist der Platz wieder da.
seat-away-for = seit { $time } weg

## Derselbe Tisch zweimal

elsewhere = Auch auf einer anderen Seite oder einem anderen Gerät offen
elsewhere-short = auch woanders offen
elsewhere-means = Du hast diesen Tisch auch auf einer anderen Seite oder einem anderen Gerät offen. Beide gehen: was du hier tust, zeigt sich dort.
elsewhere-keep = Beide behalten
elsewhere-end = Dort beenden
elsewhere-ended = Dieser Tisch ist jetzt woanders offen
elsewhere-ended-why = Du hast ihn hier von einer anderen Seite oder einem anderen Gerät aus beendet. Nichts ist verloren, und dein Platz gehört dir.
elsewhere-take-back = Hierher zurückholen

## Die eigenen Spiele

games-title = Deine Spiele
games-all = Alle deine Spiele, und Spiele aus Dateien
games-back-title = Zurück zu deinem Spiel
games-back = Zurück zu deinem Spiel
games-more-of = { $count ->
    [one] 1 weiteres
   *[other] { $count } weitere
}
games-running = Du spielst
games-none-running = Kein Spiel wartet auf dich.
games-over = Gespielt
games-none-over = Noch ist kein Spiel zu Ende.
games-older = Ältere
games-look = Ansehen
games-with = mit { $names }
games-alone = allein
games-waits = dein Tisch
games-copied = aus einer Datei oder in einer gesichert
games-put-away = Weglegen
games-put-away-means = Das Spiel endet, wie es steht, endgültig. Du findest es unter den gespielten.
games-table = Zum Tisch
past-missing = Kein solches Spiel
games-files = Spiele als Dateien
games-files-help = Ein Spiel, das zu Ende ist, lässt sich in jedem Haus öffnen und wird gezeigt. Eines, das noch läuft, geht hier weiter, wie es stand, mit allen Plätzen an diesem Gerät.
games-open-file = Datei öffnen

## Ein Spiel sichern

save-game = In eine Datei sichern
save-means = Die Datei ist versiegelt, denn sie enthält, was die Karten noch verbergen: nur dieses Haus kann sie öffnen. Dann geht das Spiel weiter, wie es jetzt steht, mit allen Plätzen an dem Gerät, das sie öffnet.
save-means-alone = Ein Spiel, das in einer Datei liegt, zählt nicht mehr für deine besten Ergebnisse.
save-not = Jetzt nicht
save-done = Gesichert als { $file }.

# Das Haus um die Spiele: Türen, Tische, Einstellungen. Kurz, freundlich, genau; auf Knöpfen Verben.

close = Schließen
save = Speichern
back = Zurück
home = Startseite
menu = Menü
rules = Regeln
settings = Einstellungen
loading = Einen Augenblick …
try-again = Noch einmal versuchen
less = Weniger
more = Mehr
clock = Spielzeit
clock-rests = Die Uhr ruht
time-seconds = { $seconds } s
time-minutes = { $minutes } min { $seconds } s

promise-trios = Finde drei Karten, die in allem gleich oder verschieden sind.
promise-triple3 = Alle decken zugleich; wer zuerst keine Karten hat, gewinnt.
promise-triology = Sets legen, Sets stehlen und die eigenen hüten.
ways = Wege zu { $game }
way-alone = Allein
way-computer = Computer
way-device = Dieses Gerät
way-invite = Einladen
open-tables = Offene Tische
no-open-tables = Gerade kein offener Tisch. Lade jemanden ein oder öffne einen.
in-play = Im Spiel
seats-free = { $free ->
    [one] 1 Platz frei
   *[other] { $free } Plätze frei
}
seats-taken = kein Platz frei
sit-down = Hinsetzen
watch = Zusehen
back-to-table = Zurück
join-title = An einen Tisch gehen
join-placeholder = Tischcode
join = Los
join-no-code = Ein Code hat vier bis acht Buchstaben, etwa KWBQX.
guest = Gast

name-change = Deinen Namen ändern
name-title = Dein Name
name-label = So sehen dich die anderen
language = Sprache

seats = Plätze
alone-with-computers = { $game } spielt man allein mit Computerspielern.
seat-mine = du
seat-here = da
seat-away = nicht da
seat-open = offen
seat-free = freier Platz
seat-computer = Computer, { level }
level = { $level ->
    [easy] leicht
    [hard] schwer
   *[medium] mittel
}
seat-kind = Wer auf Platz { $number } sitzt
kind-here = Hier
kind-computer = Computer
kind-open = Offen
kind-open-help = für wen auch immer
name-short = Name
name-of = Name von Spieler { $number }
level-of = Wie gut Computerspieler { $number } spielt
seats-too-many-here = An einem Gerät können höchstens { $most } spielen.
seat-add = Platz dazu
seat-remove = Platz { $number } weg
options = Optionen
option-is = { $option }: { $value }
option-on = an
option-off = aus
pace = Tempo des Computers
pace-help = Wie lange er schaut, bevor er handelt. Seine Stärke bleibt gleich.
pace-is = { $pace ->
    [1.6] ruhig
    [0.7] flott
   *[1] üblich
}
open-table = Auf der Startseite zeigen
open-table-help = Jeder in diesem Haus kann sich hinsetzen oder zusehen.
start = Anfangen
open-the-table = Tisch öffnen
best-results = Beste Ergebnisse
best-none = Noch keines. Das erste gilt, bis du es übertriffst.
points = { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}
exchanges = { $count ->
    [one] 1 Tausch
   *[other] { $count } Tausche
}

lobby = vor dem Start
invite-title = Andere einladen
table-code = Tischcode
share = Teilen
share-title = { $game } an meinem Tisch
copy = Link kopieren
copied = Kopiert
copy-failed = Dieser Browser lässt Seiten nicht kopieren. Halte die Adresse gedrückt, um sie zu kopieren.
qr-label = QR-Code mit der Adresse dieses Tisches
table-is-open = Steht auf der Startseite dieses Hauses.
table-is-private = Nur wer die Adresse oder den Code hat, kommt herein.
seat-guest = Jemand von hier
guest-label = Wer spielt an diesem Gerät noch mit?
address-only-here = Diese Adresse gilt nur auf diesem Gerät. Um andere einzuladen, öffne das Haus unter seiner Netzadresse; seine Konsole zeigt sie.
options-here = An diesem Tisch
options-usual = Die üblichen Regeln.
stand-up = Aufstehen ({ $name })
watchers = { $count ->
    [one] 1 Person sieht zu.
   *[other] { $count } Personen sehen zu.
}
start-falls = { $free ->
    [one] 1 Platz ist noch frei. Er fällt beim Start weg.
   *[other] { $free } Plätze sind noch frei. Sie fallen beim Start weg.
}

table-opening = Der Tisch wird geöffnet …
table-missing = Kein solcher Tisch
log = Protokoll
log-empty = Noch nichts.
connection-lost = Verbinde neu
connection-lost-long = Die Leitung zum Haus ist unterbrochen. Sie kommt von selbst wieder; nichts geht verloren.
connection-full = Das Haus ist voll. Diese Seite versucht es von selbst wieder, dreimal in der Minute.
connection-try = Jetzt versuchen
connection-outdated = Neue Version: neu laden

log-started = Das Spiel beginnt; der Fingerabdruck seiner Karten ist { $fingerprint }…
log-dealt = { $count } Karten liegen offen
log-exchanged = Kein Set auf dem Tisch, alle Karten getauscht
log-claimed = { $name } nahm ein Set nach { $after }
log-failed = { $name }: drei Karten, kein Set: { $why }
log-failed-price = { $name }: drei Karten, kein Set: { $why }, { $points }
log-called = { $name } hat gerufen
log-call-time = { $name }: Zeit abgelaufen, { $points }
log-call-away = { $name } ging mitten im Ruf, { $points }
log-hinted = { $name } nahm einen Tipp, { $points }
log-paused = { $name } hat angehalten
log-resumed = Es geht weiter
log-gone = { $name } ist nicht verbunden
log-back = { $name } ist wieder da
log-left = { $name } ist endgültig gegangen
log-skipped = { $by } spielt ohne { $name } weiter
log-stood-in = { $by } ließ einen Computer ({ level }) für { $name } einspringen
log-ended = { $reason ->
    [left] Nur { $winners } blieb
   *[no_set] Kein Set ist mehr da. Vorn: { $winners }
}

rules-of = Regeln von { $game }
contents = Inhalt
rules-missing = Die Regeln dieses Spiels sind noch nicht geschrieben.
rules-monochrome = Deine Karten sind ohne Farben gezeichnet: Wo die Regeln Rot sagen, sind sie schwarz, bei Grün hellgrau, bei { $game ->
    [triology] Lila
   *[other] Blau
} dunkelgrau.
example-set = Ein Set
example-no-set = Kein Set: { $features }
feature-quantity = Anzahl
feature-number = Anzahl
feature-colour = Farbe
feature-shape = Form
feature-filling = Füllung

theme = Hell oder dunkel
theme-system = Auto
theme-light = Hell
theme-dark = Dunkel
palette = Kartenfarben
palette-help = Für Augen, die Rot, Grün oder Blau anders sehen, oder ganz ohne Farben.
palette-default = Üblich
palette-protan = Protan
palette-deutan = Deutan
palette-tritan = Tritan
palette-monochrome = Grautöne
codes = Ein Kürzel auf jeder Karte
codes-help = Anzahl, Farbe, Form und Füllung in der Ecke.
sound = Töne
volume = Lautstärke
keys = Tasten
keys-where = Jeder Tisch zeigt seine Tasten, wenn man ? drückt, oder aus seinem Menü. Dort lassen sie sich ändern.

missing-title = Hier liegt nichts
missing-reason = Diese Adresse führt zu keiner Seite des Hauses. Vielleicht ging ein Buchstabe verloren.

again = Noch einmal
new-table = Neuer Tisch
places = Plätze
result-winners = { $count ->
    [one] { $winners } gewinnt
   *[other] { $winners } teilen sich den Sieg
}
result-alone = { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}
result-no-set = { $left ->
    [0] Alle Karten sind genommen
    [one] 1 Karte übrig, kein Set
   *[other] { $left } Karten übrig, kein Set darunter
}
result-left = Die anderen sind gegangen
sets = { $count ->
    [one] 1 Set
   *[other] { $count } Sets
}
hints = { $count ->
    [one] 1 Tipp
   *[other] { $count } Tipps
}
failures = { $count } falsch
timeouts = { $count ->
    [one] einmal Zeit abgelaufen
   *[other] { $count }-mal Zeit abgelaufen
}
points-by-minute = Punkte, nach Minuten
points-over-time = Punkte im Lauf der Zeit. Am Ende: { $scores }
lay-longest = Lag am längsten
fastest = Am schnellsten
found-by = { $name }, { $after }
overlooked = Übersehen
overlooked-count = { $count ->
    [one] 1 Set blieb ungesehen. Es lag { $lay }:
   *[other] { $count } Sets blieben ungesehen. Eines lag { $lay }:
}
overlooked-longest = die { $count }, die am längsten lagen
overlooked-none = Nichts
best-results-deck = Beste Ergebnisse, { $deck }
best-this = dieses Spiel
turning-points = Wendepunkte
moment-lead = { $name } geht in Führung
moment-double = { $name } nimmt zwei Sets in { $ms }
moment-drought = { $name } nimmt das erste Set seit { $ms }
all-sets = Set für Set
on-average = im Schnitt { $time }
deal-proof = Das Geben prüfen
deal-proof-help = Der Fingerabdruck stand vor der ersten Karte fest. Er ist der SHA-256 der Zahl darunter, die alle Karten gegeben hat.
deal-fingerprint = Fingerabdruck
deal-seed = Zahl

# Man selbst: Name, Konto, Geräte und was aufbewahrt wird. Klar gesagt; niemand wird zu etwas überredet.

you = Du
you-name = Dein Name an den Tischen
you-more = Konto, Geräte und Daten
you-change = Ändern

## Konto

account = Konto
account-guest = Du bist Gast. Ein Konto bringt dich auf jedem Gerät zurück zu deinen Plätzen und Ergebnissen. Es braucht einen Namen und ein Passwort oder einen Passkey. Keine E-Mail.
account-closed = Du bist Gast. Dieses Haus nimmt keine neuen Konten an.
account-login = Name des Kontos
account-login-help = Nur du siehst ihn. An den Tischen behältst du deinen.
account-password = Passwort
account-password-help = Mindestens 8 Zeichen.
account-new = Neues Konto
account-have = Ich habe ein Konto
account-what = Was du möchtest
account-make = Konto anlegen
account-made = Dein Konto { $login } ist angelegt.
account-by-passkey = Mit einem Passkey
account-is = { $login }, seit { $date }
account-sign-in = Anmelden
account-sign-in-passkey = Mit einem Passkey anmelden
account-sign-in-means = Was du hier als { $name } hast, Plätze und Ergebnisse, geht an dein Konto.
account-signed-in = Auf diesem Gerät bist du jetzt { $name }.
account-sign-out = Abmelden
account-sign-out-means = Dieses Gerät wird ein neuer Gast. Dein Konto bleibt, wie es ist.
account-signed-out = Du bist abgemeldet. Auf diesem Gerät bist du jetzt { $name }.

password-set = Passwort setzen
password-change = Passwort ändern
password-old = Bisheriges Passwort
password-new = Neues Passwort
password-means = Alle deine anderen Geräte werden abgemeldet.
password-changed = Das Passwort ist geändert.

passkeys = Passkeys
passkeys-none = Noch keiner. Ein Passkey meldet dich mit Finger, Gesicht oder PIN an, ohne Passwort.
passkeys-need-https = Browser haben Passkeys nur unter https-Adressen und auf dem Gerät des Hauses selbst. Ein Passwort geht überall.
passkeys-unknown = Dieser Browser hat keine Passkeys. Ein Passwort geht überall.
passkey-add = Passkey hinzufügen
passkey-added = Der Passkey ist hinzugefügt.
passkey-remove = Passkey vom { $date } entfernen
passkey-from = { $device }, angelegt { $date }
passkey-for = unter { $host }

## Geräte

devices = Geräte
devices-help = Wo das Haus dich kennt.
device-unknown = Ein Browser
device-here = dieses Gerät
device-seen = zuletzt hier { $date }
device-end = { $device } abmelden
devices-end = Alle anderen abmelden
devices-ended = Alle anderen Geräte sind abgemeldet.

move = Auf einem anderen Gerät weiterspielen
move-help = Öffne diese Adresse auf dem anderen Gerät oder scanne sie dort. Sie gilt einmal, { $minutes } Minuten lang. Wer sie öffnet, bist du.
move-only-here = Diese Adresse gilt nur auf diesem Gerät. Öffne das Haus zuerst unter seiner Netzadresse; seine Konsole zeigt sie.
move-done = { $device } ist angemeldet.
move-qr = QR-Code mit einem Link zum Weiterspielen auf einem anderen Gerät
move-title = Hier weiterspielen
move-as = Auf diesem Gerät als { $name } weiterspielen?
move-means = Dann bist du auf beiden Geräten dieselbe Person, mit denselben Plätzen. Was du hier als { $guest } hast, Plätze und Ergebnisse, geht an { $name }.
move-means-account = Dann bist du auf beiden Geräten dieselbe Person, mit denselben Plätzen. Das Konto, das hier angemeldet ist, wird abgemeldet und behält, was es hat.
move-same = Auf diesem Gerät bist du schon { $name }.
move-yes = Als { $name } weiterspielen
move-no = { $name } bleiben

## Ein Platz von mehreren zieht auf ein anderes Gerät

seat-move = Den Platz von { $name } auf einem anderen Gerät spielen
seat-move-help = Öffne diese Adresse auf dem anderen Gerät oder scanne sie dort. Sie gilt einmal, { $minutes } Minuten lang. Wer sie öffnet, spielt für { $name } weiter; deine anderen Plätze behältst du.
seat-moved = { $name } spielt auf einem anderen Gerät weiter.
seat-move-take = Hier für { $name } weiterspielen?
seat-move-means = Der Platz von { $name } zieht mit seinen Karten und Punkten auf dieses Gerät. Wer du hier bist, bleibt, wie es ist.
seat-move-yes = Den Platz von { $name } übernehmen
seat-move-same = Der Platz von { $name } ist schon auf diesem Gerät.

## Ergebnisse und Daten

your-results = Beste Ergebnisse allein
your-results-none = Noch keine. Zu Ende gespielte Spiele allein stehen hier.
your-data = Deine Daten
export = Alles als Datei
export-help = Alles, was das Haus von dir aufbewahrt, als JSON.
delete = Mich löschen
delete-title = Dich löschen?
delete-means = Dein Name, dein Konto, deine Geräte und Ergebnisse verschwinden, sofort und endgültig. Die Spiele bleiben denen, die mit dir gespielt haben, ohne deinen Namen. Laufende Spiele gehen ohne dich weiter.
delete-password = Dein Passwort
delete-yes = Endgültig löschen
delete-no = Alles behalten
deleted-title = Du bist vergessen
deleted-means = Das Haus bewahrt nichts mehr von dir auf, und dieser Browser auch nicht. Wer weitergeht, ist ein neuer Gast.
# Was anstelle eines gelöschten Namens steht.
nobody = Person { $number }

## Was aufbewahrt wird

kept = Was aufbewahrt wird
kept-intro = Dieses Haus bewahrt auf, was Spiele und Wiederkommen brauchen, und sonst nichts. Niemand wird gezählt, verfolgt oder beworben; nichts geht an andere.
kept-you = Von dir
kept-name = Der Name, den du dir gabst oder bekamst. Andere am Tisch sehen ihn.
kept-cookie = Ein Cookie, an dem dieser Browser erkannt wird. Das Haus bewahrt davon einen Hash, die Art von Browser und System und wann er zuletzt hier war; { $days } Tage danach wird er vergessen.
kept-account = Wenn du ein Konto anlegst: seinen Namen, einen Hash des Passworts, öffentliche Schlüssel von Passkeys. Bis du es löschst.
kept-guest = Ein Gast, der nie gespielt hat, verschwindet nach einem Tag. Wer nicht wiederkommt und kein Spiel oder Ergebnis hat, nach { $days } Tagen.
kept-no-address = Keine E-Mail, kein wirklicher Name. Deine Adresse im Netz bleibt nur im Arbeitsspeicher, solange du hier bist und eine Minute danach, gegen Fluten.
kept-games = Von Spielen
kept-log = Jeder Zug mit seiner Zeit, damit Spiele einen Absturz überstehen und man sie wieder ansehen kann. Namen anderer am selben Gerät, und wen der Gastgeber eines Tisches stumm schaltete oder entfernte, gehören zum Tisch.
kept-tables = Ein Tisch, der nie begann, verschwindet nach { $hours } Stunden, ein Spiel, das niemand besucht, nach { $days } Tagen.
kept-results = Beste Ergebnisse allein, bis du gelöscht wirst.
kept-talk = Was an einem Tisch gesagt wird, wird nie aufgeschrieben; es lebt im Speicher, solange der Tisch in Gebrauch ist.
kept-browser = In diesem Browser
kept-settings = Einstellungen, Namen für dieses Gerät und die letzten Tische, nur für diesen Browser. Sie werden nicht gesendet.
kept-rights = Dein Wort
kept-rights-means = Nimm alles als Datei mit oder lass alles löschen, jederzeit, selbst: auf der Seite { $you }.
kept-host = Wer dieses Haus betreibt, kann seine Datenbank und sein Protokoll lesen. Das Protokoll nennt Codes von Tischen und Kennungen von Personen, keine Namen und keine Karten. Eine Sicherung von vor deiner Löschung enthält dich noch.

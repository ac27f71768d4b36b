# Warum etwas abgelehnt wurde: ein Satz für jeden Code, mit den Tatsachen der Ablehnung. Die Regel steht als Link daneben.

refused-unknown = Das Haus hat das abgelehnt ({ $code }).
refused-unreachable = Das Haus antwortet nicht. Prüfe die Verbindung und versuche es noch einmal.
refused-offline = Nicht gesendet: Die Leitung zum Haus war unterbrochen.
refused-broken = Im Haus ging etwas schief. Das Spiel geht weiter; bitte versuche es noch einmal.
refused-not_ready = { $game } ist noch im Bau.

refused-over = Das Spiel ist aus.
refused-watching = Du siehst zu. Setz dich, um zu spielen.
refused-paused = Das Spiel ist angehalten.
refused-not_paused = Das Spiel ist nicht angehalten.
refused-not_begun = Die Karten liegen noch nicht.
refused-unchanged = Es würde sich nichts ändern.
refused-seats = Dieses Spiel hat { $least } bis { $most } Plätze, nicht { $seats }.
refused-too_many_here = An einem Gerät können höchstens { $most } spielen.
refused-not_absent = { $name } ist da.
refused-grace = { $name } kann noch zurückkommen: noch { $wait }.

refused-call_first = Erst rufen, dann wählen.
refused-call_on = Jemand anders hat gerufen.
refused-your_call = Du hast schon gerufen.
refused-not_host = Der Gastgeber fängt an. Ist er nicht da, darf jeder, der hier sitzt.
refused-no_calls = An diesem Tisch wird nicht gerufen: markiere die Karten.
refused-nothing_to_release = Es gibt keinen Ruf aufzugeben.
refused-no_hints = An diesem Tisch gibt es keine Tipps.
refused-hints_rest = Tipps ruhen, solange jemand ruft.
refused-all_shown = Alle drei Karten des Sets sind gezeigt.
refused-same_card_twice = Zweimal dieselbe Karte ist kein Set.
refused-not_on_table = Diese Karte liegt nicht auf dem Tisch.
refused-too_late = Zu spät: { $name } nahm sie { $by } vorher.
# Niemand nahm sie: das Haus tauschte die Karten (T4).
refused-too_late-by-house = Zu spät: Die Karten wurden { $by } vorher getauscht.

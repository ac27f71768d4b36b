# Warum etwas abgelehnt wurde: ein Satz für jeden Code, mit den Tatsachen der Ablehnung. Die Regel steht als Link daneben.

refused-unknown = Das Haus hat das abgelehnt ({ $code }).
refused-unreachable = Das Haus antwortet nicht. Prüfe die Verbindung und versuche es noch einmal.
refused-offline = Nicht gesendet: Die Leitung zum Haus war unterbrochen.
refused-broken = Im Haus ging etwas schief. Das Spiel geht weiter; bitte versuche es noch einmal.

refused-over = Das Spiel ist aus.
refused-watching = Du siehst zu; das kann nur, wer hier sitzt.
refused-paused = Das Spiel ist angehalten.
refused-not_paused = Das Spiel ist nicht angehalten.
refused-not_begun = Die Karten liegen noch nicht.
refused-unchanged = Es würde sich nichts ändern.
refused-seats = Dieses Spiel hat { $least } bis { $most } Plätze, nicht { $seats }.
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

refused-before_go = Nicht vor dem „go!“.
refused-round_over = Die Runde ist aus.
refused-pile_empty = Dein Stapel ist leer.
refused-hand_empty = Deine Hand ist leer: zieh eine Karte.
refused-not_in_hand = Diese Karte hast du nicht auf der Hand.
refused-no_fit = Das ergibt dort nichts Neues.
refused-beaten = Zu spät: { $name } war um { $by } schneller.
refused-beaten-self = Deine eigene Karte kam zuerst.
refused-wrong_name = Es ergibt etwas Neues, aber nicht das.
refused-waits = Das hat nie gepasst: warte noch { $wait }.
refused-no_stops_left = { $stops ->
    [0] An diesem Tisch kann niemand das Spiel anhalten.
    [one] Du hast schon „Stopp!“ gerufen; das geht einmal in jeder Runde.
   *[other] Du hast in dieser Runde schon { $stops }-mal „Stopp!“ gerufen.
}
refused-handicap = Mit diesen zusätzlichen Karten bekäme jemand weniger als { $least }.

refused-not_your_turn = { $name } ist am Zug.
refused-hand_over = Dieses Spiel ist aus; gleich wird neu ausgeteilt.
refused-time_up = Deine Zeit ist um: Lege eine Karte ab.
refused-draw_first = Zieh zuerst eine Karte, oder nimm eine auf.
refused-drawn_already = In diesem Zug hast du schon gezogen oder aufgenommen.
refused-nothing_to_draw = Es gibt nichts zu ziehen: Spiel ohne.
refused-no_pile = Auf der Ablage liegt keine Karte.
refused-not_in_pile = { $card }: Das liegt nicht auf der Ablage.
refused-hands_off_pick = Eine HANDS-OFF-Karte kommt nur mit einer Karte unter ihr mit.
refused-pick_fits_nothing = { $card }: Damit ergibt sich kein Set.
refused-pick_unused = Du hast { $card } aufgenommen: In das nächste Set gehört diese Karte. Du kannst sie auch zurücklegen.
refused-not_at_hand = { $card }: Das hast du weder auf der Hand noch auf einem Halter.
refused-hands_off_in_set = Eine HANDS-OFF-Karte gehört auf ein Set, nicht hinein.
refused-not_a_set = Diese drei sind kein Set.
refused-choose_reading = Diese drei sind auf mehrere Arten ein Set: Wähle eine.
refused-no_such_reading = So ergeben diese drei kein Set.
refused-only_in_master = Das gibt es nur in Master Triology.
refused-no_such_set = Dieses Set liegt nicht mehr auf dem Tisch.
refused-own_set = Das ist dein eigenes Set. Bei einem Diebstahl kannst du es öffnen.
refused-not_own_set = Dieses Set gehört { $name }.
refused-protected = Dieses Set schützt eine HANDS-OFF-Karte.
refused-protected_already = Auf diesem Set liegt schon eine HANDS-OFF-Karte.
refused-not_hands_off = Nur eine HANDS-OFF-Karte schützt ein Set.
refused-no_steal = Es ist kein Diebstahl im Gang.
refused-steal_open = Diese brauchen noch ein Set: { $cards }. Oder gib den Diebstahl zurück.
refused-only_stolen = Alle drei sind in diesem Zug gestohlen: Ein Set braucht eine Karte von dir.
refused-nothing_to_take_back = Es gibt nichts zurückzunehmen. Was gezogen ist und HANDS-OFF-Karten bleiben.
refused-hint_complete = Mehr zeigt der Tipp nicht. Nach jedem Schritt gibt es einen neuen.

refused-no_such_table = Es gibt keinen Tisch { $table }. Prüfe den Code oder öffne einen neuen.
refused-no_such_match = An diesem Tisch gab es keine Partie { $match }.
refused-no_free_seat = Alle Plätze sind besetzt; du kannst zusehen.
refused-seat_taken = Jemand war schneller: Dieser Platz ist besetzt.
refused-not_your_seat = Dieser Platz gehört dir nicht.
refused-not_joined = Diese Seite folgt Tisch { $table } noch nicht.
refused-other_match = Der Tisch ist schon bei einer anderen Partie.
refused-playing = Während des Spiels kann niemand aufstehen. Du kannst endgültig gehen.
refused-host_only = Das darf nur der Gastgeber dieses Tisches.
refused-nobody_there = Dort sitzt niemand, für den das gehen könnte.
refused-put_out = Der Gastgeber hat dich von diesem Tisch entfernt.
refused-no_watching = An diesem Tisch darf niemand zusehen.
refused-muted = Der Gastgeber lässt dich an diesem Tisch nicht reden.
refused-too_much_talk = Das war viel auf einmal. Du kannst in { $wait } weiterreden.
refused-not_over = Das Spiel ist noch nicht aus.
refused-hand_not_over = Dieses Spiel ist nicht zu Ende gespielt.
refused-too_busy = Das Haus ist gerade beschäftigt. Versuche es gleich noch einmal.
refused-too_many_joined = Eine Seite kann höchstens { $most } Tischen folgen.
refused-too_many_tables = Das waren viele neue Tische in einer Minute. Versuche es in { $wait } noch einmal.
refused-too_many_guests = Von deiner Adresse kamen viele neue Gäste. Versuche es in { $wait } noch einmal.
refused-too_many_codes = Das waren viele falsche Codes. Versuche es in { $wait } noch einmal.
refused-too_many_requests = Das war viel auf einmal. In { $wait } geht es weiter.
refused-no_code = Das Haus fand keinen freien Code. Versuche es noch einmal.
refused-bad_option = Diese Option gibt es nicht, oder sie passt nicht: { $field }.

refused-not_alone = Nur wer alle Plätze hat, darf ein laufendes Spiel sichern; die Datei verriete, was andere nicht wissen dürfen.
refused-copied = Dieses Spiel liegt in einer Datei, also weiß vielleicht jemand, was kommt. Beim nächsten kannst du mitspielen.
refused-too_many_files = Das waren viele Dateien in einer Minute. Versuche es in { $wait } wieder.
refused-file_empty = Diese Datei ist leer.
refused-file_large = Diese Datei ist zu groß für ein gesichertes Spiel: mehr als { $most } MB.
refused-file_strange = Diese Datei ist kein gesichertes Spiel.
refused-file_format = Dieses Spiel hat ein neueres Haus gesichert ({ $format }). Bringe dieses auf den neuesten Stand.
refused-file_game = Dieses Haus hat das Spiel in dieser Datei nicht ({ $game }).
refused-file_rules = Dieses Spiel wurde nach anderen Regeln gespielt (Nummer { $rules }; hier gilt { $ours }) und lässt sich nicht prüfen.
refused-file_changed = Jemand hat diese Datei verändert. Bei { $field }: { $reason }.
refused-file_row = Zeile { $row } dieser Datei kann nicht sein: { $reason }.
refused-file_seed = Die Zahl, die die Karten verteilt, passt nicht zu ihrem Fingerabdruck.
refused-file_open = Dieses Spiel ist nicht zu Ende. So eines lässt sich nur in dem Haus öffnen, das es gesichert hat.
refused-file_seal = Dieses Haus hat diese Datei nicht versiegelt, oder sie wurde seither verändert.

refused-name_empty = Ein Name braucht mindestens einen Buchstaben, den man sieht.
refused-name_too_long = Ein Name hat höchstens { $most } Buchstaben; dieser hat { $length }.

refused-no_asking = Niemand kann fragen, was das brächte; es verriete zu viel.
refused-one_seat = Dieses Gerät zeigt immer nur eine Hand.
refused-not_looking = Die Karten sind verdeckt. Decke sie auf, um zu spielen.
refused-registration_closed = Dieses Haus nimmt keine neuen Konten an. Als Gast kannst du spielen.
refused-has_account = Du hast schon ein Konto.
refused-login_taken = Ein anderes Konto hat diesen Namen. Wähle einen anderen; an den Tischen behältst du deinen.
refused-weak_password = Ein Passwort braucht mindestens { $least } Zeichen und darf nicht der Name sein.
refused-wrong_password = Name und Passwort passen nicht zusammen.
refused-too_many_tries = Das wurde zu oft versucht. Versuche es in { $wait } noch einmal.
refused-no_account = Du bist Gast; lege zuerst ein Konto an.
refused-no_passkeys = Unter { $host } gibt es keine Passkeys: Sie brauchen einen Namen, keine Ziffern. Ein Passwort geht überall.
refused-bad_passkey = Dieser Passkey beweist hier nichts.
refused-old_passkey = Das hat zu lange gedauert. Versuche es noch einmal.
refused-unknown_passkey = Dieses Haus kennt diesen Passkey nicht.
refused-last_key = Das ist der letzte Weg in dein Konto. Setze zuerst ein Passwort oder füge noch einen Passkey hinzu.
refused-old_link = Dieser Link wurde schon benutzt oder ist zu alt. Hole auf dem ersten Gerät einen neuen.
refused-no_way_back = Als Gast fändest du nicht zurück. Lege zuerst ein Konto an oder lösche dich.
refused-passkey_cancelled = Der Browser gab keinen Passkey.
refused-signed_out = Du wurdest auf diesem Gerät abgemeldet.
refused-bad_action = Das Haus versteht diesen Zug nicht.
refused-bad_frame = Das Haus versteht diese Nachricht nicht.
refused-hello_first = Das Haus möchte zuerst begrüßt werden.
refused-too_fast = Zu viele Nachrichten auf einmal.
refused-too_many_faults = Zu viele Nachrichten, die das Haus nicht versteht.
refused-table_closed = Wer dieses Haus betreibt, hat den Tisch geschlossen.
refused-house_full = Das Haus ist voll. Versuche es später noch einmal.
refused-sent_away = Wer dieses Haus betreibt, hat dich entfernt.
refused-closing = Das Haus schließt kurz; diese Seite kommt von selbst wieder.
refused-slow = Dieses Gerät liest zu langsam; es kommt neu an den Tisch.
refused-silent = Dieses Gerät hat lange nichts gesagt; es kommt neu an den Tisch.
refused-version = Das Haus ist neuer geworden. Lade die Seite neu.
refused-bad_body = Das Haus versteht diese Anfrage nicht.
refused-bad_request = Das Haus versteht diese Anfrage nicht.
refused-bad_method = So geht es an dieser Adresse nicht.
refused-too_large = Das ist zu groß zum Senden.
refused-not_found = An dieser Adresse liegt nichts.
refused-foreign_page = Die Anfrage kam von einer anderen Seite.

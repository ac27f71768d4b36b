# Why something was refused: one sentence for each code, with the facts of the refusal. The rule is linked beside it.

refused-unknown = The house refused this ({ $code }).
refused-unreachable = The house does not answer. Check the connection and try again.
refused-offline = Not sent: the line to the house was down.
refused-broken = Something went wrong in the house. The game goes on; please try again.

refused-over = The game is over.
refused-watching = You are watching; only those who sit here can do that.
refused-paused = The game is paused.
refused-not_paused = The game is not paused.
refused-not_begun = The cards are not dealt yet.
refused-unchanged = Nothing would change.
refused-seats = This game has { $least } to { $most } seats, not { $seats }.
refused-not_absent = { $name } is there.
refused-grace = { $name } may still come back: { $wait } left.

refused-call_first = Call first, then pick.
refused-call_on = Somebody else has called.
refused-your_call = You have called already.
refused-not_host = The host starts. While the host is away, anyone who sits here may.
refused-no_calls = At this table nobody calls: mark the cards.
refused-nothing_to_release = There is no call to give up.
refused-no_hints = Hints are switched off at this table.
refused-hints_rest = Hints rest while somebody has called.
refused-all_shown = All three cards of the set are shown.
refused-same_card_twice = The same card twice makes no set.
refused-not_on_table = That card does not lie on the table.
refused-too_late = Too late: { $name } took it { $by } before.
# Nobody took it: the house exchanged the cards (T4).
refused-too_late-by-house = Too late: the cards were exchanged { $by } before.

refused-before_go = Not before “go!”.
refused-round_over = The round is over.
refused-pile_empty = Your pile is used up.
refused-hand_empty = Your hand is empty: draw.
refused-not_in_hand = That card is not in your hand.
refused-no_fit = That makes nothing new there.
refused-beaten = Too late: { $name } was { $by } faster.
# The card that came first was of the same seat.
refused-beaten-self = Your own card came first.
refused-wrong_name = It makes something new, but not that.
refused-waits = That never fitted: wait { $wait } more.
refused-no_stops_left = { $stops ->
    [0] Nobody can stop the game at this table.
    [one] You have called Stop! already; there is one call a round.
   *[other] You have called Stop! { $stops } times in this round already.
}
refused-handicap = With these extra cards somebody would get fewer than { $least } cards.

refused-not_your_turn = It is { $name }’s turn.
refused-hand_over = The hand is over; the next is dealt soon.
refused-time_up = Your time is up: discard a card.
refused-draw_first = First draw a card, or pick one up.
refused-drawn_already = You have drawn or picked up in this turn already.
refused-nothing_to_draw = There is nothing to draw: play without.
refused-no_pile = No card lies on the discard pile.
refused-not_in_pile = { $card }: that does not lie on the discard pile.
refused-hands_off_pick = A HANDS-OFF card only comes along with a card below it.
refused-pick_fits_nothing = { $card }: no set can be made with that.
refused-pick_unused = You picked up { $card }: the next set must have it. You can also take the pick-up back.
refused-not_at_hand = { $card }: that is neither in your hand nor on a caddy.
refused-hands_off_in_set = A HANDS-OFF card belongs on a set, not in one.
refused-not_a_set = These three are no set.
refused-choose_reading = These three are a set in more than one way: choose one.
refused-no_such_reading = These three make no set that way.
refused-only_in_master = That belongs to Master Triology.
refused-no_such_set = That set does not lie on the table any more.
refused-own_set = That set is your own. While a steal is open you can open it.
refused-not_own_set = That set belongs to { $name }.
refused-protected = A HANDS-OFF card protects that set.
refused-protected_already = A HANDS-OFF card lies on that set already.
refused-not_hands_off = Only a HANDS-OFF card protects a set.
refused-no_steal = No steal is open.
refused-steal_open = These still need a set: { $cards }. Or give the steal back.
refused-only_stolen = All three were stolen in this turn: a set needs a card of your own.
refused-nothing_to_take_back = There is nothing to take back. A draw and a HANDS-OFF card stay.
refused-hint_complete = The hint shows all it can. Any move makes way for a new one.

refused-no_such_table = There is no table { $table }. Check the code, or open a new one.
refused-no_such_match = This table has played no match { $match }.
refused-no_free_seat = All seats are taken; you can watch.
refused-seat_taken = Somebody was faster: this seat is taken.
refused-not_your_seat = This seat is not yours.
refused-not_joined = This page does not follow table { $table } yet.
refused-other_match = This table is at another match now.
refused-playing = During the game nobody can stand up. You can leave for good.
refused-host_only = Only the host of this table may do that.
refused-nobody_there = Nobody sits there of whom this could be said.
refused-put_out = The host has removed you from this table.
refused-no_watching = Nobody may watch at this table.
refused-muted = The host keeps you from talking at this table.
refused-too_much_talk = That was a lot at once. Go on talking in { $wait }.
refused-not_over = The game is not over yet.
refused-hand_not_over = This hand has not been played to its end.
refused-too_busy = The house is busy just now. Try again in a moment.
refused-too_many_joined = One page can follow { $most } tables at most.
refused-too_many_tables = That was many new tables in one minute. Try again in { $wait }.
refused-too_many_guests = Many new guests came from your address. Try again in { $wait }.
refused-too_many_codes = Those were many wrong codes. Try again in { $wait }.
refused-too_many_requests = That was a lot at once. Go on in { $wait }.
refused-no_code = The house found no free code. Try again.
refused-bad_option = This option does not exist or does not fit: { $field }.

refused-not_alone = Only who holds all seats may save a game that is not over; the file would tell what others may not know.
refused-copied = This game lies in a file, so somebody may know what comes. You can sit down for the next one.
refused-too_many_files = Those were many files in one minute. Try again in { $wait }.
refused-file_empty = This file is empty.
refused-file_large = This file is too large for a saved game: more than { $most } MB.
refused-file_strange = This file is no saved game.
refused-file_format = This game was saved by a newer house ({ $format }). Update this one.
refused-file_game = This house does not have the game in this file ({ $game }).
refused-file_rules = This game was played by other rules (number { $rules }; here it is { $ours }), so it can’t be checked.
refused-file_changed = Somebody has changed this file. At { $field }: { $reason }.
refused-file_row = Row { $row } of this file can’t be: { $reason }.
refused-file_seed = The number that deals the cards does not fit its fingerprint.
refused-file_open = This game is not over. Such a game can be opened only in the house that saved it.
refused-file_seal = This house did not seal this file, or it was changed since.

refused-name_empty = A name needs at least one letter that can be seen.
refused-name_too_long = A name has at most { $most } letters; this one has { $length }.

refused-no_asking = Nobody can ask what this would bring; that would give too much away.
refused-one_seat = This device shows one hand at a time.
refused-not_looking = The hand is covered. Uncover it to play.
refused-registration_closed = This house takes no new accounts. You can play as a guest.
refused-has_account = You have an account already.
refused-login_taken = Another account has this name. Choose another; at the tables you keep your own.
refused-weak_password = A password needs at least { $least } characters, and it must not be the name.
refused-wrong_password = Name and password do not fit.
refused-too_many_tries = That was tried too often. Try again in { $wait }.
refused-no_account = You are a guest; make an account first.
refused-no_passkeys = There are no passkeys at { $host }: they need a name, not figures. A password works everywhere.
refused-bad_passkey = This passkey does not prove anything here.
refused-old_passkey = That took too long. Try again.
refused-unknown_passkey = This house does not know this passkey.
refused-last_key = This is the last way into your account. Set a password or add another passkey first.
refused-old_link = This link was used already, or it is too old. Ask for a new one on the first device.
refused-no_way_back = As a guest you would not find back. Make an account first, or delete yourself.
refused-passkey_cancelled = The browser gave no passkey.
refused-signed_out = You were signed out on this device.
refused-bad_action = The house does not understand this move.
refused-bad_frame = The house does not understand this message.
refused-hello_first = The house wants to be greeted first.
refused-too_fast = Too many messages at once.
refused-too_many_faults = Too many messages that the house does not understand.
refused-table_closed = Whoever runs this house has closed the table.
refused-house_full = The house is full. Try again later.
refused-sent_away = Whoever runs this house has removed you.
refused-closing = The house closes for a moment; this page comes back by itself.
refused-slow = This device reads too slowly; it joins anew.
refused-silent = This device has said nothing for a while; it joins anew.
refused-version = The house has become newer. Load the page anew.
refused-bad_body = The house does not understand this request.
refused-bad_request = The house does not understand this request.
refused-bad_method = This address does not work that way.
refused-too_large = This is too large to send.
refused-not_found = Nothing lies at this address.
refused-foreign_page = The request came from another site.

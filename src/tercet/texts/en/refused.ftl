# Why something was refused: one sentence for each code, with the facts of the refusal. The rule is linked beside it.

refused-unknown = The house refused this ({ $code }).
refused-unreachable = The house does not answer. Check the connection and try again.
refused-offline = Not sent: the line to the house was down.
refused-broken = Something went wrong in the house. The game goes on; please try again.
refused-not_ready = { $game } is still being built.

refused-over = The game is over.
refused-watching = You are watching. Sit down to play.
refused-paused = The game is paused.
refused-not_paused = The game is not paused.
refused-not_begun = The cards are not dealt yet.
refused-unchanged = Nothing would change.
refused-seats = This game has { $least } to { $most } seats, not { $seats }.
refused-too_many_here = At most { $most } people can play at one device.
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

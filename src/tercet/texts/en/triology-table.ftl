# Triology: what stands at its table and what is said there.

triology-title = { $level ->
    [beginner] Triology Beginner
    [master] Master Triology
   *[triology] Triology
}
triology-hand-number = hand { $hand }
triology-totals = Points, of { $target }
triology-total = { $total } of { $target } points
triology-of = of { $target }
triology-cards = { $cards ->
    [0] no cards in hand
    [one] 1 card in hand
   *[other] { $cards } cards in hand
}
triology-chips = { $chips ->
    [one] 1 chip
   *[other] { $chips } chips
}
triology-rivals = Other players
triology-in-turn = in turn
triology-no-sets = no sets yet
triology-no-cards = no cards left
triology-on-caddies = on { $name }’s caddies
triology-set-of = Set of { $name }: { $cards }
triology-can-be-opened = can be opened for the steal
triology-can-be-protected = can be protected
triology-my-sets = Sets of { $name }
triology-hand = Hand of { $name }, { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}
triology-key = key { $key }
triology-stock-and-pile = Stock and discard pile
triology-stock = { $cards ->
    [0] The stock is empty
    [one] Draw from the stock, 1 card left
   *[other] Draw from the stock, { $cards } cards left
}
triology-pile = Discard pile, { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}, all open
triology-pile-empty = The discard pile is empty.
triology-on-top = on top
triology-under = { $cards ->
    [one] under 1 card
   *[other] under { $cards } cards
}
triology-bench = Workbench
triology-caddies = Caddies
triology-caddy = Caddy { $number }, from { $name }: { $card }
triology-caddy-used = lies in a new set

## What may be done now

triology-turn-of = { $name } is in turn.
triology-your-turn = { $name } is in turn.
triology-do-draw = Draw a card.
triology-do-draw-or-pick = Draw a card, or touch one of the pile to pick it up.
triology-do-use-pick = The first set needs the card that was picked up. Or put it back.
triology-do-lay = Pick three cards for a set, or one to discard.
triology-do-lay-master = Pick three cards for a set, touch a set to steal it, or discard a card.
triology-do-late = Time is up. Discard a card.
triology-asking = Is it a set …
triology-is-a-set = A set
triology-would-be = A set: { $cards }
triology-column = { $name } ({ $place ->
    [left] left group
    [middle] middle group
   *[right] right group
})
triology-brief-card = a TRIOLOGY card
triology-choose = { $count ->
    [2] Two
    [3] Three
   *[other] { $count }
} readings make a set: choose one.
triology-not-a-set = Not a set: { $why }
triology-pick-three = Pick three cards first, from the hand or from caddies.
triology-pick-discard = Pick one card of the hand, then discard it.
triology-steal-one = { $names }’s three cards must lie in at least two new sets: { $sets ->
    [0] none
    [one] one
    [2] two
   *[other] { $sets }
} so far; { $left ->
    [one] 1 card
   *[other] { $left } cards
} on caddies.
triology-steal-many = { $taken } sets of { $names }, each to lie in at least two new ones: { $done } done; { $left ->
    [one] 1 card
   *[other] { $left } cards
} on caddies.
triology-hint-says = { $kind ->
    [meld] A set can be laid.
    [steal] Something can be stolen.
    [pick_up] A card of the pile can be picked up.
   *[nothing] Nothing can be laid.
} { $kind ->
    [nothing] { "" }
   *[other] { $shown ->
        [0] Ask again to see a card.
        [1] One card is marked.
       *[other] Its cards are marked.
    }
}

## Buttons

triology-draw = Draw
triology-lay = Lay set
triology-take-back = Take back
triology-give-back = Give back
triology-discard = Discard
triology-hint = Hint
triology-sort = Sort
triology-sort-by = By { $by ->
    [colour] colour
    [number] number
    [symbol] symbol
   *[shading] shading
}
triology-move-left = Move left
triology-move-right = Move right
triology-take-asks = { $cards ->
    [one] Pick up { $card }? It must lie in the first set.
   *[other] Pick up { $card }, with all that lie on it? It must lie in the first set.
}
triology-take = { $cards ->
    [one] Take 1 card
   *[other] Take { $cards } cards
}
triology-take-not = Leave
triology-out-title = Go out?
triology-out-means = This empties the hand. It ends the hand for everybody and can’t be taken back.
triology-out = Go out
triology-out-not = Not yet

## One device for several

triology-hand-over = Hand over to { $name }
triology-curtain-means = No hand is shown until { $name } says so.
triology-lift = Show { $name }’s hand
triology-curtain-first = First hand the device over to { $name }.
triology-clock-starts = { $name }’s clock starts in { $seconds } s.
triology-then = Then the device goes to { $name }.
triology-since = Since { $name }’s last turn

## The log

triology-log-dealt = Hand { $hand } is dealt by { $dealer }
triology-log-passed = { $name } is passed over
triology-log-drew = { $name } drew
triology-log-renewed = The discard pile becomes the stock: { $size ->
    [one] 1 card
   *[other] { $size } cards
}
triology-log-picked = { $name } picked up { $cards ->
    [one] { $card }
   *[other] { $cards } cards, for { $card }
}
triology-log-melded = { $name } laid a set
triology-log-closed = { $name } laid a set and completed the steal
triology-log-stole = { $name } took a set of { $owner }{ $chip ->
    [yes] ; { $owner } gets a chip
   *[no] { "" }
}
triology-log-opened = { $name } opened an own set
triology-log-took-back = { $name } { $kind ->
    [pick_up] put the cards back on the pile
    [steal] gave a set back
    [open] closed an own set again
   *[meld] took a set back
}
triology-log-gave-back = { $name } gave the steal back
triology-log-protected = { $name } put HANDS-OFF on a set
triology-log-discarded = { $name } discarded { $card }
triology-log-forced = For { $name } the game discarded { $card }
triology-log-time = { $name }’s time is up
triology-log-extended = The clock waits for { $name }
triology-log-hinted = { $name } asked for a hint
triology-log-out = { $name } is out
triology-log-no-end = Five rounds brought nothing: the hand ends
triology-log-ready = { $name } is ready
triology-log-ended = { $reason ->
    [left] Only { $winners } stayed
   *[other] { $winners } wins
}

## Between two hands

triology-went-out = { $name } is out
triology-no-end = Five rounds brought nothing
triology-col-table = table
triology-col-held = hand
triology-col-out = out
triology-col-chips = chips
triology-col-hand = score
triology-col-total = of { $target }
triology-next-hand = Next hand in { $seconds } s, or when all are ready

## The result, and what a hand overlooked

triology-missed = { $name } made { $made ->
    [one] 1 point
   *[other] { $made } points
}; { $points } were possible{ $out ->
    [yes] , and going out
   *[no] { "" }
}.
triology-missed-steal = Steal
triology-missed-from = { $name }’s { $set }
triology-missed-open = Open
triology-missed-lay = Lay
triology-result = { $hands ->
    [one] To { $target } points, one hand
   *[other] To { $target } points, { $hands } hands
}
triology-chart = Points, by minute
triology-hands = Hand by hand
triology-col-number = Hand
triology-col-sum = Sum
triology-did = What each did
triology-did-turns = turns
triology-did-melds = sets
triology-did-pick_ups = picked up
triology-did-stolen = stolen
triology-did-lost = lost
triology-did-given_back = given back
triology-did-times_up = time up
triology-did-pace = seconds a turn

## Keys

triology-keys-hand = Pick cards of the hand, in the order in which they lie
triology-keys-draw = Draw
triology-keys-lay = Lay the set, or take what was chosen of the pile
triology-keys-discard = Discard the picked card
triology-keys-take-back = Take the last step back
triology-keys-give-back = Give the whole steal back
triology-keys-numbers = Choose a reading
triology-keys-numbers-master = Pick a card on a caddy, or choose a reading
triology-keys-pile = To the pile; Enter chooses a card
triology-keys-rivals = To the others’ sets
triology-keys-rivals-master = To the others’ sets; Enter steals
triology-keys-mine = To one’s own sets
triology-keys-mine-master = To one’s own sets; Enter opens one, or puts the picked HANDS-OFF card on it
triology-keys-arrows = Go over the table
triology-keys-move = Move the card in focus
triology-keys-down = Put everything down
triology-keys-hint = Hint
triology-keys-pause = Pause, and go on
triology-keys-drag = Everything can be dragged, too: cards within the hand, to the workbench and onto the pile, sets to the workbench.

# Oneself: name, account, devices, and what is kept. Said plainly; nobody is talked into anything.

you = You
you-name = Your name at the tables
you-more = Account, devices and data
you-change = Change

## Account

account = Account
account-guest = You are a guest. An account brings you back to your seats and results on any device. It needs a name, and a password or a passkey. No e-mail.
account-closed = You are a guest. This house takes no new accounts.
account-login = Name of the account
account-login-help = Only you see it. At the tables you keep your own name.
account-password = Password
account-password-help = At least 8 characters.
account-new = New account
account-have = I have an account
account-what = What you want
account-make = Make the account
account-made = Your account { $login } is made.
account-by-passkey = With a passkey
account-is = { $login }, since { $date }
account-sign-in = Sign in
account-sign-in-passkey = Sign in with a passkey
account-sign-in-means = What you have here as { $name }, seats and results, goes to your account.
account-signed-in = You are { $name } on this device now.
account-sign-out = Sign out
account-sign-out-means = This device becomes a new guest. Your account stays as it is.
account-signed-out = You are signed out. On this device you are { $name } now.

password-set = Set a password
password-change = Change the password
password-old = Password so far
password-new = New password
password-means = All your other devices are signed out.
password-changed = The password is changed.

passkeys = Passkeys
passkeys-none = None yet. A passkey signs you in by finger, face or PIN, without a password.
passkeys-need-https = Browsers have passkeys only on https addresses and on the house’s own machine. A password works everywhere.
passkeys-unknown = This browser has no passkeys. A password works everywhere.
passkey-add = Add a passkey
passkey-added = The passkey is added.
passkey-remove = Remove the passkey from { $date }
passkey-from = { $device }, made { $date }
passkey-for = at { $host }

## Devices

devices = Devices
devices-help = Where the house knows you.
device-unknown = A browser
device-here = this device
device-seen = last here { $date }
device-end = Sign out { $device }
devices-end = Sign out all others
devices-ended = All other devices are signed out.

move = Continue on another device
move-help = Open this address on the other device, or scan it there. It works once, for { $minutes } minutes. Whoever opens it is you.
move-only-here = This address works on this device only. Open the house by its network address first; its console shows it.
move-done = { $device } is signed in.
move-qr = QR code with a link to continue on another device
move-title = Continue here
move-as = Continue on this device as { $name }?
move-means = Then you are the same person on both devices, with the same seats. What you have here as { $guest }, seats and results, goes to { $name }.
move-means-account = Then you are the same person on both devices, with the same seats. The account that is signed in here is signed out and keeps what it has.
move-same = You are { $name } on this device already.
move-yes = Continue as { $name }
move-no = Stay { $name }

## One seat of several moves to another device

seat-move = Play the seat of { $name } on another device
seat-move-help = Open this address on the other device, or scan it there. It works once, for { $minutes } minutes. Whoever opens it plays on for { $name }; you keep your other seats.
seat-moved = { $name } plays on at another device.
seat-move-take = Play on here for { $name }?
seat-move-means = The seat of { $name } moves to this device, with its cards and points. Who you are here stays as it is.
seat-move-yes = Take the seat of { $name }
seat-move-same = The seat of { $name } is on this device already.

## Results and data

your-results = Best results alone
your-results-none = None yet. Games alone, played to the end, stand here.
your-data = Your data
export = Everything as a file
export-help = All that the house keeps of you, as JSON.
delete = Delete me
delete-title = Delete you?
delete-means = Your name, account, devices and results go, at once and for good. The games you played stay for those who played with you, without your name. Games that run go on without you.
delete-password = Your password
delete-yes = Delete for good
delete-no = Keep all
deleted-title = You are forgotten
deleted-means = The house keeps nothing of you any more, and this browser neither. Whoever goes on is a new guest.
# What stands in place of a name that was deleted.
nobody = Player { $number }

## What is kept

kept = What is kept
kept-intro = This house keeps what games and coming back need, and nothing else. Nobody is counted, followed or shown advertisements; nothing goes to others.
kept-you = Of you
kept-name = The name you gave yourself, or the one you got. Others at a table see it.
kept-cookie = One cookie, by which this browser is known. The house keeps a hash of it, the kind of browser and system, and when it was last here; forgotten { $days } days after that.
kept-account = If you make an account: its name, a hash of the password, public keys of passkeys. Until you delete it.
kept-guest = A guest who never played goes after a day. One who does not come back and has no game or result goes after { $days } days.
kept-no-address = No e-mail, no real name. Your address in the network stays in memory only, while you are here and a minute after, against floods.
kept-games = Of games
kept-log = Every act with its time, so that games survive a crash and can be looked at again. Names of others at one device, and whom the host of a table muted or removed, are part of the table.
kept-tables = A table that never began goes after { $hours } hours, a game that nobody visits after { $days } days.
kept-results = Best results alone, until you are deleted.
kept-talk = What is said at a table is never written down; it lives in memory, while the table is in use.
kept-browser = In this browser
kept-settings = Settings, names for this device and the last tables, for this browser’s own use. They are not sent.
kept-rights = Your say
kept-rights-means = Take everything along as a file, or have all of it deleted, any time, by yourself: on the page { $you }.
kept-host = Who runs this house can read its database and its log. The log names codes of tables and ids of people, no names and no cards. A backup made before you were deleted still holds you.

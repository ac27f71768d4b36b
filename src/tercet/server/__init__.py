"""The house: tables, seats, clocks, the log and the wire. Nothing below the edge (`app`, `socket`) knows the framework."""

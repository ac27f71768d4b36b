"""The house: tables, seats, clocks, the log and the wire.

Below the edge (`app`, `socket`, `serve`) nothing knows the framework.
"""

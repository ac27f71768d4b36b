"""Tercet: a house for set-type card games, in Python and in the browser.

The package's version is said here only; everything else is in the modules below and is imported where it is needed.
"""

__version__ = "0.1.0"

# Thin: every command is dev.py's, which needs nothing but Python.
PYTHON ?= python3
PORT ?= 8000

.PHONY: help play test check soak bench types client lock setup

help:
	@$(PYTHON) dev.py help

play:
	@$(PYTHON) dev.py play $(PORT)

test check soak bench types client lock setup:
	@$(PYTHON) dev.py $@

# Thin: every command is one of dev.py, which needs nothing but Python.
PYTHON ?= python3
PORT ?= 8000

.PHONY: help play test check soak bench types client lock setup npm

help test check soak bench types client lock setup npm:
	@$(PYTHON) dev.py $@ $(ARGS)

play:
	@$(PYTHON) dev.py play $(PORT) $(ARGS)

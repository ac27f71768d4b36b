"""Measurements: `python -m bench` prints what Tercet reaches, as ratios to baselines taken in the same run.

Absolute numbers differ from machine to machine and from minute to minute; ratios within one run hardly do. So every
measurement brings its own baseline, the two take turns, and the median of the turns counts.
"""

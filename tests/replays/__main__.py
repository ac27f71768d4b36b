"""Write the golden games anew."""

import sys

from tests.replays import write

write(*sys.argv[1:])

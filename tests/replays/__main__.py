"""Write the golden games anew."""

from tests.replays import write

write()

"""Lone results of every game: what was played is their `kind`; in Trios that is the deck."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.execute("alter table bests rename column deck to kind")

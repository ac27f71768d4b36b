"""The house: closed tables, and people who were removed."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    # For the host: a table that was closed stays until every node has let go of it; so do the ids of people who went.
    op.add_column("tables", sa.Column("closed", sa.BigInteger))
    op.create_index("closed_tables", "tables", ["closed"], sqlite_where=sa.text("closed is not null"))
    op.create_table(
        "removed",
        sa.Column("person", sa.String, primary_key=True),
        sa.Column("wall", sa.BigInteger, nullable=False, index=True),
    )

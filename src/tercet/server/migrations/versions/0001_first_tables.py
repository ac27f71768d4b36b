"""The first tables: people, tables, matches with their rows, heartbeats and best results."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("token_hash", sa.String, nullable=False, unique=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("code", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("seats", sa.LargeBinary, nullable=False),
        sa.Column("host", sa.String, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("pace", sa.Float, nullable=False),
        sa.Column("match", sa.Integer),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("code", sa.String, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seed", sa.String, nullable=False),
        sa.Column("node", sa.String),
        sa.Column("taken_at", sa.BigInteger),
        sa.Column("taken_wall", sa.BigInteger),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("finished", sa.BigInteger),
        sa.UniqueConstraint("code", "n"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "rows",
        sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer),
        sa.Column("ref", sa.String),
        sa.Column("record", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "heartbeats",
        sa.Column("node", sa.String, primary_key=True),
        sa.Column("wall", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "bests",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("deck", sa.String, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("time_ms", sa.BigInteger, nullable=False),
        sa.Column("exchanges", sa.Integer, nullable=False),
        sa.Column("wall", sa.BigInteger, nullable=False),
        sa.Column("code", sa.String, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Index("bests_of_person", "person", "game", "deck"),
    )

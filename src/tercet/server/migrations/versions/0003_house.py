"""The house: accounts, closed tables, and people who were removed."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

INSERT = """
    insert into players (code, n, seat, kind, person, name) values (:code, :n, :seat, :kind, :person, :name)
"""


def upgrade() -> None:
    # For the host: a table that was closed stays until every node has let go of it; so do the ids of people who went.
    op.add_column("tables", sa.Column("closed", sa.BigInteger))
    op.create_index("closed_tables", "tables", ["closed"], sqlite_where=sa.text("closed is not null"))
    op.create_table(
        "removed",
        sa.Column("person", sa.String, primary_key=True),
        sa.Column("wall", sa.BigInteger, nullable=False, index=True),
    )
    accounts()
    coming_back()
    finding()


def accounts() -> None:
    """One person may be known on several devices, and have an account: what belongs to a person goes with them."""
    op.rename_table("people", "old_people")
    op.create_table(
        "people",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.execute("insert into people (id, name, created, seen) select id, name, created, seen from old_people")
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String, primary_key=True),
        _person(index=True),
        sa.Column("device", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False, index=True),
    )
    op.execute(
        "insert into sessions (token_hash, person, device, created, seen)"
        " select token_hash, id, '', created, seen from old_people"
    )
    op.drop_table("old_people")
    op.create_table(
        "accounts",
        _person(primary_key=True),
        sa.Column("login", sa.String, nullable=False),
        sa.Column("login_key", sa.String, nullable=False, unique=True),
        sa.Column("password", sa.String),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.LargeBinary, primary_key=True),
        _person(index=True),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String, nullable=False),
        sa.Column("host", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
    )
    op.create_table(
        "tickets",
        sa.Column("hash", sa.String, primary_key=True),
        _person(),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False, index=True),
    )


def _person(**more: Any) -> sa.Column[str]:
    return sa.Column("person", sa.String, sa.ForeignKey("people.id", ondelete="cascade"), nullable=False, **more)


def coming_back() -> None:
    """Who sat at which match (0: before the first), how a match ended, and the keys that only this house has."""
    op.create_table(
        "players",
        sa.Column("code", sa.String, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("person", sa.String, index=True),
        sa.Column("name", sa.String),
    )
    op.add_column("matches", sa.Column("ended", sa.LargeBinary))
    op.add_column("matches", sa.Column("copied", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "secrets",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    _note_players()
    _note_ends()


def _note_players() -> None:
    """Who sits at a table now played its newest match; of those before nobody knows."""
    connection = op.get_bind()
    for code, n, seats in connection.execute(sa.text("select code, match, seats from tables")).all():
        for seat, row in enumerate(json.loads(seats)):
            if row.get("kind", "open") != "open":
                values = {"code": code, "n": n or 0, "seat": seat, "kind": row["kind"]}
                values |= {"person": row.get("person"), "name": row.get("name")}
                connection.execute(sa.text(INSERT), values)


def _note_ends() -> None:
    """The end of a match is a fact of its last row but few."""
    connection = op.get_bind()
    for (match,) in connection.execute(sa.text("select id from matches where finished is not null")).all():
        last = "select record from rows where match = :match order by seq desc limit 20"
        rows = [json.loads(record) for (record,) in connection.execute(sa.text(last), {"match": match})]
        ends = [event for row in rows for event in row["events"] if event["t"] == "ended"]
        if ends:
            values = {"ended": json.dumps(ends[0], separators=(",", ":")).encode(), "match": match}
            connection.execute(sa.text("update matches set ended = :ended where id = :match"), values)


def finding() -> None:
    """Where people find each other: whether others may watch, who waits for anyone, whom the host muted or removed."""
    op.add_column("tables", sa.Column("watch", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("tables", sa.Column("anyone", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("barred", sa.LargeBinary, nullable=False, server_default="{}"))

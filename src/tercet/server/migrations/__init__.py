"""The history of the database's tables, as alembic keeps it. A migration is for ever; a new one is added for a change."""

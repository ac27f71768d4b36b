"""The history of the database's tables, as alembic keeps it. A migration is for ever; for a change one is added."""

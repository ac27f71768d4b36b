"""How alembic runs the migrations here: always on the connection that `store.open_database` hands over."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()

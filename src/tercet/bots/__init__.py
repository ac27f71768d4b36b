"""Computer players: pure functions from a seat's view to its next wish. They know the engine, never the server."""

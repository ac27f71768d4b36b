"""What all tests share: hypothesis' sample sizes, and the browser's program and flags."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import settings

from tests.system import chromium

# The same samples every time, so that `make test` never fails by chance; `make soak` looks for new ones.
settings.register_profile("test", derandomize=True, max_examples=50, deadline=None, database=None)
settings.register_profile("soak", max_examples=5_000, deadline=None, print_blob=True)
settings.load_profile("soak" if os.environ.get("TERCET_SOAK") else "test")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: Playwright keeps an event loop in its process, where asyncio's tests cannot run after it."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The installed Chromium, quiet on the network and able to run as root and in small containers."""
    flags = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
    ]
    return {**browser_type_launch_args, "executable_path": chromium(), "args": flags}

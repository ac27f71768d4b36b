"""What the tests need from the machine beyond Python's packages: Chromium, and nginx for the house behind a proxy.

`python -m tests.system` sees to it that both are there, or ends with a sentence that says what to install.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str | None:
    """The Chromium to test with: the one named by CHROMIUM, else an installed one, else None for Playwright's own."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)


def nginx() -> str | None:
    """The program nginx; it often lies outside the PATH of those who are not root."""
    return shutil.which("nginx", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"]))


def need_chromium() -> None:
    if not chromium() and not apt_install("chromium") and not playwright_install():
        sys.exit("The browser tests need Chromium: install it, or name its program in the variable CHROMIUM.")


def need_nginx() -> None:
    if not nginx() and not apt_install("nginx"):
        sys.exit("The tests need nginx: install it (on Debian: apt-get install nginx).")


def apt_install(package: str) -> bool:
    """Install a Debian package where that can be done, on Debian and as root; gives whether it was."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}

    def apt(*args: str) -> bool:
        print("+ apt-get", *args, file=sys.stderr, flush=True)
        command = ["apt-get", "--quiet=2", *args]
        return subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False).returncode == 0

    install = ("install", "--yes", "--no-install-recommends", package)
    return apt(*install) or (apt("update") and apt(*install))


def playwright_install() -> bool:
    """Fetch the Chromium that Playwright brings; gives whether it was fetched."""
    print("+ playwright install chromium", file=sys.stderr, flush=True)
    return subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False).returncode == 0


if __name__ == "__main__":
    need_chromium()
    need_nginx()

"""The house as a browser meets it: behind a real proxy, after a crash, with no other host in the world, and light."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from tests.server.houses import Process, process
from tests.system import nginx
from tests.web.tables import Person

pytestmark = pytest.mark.browser

LIGHT = 150_000  # bytes of a first visit, compressed

FORWARDED = "proxy_set_header X-Forwarded-Prefix /games; proxy_set_header X-Forwarded-Host $http_host;"
NGINX = """
daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error;
events {{ worker_connections 64; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  map $http_upgrade $connection_upgrade {{ default upgrade; '' close; }}
  server {{
    listen 127.0.0.1:{port};
    location /games/ {{
      proxy_pass http://127.0.0.1:{house}{path};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      {headers}
    }}
  }}
}}
"""


@contextmanager
def proxy(folder: Path, house: Process, path: str, headers: str = "") -> Iterator[str]:
    """An nginx in front of a house, which it shows under /games/; gives the address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    folder.mkdir()
    config = folder / "nginx.conf"
    config.write_text(NGINX.format(folder=folder, port=port, house=house.port, path=path, headers=headers))
    program = nginx()
    assert program, "nginx is needed: see tests/system.py"
    running = subprocess.Popen([program, "-c", str(config), "-e", str(folder / "error")])
    try:
        for _ in range(100):
            assert running.poll() is None, (folder / "error").read_text()
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/games/"
    finally:
        running.terminate()
        running.wait()


def alone(context: BrowserContext, address: str) -> Person:
    """Somebody who went from the door to a lone table."""
    person = Person(context, address)
    person.go()
    person.page.get_by_role("article").filter(has_text="Trios").get_by_text("Alone").click()
    person.page.get_by_role("button", name="Start").click()
    expect(person.page.locator("[data-card]")).to_have_count(12)
    return person


def take_a_set(person: Person, score: int = 3) -> None:
    person.click(person.sets()[0])
    expect(points(person)).to_have_attribute("data-score", str(score))


def points(person: Person) -> Locator:
    return person.page.locator("[data-score]").first


@pytest.mark.parametrize("how", ["base path", "X-Forwarded-Prefix"])
def test_it_works_under_a_sub_path_behind_a_proxy(context: BrowserContext, tmp_path: Path, how: str) -> None:
    """Pages, links, WebSocket and invitations."""
    told = how == "base path"
    options = ["--base", "/games/"] if told else ["--proxy", "yes"]
    headers = "" if told else FORWARDED
    path = "/games/" if told else "/"
    with process(tmp_path / "data", *options) as house, proxy(tmp_path / "nginx", house, path, headers) as address:
        person = alone(context, address)
        take_a_set(person)
        assert person.page.url.startswith(f"{address}t/")
        person.page.reload()  # the address of a table leads back to it
        expect(points(person)).to_have_attribute("data-score", "3")
        person.go("rules/trios#T4")
        expect(person.page.locator("#T4")).to_be_in_viewport()
        [cookie] = context.cookies(address)
        assert (cookie["path"], cookie["httpOnly"], cookie["sameSite"]) == ("/games/", True, "Lax")


def test_a_crash_and_a_restart_are_a_small_sign_and_nothing_is_lost(context: BrowserContext, tmp_path: Path) -> None:
    with process(tmp_path) as house:
        person = alone(context, house.address)
        take_a_set(person)
        before, trio = person.table(), person.sets()[0]
        lost = person.page.get_by_role("status").filter(has_text="Reconnecting")
        house.kill()
        expect(lost).to_be_visible()
        person.click(trio[:1])  # a touch while nobody answers is kept for a short while, or visibly given back
        house.start()
        expect(lost).to_be_hidden(timeout=3000)  # they come back by themselves within 3 s
        assert person.table() == before
        expect(points(person)).to_have_attribute("data-score", "3")
        person.click([card for card in trio if person.card(card).get_attribute("aria-pressed") != "true"])
        expect(points(person)).to_have_attribute("data-score", "6")


def test_no_other_host_is_asked_and_a_first_visit_is_light(context: BrowserContext, tmp_path: Path) -> None:
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    with process(tmp_path) as house:
        page = alone(context, house.address).page
        hosts = {urlsplit(url).netloc for url in asked if not url.startswith("data:")}
        assert hosts == {urlsplit(house.address).netloc}
        entries = "['resource', 'navigation'].flatMap(type => performance.getEntriesByType(type))"
        sizes = page.evaluate(f"{entries}.map(entry => entry.transferSize)")
        assert 0 < sum(sizes) < LIGHT, f"{sum(sizes)} bytes"

"""The house as a browser meets it: behind a real proxy, after a crash, with no other host in the world, and light."""

from __future__ import annotations

import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.server.houses import Process, process
from tests.system import nginx
from tests.web.tables import SETTLED_MS, Person
from tests.web.test_accounts import add_authenticator

pytestmark = pytest.mark.browser

LIGHT = 150_000  # bytes of a first visit, compressed

PAGE = Path(__file__).resolve().parents[2] / "docs/hosting.md"
MACHINE = """
daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error;
events {{ worker_connections 64; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  {site}
}}
"""


def example(kind: str, holding: str) -> str:
    """The example of this kind, with these words in it, that the page for hosts shows."""
    blocks = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    [found] = [block for block in blocks if holding in block]
    return str(found)


def changed(text: str, **replaced: str) -> str:
    """A text in which each of some words stands, and is replaced."""
    for old, new in replaced.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def certify(folder: Path) -> None:
    """A certificate for localhost, which nobody trusts, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    today = datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(today - timedelta(days=1)).not_valid_after(today + timedelta(days=1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    (folder / "site.pem").write_bytes(made.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM))
    unlocked = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "site.key").write_bytes(unlocked)


@contextmanager
def proxy(folder: Path, house: Process, strips: bool) -> Iterator[str]:
    """An nginx in front of a house, set up as the page for hosts says; gives the address.

    One that `strips` the path does not pass it on, and tells it by a header.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    folder.mkdir()
    certify(folder)
    site = changed(
        example("nginx", "location"),
        **{
            "listen 443": f"listen 127.0.0.1:{port}",
            "server_name example.org": "server_name localhost",
            "/etc/ssl/example.org.": f"{folder}/site.",
            "127.0.0.1:8000": f"127.0.0.1:{house.port}",
        },
    )
    if strips:
        told = "/; proxy_set_header X-Forwarded-Prefix /games/;"
        site = changed(site, **{f"{house.port}/games/;": f"{house.port}{told}"})
    config = folder / "nginx.conf"
    config.write_text(MACHINE.format(folder=folder, site=site))
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
        yield f"https://localhost:{port}/games/"
    finally:
        running.terminate()
        running.wait()


def alone(context: BrowserContext, address: str) -> Person:
    """Somebody who went from the door to a lone table."""
    person = Person(context, address)
    play_alone(person)
    return person


def play_alone(person: Person) -> Page:
    """Go from the door to a lone table; gives its page."""
    person.go()
    person.page.get_by_role("article").filter(has_text="Trios").get_by_text("Alone").click()
    person.page.get_by_role("button", name="Start").click()
    expect(person.page.locator("[data-card]")).to_have_count(12)
    return person.page


def take_a_set(person: Person, score: int = 3) -> None:
    person.click(person.sets()[0])
    expect(points(person)).to_have_attribute("data-score", str(score))


def points(person: Person) -> Locator:
    return person.page.locator("[data-score]").first


@contextmanager
def behind_proxy(browser: Browser, folder: Path, strips: bool = False) -> Iterator[Callable[[], Person]]:
    """A house behind a proxy, set up as its host reads it; gives what lets somebody come with a browser."""
    choices = folder / "tercet.toml"
    choices.write_text("proxy = true\n" if strips else example("toml", "base"), encoding="utf-8")
    with process(folder / "data", "--config", str(choices)) as house, proxy(folder / "nginx", house, strips) as address:
        contexts: list[BrowserContext] = []

        def come() -> Person:
            allowed = ["clipboard-read", "clipboard-write"]
            context = browser.new_context(
                ignore_https_errors=True, locale="en-GB", permissions=allowed, reduced_motion="reduce"
            )
            contexts.append(context)
            return Person(context, address)

        yield come
        for context in contexts:
            context.close()


@pytest.mark.parametrize("strips", [False, True])
def test_it_works_under_a_sub_path_behind_a_proxy_with_tls(browser: Browser, tmp_path: Path, strips: bool) -> None:
    """Pages, links and a person's own socket; the cookie stays here, and goes by TLS only."""
    with behind_proxy(browser, tmp_path, strips) as come:
        person = come()
        lines: list[str] = []
        person.page.on("websocket", lambda line: lines.append(line.url))
        table = play_alone(person)
        take_a_set(person)
        assert table.url.startswith(f"{person.address}t/")
        assert set(lines) == {f"wss{person.address.removeprefix('https')}ws"}
        table.reload()  # the address of a table leads back to it
        expect(points(person)).to_have_attribute("data-score", "3")
        person.go("rules/trios#T4")
        expect(table.locator("#T4")).to_be_in_viewport()
        [cookie] = person.context.cookies(person.address)
        assert (cookie["path"], cookie["httpOnly"], cookie["sameSite"]) == ("/games/", True, "Lax")
        assert cookie["secure"]


def test_friends_meet_by_a_link_behind_a_proxy_with_tls(browser: Browser, tmp_path: Path) -> None:
    with behind_proxy(browser, tmp_path) as come:
        anna, ben = come(), come()
        code = anna.open("me", "open")
        expect(anna.page.locator(".address")).to_have_text(f"{anna.address.removeprefix('https://')}t/{code}")
        anna.page.get_by_role("button", name="Copy").click()
        expect(anna.page.get_by_role("button", name="Copied")).to_be_visible()
        link = anna.page.evaluate("navigator.clipboard.readText()")
        assert link == f"{anna.address}t/{code}"
        ben.page.goto(link)
        ben.page.get_by_role("button", name="I am ready").click()
        anna.page.get_by_role("button", name="Start").click()
        for person, other, seat in ((anna, ben, 0), (ben, anna, 1)):
            person.waits_for_cards()
            trio = person.sets()[0]
            person.click(trio)
            for one in (person, other):
                one.waits_without(trio[0])
                assert one.score(seat) == 3
            other.page.wait_for_timeout(SETTLED_MS)


def test_passkeys_work_behind_a_proxy_with_tls(browser: Browser, tmp_path: Path) -> None:
    with behind_proxy(browser, tmp_path) as come:
        person = come()
        person.go("you")
        add_authenticator(person)
        page = person.page
        page.get_by_label("Name of the account").fill("Anna K")
        page.get_by_role("button", name="With a passkey").click()
        expect(page.get_by_text("Anna K, since")).to_be_visible()
        me = person.call("api/me", method="GET")
        page.get_by_role("button", name="Sign out", exact=True).click()
        expect(page.get_by_text("You are a guest.")).to_be_visible()
        page.get_by_role("radio", name="I have an account").check()
        page.get_by_role("button", name="Sign in with a passkey").click()
        expect(page.get_by_text("Anna K, since")).to_be_visible()
        assert person.call("api/me", method="GET") == me


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

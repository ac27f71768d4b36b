"""A passkey's device as a program: it makes keys and signs, as WebAuthn lays down, and can be made to cheat."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

Json = dict[str, Any]
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One passkey for one house, known to the browser as `host` (with its port)."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.id = secrets.token_bytes(16)
        self.count = 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: Json, **cheats: Any) -> Json:
        """The answer to what `api/me/passkeys/options` asks."""
        point = self._key.public_key().public_numbers()
        x, y = point.x.to_bytes(32, "big"), point.y.to_bytes(32, "big")
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        told = self._data(ATTESTED, **cheats) + attested
        client = self._client("webauthn.create", options["challenge"], **cheats)
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": told})
        return self._answer({"clientDataJSON": text(client), "attestationObject": text(made)})

    def prove(self, options: Json, **cheats: Any) -> Json:
        """The answer to what `api/sign-in/options` asks."""
        told = self._data(0, **cheats)
        client = self._client("webauthn.get", options["challenge"], **cheats)
        signature = self._key.sign(told + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(
            {"clientDataJSON": text(client), "authenticatorData": text(told), "signature": text(signature)}
        )

    def _answer(self, response: Json) -> Json:
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}

    def _client(self, kind: str, challenge: str, origin: str = "", **_: Any) -> bytes:
        told = {"type": kind, "challenge": challenge, "origin": origin or f"http://{self.host}", "crossOrigin": False}
        return json.dumps(told).encode()

    def _data(self, flags: int, verified: bool = True, count: int | None = None, **_: Any) -> bytes:
        self.count = self.count + 1 if count is None else count
        flags |= PRESENT | (VERIFIED if verified else 0)
        name = self.host.rpartition(":")[0]
        return hashlib.sha256(name.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

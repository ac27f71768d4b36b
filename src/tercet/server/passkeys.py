"""Passkeys: what an authenticator is asked, and whether its answer holds (WebAuthn, without a name to be typed).

A passkey belongs to one host name; browsers know none on plain http but on this very machine, and none for an address
of figures. The library takes 14 MB and a tenth of a second, so it is loaded when the first passkey is asked for.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NoBase64
from collections.abc import Callable, Iterable
from ipaddress import ip_address
from typing import Any, NamedTuple, TypeVar

from tercet.engine.core import Illegal

T = TypeVar("T")

MOST_BYTES = 1_023  # of an id, as the standard says


class Registered(NamedTuple):
    """A new passkey."""

    id: bytes
    public_key: bytes
    sign_count: int


class House(NamedTuple):
    """By which name a browser knows the house, with the port that it asked."""

    host: str

    @property
    def name(self) -> str:
        """The name without the port; raises Illegal if passkeys can't be bound to it."""
        name = self.host.rpartition(":")[0] if self.host.rpartition(":")[2].isdecimal() else self.host
        try:
            ip_address(name.strip("[]"))
        except ValueError:
            return name
        raise Illegal("no_passkeys", "", host=name)

    @property
    def origins(self) -> list[str]:
        """The pages that may use a passkey: whether the line is safe is the browser's to judge, not a proxy's."""
        return [f"{scheme}://{self.host}" for scheme in ("https", "http")]


def creation(house: House, person: str, login: str, challenge: str, known: Iterable[bytes]) -> dict[str, Any]:
    """What an authenticator is asked to make a passkey; not one of those `known`."""
    from webauthn import generate_registration_options
    from webauthn.helpers import options_to_json_dict, structs

    options = generate_registration_options(
        rp_id=house.name,
        rp_name="Tercet",
        user_id=person.encode(),
        user_name=login,
        user_display_name=login,
        challenge=challenge.encode(),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=id) for id in known],
    )
    return options_to_json_dict(options)


def request(house: House, challenge: str) -> dict[str, Any]:
    """What an authenticator is asked to prove who its user is; any passkey for this house will do."""
    from webauthn import generate_authentication_options
    from webauthn.helpers import options_to_json_dict, structs

    options = generate_authentication_options(
        rp_id=house.name,
        challenge=challenge.encode(),
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    return options_to_json_dict(options)


def created(credential: dict[str, Any], challenge: str, house: House) -> Registered:
    """The passkey that an authenticator made for this challenge; raises Illegal("bad_passkey")."""
    from webauthn import verify_registration_response

    made = _checked(
        lambda: verify_registration_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_rp_id=house.name,
            expected_origin=house.origins,
            require_user_verification=True,
        )
    )
    return Registered(made.credential_id, made.credential_public_key, made.sign_count)


def proved(credential: dict[str, Any], challenge: str, house: House, public_key: bytes, sign_count: int) -> int:
    """How often a passkey has signed, if this is its signature under the challenge; raises Illegal("bad_passkey")."""
    from webauthn import verify_authentication_response

    made = _checked(
        lambda: verify_authentication_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_rp_id=house.name,
            expected_origin=house.origins,
            credential_public_key=public_key,
            credential_current_sign_count=sign_count,
            require_user_verification=True,
        )
    )
    return made.new_sign_count


def _checked(verify: Callable[[], T]) -> T:
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        return verify()
    except (WebAuthnException, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        # whatever a made-up answer breaks in the library is the answer's fault
        raise Illegal("bad_passkey", "") from None


def challenge_of(credential: dict[str, Any]) -> str:
    """The challenge that an answer is to; raises Illegal("bad_passkey")."""
    try:
        told = json.loads(_bytes(credential["response"]["clientDataJSON"]))
        return _bytes(told["challenge"]).decode()
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise Illegal("bad_passkey", "") from None


def id_of(credential: dict[str, Any]) -> bytes:
    """The id of the passkey that answered; raises Illegal("bad_passkey")."""
    try:
        return id_from(credential["id"])
    except (LookupError, TypeError):
        raise Illegal("bad_passkey", "") from None


def id_from(text: str) -> bytes:
    """An id as pages write it; raises Illegal("bad_passkey")."""
    try:
        return _bytes(text)[:MOST_BYTES]
    except (ValueError, TypeError, AttributeError):
        raise Illegal("bad_passkey", "") from None


def text_of(id: bytes) -> str:
    """An id as pages write it."""
    return urlsafe_b64encode(id).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    """What base64url without padding stands for; raises ValueError."""
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except NoBase64 as fault:
        raise ValueError(str(fault)) from None

# SPDX-License-Identifier: MIT
"""Verifies webhooks and processes each once."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import sqlite3
import time
from dataclasses import dataclass
from typing import Callable, Mapping, Optional, Sequence

from .shapes import Json, as_object
from .store import Store

#: Maximum difference between `webhook-timestamp` and your clock, in seconds.
TOLERANCE = 300


class WebhookRefused(Exception):
    """The webhook is invalid. Respond with `status` and ignore it."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Webhook:
    """A verified webhook. Respond 200 to unknown types: the hub may add more."""

    type: str
    #: The same for all attempts and replays of a delivery.
    id: str
    brand_id: str
    #: The parsed body.
    body: Json
    #: Number of the replay, 0 for none. All attempts of one replay share it.
    replay: int

    @property
    def identity_version(self) -> Optional[int]:
        """Returns the version of identity.updated, tests included. None for other types."""
        version = self.body.get("identity_version")
        return version if self.type == "identity.updated" and type(version) is int else None

    @property
    def changes_entitlement(self) -> bool:
        """True for the hub's entitlement.granted and entitlement.revoked. Tools' events have a source_tool."""
        return self.type in ("entitlement.granted", "entitlement.revoked") and "source_tool" not in self.body


def read_webhook(body: bytes, headers: Mapping[str, str], secrets: Sequence[str], now: Optional[float] = None) -> Webhook:
    """Verifies and parses the raw body. Raises WebhookRefused: 401 invalid signature, 400 invalid body."""
    sent = {name.lower(): value for name, value in headers.items()}
    fresh = _signed_over_time(body, sent, secrets, time.time() if now is None else now)
    if not (fresh or _signed_over_body(body, sent, secrets)):
        raise WebhookRefused("The signature is invalid.", 401)
    count = sent.get("x-hub-replay", "")
    # No signature covers this header. Trust it only with a fresh signature, so an old recording can't pose as a replay.
    replay = int(count) if fresh and _is_number(count) else 0
    webhook = _parse(body, replay)
    if webhook is None:
        raise WebhookRefused("The body does not match the contract.", 400)
    return webhook


def verify(body: bytes, headers: Mapping[str, str], secrets: Sequence[str], now: Optional[float] = None) -> bool:
    """True if either signature header matches the raw body under one of the secrets. Never raises."""
    sent = {name.lower(): value for name, value in headers.items()}
    clock = time.time() if now is None else now
    return _signed_over_body(body, sent, secrets) or _signed_over_time(body, sent, secrets, clock)


class Inbox:
    """Processes events of other tools once, recorded in the same transaction as the work.

    Don't use it for `identity.updated`: BundleCache.receive compares versions.
    """

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    def once(self, webhook: Webhook, work: Callable[[sqlite3.Connection, Webhook], None]) -> bool:
        """Runs the work once per event and replay. Returns False for a duplicate.

        If the work raises, nothing is recorded. Respond 500, and the hub resends.
        """
        with self._store.transaction() as db:
            noted = (webhook.id, webhook.replay, self._now())
            if db.execute("insert or ignore into webhook_seen values (?, ?, ?)", noted).rowcount == 0:
                return False
            work(db, webhook)
            return True

    def forget_before(self, moment: float) -> None:
        """Deletes ids seen before this Unix time. The hub retries for about 3 days."""
        with self._store.transaction() as db:
            db.execute("delete from webhook_seen where seen_at < ?", (moment,))


def _signed_over_body(body: bytes, sent: Mapping[str, str], secrets: Sequence[str]) -> bool:
    signature = sent.get("x-hub-signature", "")
    return any(_same(signature, f"sha256={_hmac(secret.encode(), body).hex()}") for secret in secrets if secret)


def _signed_over_time(body: bytes, sent: Mapping[str, str], secrets: Sequence[str], now: float) -> bool:
    moment = sent.get("webhook-timestamp", "")
    if not _is_number(moment) or abs(now - int(moment)) > TOLERANCE:
        return False
    signed = _bytes(f"{sent.get('webhook-id', '')}.{moment}.") + body
    keys = [key for key in map(_standard_key, secrets) if key]
    due = ["v1," + base64.b64encode(_hmac(key, signed)).decode() for key in keys]
    return any(_same(signature, right) for signature in sent.get("webhook-signature", "").split(" ") for right in due)


def _parse(body: bytes, replay: int) -> Optional[Webhook]:
    try:
        said = as_object(json.loads(body))
    except ValueError:
        return None
    if said is None:
        return None
    kind, sent_id, brand_id = said.get("type"), said.get("id"), said.get("brand_id")
    if not (isinstance(kind, str) and isinstance(sent_id, str) and isinstance(brand_id, str)):
        return None
    webhook = Webhook(kind, sent_id, brand_id.lower(), said, replay)
    return None if kind == "identity.updated" and webhook.identity_version is None else webhook


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 12


def _bytes(text: str) -> bytes:
    # The hub sends ASCII. Anything else only has to fail to match.
    return text.encode("utf-8", "replace")


def _same(sent: str, due: str) -> bool:
    """Compares digests in constant time, because the input can have any length."""
    return hmac.compare_digest(hashlib.sha256(_bytes(sent)).digest(), hashlib.sha256(_bytes(due)).digest())


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def _standard_key(secret: str) -> bytes:
    """Decodes a whsec_… secret from base64. Returns b"" if it is invalid."""
    if not secret.startswith("whsec_"):
        return secret.encode()
    try:
        return base64.b64decode(secret[6:].replace("-", "+").replace("_", "/") + "==")
    except (binascii.Error, ValueError):
        return b""

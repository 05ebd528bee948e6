# SPDX-License-Identifier: MIT
"""Verifies what the hub sends, and does the work for each webhook once."""

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

#: Furthest that `webhook-timestamp` may be from our clock, in seconds.
TOLERANCE = 300


class WebhookRefused(Exception):
    """Answer the hub with `status`, and do nothing."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Webhook:
    """What was sent and verified. A `type` that you do not know is not for you: answer 200."""

    type: str
    #: The same over all attempts of one delivery, and over its replays.
    id: str
    brand_id: str
    #: The body as it came.
    body: Json
    #: How often a person had the hub begin this delivery anew; all attempts of one replay have the same.
    replay: int

    @property
    def identity_version(self) -> Optional[int]:
        """The version that identity.updated announces, also where a person tried the receiver with it; None for any other type."""
        version = self.body.get("identity_version")
        return version if self.type == "identity.updated" and type(version) is int else None

    @property
    def changes_entitlement(self) -> bool:
        """True for entitlement.granted and entitlement.revoked of the hub; a tool's event of the same type names its source_tool."""
        return self.type in ("entitlement.granted", "entitlement.revoked") and "source_tool" not in self.body


def read_webhook(body: bytes, headers: Mapping[str, str], secrets: Sequence[str], now: Optional[float] = None) -> Webhook:
    """Verifies the raw bytes and says what they are. Raises WebhookRefused: 401 where the hub did not sign them, 400 where they are malformed."""
    sent = {name.lower(): value for name, value in headers.items()}
    fresh = _signed_over_time(body, sent, secrets, time.time() if now is None else now)
    if not (fresh or _signed_over_body(body, sent, secrets)):
        raise WebhookRefused("The signature does not verify.", 401)
    count = sent.get("x-hub-replay", "")
    # No signature covers it: beside an old recording, which X-Hub-Signature alone would let through, it is not believed.
    replay = int(count) if fresh and _is_number(count) else 0
    webhook = _parse(body, replay)
    if webhook is None:
        raise WebhookRefused("The body does not follow the contract.", 400)
    return webhook


def verify(body: bytes, headers: Mapping[str, str], secrets: Sequence[str], now: Optional[float] = None) -> bool:
    """True for bytes that the hub signed under any one of our secrets, by either of its two headers. Never raises."""
    sent = {name.lower(): value for name, value in headers.items()}
    clock = time.time() if now is None else now
    return _signed_over_body(body, sent, secrets) or _signed_over_time(body, sent, secrets, clock)


class Inbox:
    """Remembers which events of other tools were dealt with, and in which replay, in the transaction of the work itself.

    `identity.updated` needs none of it: its version says whether it is news (BundleCache.receive).
    """

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    def once(self, webhook: Webhook, work: Callable[[sqlite3.Connection, Webhook], None]) -> bool:
        """Does the work and commits, unless that was done before, for this very replay of it. Says whether it was done now.

        Where the work raises, nothing is remembered: answer 500, and the hub sends it again.
        """
        with self._store.transaction() as db:
            noted = (webhook.id, webhook.replay, self._now())
            if db.execute("insert or ignore into webhook_seen values (?, ?, ?)", noted).rowcount == 0:
                return False
            work(db, webhook)
            return True

    def forget_before(self, moment: float) -> None:
        """Forgets the ids seen before then, in Unix seconds: the hub's own attempts end after about 3 days."""
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
    # What the hub sends is ASCII; of anything else no more is wanted than that it does not match.
    return text.encode("utf-8", "replace")


def _same(sent: str, due: str) -> bool:
    """Compares digests, in constant time: what was sent may be of any length."""
    return hmac.compare_digest(hashlib.sha256(_bytes(sent)).digest(), hashlib.sha256(_bytes(due)).digest())


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def _standard_key(secret: str) -> bytes:
    """In webhook-signature a secret of the form whsec_… stands for the bytes that follow, in base64; empty where they are none."""
    if not secret.startswith("whsec_"):
        return secret.encode()
    try:
        return base64.b64decode(secret[6:].replace("-", "+").replace("_", "/") + "==")
    except (binascii.Error, ValueError):
        return b""

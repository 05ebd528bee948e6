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


@dataclass(frozen=True)
class Webhook:
    """What was sent and verified. A `type` that you do not know is not for you: answer 200."""

    type: str
    #: The same over all attempts of one delivery, and over its replays.
    id: str
    brand_id: str
    #: The body as it came.
    body: Json
    #: A person asked the hub to send it once more.
    replay: bool

    @property
    def identity_version(self) -> Optional[int]:
        """The version that identity.updated announces, also where a person tried the receiver with it; None for any other type."""
        version = self.body.get("identity_version")
        return version if self.type == "identity.updated" and type(version) is int else None


def verify(body: bytes, headers: Mapping[str, str], secrets: Sequence[str], now: Optional[float] = None) -> bool:
    """True for bytes that the hub signed under any one of our secrets, by either of its two headers. Never raises."""
    sent = {name.lower(): value for name, value in headers.items()}
    moment = sent.get("webhook-timestamp", "")
    clock = time.time() if now is None else now
    is_number = moment.isascii() and moment.isdigit() and len(moment) <= 12
    fresh = is_number and abs(clock - int(moment)) <= TOLERANCE
    prefix = _bytes(f"{sent.get('webhook-id', '')}.{moment}.")
    valid = False
    for secret in secrets:
        if secret and _same(sent.get("x-hub-signature", ""), f"sha256={_hmac(secret.encode(), body).hex()}"):
            valid = True
        key = _standard_key(secret)
        if key and fresh:
            due = "v1," + base64.b64encode(_hmac(key, prefix + body)).decode()
            for signature in sent.get("webhook-signature", "").split(" "):
                if _same(signature, due):
                    valid = True
    return valid


def parse(body: bytes, headers: Mapping[str, str]) -> Optional[Webhook]:
    """What verified bytes say; None where they do not follow the contract: answer 400."""
    try:
        said = as_object(json.loads(body))
    except ValueError:
        return None
    if said is None:
        return None
    kind, sent_id, brand_id = said.get("type"), said.get("id"), said.get("brand_id")
    if not (isinstance(kind, str) and isinstance(sent_id, str) and isinstance(brand_id, str)):
        return None
    replay = any(name.lower() == "x-hub-replay" for name in headers)
    webhook = Webhook(kind, sent_id, brand_id.lower(), said, replay)
    return None if kind == "identity.updated" and webhook.identity_version is None else webhook


class Inbox:
    """Remembers which events of other tools were dealt with, in the transaction of the work itself.

    `identity.updated` needs none of it: its version says whether it is news (BundleCache.receive).
    """

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    def once(self, webhook: Webhook, work: Callable[[sqlite3.Connection, Webhook], None]) -> bool:
        """Does the work and commits, unless this id was dealt with before and no person asked for it again. Says whether it was done.

        Where the work raises, nothing is remembered: answer 500, and the hub sends it again.
        """
        with self._store.transaction() as db:
            seen = db.execute("insert or ignore into webhook_seen values (?, ?)", (webhook.id, self._now()))
            if seen.rowcount == 0 and not webhook.replay:
                return False
            work(db, webhook)
            return True

    def forget_before(self, moment: float) -> None:
        """Forgets the ids seen before then, in Unix seconds: the hub's own attempts end after about 3 days."""
        with self._store.transaction() as db:
            db.execute("delete from webhook_seen where seen_at < ?", (moment,))


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

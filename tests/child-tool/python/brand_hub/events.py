# SPDX-License-Identifier: MIT
"""Queues events and sends them to the hub in batches."""

from __future__ import annotations

import json
import sqlite3
import threading
import uuid
from datetime import datetime, timezone
from typing import Callable, List, NamedTuple, Optional

from .client import MAX_BATCH_BYTES, MAX_BATCH_EVENTS, HubClient, HubError
from .shapes import Event, Json
from .store import Store


class _Queued(NamedTuple):
    position: int
    event: Event


def new_event(
    brand_id: str,
    kind: str,
    payload: Json,
    *,
    key: Optional[str] = None,
    occurred_at: Optional[datetime] = None,
) -> Event:
    """Creates an event. The hub accepts each key once, so pass the key of the occurrence if it has one."""
    moment = (occurred_at or datetime.now(timezone.utc)).astimezone(timezone.utc)
    return {
        "brand_id": brand_id,
        "type": kind,
        "occurred_at": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "idempotency_key": key or str(uuid.uuid4()),
        "payload": payload,
    }


class EventQueue:
    """Keeps events in your store, in order, until the hub has accepted them."""

    def __init__(self, store: Store, client: HubClient) -> None:
        self._store = store
        self._client = client
        self._sending = threading.Lock()

    def add(self, db: sqlite3.Connection, event: Event) -> None:
        """Adds an event within a transaction of the store. It is queued only if that commits."""
        db.execute("insert into event_queue (event) values (?)", (json.dumps(event),))

    def send(self, on_refused: Callable[[Event, HubError], None]) -> int:
        """Sends queued events in batches. Returns how many the hub accepted.

        A refused event (brand revoked, invalid shape) is passed to `on_refused` and skipped.
        Raises HubError if the hub is unreachable or refuses the credentials. The next call continues there.
        """
        sent = 0
        with self._sending:
            while True:
                batch = self._next_batch()
                if not batch:
                    return sent
                sent += self._send(batch, on_refused)

    def _send(self, batch: List[_Queued], on_refused: Callable[[Event, HubError], None]) -> int:
        try:
            self._client.send_events([event for _, event in batch])
        except HubError as error:
            if error.code not in ("bad_request", "forbidden"):
                raise
            if len(batch) > 1:
                # A batch is all or nothing. Halve it until the refused event is alone.
                middle = len(batch) // 2
                return self._send(batch[:middle], on_refused) + self._send(batch[middle:], on_refused)
            on_refused(batch[0].event, error)
            self._move_cursor(batch[0].position)
            return 0
        self._move_cursor(batch[-1].position)
        return len(batch)

    def _next_batch(self) -> List[_Queued]:
        with self._store.transaction() as db:
            rows = db.execute(
                """select position, event from event_queue
                   where position > (select position from event_cursor) order by position limit ?""",
                (MAX_BATCH_EVENTS,),
            ).fetchall()
        batch: List[_Queued] = []
        size = len('{"events": []}')
        for position, text in rows:
            # Includes the separator ", ".
            size += len(text) + 2
            if batch and size > MAX_BATCH_BYTES:
                break
            batch.append(_Queued(position, json.loads(text)))
        return batch

    def _move_cursor(self, position: int) -> None:
        with self._store.transaction() as db:
            db.execute("update event_cursor set position = ?", (position,))
            db.execute("delete from event_queue where position <= ?", (position,))

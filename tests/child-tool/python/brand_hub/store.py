# SPDX-License-Identifier: MIT
"""A SQLite file with bundles, processed webhooks and queued events."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import contextmanager
from typing import Generator

_TABLES = """
create table if not exists brand_cache (
  brand_id text primary key,
  identity_version integer not null,
  bundle text, -- the response's JSON; null until the first response
  stale integer not null,
  fetched_at real, -- Unix seconds; null if the last read didn't finish
  read_id text -- the latest read
);
create table if not exists webhook_seen (id text, replay integer, seen_at real not null, primary key (id, replay));
create table if not exists event_queue (position integer primary key autoincrement, event text not null);
create table if not exists event_cursor (only_row integer primary key check (only_row = 1), position integer not null);
insert or ignore into event_cursor values (1, 0);
"""


class Store:
    """One connection shared by the threads of this process. Other processes can open the same file."""

    def __init__(self, path: str) -> None:
        # Disables implicit transactions.
        self._db = sqlite3.connect(path, timeout=30, isolation_level=None, check_same_thread=False)
        self._db.row_factory = sqlite3.Row
        self._lock = threading.RLock()
        self._db.execute("pragma journal_mode = wal")
        self._db.executescript(_TABLES)

    @contextmanager
    def transaction(self) -> Generator[sqlite3.Connection, None, None]:
        """Commits everything done inside, or nothing. Make no network calls inside."""
        with self._lock:
            self._db.execute("begin immediate")
            try:
                yield self._db
            except BaseException:
                self._db.execute("rollback")
                raise
            self._db.execute("commit")

    def close(self) -> None:
        with self._lock:
            self._db.close()

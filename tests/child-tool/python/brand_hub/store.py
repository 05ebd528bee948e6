# SPDX-License-Identifier: MIT
"""The child's own database: one SQLite file for bundles, webhooks that were dealt with, and events that are to be sent."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import contextmanager
from typing import Generator

_TABLES = """
create table if not exists brand_cache (
  brand_id text primary key,
  identity_version integer not null,
  bundle text, -- JSON as it came; null until the first answer
  stale integer not null,
  fetched_at real, -- Unix seconds; null: a read was begun and never finished
  read_id text -- the read that was begun last
);
create table if not exists webhook_seen (id text, replay integer, seen_at real not null, primary key (id, replay));
create table if not exists event_queue (position integer primary key autoincrement, event text not null);
create table if not exists event_cursor (only_row integer primary key check (only_row = 1), position integer not null);
insert or ignore into event_cursor values (1, 0);
"""


class Store:
    """One connection that the threads of this process take in turn; other processes may open the same file."""

    def __init__(self, path: str) -> None:
        # No transaction begins by itself: `transaction` says where.
        self._db = sqlite3.connect(path, timeout=30, isolation_level=None, check_same_thread=False)
        self._db.row_factory = sqlite3.Row
        self._turn = threading.RLock()
        self._db.execute("pragma journal_mode = wal")
        self._db.executescript(_TABLES)

    @contextmanager
    def transaction(self) -> Generator[sqlite3.Connection, None, None]:
        """Commits all that is done inside, or nothing. Keep network calls out of it."""
        with self._turn:
            self._db.execute("begin immediate")
            try:
                yield self._db
            except BaseException:
                self._db.execute("rollback")
                raise
            self._db.execute("commit")

    def close(self) -> None:
        with self._turn:
            self._db.close()

# SPDX-License-Identifier: MIT
"""Serves bundles from the child's own rows, one for each brand, and asks the hub only when a row is missing, stale, or too old."""

from __future__ import annotations

import json
import threading
import time
import uuid
from dataclasses import dataclass
from typing import Callable, Dict, Optional, cast

from .client import HubClient, HubError
from .shapes import BrandBundle
from .store import Store

#: A bundle older than this is read anew when its signed URLs are needed, in seconds: they live for 30 minutes.
MAX_URL_AGE = 25 * 60.0
#: Version of a row whose first answer has not come: below any of the hub's.
_NONE_YET = -1


@dataclass(frozen=True)
class CachedBundle:
    bundle: BrandBundle
    #: The hub could not be asked, and this is what was known before.
    outdated: bool
    #: False where the signed URLs may be dead, as in an outdated bundle or one that was asked for without need of them: show no pictures then.
    urls_alive: bool


@dataclass(frozen=True)
class _Row:
    version: int
    bundle: Optional[BrandBundle]
    stale: bool
    fetched_at: Optional[float]


class BundleCache:
    """Safe to share between threads; several processes may keep their rows in one store."""

    def __init__(self, store: Store, client: HubClient, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._client = client
        self._now = now
        self._locks: Dict[str, threading.Lock] = {}
        self._locks_turn = threading.Lock()

    def get(self, brand_id: str, *, need_urls: bool = False) -> CachedBundle:
        """The brand's bundle. While the hub cannot be reached, what is stored is served as outdated.

        need_urls: the signed URLs will be used, so they must be alive.
        Raises HubError when the hub refuses (the brand is gone or no longer granted), or nothing is stored.
        """
        brand_id = brand_id.lower()
        row = self._find(brand_id)
        if row and row.bundle and self._is_fresh(row, need_urls):
            return self._served(row.bundle, row.fetched_at)
        with self._lock_of(brand_id):
            # Whoever had the lock before may have read it.
            row = self._find(brand_id)
            if row and row.bundle and self._is_fresh(row, need_urls):
                return self._served(row.bundle, row.fetched_at)
            return self._refresh(brand_id, row, need_urls)

    def version_of(self, brand_id: str) -> Optional[int]:
        """The stored version, or None."""
        row = self._find(brand_id.lower())
        return row.version if row and row.bundle else None

    def receive(self, brand_id: str, version: int) -> bool:
        """Takes in a verified identity.updated, and says whether it was news: order is not promised, and one may come twice."""
        with self._store.transaction() as db:
            update = "update brand_cache set stale = 1 where brand_id = ? and identity_version < ?"
            db.execute(update, (brand_id.lower(), version))
        known = self.version_of(brand_id)
        return known is None or known < version

    def mark_stale(self, brand_id: str) -> None:
        """Takes in a verified entitlement.granted or entitlement.revoked: the next get asks the hub, which says whether it still holds."""
        with self._store.transaction() as db:
            db.execute("update brand_cache set stale = 1 where brand_id = ?", (brand_id.lower(),))

    def catch_up(self) -> None:
        """Asks which of the stored brands have changed, for what no webhook has told: when the process starts, and once in a while.

        The next get of what has changed, is gone or is no longer granted asks the hub. Raises HubError.
        """
        with self._store.transaction() as db:
            rows = db.execute("select brand_id, identity_version from brand_cache where bundle is not null").fetchall()
        if not rows:
            return
        found = self._client.find_changed([{"id": row["brand_id"], "since": row["identity_version"]} for row in rows])
        for changed in found["changed"]:
            self.receive(changed["id"], changed["identity_version"])
        for brand_id in found["forbidden"] + found["not_found"]:
            self.mark_stale(brand_id)

    def forget(self, brand_id: str) -> None:
        """Removes all that is held of a brand, as after its last grant."""
        with self._store.transaction() as db:
            db.execute("delete from brand_cache where brand_id = ?", (brand_id.lower(),))

    def _is_fresh(self, row: _Row, need_urls: bool) -> bool:
        return not row.stale and row.fetched_at is not None and (self._urls_live(row.fetched_at) or not need_urls)

    def _urls_live(self, fetched_at: Optional[float]) -> bool:
        return fetched_at is not None and self._now() - fetched_at <= MAX_URL_AGE

    def _served(self, bundle: BrandBundle, fetched_at: Optional[float], *, outdated: bool = False) -> CachedBundle:
        return CachedBundle(bundle, outdated, self._urls_live(fetched_at))

    def _refresh(self, brand_id: str, row: Optional[_Row], need_urls: bool) -> CachedBundle:
        former = row.fetched_at if row else None
        held = row.bundle if row and former is not None and (self._urls_live(former) or not need_urls) else None
        asked_at = self._now()
        read_id = str(uuid.uuid4())
        self._begin(brand_id, read_id)
        try:
            answer = self._client.read_bundle(brand_id, row.version if row and held else None)
        except HubError as error:
            self._fail(brand_id)
            if row and row.bundle and not error.refused:
                return self._served(row.bundle, former, outdated=True)
            raise
        except BaseException:
            self._fail(brand_id)
            raise
        if answer is not None:
            return self._save(brand_id, read_id, answer, asked_at)
        if held is None:
            self._fail(brand_id)
            raise HubError("The hub said not_modified to a read without since.", status=200)
        with self._store.transaction() as db:
            update = "update brand_cache set fetched_at = ? where brand_id = ? and read_id = ? and fetched_at is null"
            db.execute(update, (former, brand_id, read_id))
        return self._served(held, former)

    def _begin(self, brand_id: str, read_id: str) -> None:
        """A brand without a row gets an empty one: a webhook that comes before the first answer needs something to mark."""
        with self._store.transaction() as db:
            db.execute(
                """insert into brand_cache (brand_id, identity_version, stale, read_id) values (?, ?, 0, ?)
                   on conflict (brand_id) do update set stale = 0, fetched_at = null, read_id = excluded.read_id""",
                (brand_id, _NONE_YET, read_id),
            )

    def _fail(self, brand_id: str) -> None:
        with self._store.transaction() as db:
            db.execute("delete from brand_cache where brand_id = ? and bundle is null", (brand_id,))
            db.execute("update brand_cache set stale = 1 where brand_id = ?", (brand_id,))

    def _save(self, brand_id: str, read_id: str, answer: BrandBundle, asked_at: float) -> CachedBundle:
        """Stores the answer unless a newer one is there, and gives what is stored then.

        Where another process has begun a read since, and may have done so for a webhook, the row is complete only once that one has ended.
        """
        version = answer["identity_version"]
        with self._store.transaction() as db:
            db.execute(
                """insert into brand_cache (brand_id, identity_version, bundle, stale, fetched_at, read_id) values (?, ?, ?, 0, ?, ?)
                   on conflict (brand_id) do update set
                     identity_version = excluded.identity_version, bundle = excluded.bundle,
                     fetched_at = case when brand_cache.read_id = excluded.read_id then excluded.fetched_at end
                   where brand_cache.identity_version < excluded.identity_version
                     or (brand_cache.identity_version = excluded.identity_version and brand_cache.read_id = excluded.read_id)""",
                (brand_id, version, json.dumps(answer), asked_at, read_id),
            )
        stored = self._find(brand_id)
        if stored and stored.bundle and stored.version > version:
            return self._served(stored.bundle, stored.fetched_at)
        return self._served(answer, asked_at)

    def _find(self, brand_id: str) -> Optional[_Row]:
        with self._store.transaction() as db:
            found = db.execute("select * from brand_cache where brand_id = ?", (brand_id,)).fetchone()
        if found is None:
            return None
        bundle = None if found["bundle"] is None else cast(BrandBundle, json.loads(found["bundle"]))
        return _Row(found["identity_version"], bundle, bool(found["stale"]), found["fetched_at"])

    def _lock_of(self, brand_id: str) -> threading.Lock:
        with self._locks_turn:
            return self._locks.setdefault(brand_id, threading.Lock())

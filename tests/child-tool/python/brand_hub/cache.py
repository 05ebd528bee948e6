# SPDX-License-Identifier: MIT
"""Serves stored bundles, and asks the hub only if a row is missing, stale or too old for its signed URLs."""

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

#: Age in seconds after which a bundle is read again for its signed URLs, which expire after 30 minutes.
MAX_URL_AGE = 25 * 60.0
#: Version of a row without a bundle, below any of the hub's.
_NONE_YET = -1


@dataclass(frozen=True)
class CachedBundle:
    bundle: BrandBundle
    #: True if the hub was unreachable and this is the previously stored bundle.
    outdated: bool
    #: False if the signed URLs may have expired. Don't show images then.
    urls_alive: bool


@dataclass(frozen=True)
class _Row:
    version: int
    bundle: Optional[BrandBundle]
    stale: bool
    fetched_at: Optional[float]


class BundleCache:
    """Caches bundles. Threads can share it, and processes can share its store."""

    def __init__(self, store: Store, client: HubClient, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._client = client
        self._now = now
        self._locks: Dict[str, threading.Lock] = {}
        self._locks_guard = threading.Lock()

    def get(self, brand_id: str, *, need_urls: bool = False) -> CachedBundle:
        """Returns the brand's bundle. If the hub is unreachable, returns the stored one with `outdated` set.

        Pass need_urls if you will use the signed URLs, which must then be valid.
        Raises HubError if the hub refuses (brand gone or no longer granted) or nothing is stored.
        """
        brand_id = brand_id.lower()
        row = self._find(brand_id)
        if row and row.bundle and self._is_fresh(row, need_urls):
            return self._served(row.bundle, row.fetched_at)
        with self._lock_of(brand_id):
            # Another thread may have read it meanwhile.
            row = self._find(brand_id)
            if row and row.bundle and self._is_fresh(row, need_urls):
                return self._served(row.bundle, row.fetched_at)
            return self._refresh(brand_id, row, need_urls)

    def version_of(self, brand_id: str) -> Optional[int]:
        """Returns the stored version, or None."""
        row = self._find(brand_id.lower())
        return row.version if row and row.bundle else None

    def receive(self, brand_id: str, version: int) -> bool:
        """Applies a verified identity.updated. Returns False if the version is not newer than the stored one."""
        with self._store.transaction() as db:
            update = "update brand_cache set stale = 1 where brand_id = ? and identity_version < ?"
            db.execute(update, (brand_id.lower(), version))
        known = self.version_of(brand_id)
        return known is None or known < version

    def mark_stale(self, brand_id: str) -> None:
        """Makes the next get ask the hub. Call it after entitlement.granted and entitlement.revoked."""
        with self._store.transaction() as db:
            db.execute("update brand_cache set stale = 1 where brand_id = ?", (brand_id.lower(),))

    def catch_up(self) -> None:
        """Finds changes that no webhook announced. Call it when the process starts and regularly after that.

        The next get of a changed, archived or revoked brand asks the hub. Raises HubError.
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
        """Deletes the stored data of a brand."""
        with self._store.transaction() as db:
            db.execute("delete from brand_cache where brand_id = ?", (brand_id.lower(),))

    def _is_fresh(self, row: _Row, need_urls: bool) -> bool:
        return not row.stale and row.fetched_at is not None and (self._urls_live(row.fetched_at) or not need_urls)

    def _urls_live(self, fetched_at: Optional[float]) -> bool:
        return fetched_at is not None and self._now() - fetched_at <= MAX_URL_AGE

    def _served(self, bundle: BrandBundle, fetched_at: Optional[float], *, outdated: bool = False) -> CachedBundle:
        return CachedBundle(bundle, outdated, self._urls_live(fetched_at))

    def _refresh(self, brand_id: str, row: Optional[_Row], need_urls: bool) -> CachedBundle:
        previous = row.fetched_at if row else None
        held = row.bundle if row and previous is not None and (self._urls_live(previous) or not need_urls) else None
        requested_at = self._now()
        read_id = str(uuid.uuid4())
        self._begin(brand_id, read_id)
        try:
            answer = self._client.read_bundle(brand_id, row.version if row and held else None)
        except HubError as error:
            self._fail(brand_id)
            if row and row.bundle and not error.refused:
                return self._served(row.bundle, previous, outdated=True)
            raise
        except BaseException:
            self._fail(brand_id)
            raise
        if answer is not None:
            return self._save(brand_id, read_id, answer, requested_at)
        if held is None:
            self._fail(brand_id)
            raise HubError("The hub answered not_modified to a request without since.", status=200)
        with self._store.transaction() as db:
            update = "update brand_cache set fetched_at = ? where brand_id = ? and read_id = ? and fetched_at is null"
            db.execute(update, (previous, brand_id, read_id))
        return self._served(held, previous)

    def _begin(self, brand_id: str, read_id: str) -> None:
        """Inserts an empty row if there is none, so webhooks can mark it before the first response."""
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

    def _save(self, brand_id: str, read_id: str, answer: BrandBundle, requested_at: float) -> CachedBundle:
        """Stores the response unless a newer version is stored, and returns what is stored afterwards.

        If another process has started a later read, perhaps for a webhook, only that read completes the row.
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
                (brand_id, version, json.dumps(answer), requested_at, read_id),
            )
        stored = self._find(brand_id)
        if stored and stored.bundle and stored.version > version:
            return self._served(stored.bundle, stored.fetched_at)
        return self._served(answer, requested_at)

    def _find(self, brand_id: str) -> Optional[_Row]:
        with self._store.transaction() as db:
            found = db.execute("select * from brand_cache where brand_id = ?", (brand_id,)).fetchone()
        if found is None:
            return None
        bundle = None if found["bundle"] is None else cast(BrandBundle, json.loads(found["bundle"]))
        return _Row(found["identity_version"], bundle, bool(found["stale"]), found["fetched_at"])

    def _lock_of(self, brand_id: str) -> threading.Lock:
        with self._locks_guard:
            return self._locks.setdefault(brand_id, threading.Lock())

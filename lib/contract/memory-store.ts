// SPDX-License-Identifier: MIT
import type { BrandBundle } from "./bundle.js";
import type { BrandCacheStore, CacheRow } from "./cache.js";
import type { Event } from "./events.js";
import type { InboxEntry, InboxStore } from "./inbox.js";
import type { OutboxStore, QueuedEvent } from "./outbox.js";
import type { RelayedEvent } from "./webhooks.js";

interface MemoryRow {
  identity_version: number;
  bundle: BrandBundle | null;
  stale: boolean;
  fetched_at: Date | null;
  readId: string | null;
}

/** Keeps bundles in memory, for tests and for tools that can read everything again at start. */
export class MemoryBrandCacheStore implements BrandCacheStore {
  private readonly rows = new Map<string, MemoryRow>();

  async find(brandId: string): Promise<CacheRow | null> {
    const row = this.rows.get(brandId);
    if (!row?.bundle) return null;
    const { identity_version, bundle, stale, fetched_at } = row;
    return { brand_id: brandId, identity_version, bundle, stale, fetched_at };
  }

  async beginFetch(brandId: string, readId: string): Promise<void> {
    const { identity_version, bundle } = this.rows.get(brandId) ?? { identity_version: -1, bundle: null };
    this.rows.set(brandId, { identity_version, bundle, stale: false, fetched_at: null, readId });
  }

  async saveBundle(saved: Omit<CacheRow, "stale">, readId: string): Promise<void> {
    const { brand_id, identity_version, bundle, fetched_at } = saved;
    const row = this.rows.get(brand_id);
    if (!row) return;
    const isLatest = row.readId === readId;
    if (row.identity_version > identity_version || (row.identity_version === identity_version && !isLatest)) return;
    this.rows.set(brand_id, { ...row, identity_version, bundle, fetched_at: isLatest ? fetched_at : null });
  }

  async finishUnchanged(brandId: string, fetchedAt: Date, readId: string): Promise<void> {
    const row = this.rows.get(brandId);
    if (row && row.readId === readId && !row.fetched_at) this.rows.set(brandId, { ...row, fetched_at: fetchedAt });
  }

  async markStale(brandId: string, below?: number): Promise<void> {
    const row = this.rows.get(brandId);
    if (row && (below === undefined || row.identity_version < below)) this.rows.set(brandId, { ...row, stale: true });
  }

  async abandon(brandId: string, readId: string): Promise<void> {
    const row = this.rows.get(brandId);
    if (row && !row.bundle && row.readId === readId) this.rows.delete(brandId);
  }
}

/** Keeps events in memory. Unprocessed ones are lost when the process exits. */
export class MemoryInboxStore implements InboxStore {
  private readonly entries = new Map<string, InboxEntry & { due: Date; doneAt: Date | null; reason: string | null }>();

  async add(key: string, event: RelayedEvent, at: Date): Promise<boolean> {
    if (this.entries.has(key)) return false;
    this.entries.set(key, { key, event, attempts: 0, due: at, doneAt: null, reason: null });
    return true;
  }

  async take(at: Date, until: Date): Promise<InboxEntry | null> {
    const [entry] = [...this.entries.values()]
      .filter(({ due, doneAt, reason }) => due <= at && !doneAt && reason === null)
      .sort((left, right) => left.due.getTime() - right.due.getTime());
    if (!entry) return null;
    entry.attempts += 1;
    entry.due = until;
    return { key: entry.key, event: entry.event, attempts: entry.attempts };
  }

  async finish(key: string, at: Date): Promise<void> {
    const entry = this.entries.get(key);
    if (entry) entry.doneAt = at;
  }

  async setAside(key: string, reason: string): Promise<void> {
    const entry = this.entries.get(key);
    if (entry) entry.reason = reason;
  }

  async forget(before: Date): Promise<void> {
    for (const [key, { doneAt }] of this.entries) if (doneAt && doneAt < before) this.entries.delete(key);
  }
}

/** Keeps the queue in memory. Unsent events are lost when the process exits. */
export class MemoryOutboxStore implements OutboxStore {
  private readonly entries = new Map<number, QueuedEvent & { reason: string | null }>();
  private last = 0;

  async add(event: Event): Promise<void> {
    this.last += 1;
    this.entries.set(this.last, { position: this.last, event, reason: null });
  }

  async first(limit: number): Promise<QueuedEvent[]> {
    const waiting = [...this.entries.values()].filter(({ reason }) => reason === null);
    return waiting.slice(0, limit).map(({ position, event }) => ({ position, event }));
  }

  async remove(positions: readonly number[]): Promise<void> {
    for (const position of positions) this.entries.delete(position);
  }

  async setAside(position: number, reason: string): Promise<void> {
    const entry = this.entries.get(position);
    if (entry) entry.reason = reason;
  }
}

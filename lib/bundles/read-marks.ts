import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Database } from "@/db/client";
import { childReads } from "@/db/schema";

/** A read of the same version is marked again only after this. */
const MARK_EVERY_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** Remembers which version each tool has read of each brand, off the request's way and at most once a minute per version. */
export class ReadMarks {
  private readonly marked = new LRUCache<string, { version: number; atMs: number }>({ max: MAX_REMEMBERED });

  constructor(
    private readonly db: Database,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Marks a read; gives what is being written, or null when it was marked a moment ago. */
  mark(brandId: string, toolSlug: string, version: number, now: Date): Promise<void> | null {
    const key = `${brandId} ${toolSlug}`;
    const last = this.marked.get(key);
    if (last && last.version === version && now.getTime() - last.atMs < MARK_EVERY_MS) return null;
    this.marked.set(key, { version, atMs: now.getTime() });
    return this.write(brandId, toolSlug, version, now);
  }

  private async write(brandId: string, toolSlug: string, version: number, now: Date): Promise<void> {
    try {
      await this.db
        .insert(childReads)
        .values({ brandId, toolSlug, version, readAt: now })
        .onConflictDoUpdate({
          target: [childReads.brandId, childReads.toolSlug],
          set: { version: sql`excluded.version`, readAt: sql`excluded.read_at` },
          setWhere: sql`excluded.read_at >= ${childReads.readAt}`,
        });
    } catch (error) {
      this.onError(error);
    }
  }
}

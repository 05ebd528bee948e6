import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Database } from "@/db/client";
import { childReads } from "@/db/schema";
import { BackgroundWriter } from "@/lib/kernel/background-writer";

type ReadMark = typeof childReads.$inferInsert;

/** A read of the same version is marked again only after this. */
const MARK_EVERY_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** Remembers which version each tool has read of each brand, in the background and at most once a minute per version. */
export class ReadMarks {
  private readonly marked = new LRUCache<string, ReadMark>({ max: MAX_REMEMBERED });
  private readonly writer: BackgroundWriter<ReadMark>;

  constructor(db: Database, onError: (error: unknown) => void) {
    const write = (marks: ReadMark[]) =>
      db
        .insert(childReads)
        .values(marks)
        .onConflictDoUpdate({
          target: [childReads.brandId, childReads.toolSlug],
          set: { version: sql`excluded.version`, readAt: sql`excluded.read_at` },
          setWhere: sql`excluded.read_at >= ${childReads.readAt}`,
        });
    this.writer = new BackgroundWriter({ write: async (marks) => write(marks), onError, afterMs: 0, maxPending: 1000 });
  }

  /** Marks a read, unless the same was marked a moment ago. */
  mark(mark: ReadMark): void {
    const key = `${mark.brandId} ${mark.toolSlug}`;
    const last = this.marked.get(key);
    if (last?.version === mark.version && mark.readAt.getTime() - last.readAt.getTime() < MARK_EVERY_MS) return;
    this.marked.set(key, mark);
    this.writer.put(key, () => mark);
  }

  /** Writes the marks that wait. Never rejects. */
  flush(): Promise<void> {
    return this.writer.flush();
  }
}

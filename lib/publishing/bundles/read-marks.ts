import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { childReads, entitlements, toolCredentials } from "@/db/schema";
import { BackgroundWriter } from "@/lib/platform/background-writer";

interface ReadMark {
  brandId: string;
  toolSlug: string;
  version: number;
  readAt: Date;
  /** Undefined for a token from the environment. */
  credentialId?: string;
}

const MARK_EVERY_MS = 600_000;
/** At 450 bytes each, 45 MB. */
const MAX_REMEMBERED = 100_000;

/**
 * Skips what another process wrote already. The fixed order avoids deadlocks. A pair without access would fail the
 * whole statement, so it is left out. Both are scalar subqueries, because a join may scan the whole table.
 */
const write = (db: Database, marks: readonly ReadMark[]) =>
  db.execute(sql`
    insert into ${childReads} (brand_id, tool_slug, version, read_at)
    select due."brandId", due."toolSlug", due.version, due."readAt"
    from (
      select * from json_to_recordset(${JSON.stringify(marks)}::json)
        as m("brandId" uuid, "toolSlug" text, version int, "readAt" timestamptz, "credentialId" uuid)
      where (
        select true from ${childReads} r
        where r.brand_id = m."brandId" and r.tool_slug = m."toolSlug" and r.version = m.version
          and r.read_at > greatest(m."readAt" - ${`${MARK_EVERY_MS} ms`}::interval,
            (select c.created_at from ${toolCredentials} c where c.id = m."credentialId"))
      ) is null
      offset 0
    ) as due
    where (select true from ${entitlements} e where e.brand_id = due."brandId" and e.tool_slug = due."toolSlug")
    order by 1, 2
    on conflict on constraint child_reads_pkey do update set version = excluded.version, read_at = excluded.read_at
      where excluded.read_at >= ${childReads.readAt}`);

/** Writes a new version or token within about a second, a repeated read at most every ten minutes. */
export class ReadMarks {
  /** Oldest first. A Map, because an LRU cache allocates memory for all its keys at once. */
  private readonly marked = new Map<string, ReadMark>();
  private readonly writer: BackgroundWriter<ReadMark>;

  constructor(db: Database, onError: (error: unknown) => void) {
    this.writer = new BackgroundWriter({
      write: async (marks) => write(db, marks),
      onError,
      afterMs: 1_000,
      maxPending: 1_000,
    });
  }

  mark(mark: ReadMark): void {
    const key = `${mark.brandId} ${mark.toolSlug}`;
    const last = this.marked.get(key);
    const isSame = last?.version === mark.version && last.credentialId === mark.credentialId;
    if (isSame && mark.readAt.getTime() - last.readAt.getTime() < MARK_EVERY_MS) return;
    this.marked.delete(key);
    if (this.makesRoom(mark.readAt)) this.marked.set(key, mark);
    this.writer.put(key, () => mark);
  }

  /** Evicts only marks that are due again. Otherwise pairs that are read in turn would replace each other. */
  private makesRoom(now: Date): boolean {
    if (this.marked.size < MAX_REMEMBERED) return true;
    const [oldest] = this.marked;
    if (!oldest || now.getTime() - oldest[1].readAt.getTime() < MARK_EVERY_MS) return false;
    return this.marked.delete(oldest[0]);
  }

  /** Never rejects. */
  flush(): Promise<void> {
    return this.writer.flush();
  }
}

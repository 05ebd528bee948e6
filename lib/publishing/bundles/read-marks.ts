import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { childReads, entitlements, toolCredentials } from "@/db/schema";
import { BackgroundWriter } from "@/lib/platform/background-writer";

interface ReadMark {
  brandId: string;
  toolSlug: string;
  version: number;
  readAt: Date;
  /** The tool's token, where it was made in the hub. */
  credentialId?: string;
}

/** A read of the same version by the same token is marked again only after this. */
const MARK_EVERY_MS = 600_000;
/** Some 450 bytes each: 45 MB. */
const MAX_REMEMBERED = 100_000;

/**
 * What the database has is read first: a pair that several processes are asked for, or that has no room in memory, is not written with each poll. In
 * one order, so that statements of two processes do not wait for each other; without pairs whose grant is gone, each of which would fail all of its statement. Both
 * are asked for each mark as a value, by the keys: as joins they are planned for any number, and may read all of a table.
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

/**
 * Remembers which version each tool has read of each brand, in the background: the first read of a version or by another token within about a second,
 * the same again at most every ten minutes.
 */
export class ReadMarks {
  /** The oldest mark first. A Map, because an LRU cache allocates room for all of its keys when it is made. */
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

  /** Marks a read, unless the same was marked a while ago. */
  mark(mark: ReadMark): void {
    const key = `${mark.brandId} ${mark.toolSlug}`;
    const last = this.marked.get(key);
    const isSame = last?.version === mark.version && last.credentialId === mark.credentialId;
    if (isSame && mark.readAt.getTime() - last.readAt.getTime() < MARK_EVERY_MS) return;
    this.marked.delete(key);
    if (this.makesRoom(mark.readAt)) this.marked.set(key, mark);
    this.writer.put(key, () => mark);
  }

  /** Only what is due again makes room: pairs that are asked for in turns would drive one another out, so that none was remembered. */
  private makesRoom(now: Date): boolean {
    if (this.marked.size < MAX_REMEMBERED) return true;
    const [oldest] = this.marked;
    if (!oldest || now.getTime() - oldest[1].readAt.getTime() < MARK_EVERY_MS) return false;
    return this.marked.delete(oldest[0]);
  }

  /** Writes the marks that wait. Never rejects. */
  flush(): Promise<void> {
    return this.writer.flush();
  }
}

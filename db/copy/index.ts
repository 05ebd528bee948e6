import type { Database, OpenDatabase } from "../database";
import { loadSnapshot, type OnCopied } from "./load-snapshot";
import { withSnapshot } from "./snapshot";

export { loadSnapshot, markAsCopy, type OnCopied, verifyCopy } from "./load-snapshot";
export { CopyRefused, isHalfCopied, type Snapshot, withSnapshot } from "./snapshot";

/** A commit, or an index over millions of rows, can take hours. */
export const COPY_TIMEOUTS = { connectMs: 10_000, queryMs: 10 * 60_000, restedMs: 60_000, probeMs: 10_000 };

/**
 * Copies a hub's database, as of now, into an empty one or a partial copy of it. Doesn't change the source.
 * @throws CopyRefused
 */
export async function copyDatabase(source: Database, target: OpenDatabase, onCopied?: OnCopied): Promise<void> {
  await withSnapshot(source, (snapshot) => loadSnapshot(snapshot, target, onCopied));
}

import type { Database, OpenDatabase } from "../database";
import { loadSnapshot, type OnCopied } from "./load-snapshot";
import { withSnapshot } from "./snapshot";

export { loadSnapshot, markAsCopy, type OnCopied, verifyCopy } from "./load-snapshot";
export { CopyRefused, isHalfCopied, type Snapshot, withSnapshot } from "./snapshot";

/** How long a copy waits for an answer: a commit, or an index over millions of rows, takes what it takes. */
export const COPY_PATIENCE = { connectMs: 10_000, queryMs: 10 * 60_000, restedMs: 60_000, probeMs: 10_000 };

/** Copies one hub's database, as it is at this moment, into another that is empty (or holds a broken-off copy of it). The source stays as it is. @throws CopyRefused */
export async function copyDatabase(source: Database, target: OpenDatabase, onCopied?: OnCopied): Promise<void> {
  await withSnapshot(source, (snapshot) => loadSnapshot(snapshot, target, onCopied));
}

import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { brands, brandVersions, subscriptions } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import type { BrandSnapshot } from "@/lib/brand-document";
import { enqueueIdentityUpdated } from "@/lib/deliveries/server";
import type { Ctx } from "@/lib/kernel/context";
import { BadRequest, NotFound } from "@/lib/kernel/errors";
import { storableText } from "@/lib/kernel/storable-text";
import { changesForAudit } from "./changes-for-audit";
import { changedParts, diffDocuments, type FieldChange } from "./diff-documents";
import { MAX_NOTE_LENGTH } from "./limits";
import { getSnapshot } from "./snapshots";

export interface VersionCommit {
  brandId: string;
  /** Gives the next snapshot from the current one, inside the transaction and under the brand's lock. */
  next: (current: BrandSnapshot, currentVersion: number) => BrandSnapshot | Promise<BrandSnapshot>;
  note: string | null;
  action: "identity.published" | "identity.restored" | "brand.renamed";
  restoredFrom?: number;
}

export interface CommittedVersion {
  version: number;
  /** Empty when nothing differed: then no version was made. */
  changes: FieldChange[];
  /** How many tools the new version is sent to. */
  toolsTold: number;
}

const countEnabledSubscriptions = (db: Database, brandId: string): Promise<number> =>
  db.$count(subscriptions, and(eq(subscriptions.brandId, brandId), eq(subscriptions.enabled, true)));

/**
 * Makes the next version of a brand: snapshot, `identity_version` + 1, deliveries and audit entry stand or fall together
 * in the caller's transaction (`ctx.db`). A snapshot that differs in nothing raises nothing.
 *
 * The brand's row is locked first, so that of two publishers the second sees what the first published.
 */
export async function commitVersion(ctx: Ctx, commit: VersionCommit): Promise<CommittedVersion> {
  const { brandId } = commit;
  const note = storableText(commit.note);
  if (note && note.length > MAX_NOTE_LENGTH) throw new BadRequest(`A note has at most ${MAX_NOTE_LENGTH} characters.`);
  const [brand] = await ctx.db
    .select()
    .from(brands)
    .where(and(eq(brands.id, brandId), isNull(brands.archivedAt)))
    .for("update");
  if (!brand) throw new NotFound("There is no such brand.");

  const current = await getSnapshot(ctx.db, brandId, brand.identityVersion);
  const snapshot = await commit.next(current, brand.identityVersion);
  const changes = diffDocuments(current, snapshot);
  if (changes.length === 0) return { version: brand.identityVersion, changes, toolsTold: 0 };

  const version = brand.identityVersion + 1;
  const changed = changedParts(changes);
  await ctx.db.insert(brandVersions).values({
    brandId,
    version,
    snapshot,
    changed,
    note,
    authorId: ctx.actor.kind === "user" ? ctx.actor.userId : null,
    restoredFrom: commit.restoredFrom,
    createdAt: ctx.now,
  });
  await ctx.db
    .update(brands)
    .set({ identityVersion: version, name: snapshot.brand.name, slug: snapshot.brand.slug })
    .where(eq(brands.id, brandId));
  await enqueueIdentityUpdated(ctx, {
    brandId,
    brandSlug: snapshot.brand.slug,
    version,
    previousVersion: brand.identityVersion,
    changed,
  });
  await recordAudit(ctx, {
    brandId,
    action: commit.action,
    target: { kind: "version", id: String(version), label: `Version ${version}` },
    diff: changesForAudit(changes),
  });
  return { version, changes, toolsTold: await countEnabledSubscriptions(ctx.db, brandId) };
}

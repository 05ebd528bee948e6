import { and, eq } from "drizzle-orm";
import { drafts } from "@/db/schema";
import type { Ctx } from "@/lib/kernel/context";
import { lockBrand, requirePermission } from "@/lib/members/server";
import { checkLocks, withStoredFiles } from "./check-edit";
import { type CommittedVersion, commitVersion } from "./commit-version";
import { compileDocument } from "./compile-document";
import { diffDocuments } from "./diff-documents";
import { StaleDraft, StaleEdit } from "./errors";
import { getSnapshot } from "./snapshots";

export interface Publication {
  brandId: string;
  /** The revision of the draft that the publisher saw. */
  revision: number;
  note: string | null;
}

/**
 * Publishes the acting user's draft as the brand's next version, all or nothing; the draft is gone afterwards.
 * A draft that compiles to what is already published makes no version.
 * @throws StaleDraft when the draft is not the one the publisher saw
 * @throws StaleEdit when somebody published over the draft's base, with what changed meanwhile: merge first
 * @throws BadRequest when the draft does not compile (with the field)
 */
export async function publishDraft(ctx: Ctx, { brandId, revision, note }: Publication): Promise<CommittedVersion> {
  const { userId } = await requirePermission(ctx, brandId, "edit");
  return ctx.db.transaction(async (tx) => {
    const { role } = await lockBrand({ ...ctx, db: tx }, brandId, "edit");
    const taken = await tx
      .delete(drafts)
      .where(and(eq(drafts.brandId, brandId), eq(drafts.userId, userId), eq(drafts.revision, revision)))
      .returning();
    const draft = taken[0];
    if (!draft) throw new StaleDraft();
    return commitVersion(
      { ...ctx, db: tx },
      {
        brandId,
        note: note?.trim() || null,
        action: "identity.published",
        async next(current, currentVersion) {
          if (draft.baseVersion !== currentVersion) {
            const base = await getSnapshot(tx, brandId, draft.baseVersion);
            throw new StaleEdit(currentVersion, diffDocuments(base, current));
          }
          checkLocks(role, current, draft.document);
          const document = compileDocument(await withStoredFiles(tx, brandId, draft.document));
          return { ...document, brand: current.brand };
        },
      },
    );
  });
}

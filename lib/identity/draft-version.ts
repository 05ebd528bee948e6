import type { Ctx } from "@/lib/kernel/context";
import { BadRequest } from "@/lib/kernel/errors";
import { requirePermission } from "@/lib/members/server";
import { findDraft } from "./drafts";
import { documentOf } from "./flatten-document";
import { saveDraft } from "./save-draft";
import { getSnapshot } from "./snapshots";

/**
 * Makes an old version the acting user's draft over the current one, to be reviewed and published like any other.
 * @throws BadRequest while they have a draft, Forbidden and StaleDraft as `saveDraft`
 */
export async function draftVersion(
  ctx: Ctx,
  { brandId, version }: { brandId: string; version: number },
): Promise<void> {
  const { brand } = await requirePermission(ctx, brandId, "edit");
  if (await findDraft(ctx, { brandId })) throw new BadRequest("You have a draft already: publish or discard it first.");
  const document = documentOf(await getSnapshot(ctx, { brandId, version }));
  await saveDraft(ctx, { brandId, baseVersion: brand.identityVersion, revision: null, document });
}

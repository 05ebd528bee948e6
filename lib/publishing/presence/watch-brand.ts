import { may } from "@/lib/access";
import { requirePermission } from "@/lib/access/server";
import type { SignedInActor } from "@/lib/platform/context";
import type { Ctx } from "../context";
import type { EditingPage } from "./live-brand";
import type { Listener } from "./live-brands";

export interface Watch extends Listener {
  brandId: string;
  page: EditingPage | null;
}

/**
 * Tells an open page of a brand which version is live and who else edits, now and whenever that changes, until the returned function is called,
 * the acting user's session ends or they are no member any more; meanwhile others are told of them, if they may edit and an editing page is open.
 * @throws as `requirePermission`; RateLimited when the person has too many pages open
 */
export async function watchBrand(ctx: Ctx<SignedInActor>, { page, ...watch }: Watch): Promise<() => void> {
  const { userId, role } = await requirePermission(ctx, watch.brandId, "read");
  return ctx.live.watch({ ...watch, userId, sid: ctx.actor.session.sid, page: may(role, "edit") ? page : null });
}

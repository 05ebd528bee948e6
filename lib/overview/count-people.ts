import { and, count, eq, gt, isNull } from "drizzle-orm";
import { invitations, memberships } from "@/db/schema";
import type { Ctx } from "@/lib/kernel/context";

/** How many belong to the brand or have an invitation that still works. The caller has checked the permission. */
export async function countPeople({ db, now }: Ctx, { brandId }: { brandId: string }): Promise<number> {
  const open = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt), gt(invitations.expiresAt, now));
  const [[members], [invited]] = await Promise.all([
    db.select({ n: count() }).from(memberships).where(eq(memberships.brandId, brandId)),
    db
      .select({ n: count() })
      .from(invitations)
      .where(and(eq(invitations.brandId, brandId), open)),
  ]);
  return (members?.n ?? 0) + (invited?.n ?? 0);
}

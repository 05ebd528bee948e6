import { and, asc, between, eq, isNull } from "drizzle-orm";
import { apiKeys } from "@/db/schema";
import { EXPIRY_WARNING_MS } from "@/lib/integrations";
import type { Ctx } from "../context";

const DAY_MS = 24 * 60 * 60_000;
/** By then people know about an expired key. */
const SHOWN_AFTER_MS = 7 * DAY_MS;
const MAX_SHOWN = 20;

export interface ExpiringKey {
  id: string;
  name: string;
  expiresAt: Date;
}

export async function expiringKeys({ db, now }: Ctx, brandId: string): Promise<ExpiringKey[]> {
  const rows = await db
    .select({ id: apiKeys.id, name: apiKeys.name, expiresAt: apiKeys.expiresAt })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.brandId, brandId),
        isNull(apiKeys.revokedAt),
        isNull(apiKeys.replacedBy),
        between(
          apiKeys.expiresAt,
          new Date(now.getTime() - SHOWN_AFTER_MS),
          new Date(now.getTime() + EXPIRY_WARNING_MS),
        ),
      ),
    )
    .orderBy(asc(apiKeys.expiresAt), asc(apiKeys.id))
    .limit(MAX_SHOWN);
  return rows.flatMap(({ expiresAt, ...key }) => (expiresAt ? [{ ...key, expiresAt }] : []));
}

import { and, eq, sql } from "drizzle-orm";
import { apiKeys, memberships, users } from "@/db/schema";

/** Joins what its maker is in the brand today. */
export const ofItsMaker = and(eq(memberships.brandId, apiKeys.brandId), eq(memberships.userId, apiKeys.createdBy));

/** True of a key, beside the joined users and memberships of its maker, that nobody in the brand answers for. */
export const makerHasLeft = sql<boolean>`(${memberships.userId} is null or ${users.deactivatedAt} is not null)`;

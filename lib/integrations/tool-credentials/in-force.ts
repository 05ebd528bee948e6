import { and, gt, isNull, or, type SQL } from "drizzle-orm";
import { toolCredentials } from "@/db/schema";

/** Holds for credentials that work at this moment: neither revoked nor at their end. */
export const inForce = (now: Date): SQL | undefined =>
  and(isNull(toolCredentials.revokedAt), or(isNull(toolCredentials.expiresAt), gt(toolCredentials.expiresAt, now)));

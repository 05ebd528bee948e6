import { and, gt, isNull, or, type SQL } from "drizzle-orm";
import { toolCredentials } from "@/db/schema";

export const isActive = (now: Date): SQL | undefined =>
  and(isNull(toolCredentials.revokedAt), or(isNull(toolCredentials.expiresAt), gt(toolCredentials.expiresAt, now)));

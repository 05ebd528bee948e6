import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { drafts } from "@/db/schema";

export type Draft = typeof drafts.$inferSelect;

/** The user's unpublished edits of a brand, or null. */
export async function findDraft(db: Database, brandId: string, userId: string): Promise<Draft | null> {
  const [draft] = await db
    .select()
    .from(drafts)
    .where(and(eq(drafts.brandId, brandId), eq(drafts.userId, userId)));
  return draft ?? null;
}

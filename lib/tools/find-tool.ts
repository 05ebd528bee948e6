import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { tools } from "@/db/schema";
import type { Tool } from "./register-tool";

/** The registered tool, or null. */
export async function findTool(db: Database, slug: string): Promise<Tool | null> {
  const [tool] = await db.select().from(tools).where(eq(tools.slug, slug));
  return tool ?? null;
}

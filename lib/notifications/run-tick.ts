import { lt } from "drizzle-orm";
import { notices } from "@/db/schema";
import { atPresent, type Ctx } from "@/lib/kernel/context";
import { findNotices } from "./find-notices";
import { dropOperatorNotices, sendToOperator } from "./operator-outbox";
import { tellOperator } from "./tell-operator";
import { tellPeople } from "./tell-people";

/** Longer than anything is told of again, so that nothing is told twice. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Finds what people are to be told of, tells them, and forgets what was told long ago. Ticks may overlap, on any number of machines. */
export async function runNoticeTick(ctx: Ctx): Promise<{ found: number; mailed: number; delivered: number }> {
  const present = await atPresent(ctx);
  const found = await findNotices(present);
  const mailed = await tellPeople(present);
  if (ctx.operatorWebhook) await tellOperator(present);
  const delivered = await sendToOperator(ctx);
  const before = new Date(present.now.getTime() - KEPT_MS);
  await present.db.delete(notices).where(lt(notices.createdAt, before));
  await dropOperatorNotices(present, before);
  return { found, mailed, delivered };
}

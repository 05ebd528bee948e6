import { inArray, sql } from "drizzle-orm";
import { notices, operatorNotices } from "@/db/schema";
import { type Ctx, inTransaction } from "@/lib/kernel/context";
import { newId } from "@/lib/kernel/ids";
import { isDue } from "./due";
import { type NoticeDetails, readNoticeDetails } from "./notice-details";
import { operatorEvent } from "./operator-event";

const MOST_AT_ONCE = 1_000;

/** Writes what is due for whoever runs the hub into their outbox, a message for each kind and topic, and gives how many; what is over by now is dropped. */
export async function tellOperator(ctx: Ctx): Promise<number> {
  const where = isDue(sql`${ctx.now.toISOString()}::timestamptz`, { toPeople: false });
  return inTransaction(ctx, async (tx) => {
    const due = await readNoticeDetails(tx, { userId: null, where, atMost: MOST_AT_ONCE, lock: true });
    const over = due.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id);
    if (over.length > 0) await tx.db.delete(notices).where(inArray(notices.id, over));
    const current = due.filter(({ isCurrent }) => isCurrent);
    if (current.length === 0) return 0;
    const topics = new Map<string, [NoticeDetails, ...NoticeDetails[]]>();
    for (const notice of current) {
      const key = `${notice.kind} ${notice.topic}`;
      const found = topics.get(key);
      if (found) found.push(notice);
      else topics.set(key, [notice]);
    }
    const messages = Array.from(topics.values(), (found) => {
      const id = newId();
      const body = JSON.stringify(operatorEvent({ id, occurredAt: ctx.now }, found));
      return { id, body, dueAt: ctx.now, createdAt: ctx.now };
    });
    await tx.db.insert(operatorNotices).values(messages);
    const told = current.map(({ id }) => id);
    await tx.db.update(notices).set({ toldAt: ctx.now }).where(inArray(notices.id, told));
    return messages.length;
  });
}

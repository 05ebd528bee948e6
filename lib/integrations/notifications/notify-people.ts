import { inArray, type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { notices } from "@/db/schema";
import { inTransaction } from "@/lib/platform/context";
import { enqueueMail, takeNoticeMail } from "@/lib/platform/mail/enqueue-mail";
import type { Ctx } from "../context";
import { isDue } from "./list-own-notices";
import { readNoticeDetails } from "./notice-details";
import { noticeMail } from "./notice-words";

/** Per tick; the others get theirs a minute later. */
const MAX_PEOPLE = 500;
/** Per mail. */
const MAX_NOTICES = 500;

interface Person {
  id: string;
  email: string;
  /** Mails name brands, so they only go to a verified address. */
  verified: boolean;
}

const peopleToNotify = ({ db }: Ctx, at: SQL): Promise<Person[]> =>
  rowsOf<Person>(
    db,
    sql`select u.id, u.email, u.email_verified_at is not null as verified from users u
    where u.id in (select n.user_id from notices n where n.user_id is not null and ${isDue(at, { toPeople: true })}
      limit ${MAX_NOTICES * 10})
    order by u.id limit ${MAX_PEOPLE}`,
  );

/** One mail for all due notifications. Deletes outdated ones. */
async function notifyPerson(ctx: Ctx, { id: userId, email }: Person, canMail: boolean): Promise<boolean> {
  const where = isDue(sql`${ctx.now.toISOString()}::timestamptz`, { toPeople: true });
  return inTransaction(ctx, async (tx) => {
    const due = await readNoticeDetails(tx, { userId, where, limit: MAX_NOTICES, lock: true });
    const current = due.filter(({ isCurrent }) => isCurrent);
    const outdated = due.filter(({ isCurrent }) => !isCurrent);
    const idsOf = (group: typeof due) => group.map(({ id }) => id);
    if (outdated.length > 0) await tx.db.delete(notices).where(inArray(notices.id, idsOf(outdated)));
    if (current.length === 0) return false;
    const content = noticeMail(ctx.baseUrl, current);
    const mailed = canMail && (await enqueueMail(tx, { kind: "notice", to: email, content }));
    await tx.db
      .update(notices)
      .set({ toldAt: ctx.now, mailed })
      .where(inArray(notices.id, idsOf(current)));
    return mailed;
  });
}

/** Sends due notifications and returns the number of mails. Without mail they appear on account pages only. */
export async function notifyPeople(ctx: Ctx): Promise<number> {
  let mailed = 0;
  for (const person of await peopleToNotify(ctx, sql`${ctx.now.toISOString()}::timestamptz`)) {
    const canMail = ctx.mail.configured && person.verified;
    // Past their daily limit, people get these with the next day's first mail.
    if (canMail && !(await takeNoticeMail(ctx, { to: person.email }))) continue;
    if (await notifyPerson(ctx, person, canMail)) mailed += 1;
  }
  if (mailed > 0) ctx.wakeTick();
  return mailed;
}

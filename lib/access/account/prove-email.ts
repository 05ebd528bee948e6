import { and, eq } from "drizzle-orm";
import { users } from "@/db/schema";
import { requireUser } from "@/lib/platform/context";
import { BadRequest, NotFound, RateLimited } from "@/lib/platform/errors";
import { takeMailBudget } from "@/lib/platform/mail/mail-budget";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { makeAccountLink, requireAccountLink, spendAccountLink, voidAccountLinks } from "./account-links";
import { enqueueAccountMail } from "./account-mails";

const AN_HOUR_SECONDS = 3600;

/** Guarantees that one more mail may be caused to the email. Ask before the transaction. @throws RateLimited otherwise */
export async function requireMailBudget(ctx: Ctx, { to }: { to: string }): Promise<void> {
  if (!ctx.mail.configured) throw new BadRequest("This hub sends no mail. Ask whoever runs it.");
  if (await takeMailBudget(ctx, { to })) return;
  throw new RateLimited(
    AN_HOUR_SECONDS,
    `Enough mails went to ${to} for now. Look for them there, or try again in an hour.`,
  );
}

/** The acting user's own row. @throws NotFound when the account is gone */
export async function ownRow(ctx: Ctx): Promise<typeof users.$inferSelect> {
  const { userId } = requireUser(ctx);
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new NotFound("This account is gone.");
  return user;
}

/** Sends the acting user a link by which they prove their email. @throws BadRequest where there is nothing to prove, RateLimited after too many */
export async function askForVerification(ctx: Ctx): Promise<void> {
  const user = await ownRow(ctx);
  if (user.emailVerifiedAt) throw new BadRequest("Your email is confirmed already.");
  await requireMailBudget(ctx, { to: user.email });
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx };
    const { path, expiresAt } = await makeAccountLink(inTx, {
      userId: user.id,
      kind: "verify_email",
      email: user.email,
    });
    const words = { url: `${ctx.baseUrl}${path}` };
    await enqueueAccountMail(inTx, { kind: "account.verify_email", to: user.email, words, expiresAt });
  });
  ctx.wakeTick();
}

/**
 * Notes that the acting user has proved this email, if it is theirs and unproved; a part of the verb that saw the proof, in its
 * transaction. Whoever acts is signed in to the account *and* has what was sent to its email: either alone proves nothing of the other.
 */
export async function proveEmail(ctx: Ctx, { email }: { email: string }): Promise<void> {
  const user = await ownRow(ctx);
  if (user.email !== email || user.emailVerifiedAt) return;
  await ctx.db.update(users).set({ emailVerifiedAt: ctx.now }).where(eq(users.id, user.id));
  await voidAccountLinks(ctx, { userId: user.id, kinds: ["verify_email"] });
  const target = { kind: "user", id: user.id, label: user.name };
  await recordAudit(ctx, { brandId: null, action: "account.email_verified", target });
}

/**
 * Proves the acting user's email by the link that went there. Signed in, because the link alone would prove the email of whoever made the
 * account with it, who need not be the one who reads the mail.
 * @throws BadRequest when the link does not work, or is another account's or a former email's
 */
export async function verifyEmail(ctx: Ctx, { token }: { token: string }): Promise<void> {
  const { userId } = requireUser(ctx);
  const link = await requireAccountLink(ctx, { kind: "verify_email", token });
  if (link.userId !== userId) throw new BadRequest("This link is for another account. Sign in with that one first.");
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx };
    await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.email, link.email)))
      .for("update");
    await spendAccountLink(inTx, link);
    await proveEmail(inTx, link);
  });
}

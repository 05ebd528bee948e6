import { eq } from "drizzle-orm";
import { sessions, users } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import { type Ctx, inTransaction } from "@/lib/kernel/context";
import { SecondStepNeeded } from "@/lib/kernel/errors";
import { newLinkToken } from "@/lib/kernel/link-token";
import { enqueueMail } from "@/lib/mail/server";
import { describeUserAgent } from "@/lib/sessions";
import { issueSession, type SessionClaims } from "@/lib/sessions/server";
import { COMPANY_SIGN_IN } from "./company-sign-in";
import { findKnownDevice } from "./device-token";
import { hasFactor } from "./factors/list-factors";
import { newBrowserMail } from "./new-browser-mail";
import { requireWayIn } from "./require-way-in";

/** Somebody who has just proved who they are, in a browser. */
export interface BrowserSignIn {
  userId: string;
  userAgent: string | null;
  /** The browser's device token, if it sent one. */
  device?: string | null;
  /** What proved it: `password`, `passkey`, `oidc` for the company's own provider, the provider's name, or both steps. */
  by: string;
  /** True for who gave a factor of the account. */
  strong?: boolean;
}

/** What the browser gets: the claims of its session's cookie, and the proof that it brings with what asks for a recent one. */
export interface OpenedSession {
  claims: SessionClaims;
  proof: string;
}

/**
 * Opens a browser's session, with its audit entry; of a browser that had not signed in to the account before the person is told, by mail
 * too where the hub sends any. Whoever calls has checked the proof.
 * @throws AccountDeactivated, CompanySignInOnly by whatever other way they came
 * @throws SecondStepNeeded for an account with a factor, unless one was given: no way in opens a session without
 */
export async function openBrowserSession(ctx: Ctx, signIn: BrowserSignIn): Promise<OpenedSession> {
  const { userId, userAgent, device, by } = signIn;
  const { token: proof, tokenHash: proofHash } = newLinkToken();
  const { claims, mailed } = await inTransaction(ctx, async (inTx) => {
    const strong = signIn.strong === true || by === COMPANY_SIGN_IN;
    if (!strong && (await hasFactor(inTx, { userId }))) throw new SecondStepNeeded("This account");
    const [user] = await inTx.db.select().from(users).where(eq(users.id, userId));
    const { name = "", email = "", passwordHash = null } = user ?? {};
    requireWayIn(inTx, { email, by });
    const known = (await findKnownDevice(inTx, { userId, passwordHash, device }))?.provedThisPassword ?? false;
    const newBrowser = !known && (await inTx.db.$count(sessions, eq(sessions.userId, userId))) > 0;
    const source = { kind: "browser", proofHash } as const;
    const opened = await issueSession(inTx, { userId, source, userAgent, newBrowser, strong });
    const acting: Ctx = { ...inTx, actor: { kind: "user", userId, hubAdmin: false } };
    const browser = describeUserAgent(userAgent);
    const diff: Record<string, [unknown, unknown]> = {
      by: [null, by],
      browser: [null, newBrowser ? `${browser}, for the first time` : browser],
    };
    const target = { kind: "user", id: userId, label: name };
    await recordAudit(acting, { brandId: null, action: "account.signed_in", target, diff });
    const mail = newBrowserMail(inTx, { email, browser });
    return { claims: opened, mailed: newBrowser && (await enqueueMail(inTx, mail)) };
  });
  if (mailed) ctx.wakeTick();
  return { claims, proof };
}

"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { RevealedToken } from "@/components/account/session-dialogs";
import {
  changePassword,
  eraseOwnAccount,
  issueNamedSessionToken,
  renameAccount,
  requestEmailChange,
  requestEmailVerification,
  revokeAllSessions,
  revokeSession,
} from "@/lib/access/server";
import { NOTICE_KINDS, type NoticeKind } from "@/lib/integrations";
import { chooseNotice } from "@/lib/integrations/server";
import { env } from "@/lib/platform/config/env";
import { requireRecentProof } from "@/lib/platform/context";
import { actionResult, changeResult, type FormResult } from "@/lib/web/actions/form-result";
import { sessionCookie } from "@/lib/web/auth/cookies";
import { setActiveBrandCookie, setDeviceCookie } from "@/lib/web/auth/start-session";

const EmailForm = z.object({ email: z.string().max(1000) });
const NoticeChoice = z.object({ kind: z.enum(NOTICE_KINDS), wanted: z.boolean() });
const NameForm = z.object({ name: z.string() });
const TokenForm = NameForm.extend({ access: z.enum(["read", "write"], "Choose an access level.") });
const PasswordForm = z.object({
  current: z.string().default(""),
  password: z.string(),
  revokeTokens: z
    .literal("on")
    .optional()
    .transform((ticked) => ticked !== undefined),
});

export async function rename(form: FormData): Promise<FormResult> {
  return changeResult("changes", (ctx) => renameAccount(ctx, NameForm.parse(Object.fromEntries(form))));
}

export async function chooseNotification(kind: NoticeKind, wanted: boolean): Promise<FormResult> {
  return changeResult("changes", async (ctx) => {
    await chooseNotice(ctx, NoticeChoice.parse({ kind, wanted }));
  });
}

export async function askToVerify(): Promise<FormResult> {
  return actionResult("changes", requestEmailVerification);
}

export async function askToChangeEmail(form: FormData): Promise<FormResult> {
  return actionResult("changes", (ctx) => requestEmailChange(ctx, EmailForm.parse(Object.fromEntries(form))));
}

/** Changes the password, signs out other browsers and, if `revokeTokens` is ticked, revokes session tokens. */
export async function setPassword(form: FormData): Promise<FormResult> {
  return changeResult("changes", async (ctx) => {
    const { sid } = ctx.actor.session;
    await changePassword(ctx, { ...PasswordForm.parse(Object.fromEntries(form)), sid });
    await setDeviceCookie(ctx);
  });
}

/** Issues a session token. This response is the only place that shows it. */
export async function issueToken(form: FormData): Promise<FormResult<RevealedToken>> {
  return changeResult("secrets", async (ctx) => {
    const { name, access } = TokenForm.parse(Object.fromEntries(form));
    const scopes = access === "read" ? (["read"] as const) : (["read", "write"] as const);
    const { token, expiresAt } = await issueNamedSessionToken(ctx, { name, scopes });
    return { token, name: name.trim(), expiresAt };
  });
}

export async function revoke(sid: string): Promise<FormResult> {
  return changeResult("changes", (ctx) => revokeSession(ctx, { sid: z.uuid().parse(sid) }));
}

/** Revokes all of the user's sessions except this browser's. Returns how many. */
export async function revokeOthers(): Promise<FormResult<number>> {
  return changeResult("changes", (ctx) => revokeAllSessions(ctx, { exceptSid: ctx.actor.session.sid }));
}

/** Succeeds if the user has re-authenticated recently enough to download their data. */
export async function mayDownload(): Promise<FormResult> {
  return actionResult("lookups", async (ctx) => requireRecentProof(ctx));
}

export async function eraseAccount(typedEmail: string): Promise<FormResult> {
  return actionResult("changes", async (ctx) => {
    await eraseOwnAccount(ctx, { typedEmail: z.string().max(1000).parse(typedEmail) });
    const { name, options } = sessionCookie(env.HUB_BASE_URL);
    (await cookies()).delete({ name, ...options });
    await setActiveBrandCookie(null);
    redirect("/sign-in?deleted=1");
  });
}

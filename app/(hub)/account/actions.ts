"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import type { RevealedToken } from "@/components/account/types";
import { changePassword, renameAccount } from "@/lib/account/server";
import { type FormResult, formResult } from "@/lib/actions/form-result";
import { actionContext } from "@/lib/auth/current-user";
import { issueNamedSessionToken, revokeAllSessions, revokeSession } from "@/lib/sessions/server";

const NameForm = z.object({ name: z.string() });
const PasswordForm = z.object({ current: z.string().default(""), password: z.string() });

/** Changes the reader's name. */
export async function rename(form: FormData): Promise<FormResult> {
  return formResult(async () => {
    await renameAccount(await actionContext(), NameForm.parse(Object.fromEntries(form)));
    refresh();
  });
}

/** Changes the reader's password, and signs out their other browsers. */
export async function setPassword(form: FormData): Promise<FormResult> {
  return formResult(async () => {
    const ctx = await actionContext();
    const { sid } = ctx.actor.session;
    await changePassword(ctx, { ...PasswordForm.parse(Object.fromEntries(form)), sid });
    refresh();
  });
}

/** Issues a session token; the answer is the one place where it ever stands. */
export async function issueToken(form: FormData): Promise<FormResult<RevealedToken>> {
  return formResult(async () => {
    const { name } = NameForm.parse(Object.fromEntries(form));
    const { token, expiresAt } = await issueNamedSessionToken(await actionContext(), { name });
    refresh();
    return { token, name: name.trim(), expiresAt };
  });
}

/** Ends one of the reader's sessions. */
export async function revoke(sid: string): Promise<FormResult> {
  return formResult(async () => {
    await revokeSession(await actionContext(), { sid: z.uuid().parse(sid) });
    refresh();
  });
}

/** Ends all of the reader's sessions but this browser's. */
export async function revokeOthers(): Promise<FormResult<number>> {
  return formResult(async () => {
    const ctx = await actionContext();
    const count = await revokeAllSessions(ctx, { exceptSid: ctx.actor.session.sid });
    refresh();
    return count;
  });
}

"use server";

import { redirect } from "next/navigation";
import { after } from "next/server";
import { z } from "zod";
import { parseEmail } from "@/lib/access";
import {
  changeEmail,
  requestPasswordReset,
  requireSignInMethod,
  resetPassword,
  undoEmailChange,
  verifyEmail,
} from "@/lib/access/server";
import { asUser } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { actionResult, type FormResult, visitorResult } from "@/lib/web/actions/form-result";
import { setDeviceCookie } from "@/lib/web/auth/start-session";

const Token = z.string().max(200);
const ForgotForm = z.object({ email: z.string().max(1000) });
const ResetForm = z.object({ password: z.string().max(10_000) });

export async function verifyAction(token: string): Promise<FormResult> {
  return actionResult("changes", (ctx) => verifyEmail(ctx, { token: Token.parse(token) }));
}

export async function changeAction(token: string): Promise<FormResult> {
  return visitorResult(async (ctx) => void (await changeEmail(ctx, { token: Token.parse(token) })));
}

export async function undoAction(token: string): Promise<FormResult> {
  return visitorResult(async (ctx) => void (await undoEmailChange(ctx, { token: Token.parse(token) })));
}

/** Emails a reset link. Responds before the account lookup, so neither text nor timing reveals whether one exists. */
export async function askForReset(form: FormData): Promise<FormResult> {
  return visitorResult(async (ctx) => {
    const email = parseEmail(ForgotForm.parse(Object.fromEntries(form)).email);
    requireSignInMethod(ctx, { email, by: "password" });
    after(async () => {
      await requestPasswordReset(ctx, { email }).catch((err: unknown) =>
        log.error({ err }, "password reset link failed"),
      );
    });
  });
}

/** Sets the password and redirects to sign-in. No session starts, but this browser no longer counts as new. */
export async function resetAction(token: string, form: FormData): Promise<FormResult> {
  return visitorResult(async (ctx) => {
    const { password } = ResetForm.parse(Object.fromEntries(form));
    const { userId } = await resetPassword(ctx, { token: Token.parse(token), password });
    await setDeviceCookie(asUser(ctx, userId), { signedIn: false });
    // Setting the cookie makes Next render this page again, with a link that is already used.
    redirect("/sign-in?reset=1");
  });
}

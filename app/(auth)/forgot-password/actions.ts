"use server";

import { after } from "next/server";
import { z } from "zod";
import { parseEmail } from "@/lib/access";
import { requestPasswordReset, requireSignInMethod } from "@/lib/access/server";
import { log } from "@/lib/platform/log";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { anonymousActionContext } from "@/lib/web/auth/current-user";

const ForgotForm = z.object({ email: z.string().max(1000) });

/** Emails a reset link. Responds before the account lookup, so neither text nor timing reveals whether one exists. */
export async function askForReset(form: FormData): Promise<FormResult> {
  return formResult(async () => {
    const email = parseEmail(ForgotForm.parse(Object.fromEntries(form)).email);
    const ctx = await anonymousActionContext();
    requireSignInMethod(ctx, { email, by: "password" });
    after(async () => {
      await requestPasswordReset(ctx, { email }).catch((err: unknown) =>
        log.error({ err }, "password reset link failed"),
      );
    });
  });
}

"use server";

import { z } from "zod";
import { resetPassword } from "@/lib/account/server";
import { type FormResult, formResult } from "@/lib/actions/form-result";
import { anonymousContext } from "@/lib/auth/current-user";
import { spendBudget } from "@/lib/limits/server";

const Token = z.string().max(200);
const ResetForm = z.object({ password: z.string().max(10_000) });

/** Sets the new password; nobody is signed in by it. */
export async function resetAction(token: string, form: FormData): Promise<FormResult> {
  return formResult(async () => {
    const { password } = ResetForm.parse(Object.fromEntries(form));
    const ctx = await anonymousContext();
    await spendBudget(ctx, "changes");
    await resetPassword(ctx, { token: Token.parse(token), password });
  });
}

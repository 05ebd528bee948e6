"use server";

import { z } from "zod";
import { undoEmailChange } from "@/lib/account/server";
import { type FormResult, formResult } from "@/lib/actions/form-result";
import { anonymousContext } from "@/lib/auth/current-user";
import { spendBudget } from "@/lib/limits/server";

/** Stops or undoes a change of email, and signs everybody out of the account. */
export async function undoAction(token: string): Promise<FormResult> {
  return formResult(async () => {
    const ctx = await anonymousContext();
    await spendBudget(ctx, "changes");
    await undoEmailChange(ctx, { token: z.string().max(200).parse(token) });
  });
}

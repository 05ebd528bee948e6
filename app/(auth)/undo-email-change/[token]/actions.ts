"use server";

import { z } from "zod";
import { undoEmailChange } from "@/lib/access/server";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { anonymousContext } from "@/lib/web/auth/current-user";

export async function undoAction(token: string): Promise<FormResult> {
  return formResult(async () => {
    const ctx = await anonymousContext();
    await spendBudget(ctx, "changes");
    await undoEmailChange(ctx, { token: z.string().max(200).parse(token) });
  });
}

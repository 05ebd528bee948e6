"use server";

import { z } from "zod";
import { changeEmail } from "@/lib/account/server";
import { type FormResult, formResult } from "@/lib/actions/form-result";
import { anonymousContext } from "@/lib/auth/current-user";
import { spendBudget } from "@/lib/limits/server";

export async function changeAction(token: string): Promise<FormResult> {
  return formResult(async () => {
    const ctx = await anonymousContext();
    await spendBudget(ctx, "changes");
    await changeEmail(ctx, { token: z.string().max(200).parse(token) });
  });
}

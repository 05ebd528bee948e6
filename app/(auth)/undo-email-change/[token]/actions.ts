"use server";

import { z } from "zod";
import { undoEmailChange } from "@/lib/access/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { anonymousActionContext } from "@/lib/web/auth/current-user";

export async function undoAction(token: string): Promise<FormResult> {
  return formResult(async () => {
    const ctx = await anonymousActionContext();
    await undoEmailChange(ctx, { token: z.string().max(200).parse(token) });
  });
}

"use server";

import { z } from "zod";
import { changeEmail } from "@/lib/access/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { anonymousActionContext } from "@/lib/web/auth/current-user";

export async function changeAction(token: string): Promise<FormResult> {
  return formResult(async () => {
    const ctx = await anonymousActionContext();
    await changeEmail(ctx, { token: z.string().max(200).parse(token) });
  });
}

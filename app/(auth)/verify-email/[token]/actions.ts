"use server";

import { z } from "zod";
import { verifyEmail } from "@/lib/access/server";
import { actionResult, type FormResult } from "@/lib/web/actions/form-result";

export async function verifyAction(token: string): Promise<FormResult> {
  return actionResult("changes", (ctx) => verifyEmail(ctx, { token: z.string().max(200).parse(token) }));
}

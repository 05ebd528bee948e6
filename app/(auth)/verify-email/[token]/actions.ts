"use server";

import { z } from "zod";
import { verifyEmail } from "@/lib/access/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";

export async function verifyAction(token: string): Promise<FormResult> {
  return formResult(async () =>
    verifyEmail(await actionContext("changes"), { token: z.string().max(200).parse(token) }),
  );
}

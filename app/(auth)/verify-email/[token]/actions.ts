"use server";

import { z } from "zod";
import { verifyEmail } from "@/lib/account/server";
import { type FormResult, formResult } from "@/lib/actions/form-result";
import { actionContext } from "@/lib/auth/current-user";

export async function verifyAction(token: string): Promise<FormResult> {
  return formResult(async () =>
    verifyEmail(await actionContext("changes"), { token: z.string().max(200).parse(token) }),
  );
}

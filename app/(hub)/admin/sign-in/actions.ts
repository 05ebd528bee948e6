"use server";

import { z } from "zod";
import { setAdminsNeedTwoFactor } from "@/lib/access/server";
import { changeResult, type FormResult } from "@/lib/web/actions/form-result";

export async function requireTwoFactor(on: boolean): Promise<FormResult> {
  return changeResult(
    "changes",
    (ctx) => setAdminsNeedTwoFactor(ctx, { on: z.boolean().parse(on) }),
    on ? "Two-factor authentication is required." : "Two-factor authentication is no longer required.",
  );
}

"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { setAdminsNeedTwoFactor } from "@/lib/access/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";

export async function requireTwoFactor(on: boolean): Promise<FormResult> {
  return formResult(
    async () => {
      await setAdminsNeedTwoFactor(await actionContext("changes"), { on: z.boolean().parse(on) });
      refresh();
    },
    on ? "Two-factor authentication is required." : "Two-factor authentication is no longer required.",
  );
}

"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { setTwoStepOfAdmins } from "@/lib/access/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";

/** Has the hub require two-step sign-in of its administrators, or no more. */
export async function requireTwoStep(on: boolean): Promise<FormResult> {
  return formResult(
    async () => {
      await setTwoStepOfAdmins(await actionContext("changes"), { on: z.boolean().parse(on) });
      refresh();
    },
    on ? "Two-step sign-in is required." : "Two-step sign-in is no longer required.",
  );
}

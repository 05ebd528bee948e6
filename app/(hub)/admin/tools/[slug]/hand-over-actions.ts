"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import type { MadeHandOver } from "@/lib/integrations";
import { makeHandOver, withdrawHandOver } from "@/lib/integrations/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";

const MakeForm = z.object({ name: z.string(), hours: z.coerce.number() });

/** Creates a setup link for the tool's operator. This response is the only place that shows it. */
export async function makeLink(toolSlug: string, form: FormData): Promise<FormResult<MadeHandOver>> {
  return formResult(async () => {
    const made = await makeHandOver(await actionContext("secrets"), {
      toolSlug,
      ...MakeForm.parse(Object.fromEntries(form)),
    });
    refresh();
    return made;
  });
}

export async function withdrawLink(toolSlug: string, handOverId: string): Promise<FormResult> {
  return formResult(async () => {
    await withdrawHandOver(await actionContext("changes"), { toolSlug, handOverId });
    refresh();
  });
}

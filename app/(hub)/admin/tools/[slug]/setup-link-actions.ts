"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import type { NewSetupLink } from "@/lib/integrations";
import { createSetupLink, withdrawSetupLink } from "@/lib/integrations/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";

const MakeForm = z.object({ name: z.string(), hours: z.coerce.number() });

/** Creates a setup link for the tool's operator. This response is the only place that shows it. */
export async function makeLink(toolSlug: string, form: FormData): Promise<FormResult<NewSetupLink>> {
  return formResult(async () => {
    const made = await createSetupLink(await actionContext("secrets"), {
      toolSlug,
      ...MakeForm.parse(Object.fromEntries(form)),
    });
    refresh();
    return made;
  });
}

export async function withdrawLink(toolSlug: string, linkId: string): Promise<FormResult> {
  return formResult(async () => {
    await withdrawSetupLink(await actionContext("changes"), { toolSlug, linkId });
    refresh();
  });
}

"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { draftVersion, restoreVersion } from "@/lib/publishing/server";
import { actionResult, type FormResult } from "@/lib/web/actions/form-result";

const Restoration = z.object({
  brandId: z.uuid(),
  version: z.int().positive(),
  expectedVersion: z.int().positive(),
  note: z.string(),
});

export async function restoreVersionAction(
  input: z.infer<typeof Restoration>,
): Promise<FormResult<{ version: number; changed: boolean; toolsNotified: number }>> {
  return actionResult("changes", async (ctx) => {
    const { version, changes, toolsNotified } = await restoreVersion(ctx, Restoration.parse(input));
    revalidatePath("/b/[brand]", "layout");
    return { version, changed: changes.length > 0, toolsNotified };
  });
}

export async function draftVersionAction(input: { brandId: string; version: number }): Promise<FormResult> {
  return actionResult("changes", async (ctx) => {
    const { brandId, version } = Restoration.pick({ brandId: true, version: true }).parse(input);
    await draftVersion(ctx, { brandId, version });
    revalidatePath("/b/[brand]", "layout");
  });
}

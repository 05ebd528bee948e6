"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { cancelBrandDeletion, restoreBrand, scheduleBrandDeletion } from "@/lib/brands/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";

const BrandId = z.uuid();

export async function restore(brandId: string): Promise<FormResult<{ slug: string }>> {
  return formResult(async () => {
    const restored = await restoreBrand(await actionContext("changes"), { brandId: BrandId.parse(brandId) });
    refresh();
    return restored;
  });
}

/** Schedules an archived brand's deletion, after the waiting period. */
export async function schedule(brandId: string, typedSlug: string): Promise<FormResult<{ dueAt: Date }>> {
  return formResult(async () => {
    const input = { brandId: BrandId.parse(brandId), typedSlug: z.string().max(100).parse(typedSlug) };
    const scheduled = await scheduleBrandDeletion(await actionContext("changes"), input);
    refresh();
    return scheduled;
  });
}

export async function cancel(brandId: string): Promise<FormResult> {
  return formResult(async () => {
    await cancelBrandDeletion(await actionContext("changes"), { brandId: BrandId.parse(brandId) });
    refresh();
  });
}

"use server";

import { z } from "zod";
import { cancelBrandDeletion, restoreBrand, scheduleBrandDeletion } from "@/lib/brands/server";
import { changeResult, type FormResult } from "@/lib/web/actions/form-result";

const BrandId = z.uuid();

export async function restore(brandId: string): Promise<FormResult<{ slug: string }>> {
  return changeResult("changes", (ctx) => restoreBrand(ctx, { brandId: BrandId.parse(brandId) }));
}

/** Schedules an archived brand's deletion, after the waiting period. */
export async function schedule(brandId: string, typedSlug: string): Promise<FormResult<{ dueAt: Date }>> {
  return changeResult("changes", async (ctx) => {
    const input = { brandId: BrandId.parse(brandId), typedSlug: z.string().max(100).parse(typedSlug) };
    return scheduleBrandDeletion(ctx, input);
  });
}

export async function cancel(brandId: string): Promise<FormResult> {
  return changeResult("changes", (ctx) => cancelBrandDeletion(ctx, { brandId: BrandId.parse(brandId) }));
}

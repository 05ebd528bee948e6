"use server";

import { z } from "zod";
import { archiveBrandAsAdministrator, restoreBrandAsAdministrator } from "@/lib/brands/server";
import { changeResult, type FormResult } from "@/lib/web/actions/form-result";

const BrandId = z.uuid();

export async function archive(brandId: string, typedName: string): Promise<FormResult> {
  return changeResult("changes", async (ctx) => {
    const input = { brandId: BrandId.parse(brandId), typedName: z.string().max(1000).parse(typedName) };
    await archiveBrandAsAdministrator(ctx, input);
  });
}

export async function restore(brandId: string): Promise<FormResult> {
  return changeResult("changes", (ctx) => restoreBrandAsAdministrator(ctx, { brandId: BrandId.parse(brandId) }));
}

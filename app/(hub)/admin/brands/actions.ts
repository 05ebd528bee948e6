"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { archiveBrandAsAdministrator, restoreBrandAsAdministrator } from "@/lib/brands/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";

const BrandId = z.uuid();

export async function archive(brandId: string, typedName: string): Promise<FormResult> {
  return formResult(async () => {
    const input = { brandId: BrandId.parse(brandId), typedName: z.string().max(1000).parse(typedName) };
    await archiveBrandAsAdministrator(await actionContext("changes"), input);
    refresh();
  });
}

export async function restore(brandId: string): Promise<FormResult> {
  return formResult(async () => {
    await restoreBrandAsAdministrator(await actionContext("changes"), { brandId: BrandId.parse(brandId) });
    refresh();
  });
}

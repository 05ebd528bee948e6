"use server";

import { z } from "zod";
import type { BrandDocument } from "@/lib/content";
import type { IdentityPreview } from "@/lib/publishing";
import { previewIdentity } from "@/lib/publishing/server";
import { actionResult, type FormResult } from "@/lib/web/actions/form-result";

export async function previewIdentityAction(input: {
  brandId: string;
  document: BrandDocument;
}): Promise<FormResult<IdentityPreview>> {
  return actionResult("lookups", (ctx) =>
    previewIdentity(ctx, { brandId: z.uuid().parse(input.brandId), document: input.document }),
  );
}

"use server";

import { z } from "zod";
import type { BrandDocument } from "@/lib/content";
import type { IdentityPreview } from "@/lib/publishing";
import { previewIdentity } from "@/lib/publishing/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";

export async function previewIdentityAction(input: {
  brandId: string;
  document: BrandDocument;
}): Promise<FormResult<IdentityPreview>> {
  return formResult(async () =>
    previewIdentity(await actionContext("lookups"), {
      brandId: z.uuid().parse(input.brandId),
      document: input.document,
    }),
  );
}

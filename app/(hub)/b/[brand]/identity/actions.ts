"use server";

import { z } from "zod";
import { type FormResult, formResult } from "@/lib/actions/form-result";
import { actionContext } from "@/lib/auth/current-user";
import type { BrandDocument } from "@/lib/brand-document";
import type { IdentityPreview } from "@/lib/identity";
import { previewIdentity } from "@/lib/identity/server";

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

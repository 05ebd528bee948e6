"use server";

import { z } from "zod";
import { actionContext } from "@/lib/auth/current-user";
import type { CompiledIdentity } from "@/lib/contract";
import { type FormResult, formResult } from "@/lib/forms";
import { type IdentityPreview, previewIdentity } from "@/lib/identity";

export async function previewIdentityAction(input: {
  brandId: string;
  identity: CompiledIdentity;
}): Promise<FormResult<IdentityPreview>> {
  return formResult(async () =>
    previewIdentity(await actionContext(), { brandId: z.uuid().parse(input.brandId), identity: input.identity }),
  );
}

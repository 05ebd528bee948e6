"use server";

import { z } from "zod";
import { type FormResult, formResult } from "@/lib/actions/form-result";
import type { SignedFilePath } from "@/lib/assets";
import { signFiles } from "@/lib/assets/server";
import { actionContext } from "@/lib/auth/current-user";

const FilesOfBrand = z.object({ brandId: z.uuid(), views: z.array(z.string()) });

export async function signFilesAction(input: {
  brandId: string;
  views: string[];
}): Promise<FormResult<Record<string, SignedFilePath>>> {
  return formResult(async () => signFiles(await actionContext("lookups"), FilesOfBrand.parse(input)));
}

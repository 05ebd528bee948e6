"use server";

import { z } from "zod";
import type { SignedFilePath } from "@/lib/content";
import { signFiles } from "@/lib/content/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";

const FilesOfBrand = z.object({ brandId: z.uuid(), views: z.array(z.string()) });

export async function signFilesAction(input: {
  brandId: string;
  views: string[];
}): Promise<FormResult<Record<string, SignedFilePath>>> {
  return formResult(async () => signFiles(await actionContext("lookups"), FilesOfBrand.parse(input)));
}

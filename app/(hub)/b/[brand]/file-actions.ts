"use server";

import { z } from "zod";
import type { SignedFilePath } from "@/lib/content";
import { signFiles } from "@/lib/content/server";
import { actionResult, type FormResult } from "@/lib/web/actions/form-result";

const FilesOfBrand = z.object({ brandId: z.uuid(), views: z.array(z.string()) });

export async function signFilesAction(input: {
  brandId: string;
  views: string[];
}): Promise<FormResult<Record<string, SignedFilePath>>> {
  return actionResult("lookups", (ctx) => signFiles(ctx, FilesOfBrand.parse(input)));
}

"use server";

import { z } from "zod";
import { type FileAddress, signFiles } from "@/lib/assets";
import { actionContext } from "@/lib/auth/current-user";
import { type FormResult, formResult } from "@/lib/forms";

const FilesOfBrand = z.object({ brandId: z.uuid(), sha256s: z.array(z.string()) });

/** Signs the addresses of files for the previews of a draft. */
export async function signFilesAction(input: {
  brandId: string;
  sha256s: string[];
}): Promise<FormResult<Record<string, FileAddress>>> {
  return formResult(async () => signFiles(await actionContext(), FilesOfBrand.parse(input)));
}

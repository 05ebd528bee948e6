"use server";

import { z } from "zod";
import { type FormResult, formResult } from "@/lib/actions/form-result";
import { actionContext } from "@/lib/auth/current-user";
import type { Swatch } from "@/lib/palette";
import { readPictureColors } from "@/lib/palette/server";

const FileOfBrand = z.object({ brandId: z.uuid(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

/** Reads the colours of one of the brand's stored pictures, to regenerate the palette from. */
export async function readFileColorsAction(input: {
  brandId: string;
  sha256: string;
}): Promise<FormResult<{ hex: string; swatches: Swatch[] }>> {
  return formResult(async () => {
    const { brandId, sha256 } = FileOfBrand.parse(input);
    return readPictureColors(await actionContext("uploads"), { brandId, source: { sha256 } });
  });
}

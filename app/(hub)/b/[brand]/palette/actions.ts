"use server";

import { z } from "zod";
import type { Swatch } from "@/lib/content";
import { readPictureColors } from "@/lib/content/server";
import { actionResult, type FormResult } from "@/lib/web/actions/form-result";

const FileOfBrand = z.object({ brandId: z.uuid(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

export async function readFileColorsAction(input: {
  brandId: string;
  sha256: string;
}): Promise<FormResult<{ hex: string; swatches: Swatch[] }>> {
  return actionResult("uploads", async (ctx) => {
    const { brandId, sha256 } = FileOfBrand.parse(input);
    return readPictureColors(ctx, { brandId, source: { sha256 } });
  });
}

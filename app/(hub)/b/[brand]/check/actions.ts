"use server";

import { CheckRequest } from "@/lib/contract";
import { checkContent } from "@/lib/publishing/server";
import { actionResult, type FormResult } from "@/lib/web/actions/form-result";

/** Checks content against the current version, as the API does. */
export async function check(
  brandId: string,
  request: CheckRequest,
): Promise<FormResult<Awaited<ReturnType<typeof checkContent>>>> {
  return actionResult("lookups", (ctx) => {
    const { content, media_type: mediaType, locale } = CheckRequest.parse(request);
    return checkContent(ctx, { brandId, content, mediaType, locale });
  });
}

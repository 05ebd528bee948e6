import { BrandDocument } from "@/lib/content";
import { IDENTITY_LIMITS } from "@/lib/contract";
import { BadRequest } from "@/lib/platform/errors";
import { issueInWords } from "@/lib/platform/issue-in-words";
import { storableText } from "@/lib/platform/text";
import { tidyDocument } from "./tidy-document";

function requireUniqueIds(list: string, entries: readonly { id: string }[]): void {
  if (new Set(entries.map((entry) => entry.id)).size !== entries.length) {
    throw new BadRequest(`Two entries in ${list} have the same id.`, { field: list });
  }
}

/**
 * The tidied draft in canonical form. Idempotent.
 * @throws BadRequest with `field`, the path of the field that exceeds a limit
 */
export function compileDocument(draft: BrandDocument): BrandDocument {
  const parsed = BrandDocument.safeParse(storableText(tidyDocument(draft)), { error: issueInWords });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join(".");
    throw new BadRequest(`${field ?? "The document"}: ${issue?.message ?? "is not valid"}.`, { field });
  }
  const document = parsed.data;
  if (Buffer.byteLength(JSON.stringify(document.identity)) > IDENTITY_LIMITS.totalBytes) {
    throw new BadRequest("The identity is larger than 64 KB. Shorten its longest texts.", { field: "identity" });
  }
  requireUniqueIds("colors.palette", document.colors.palette);
  requireUniqueIds("colors.gradients", document.colors.gradients ?? []);
  requireUniqueIds("colors.rules", document.colors.rules ?? []);
  requireUniqueIds("logos.items", document.logos.items);
  requireUniqueIds("assets", document.assets);
  requireUniqueIds("typography.fonts", document.typography?.fonts ?? []);
  return document;
}

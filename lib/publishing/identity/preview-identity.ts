import { requirePermission } from "@/lib/access/server";
import { type BrandDocument, identityOf } from "@/lib/content";
import type { Ctx } from "../context";
import { parseDocument } from "./check-edit";
import { compileDocument } from "./compile-document";
import { identityToMarkdown } from "./identity-to-markdown";

export interface IdentityPreview {
  /** The draft as it would be published, its identity as it would be read. */
  document: BrandDocument;
  markdown: string;
}

/**
 * What publishing would make of a draft's identity and what stands beside it, without keeping anything.
 * @throws NotFound when the user is no member
 * @throws BadRequest when it does not compile (with the field)
 */
export async function previewIdentity(
  ctx: Ctx,
  input: { brandId: string; document: unknown },
): Promise<IdentityPreview> {
  const { brand } = await requirePermission(ctx, input.brandId, "read");
  const compiled = compileDocument(parseDocument(input.document));
  const document = { ...compiled, identity: identityOf(compiled) };
  return { document, markdown: identityToMarkdown(brand.name, document.identity, document) };
}

import { emptyDocument, type StoredTypography } from "@/lib/brand-document";
import type { CompiledIdentity } from "@/lib/contract";
import type { Ctx } from "@/lib/kernel/context";
import { requirePermission } from "@/lib/members/server";
import { identityOf } from "@/lib/typography";
import { compileDocument } from "./compile-document";
import { identityToMarkdown } from "./identity-to-markdown";

export interface IdentityPreview {
  /** What the bundle's `identity` would be. */
  identity: CompiledIdentity;
  /** What it would say of typography beside it; absent where nothing is stated. */
  typography?: StoredTypography;
  markdown: string;
}

/**
 * What publishing would make of an identity, without keeping anything.
 * @throws NotFound when the user is no member
 * @throws BadRequest when it does not compile (with the field)
 */
export async function previewIdentity(
  ctx: Ctx,
  input: { brandId: string; identity: CompiledIdentity; typography?: StoredTypography },
): Promise<IdentityPreview> {
  const { brand } = await requirePermission(ctx, input.brandId, "read");
  const { identity: stated, typography } = input;
  const document = compileDocument({ ...emptyDocument(), identity: stated, typography });
  const identity = identityOf(document);
  const markdown = identityToMarkdown(brand.name, identity, document.typography);
  return { identity, typography: document.typography, markdown };
}

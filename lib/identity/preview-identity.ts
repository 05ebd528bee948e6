import { emptyDocument } from "@/lib/brand-document";
import type { CompiledIdentity } from "@/lib/contract";
import type { Ctx } from "@/lib/kernel/context";
import { requirePermission } from "@/lib/members/server";
import { compileDocument } from "./compile-document";
import { identityToMarkdown } from "./identity-to-markdown";

export interface IdentityPreview {
  /** What the bundle's `identity` would be. */
  identity: CompiledIdentity;
  markdown: string;
}

/**
 * What publishing would make of an identity, without keeping anything.
 * @throws NotFound when the user is no member
 * @throws BadRequest when it does not compile (with the field)
 */
export async function previewIdentity(
  ctx: Ctx,
  input: { brandId: string; identity: CompiledIdentity },
): Promise<IdentityPreview> {
  const { brand } = await requirePermission(ctx, input.brandId, "read");
  const { identity } = compileDocument({ ...emptyDocument(), identity: input.identity });
  return { identity, markdown: identityToMarkdown(brand.name, identity) };
}

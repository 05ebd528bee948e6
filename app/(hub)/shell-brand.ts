import type { ShellBrand } from "@/components/shell/types";
import type { BrandCard } from "@/lib/brands";
import { signThumbnail } from "@/lib/content/server";
import type { Ctx } from "@/lib/runtime/context";

export const signedMark = (ctx: Ctx, { id, mark }: Pick<BrandCard, "id" | "mark">): ShellBrand["mark"] =>
  mark && { url: signThumbnail(ctx, { brandId: id, file: mark.file, px: 32 }), background: mark.background };

export function shellBrand(ctx: Ctx, brand: BrandCard): ShellBrand {
  const { id, slug, name, role, identityVersion: version } = brand;
  return { id, slug, name, role, version, mark: signedMark(ctx, brand) };
}

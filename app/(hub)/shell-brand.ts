import type { ShellBrand } from "@/components/shell/types";
import type { BrandCard } from "@/lib/brands";
import { signThumbnail } from "@/lib/content/server";
import type { Ctx } from "@/lib/runtime/context";

export function shellBrand(ctx: Ctx, { id, slug, name, role, identityVersion, mark }: BrandCard): ShellBrand {
  const shown = mark && {
    url: signThumbnail(ctx, { brandId: id, file: mark.file, px: 32 }),
    background: mark.background,
  };
  return { id, slug, name, role, version: identityVersion, mark: shown };
}

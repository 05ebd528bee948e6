import type { ShellBrand } from "@/components/shell/types";
import { signFilePath } from "@/lib/assets/server";
import type { BrandCard } from "@/lib/brands";
import type { Ctx } from "@/lib/kernel/context";

/** A brand's card as the shell shows it, its logo with a signed URL. */
export function shellBrand(ctx: Ctx, { id, slug, name, role, identityVersion, mark }: BrandCard): ShellBrand {
  const shown = mark && {
    url: signFilePath(ctx, { brandId: id, sha256: mark.file.sha256 }).path,
    background: mark.background,
  };
  return { id, slug, name, role, version: identityVersion, mark: shown };
}

import type { ShellBrand } from "@/components/shell/types";
import { signFilePath } from "@/lib/assets/server";
import type { BrandCard } from "@/lib/brands";

/** A brand's card as the shell shows it, its logo with a signed URL. */
export function shellBrand({ id, slug, name, role, identityVersion, mark }: BrandCard, now: Date): ShellBrand {
  const shown = mark && { url: signFilePath(id, mark.file.sha256, now).path, background: mark.background };
  return { id, slug, name, role, version: identityVersion, mark: shown };
}

import { answerDownload } from "@/lib/api/download";
import { findPublicBrand } from "@/lib/brands/server";
import { fileNameFor } from "@/lib/content";
import { readFile } from "@/lib/content/server";
import { NotFound } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { anonymousContext } from "@/lib/web/auth/current-user";

type RouteContext = { params: Promise<{ slug: string; logo: string }> };

/** Downloads a logo while the public page is on. Unlike signed picture URLs, this one doesn't expire. */
export async function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  return answerDownload(async () => {
    const { slug, logo } = await params;
    const ctx = await anonymousContext();
    await spendBudget(ctx, "lookups");
    const brand = await findPublicBrand(ctx, { slug });
    const item = brand?.snapshot.logos.items.find(({ id }) => id === logo);
    const file = brand && item ? await readFile(ctx, { brandId: brand.id, sha256: item.file.sha256 }) : null;
    if (!brand || !item || !file) throw new NotFound("This logo doesn’t exist or is no longer public.");
    return { ...file, fileName: fileNameFor(`${brand.snapshot.brand.name} ${item.label}`, file.mime) };
  });
}

import { answerDownload } from "@/lib/api/download";
import { isShownPublicly } from "@/lib/brands";
import { findPublicBrand } from "@/lib/brands/server";
import { fileNameFor } from "@/lib/content";
import { readFile } from "@/lib/content/server";
import { NotFound } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { anonymousContext } from "@/lib/web/auth/current-user";

type RouteContext = { params: Promise<{ slug: string; asset: string }> };

export async function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  return answerDownload(async () => {
    const { slug, asset: id } = await params;
    const ctx = await anonymousContext();
    await spendBudget(ctx, "lookups");
    const brand = await findPublicBrand(ctx, { slug });
    const asset = brand?.snapshot.assets.find((one) => one.id === id && isShownPublicly(one));
    const file = brand && asset ? await readFile(ctx, { brandId: brand.id, sha256: asset.file.sha256 }) : null;
    if (!brand || !asset || !file) throw new NotFound("This asset doesn’t exist or is no longer public.");
    return { ...file, fileName: fileNameFor(`${brand.snapshot.brand.name} ${asset.name}`, file.mime) };
  });
}

import { fileNameFor } from "@/lib/assets";
import { readFile } from "@/lib/assets/server";
import { findPublicBrand } from "@/lib/brands/server";
import { answerDownload } from "@/lib/http/download";
import { hub } from "@/lib/hub/hub";
import { NotFound } from "@/lib/kernel/errors";

type RouteContext = { params: Promise<{ slug: string; logo: string }> };

/** Downloads a logo of a public page: its address outlives the signed ones of the pictures, and ends when the page is turned off. */
export async function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  return answerDownload(async () => {
    const { slug, logo } = await params;
    const { db, storage } = await hub();
    const brand = await findPublicBrand(db, slug);
    const item = brand?.snapshot.logos.items.find(({ id }) => id === logo);
    const file = brand && item ? await readFile(db, storage, brand.id, item.file.sha256) : null;
    if (!brand || !item || !file) throw new NotFound("There is no such logo here.");
    return { ...file, fileName: fileNameFor(`${brand.snapshot.brand.name} ${item.label}`, file.mime) };
  });
}

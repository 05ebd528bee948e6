import { findPublicBrand } from "@/lib/brands/server";
import { identityToMarkdown } from "@/lib/identity";
import { getVersion } from "@/lib/identity/server";
import type { Ctx } from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";
import { requirePermission } from "@/lib/members/server";
import { whileSignedIn } from "@/lib/sessions/server";
import { identityOf } from "@/lib/typography";
import { assetFiles } from "./asset-files";
import { untilFailure } from "./attempt";
import { fontFiles } from "./font-files";
import { iconFiles } from "./icon-files";
import { type KitFile, type KitPart, type KitSource, textFile } from "./kit-file";
import { logoFiles } from "./logo-files";
import { paletteFiles } from "./palette-files";
import { readme } from "./readme";
import { zipFiles } from "./zip-files";

/** A kit under way: what its file is called, and its bytes as they are made. */
export interface DownloadKit {
  fileName: string;
  stream: ReadableStream<Uint8Array>;
}

async function* identityFile({ snapshot }: KitSource): KitPart {
  yield textFile("identity.md", identityToMarkdown(snapshot.brand.name, identityOf(snapshot), snapshot));
  return [];
}

/** All files of a kit; what is said of them comes last, since only then it is known. */
async function* kitFiles(ctx: Ctx, source: KitSource): AsyncGenerator<KitFile> {
  const notes: string[] = [];
  const parts = {
    Identity: identityFile(source),
    Palette: paletteFiles(source),
    Logos: logoFiles(ctx, source),
    Icons: iconFiles(ctx, source),
    Fonts: fontFiles(ctx, source),
    Assets: assetFiles(ctx, source),
  };
  for (const [name, part] of Object.entries(parts)) notes.push(...(yield* untilFailure(name, part)));
  yield textFile("README.txt", readme(source, notes));
}

const kitOf = (source: KitSource, files: AsyncGenerator<KitFile>): DownloadKit => ({
  fileName: `${source.slug}-v${source.version}-${source.publishedAt.toISOString().slice(0, 10)}.zip`,
  stream: zipFiles(files, source.publishedAt),
});

/** The kit of a brand's live version, for its members. @throws NotFound when the user is no member */
export async function openKit(ctx: Ctx, { brandId }: { brandId: string }): Promise<DownloadKit> {
  const { brand } = await requirePermission(ctx, brandId, "read");
  const { slug, identityVersion: version } = brand;
  const { snapshot, createdAt } = await getVersion(ctx, { brandId, version });
  const source = { brandId, slug, version, publishedAt: createdAt, snapshot, audience: "members" } as const;
  return kitOf(source, whileSignedIn(ctx, kitFiles(ctx, source)));
}

/** The kit of a brand whose public page is on, for anybody. @throws NotFound where there is no such page */
export async function openPublicKit(ctx: Ctx, { slug }: { slug: string }): Promise<DownloadKit> {
  const brand = await findPublicBrand(ctx, { slug });
  if (!brand) throw new NotFound("There is no such brand here.");
  const { id: brandId, version, publishedAt, snapshot } = brand;
  const source = { brandId, slug: brand.slug, version, publishedAt, snapshot, audience: "public" } as const;
  return kitOf(source, kitFiles(ctx, source));
}

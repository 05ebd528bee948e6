import { readFile as readText } from "node:fs/promises";
import { requirePermission, whileSignedIn } from "@/lib/access/server";
import { distinctNames, fileNameFor, licenseText, type StoredFont, weightsText } from "@/lib/content";
import { readFile } from "@/lib/content/server";
import { NotFound } from "@/lib/platform/errors";
import { ownFile } from "@/lib/platform/private-file";
import { openDraft } from "@/lib/publishing/server";
import type { Ctx } from "../context";
import { type AssetFiles, filesOfAssets } from "./asset-files";
import { type KitFile, type KitPart, type KitSource, NOT_STORED, textFile } from "./kit-file";
import type { DownloadKit } from "./open-kit";
import { attempt, untilFailure, zipFiles } from "./zip-files";

/** Other uses, such as video, need only an image of the letters. */
const WANTS_FILE: ReadonlySet<string> = new Set(["web", "print", "apps", "documents"]);
const HANDS_ON = "redistribution";

/** Null if the licence allows sharing the files. */
export function whyNoFont(
  { license }: StoredFont,
  { audience, now }: { audience: KitSource["audience"]; now: Date },
): string | null {
  const { uses, expires_on: lastDay } = license;
  if (lastDay && lastDay < now.toISOString().slice(0, 10)) return `its licence ended on ${lastDay}`;
  if (uses.includes(HANDS_ON)) return null;
  if (uses.length === 0) return "no stated licence allows sharing it";
  if (audience === "public") return "its stated licence doesn’t cover sharing";
  return uses.some((use) => WANTS_FILE.has(use)) ? null : "its licence allows no use that needs the files";
}

export async function* fontFiles(ctx: Ctx, { brandId, snapshot, audience }: KitSource): KitPart {
  const name = distinctNames();
  const notes: string[] = [];
  let open = false;
  for (const font of snapshot.typography?.fonts ?? []) {
    const { family, files, license } = font;
    const why = files.length === 0 ? "its files are not in the hub" : whyNoFont(font, { audience, now: ctx.now });
    if (why) {
      notes.push(`Typeface ${family}: ${why}${license.url ? `. See ${license.url}` : ""}.`);
      continue;
    }
    for (const file of files) {
      const { sha256 } = file.file;
      const { made: stored, why = NOT_STORED } = await attempt(() => readFile(ctx, { brandId, sha256 }));
      const stem = name(fileNameFor(`${family} ${weightsText(file)}`, "font/woff2").replace(/\.woff2$/, ""));
      if (stored) yield { path: `fonts/${stem}.woff2`, bytes: stored.bytes };
      else notes.push(`Typeface ${family} ${weightsText(file)}: ${why}.`);
    }
    open ||= isOpenFontLicense(license.url);
    notes.push(`Typeface ${family} is licensed ${licenseText(license) || "for this"}. Keep to its terms.`);
  }
  if (open) yield textFile("fonts/OFL.txt", await readOpenFontLicense());
  return notes;
}

async function* assetsWithReadme(ctx: Ctx, files: AssetFiles): AsyncGenerator<KitFile> {
  const missing = yield* untilFailure("Assets", filesOfAssets(ctx, files));
  if (missing.length > 0) yield textFile("README.txt", `Missing from this download\n- ${missing.join("\n- ")}\n`);
}

/**
 * Assets of the acting user's draft as a ZIP.
 * @throws NotFound for a non-member, or if the draft has none of them
 */
export async function openAssets(
  ctx: Ctx,
  { brandId, assetIds }: { brandId: string; assetIds: ReadonlySet<string> },
): Promise<DownloadKit> {
  const { brand } = await requirePermission(ctx, brandId, "read");
  const { document } = await openDraft(ctx, { brandId });
  const assets = document.assets.filter(({ id }) => assetIds.has(id));
  if (assets.length === 0) throw new NotFound("Your draft has none of these assets.");
  return {
    fileName: `${brand.slug}-assets-${ctx.now.toISOString().slice(0, 10)}.zip`,
    stream: zipFiles(whileSignedIn(ctx, assetsWithReadme(ctx, { brandId, assets })), ctx.now),
  };
}

/** Matches the old and new URL of the SIL Open Font License 1.1, which must accompany each font under it. */
export const isOpenFontLicense = (url: string): boolean =>
  /^https?:\/\/(?:(?:www\.)?openfontlicense\.org|scripts\.sil\.org\/OFL)(?:[/_#?]|$)/i.test(url);

/** The licence without a copyright line, because font files name their holders. */
async function readOpenFontLicense(): Promise<string> {
  const text = await readText(ownFile("node_modules/@fontsource/noto-sans/LICENSE"), "utf8");
  return text.slice(text.indexOf("-----"));
}

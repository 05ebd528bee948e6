import { distinctNames, fileNameFor, licenseText, type StoredFont, weightsText } from "@/lib/content";
import { readFile } from "@/lib/content/server";
import type { Ctx } from "../context";
import { type KitPart, type KitSource, NOT_STORED, textFile } from "./kit-file";
import { isOpenFontLicense, OPEN_FONT_LICENSE } from "./open-font-license";
import { attempt } from "./zip-files";

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
  if (audience === "public") return "its licence doesn’t allow sharing it";
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
  if (open) yield textFile("fonts/OFL.txt", OPEN_FONT_LICENSE);
  return notes;
}

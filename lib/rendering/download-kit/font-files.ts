import { requirePermission, whileSignedIn } from "@/lib/access/server";
import { distinctNames, fileNameFor, licenseText, type StoredFont, weightsText } from "@/lib/content";
import { readFile } from "@/lib/content/server";
import { NotFound } from "@/lib/platform/errors";
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
  if (open) yield textFile("fonts/OFL.txt", OPEN_FONT_LICENSE);
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

/** The published text. Font files name their copyright holders. */
const OPEN_FONT_LICENSE = `-----------------------------------------------------------
SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007
-----------------------------------------------------------

PREAMBLE
The goals of the Open Font License (OFL) are to stimulate worldwide
development of collaborative font projects, to support the font creation
efforts of academic and linguistic communities, and to provide a free and
open framework in which fonts may be shared and improved in partnership
with others.

The OFL allows the licensed fonts to be used, studied, modified and
redistributed freely as long as they are not sold by themselves. The
fonts, including any derivative works, can be bundled, embedded,
redistributed and/or sold with any software provided that any reserved
names are not used by derivative works. The fonts and derivatives,
however, cannot be released under any other type of license. The
requirement for fonts to remain under this license does not apply
to any document created using the fonts or their derivatives.

DEFINITIONS
"Font Software" refers to the set of files released by the Copyright
Holder(s) under this license and clearly marked as such. This may
include source files, build scripts and documentation.

"Reserved Font Name" refers to any names specified as such after the
copyright statement(s).

"Original Version" refers to the collection of Font Software components as
distributed by the Copyright Holder(s).

"Modified Version" refers to any derivative made by adding to, deleting,
or substituting -- in part or in whole -- any of the components of the
Original Version, by changing formats or by porting the Font Software to a
new environment.

"Author" refers to any designer, engineer, programmer, technical
writer or other person who contributed to the Font Software.

PERMISSION AND CONDITIONS
Permission is hereby granted, free of charge, to any person obtaining
a copy of the Font Software, to use, study, copy, merge, embed, modify,
redistribute, and sell modified and unmodified copies of the Font
Software, subject to the following conditions:

1) Neither the Font Software nor any of its individual components,
in Original or Modified Versions, may be sold by itself.

2) Original or Modified Versions of the Font Software may be bundled,
redistributed and/or sold with any software, provided that each copy
contains the above copyright notice and this license. These can be
included either as stand-alone text files, human-readable headers or
in the appropriate machine-readable metadata fields within text or
binary files as long as those fields can be easily viewed by the user.

3) No Modified Version of the Font Software may use the Reserved Font
Name(s) unless explicit written permission is granted by the corresponding
Copyright Holder. This restriction only applies to the primary font name as
presented to the users.

4) The name(s) of the Copyright Holder(s) or the Author(s) of the Font
Software shall not be used to promote, endorse or advertise any
Modified Version, except to acknowledge the contribution(s) of the
Copyright Holder(s) and the Author(s) or with their explicit written
permission.

5) The Font Software, modified or unmodified, in part or in whole,
must be distributed entirely under this license, and must not be
distributed under any other license. The requirement for fonts to
remain under this license does not apply to any document created
using the Font Software.

TERMINATION
This license becomes null and void if any of the above conditions are
not met.

DISCLAIMER
THE FONT SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO ANY WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT
OF COPYRIGHT, PATENT, TRADEMARK, OR OTHER RIGHT. IN NO EVENT SHALL THE
COPYRIGHT HOLDER BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY,
INCLUDING ANY GENERAL, SPECIAL, INDIRECT, INCIDENTAL, OR CONSEQUENTIAL
DAMAGES, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING
FROM, OUT OF THE USE OR INABILITY TO USE THE FONT SOFTWARE OR FROM
OTHER DEALINGS IN THE FONT SOFTWARE.
`;

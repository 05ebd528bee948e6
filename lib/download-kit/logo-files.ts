import { distinctNames, measuresOf, type Rendition, stemOf } from "@/lib/assets";
import { readFile, readRendition } from "@/lib/assets/server";
import type { LogoEntry } from "@/lib/brand-document";
import { runJob } from "@/lib/jobs/server";
import type { Ctx } from "@/lib/kernel/context";
import { cached } from "@/lib/kernel/result-cache";
import type { DerivedForm, DerivedLogo } from "@/lib/logos";
import { attempt } from "./attempt";
import { endingOf, type KitPart, type KitSource, NOT_STORED, textFile } from "./kit-file";

/** PNGs of a logo, by the pixels of their longer side. */
const PNGS: readonly Rendition[] = ["png-256", "png-512", "png-1024", "png-2048"];

const SVG = "image/svg+xml";

const lengthOf = ({ length }: { length: number }) => length;
const lengthOfForms = ({ forms }: DerivedLogo) => Object.values(forms).join("").length;

/** The PNGs of a logo: an SVG in every size, a picture in those that it fills. */
async function* pngsOf(ctx: Ctx, { brandId }: KitSource, { file, label }: LogoEntry, path: string): KitPart {
  const longer = Math.max(file.width ?? 0, file.height ?? 0);
  const notes: string[] = [];
  for (const rendition of PNGS) {
    const { px } = measuresOf(rendition);
    if (file.mime !== SVG && longer < px) continue;
    const { made: png, why } = await attempt(() => readRendition(ctx, { brandId, sha256: file.sha256, rendition }));
    if (why) notes.push(`${label}, PNG of ${px} pixels: ${why}.`);
    if (png?.mime === "image/png" && png.bytes.length > 0) yield { path: `${path}-${px}.png`, bytes: png.bytes };
  }
  return notes;
}

/** The PNGs of a form that was made of a logo, in the sizes that a drawing has. @param key of the form */
async function* pngsOfForm(ctx: Ctx, svg: string, key: string, label: string, path: string): KitPart {
  const bytes = Buffer.from(svg);
  const draw = (px: number) =>
    cached(`${key} ${px}`, () => runJob(ctx, "renderPicture", { bytes, format: "png", px }), lengthOf);
  for (const rendition of PNGS) {
    const { px } = measuresOf(rendition);
    const { made: png, why } = await attempt(() => draw(px));
    if (!png) return [`${label}, PNG from ${px} pixels on: ${why}.`];
    yield { path: `${path}-${px}.png`, bytes: png };
  }
  return [];
}

/** Forms that the brand has drawn itself are not made, nor one for dark surfaces of what is made for them. */
function wantedForms(items: readonly LogoEntry[], { background }: LogoEntry): DerivedForm[] {
  const given = background === "dark" || items.some(({ variant }) => variant === "logo_negative");
  return given ? ["black", "white"] : ["black", "white", "negative"];
}

async function* derivedOf(
  ctx: Ctx,
  { brandId, snapshot }: KitSource,
  item: LogoEntry,
  bytes: Buffer,
  path: string,
): KitPart {
  const { label, file } = item;
  if (file.mime !== SVG) return [`${label}, one-colour and negative forms: it is a picture of pixels and no SVG.`];
  const { made: logo, why } = await attempt(() =>
    cached(`forms ${brandId} ${file.sha256}`, () => runJob(ctx, "deriveLogo", bytes), lengthOfForms),
  );
  if (!logo || logo.why) return [`${label}, one-colour and negative forms: ${why ?? logo?.why}.`];
  const notes: string[] = [];
  for (const form of wantedForms(snapshot.logos.items, item)) {
    const svg = logo.forms[form];
    if (!svg) continue;
    yield textFile(`${path}-derived-${form}.svg`, svg);
    notes.push(
      ...(yield* pngsOfForm(
        ctx,
        svg,
        `form ${brandId} ${file.sha256} ${form}`,
        `${label}, ${form}`,
        `${path}-derived-${form}`,
      )),
    );
  }
  if (!logo.forms.black) notes.push(`${label}, one-colour forms: several colours would become one.`);
  return notes;
}

/** The logos as they are, in sizes, and in the forms that can be made of them. */
export async function* logoFiles(ctx: Ctx, source: KitSource): KitPart {
  const name = distinctNames();
  const notes: string[] = [];
  for (const item of source.snapshot.logos.items) {
    const { brandId } = source;
    const { made: file, why = NOT_STORED } = await attempt(() => readFile(ctx, { brandId, sha256: item.file.sha256 }));
    if (!file) {
      notes.push(`${item.label}: ${why}.`);
      continue;
    }
    const stem = name(stemOf(item.label));
    const path = `logos/${stem}/${stem}`;
    yield { path: `${path}.${endingOf(file.mime)}`, bytes: file.bytes };
    notes.push(...(yield* pngsOf(ctx, source, item, path)));
    notes.push(...(yield* derivedOf(ctx, source, item, file.bytes, path)));
  }
  return notes;
}

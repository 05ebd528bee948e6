import { distinctNames, measuresOf, type Rendition, stemOf } from "@/lib/assets";
import { readFile, readRendition } from "@/lib/assets/server";
import type { LogoEntry } from "@/lib/brand-document";
import { runJob } from "@/lib/jobs/server";
import type { Ctx } from "@/lib/kernel/context";
import { BadRequest, RateLimited } from "@/lib/kernel/errors";
import type { DerivedForm } from "@/lib/logos";
import { endingOf, type KitPart, type KitSource, textFile } from "./kit-file";

/** PNGs of a logo, by the pixels of their longer side. */
const PNGS: readonly Rendition[] = ["png-256", "png-512", "png-1024", "png-2048"];

const SVG = "image/svg+xml";

const NOT_NOW = "the hub has too much to do at the moment: download the kit again later";

/** What a job of the kit refuses, or has no room for, in a few words; anything else is thrown. */
function whyNot(error: unknown): string {
  if (error instanceof RateLimited) return NOT_NOW;
  if (error instanceof BadRequest) return "it cannot be drawn";
  throw error;
}

/** The PNGs of a logo: an SVG in every size, a picture in those that it fills. */
async function* pngsOf(ctx: Ctx, { brandId }: KitSource, { file, label }: LogoEntry, path: string): KitPart {
  const longer = Math.max(file.width ?? 0, file.height ?? 0);
  const notes: string[] = [];
  for (const rendition of PNGS) {
    const { px } = measuresOf(rendition);
    if (file.mime !== SVG && longer < px) continue;
    try {
      const png = await readRendition(ctx, { brandId, sha256: file.sha256, rendition });
      if (png?.mime === "image/png" && png.bytes.length > 0) yield { path: `${path}-${px}.png`, bytes: png.bytes };
    } catch (error) {
      notes.push(`${label}, PNG of ${px} pixels: ${whyNot(error)}.`);
    }
  }
  return notes;
}

/** The PNGs of a form that was made of a logo, in the sizes that a drawing has. */
async function* pngsOfForm(ctx: Ctx, svg: string, label: string, path: string): KitPart {
  const bytes = Buffer.from(svg);
  for (const rendition of PNGS) {
    const { px } = measuresOf(rendition);
    try {
      yield { path: `${path}-${px}.png`, bytes: await runJob(ctx, "renderPicture", { bytes, format: "png", px }) };
    } catch (error) {
      return [`${label}, PNG from ${px} pixels on: ${whyNot(error)}.`];
    }
  }
  return [];
}

/** Forms that the brand has drawn itself are not made, nor one for dark surfaces of what is made for them. */
function wantedForms(items: readonly LogoEntry[], { background }: LogoEntry): DerivedForm[] {
  const given = background === "dark" || items.some(({ variant }) => variant === "logo_negative");
  return given ? ["black", "white"] : ["black", "white", "negative"];
}

async function* derivedOf(ctx: Ctx, { snapshot }: KitSource, item: LogoEntry, bytes: Buffer, path: string): KitPart {
  const { label, file } = item;
  if (file.mime !== SVG) return [`${label}, one-colour and negative forms: it is a picture of pixels and no SVG.`];
  const notes: string[] = [];
  try {
    const { forms, why } = await runJob(ctx, "deriveLogo", bytes);
    for (const form of wantedForms(snapshot.logos.items, item)) {
      const svg = forms[form];
      if (!svg) continue;
      yield textFile(`${path}-derived-${form}.svg`, svg);
      notes.push(...(yield* pngsOfForm(ctx, svg, `${label}, ${form}`, `${path}-derived-${form}`)));
    }
    if (why) notes.push(`${label}, one-colour and negative forms: ${why}.`);
    else if (!forms.black) notes.push(`${label}, one-colour forms: several colours would become one.`);
  } catch (error) {
    notes.push(`${label}, one-colour and negative forms: ${whyNot(error)}.`);
  }
  return notes;
}

/** The logos as they are, in sizes, and in the forms that can be made of them. */
export async function* logoFiles(ctx: Ctx, source: KitSource): KitPart {
  const name = distinctNames();
  const notes: string[] = [];
  for (const item of source.snapshot.logos.items) {
    const { brandId } = source;
    const file = await readFile(ctx, { brandId, sha256: item.file.sha256 });
    if (!file) {
      notes.push(`${item.label}: its file is not stored any more.`);
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

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

/** Logos that other forms are made of; the rest are forms already. */
const WHOLE: ReadonlySet<string> = new Set(["logo_positive", "wordmark", "symbol"]);
const NOT_NOW = "the hub has too much to do at the moment: download the kit again later";

const isDerivable = ({ variant, background, file }: LogoEntry) =>
  WHOLE.has(variant) && background !== "dark" && file.mime === SVG;

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

/** Forms that the brand has drawn itself are not made. */
function wantedForms(items: readonly LogoEntry[]): DerivedForm[] {
  const negative: DerivedForm[] = items.some(({ variant }) => variant === "logo_negative") ? [] : ["negative"];
  return ["black", "white", ...negative];
}

async function* derivedOf(ctx: Ctx, { snapshot }: KitSource, item: LogoEntry, bytes: Buffer, path: string): KitPart {
  if (!isDerivable(item)) return [];
  try {
    const { forms, why } = await runJob(ctx, "deriveLogo", bytes);
    for (const form of wantedForms(snapshot.logos.items)) {
      const svg = forms[form];
      if (svg) yield textFile(`${path}-derived-${form}.svg`, svg);
    }
    return why ? [`${item.label}, one-colour and negative forms: ${why}.`] : [];
  } catch (error) {
    return [`${item.label}, one-colour and negative forms: ${whyNot(error)}.`];
  }
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

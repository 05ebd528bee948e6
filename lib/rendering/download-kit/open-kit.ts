import { requirePermission, whileSignedIn } from "@/lib/access/server";
import { pickBrandMark } from "@/lib/brands";
import { findPublicBrand } from "@/lib/brands/server";
import {
  canBeOwnIcon,
  type DerivedForm,
  type DerivedLogo,
  darkPalette,
  distinctNames,
  type IconInput,
  type LogoEntry,
  parseRendition,
  type Rendition,
  type StoredColors,
  stemOf,
} from "@/lib/content";
import { readFile, readRendition } from "@/lib/content/server";
import { NotFound } from "@/lib/platform/errors";
import { runJob } from "@/lib/platform/jobs/job-pool";
import { cached, tagOf } from "@/lib/platform/result-cache";
import { getVersion } from "@/lib/publishing/server";
import type { Ctx } from "../context";
import { PALETTE_FORMATS, TOKEN_FORMATS } from "../formats/formats";
import { FORMATS } from "../formats/read-format";
import { assetFiles } from "./asset-files";
import { fontFiles } from "./font-files";
import { endingOf, type KitFile, type KitPart, type KitSource, NOT_STORED, readme, textFile } from "./kit-file";
import { attempt, untilFailure, zipFiles } from "./zip-files";

const inAllFormats = (folder: string, colors: StoredColors): KitFile[] =>
  PALETTE_FORMATS.map(({ fileName, write }) => {
    const content = write({ colors });
    const path = `${folder}/${fileName}`;
    return typeof content === "string" ? textFile(path, content) : { path, bytes: content };
  });

/** Formats that hold only one set get the dark set in a separate folder. */
async function* paletteFiles({ snapshot: { colors } }: KitSource): KitPart {
  const { source, seed, palette, dark, gradients } = colors;
  if (palette.length === 0) return [];
  yield* inAllFormats("palette", colors);
  if (dark) yield* inAllFormats("palette/dark", { source, seed, palette: darkPalette(palette, dark), gradients });
  return [];
}

/** Tokens have a folder, texts about the whole brand none. */
async function* formatFiles({ baseUrl }: Ctx, { snapshot }: KitSource): KitPart {
  for (const [name, { write }] of Object.entries(FORMATS))
    yield textFile(name in TOKEN_FORMATS ? `tokens/${name}` : name, write(snapshot, { baseUrl }));
  return [];
}

/** By the longer side in pixels. */
const PNGS: readonly Rendition[] = ["png-256", "png-512", "png-1024", "png-2048"];

const SVG = "image/svg+xml";

const lengthOf = ({ length }: { length: number }) => length;
const lengthOfForms = ({ forms }: DerivedLogo) => Object.values(forms).join("").length;

/** An SVG gets every size. A bitmap is never enlarged. */
async function* pngsOf(ctx: Ctx, { brandId }: KitSource, { file, label }: LogoEntry, path: string): KitPart {
  const longer = Math.max(file.width ?? 0, file.height ?? 0);
  const notes: string[] = [];
  for (const rendition of PNGS) {
    const { px } = parseRendition(rendition);
    if (file.mime !== SVG && longer < px) continue;
    const { made: png, why } = await attempt(() => readRendition(ctx, { brandId, sha256: file.sha256, rendition }));
    if (why) notes.push(`${label}, PNG of ${px} pixels: ${why}.`);
    if (png?.mime === "image/png" && png.bytes.length > 0) yield { path: `${path}-${px}.png`, bytes: png.bytes };
  }
  return notes;
}

/** @param key cache key of the derived form */
async function* pngsOfForm(ctx: Ctx, svg: string, key: string, label: string, path: string): KitPart {
  const bytes = Buffer.from(svg);
  const draw = (px: number) =>
    cached(`${key} ${px}`, () => runJob(ctx, "renderPicture", { bytes, format: "png", px }), lengthOf);
  for (const rendition of PNGS) {
    const { px } = parseRendition(rendition);
    const { made: png, why } = await attempt(() => draw(px));
    if (!png) return [`${label}, PNG from ${px} pixels on: ${why}.`];
    yield { path: `${path}-${px}.png`, bytes: png };
  }
  return [];
}

/** Skips forms that the brand has uploaded, and dark forms of logos for dark backgrounds. */
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
  if (file.mime !== SVG) return [`${label}, one-colour and negative forms: only an SVG has them.`];
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

async function* logoFiles(ctx: Ctx, source: KitSource): KitPart {
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

const HEAD = `<link rel="icon" href="/favicon.ico" sizes="48x48">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">
`;

const MAX_LOGOS = 8;

function candidates(items: readonly LogoEntry[]): LogoEntry[] {
  const mark = pickBrandMark(items);
  const first = items.filter(({ file }) => file.sha256 === mark?.file.sha256).slice(0, 1);
  const compact = items.filter(
    (item) => canBeOwnIcon(item) || (item.variant === "symbol" && item.file.mime.startsWith("image/")),
  );
  return [...new Set([...first, ...compact])].slice(0, MAX_LOGOS);
}

function manifestOf({ snapshot }: KitSource, hex: string): string {
  const theme = snapshot.colors.palette.find(({ role }) => role === "primary")?.hex ?? hex;
  const icon = (src: string, px: number, more = {}) => ({ src, sizes: `${px}x${px}`, type: "image/png", ...more });
  const manifest = {
    name: snapshot.brand.name,
    icons: [
      icon("/icon-192.png", 192),
      icon("/icon-512.png", 512),
      icon("/icon-maskable-512.png", 512, { purpose: "maskable" }),
    ],
    theme_color: theme,
    background_color: hex,
    display: "standalone",
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** From the brand's app icon, else its mark. Includes the HTML that a page needs. */
async function* iconFiles(ctx: Ctx, source: KitSource): KitPart {
  const { colors, logos } = source.snapshot;
  const { brandId } = source;
  const wanted = candidates(logos.items);
  if (wanted.length === 0) return ["Favicon and app icons: there is no logo to make them from."];
  const bytesOf = async ({ file: { sha256 } }: LogoEntry) =>
    (await attempt(() => readFile(ctx, { brandId, sha256 }))).made?.bytes;
  const own = logos.items.find(({ variant, file }) => variant === "favicon" && file.mime.startsWith("image/"));
  const hexesOf = (role: string) => colors.palette.filter((entry) => entry.role === role).map(({ hex }) => hex);
  const order: IconInput = {
    logos: [],
    grounds: [...hexesOf("primary"), ...hexesOf("background")],
    favicon: (own && (await bytesOf(own))) ?? null,
  };
  const drawnFrom: object[] = [{ grounds: order.grounds, favicon: order.favicon && own?.file.sha256 }];
  for (const item of wanted) {
    const bytes = await bytesOf(item);
    const { variant, background, file } = item;
    if (!bytes) continue;
    order.logos.push({ variant, background, mime: file.mime, bytes });
    drawnFrom.push({ variant, background, sha256: file.sha256 });
  }
  if (order.logos.length === 0) return [];
  const { made: icons, why } = await attempt(() =>
    cached(
      `icons ${brandId} ${tagOf(drawnFrom)}`,
      () => runJob(ctx, "drawAppIcons", order),
      ({ files }) => Object.values(files).reduce((sum, { length }) => sum + length, 0),
    ),
  );
  if (!icons) return [`Favicon and app icons: ${why}.`];
  for (const [name, bytes] of Object.entries(icons.files)) yield { path: `icons/${name}`, bytes };
  yield textFile("icons/site.webmanifest", manifestOf(source, icons.hex));
  yield textFile("icons/head.html", HEAD);
  return [];
}

export interface DownloadKit {
  fileName: string;
  stream: ReadableStream<Uint8Array>;
}

/** The readme is last, because notes are only known then. */
async function* kitFiles(ctx: Ctx, source: KitSource): AsyncGenerator<KitFile> {
  const notes: string[] = [];
  const parts = {
    Formats: formatFiles(ctx, source),
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

/**
 * The published version, for members.
 * @throws NotFound when the user is no member
 */
export async function openKit(ctx: Ctx, { brandId }: { brandId: string }): Promise<DownloadKit> {
  const { brand } = await requirePermission(ctx, brandId, "read");
  const { slug, identityVersion: version } = brand;
  const { snapshot, createdAt } = await getVersion(ctx, { brandId, version });
  const source = { brandId, slug, version, publishedAt: createdAt, snapshot, audience: "members" } as const;
  return kitOf(source, whileSignedIn(ctx, kitFiles(ctx, source)));
}

/**
 * The published version, for anyone.
 * @throws NotFound unless the brand's public page is on
 */
export async function openPublicKit(ctx: Ctx, { slug }: { slug: string }): Promise<DownloadKit> {
  const brand = await findPublicBrand(ctx, { slug });
  if (!brand) throw new NotFound("There is no such brand.");
  const { id: brandId, version, publishedAt, snapshot } = brand;
  const source = { brandId, slug: brand.slug, version, publishedAt, snapshot, audience: "public" } as const;
  return kitOf(source, kitFiles(ctx, source));
}

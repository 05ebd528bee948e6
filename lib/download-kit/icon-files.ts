import { readFile } from "@/lib/assets/server";
import type { LogoEntry } from "@/lib/brand-document";
import { pickBrandMark } from "@/lib/brands";
import { runJob } from "@/lib/jobs/server";
import type { Ctx } from "@/lib/kernel/context";
import { cached, tagOf } from "@/lib/kernel/result-cache";
import { mayBeOwnIcon } from "@/lib/logos";
import { type IconOrder, packIconOrder } from "@/lib/logos/server";
import { attempt } from "./attempt";
import { type KitPart, type KitSource, textFile } from "./kit-file";

const HEAD = `<link rel="icon" href="/favicon.ico" sizes="48x48">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">
`;

/** At most this many files are looked at. */
const MOST_LOGOS = 8;

/** The mark that stands for the brand, and all that may be its app icon. */
function candidates(items: readonly LogoEntry[]): LogoEntry[] {
  const mark = pickBrandMark(items);
  const first = items.filter(({ file }) => file.sha256 === mark?.file.sha256).slice(0, 1);
  const compact = items.filter(
    (item) => mayBeOwnIcon(item) || (item.variant === "symbol" && item.file.mime.startsWith("image/")),
  );
  return [...new Set([...first, ...compact])].slice(0, MOST_LOGOS);
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

/** A favicon and app icons of the brand's own app icon, else of its mark, with what a page says of them. */
export async function* iconFiles(ctx: Ctx, source: KitSource): KitPart {
  const { colors, logos } = source.snapshot;
  const { brandId } = source;
  const wanted = candidates(logos.items);
  if (wanted.length === 0) return ["Favicon and app icons: there is no logo to make them of."];
  const bytesOf = async ({ file: { sha256 } }: LogoEntry) =>
    (await attempt(() => readFile(ctx, { brandId, sha256 }))).made?.bytes;
  const own = logos.items.find(({ variant, file }) => variant === "favicon" && file.mime.startsWith("image/"));
  const hexesOf = (role: string) => colors.palette.filter((entry) => entry.role === role).map(({ hex }) => hex);
  const order: IconOrder = {
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
      () => runJob(ctx, "drawAppIcons", packIconOrder(order)),
      ({ files }) => Object.values(files).reduce((sum, { length }) => sum + length, 0),
    ),
  );
  if (!icons) return [`Favicon and app icons: ${why}.`];
  for (const [name, bytes] of Object.entries(icons.files)) yield { path: `icons/${name}`, bytes };
  yield textFile("icons/site.webmanifest", manifestOf(source, icons.hex));
  yield textFile("icons/head.html", HEAD);
  return [];
}

import { readFile } from "@/lib/assets/server";
import type { FileRef } from "@/lib/brand-document";
import { pickBrandMark } from "@/lib/brands";
import { runJob } from "@/lib/jobs/server";
import type { Ctx } from "@/lib/kernel/context";
import { BadRequest, RateLimited } from "@/lib/kernel/errors";
import { readableInk } from "@/lib/palette";
import { type KitPart, type KitSource, textFile } from "./kit-file";

const HEAD = `<link rel="icon" href="/favicon.ico" sizes="48x48">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">
`;

/** The surface under icons that may not be clear: the brand's own background where the mark is made for it. */
function surfaceOf({ snapshot }: KitSource, background: "light" | "dark"): string {
  const made = (hex: string) => (readableInk(hex) === "#000000" ? "light" : "dark") === background;
  const own = snapshot.colors.palette.find(({ role, hex }) => role === "background" && made(hex));
  return own?.hex ?? (background === "dark" ? "#000000" : "#ffffff");
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

/** A favicon and app icons of the brand's mark, with what a page says of them. */
export async function* iconFiles(ctx: Ctx, source: KitSource): KitPart {
  const { items } = source.snapshot.logos;
  const mark = pickBrandMark(items);
  if (!mark) return ["Favicon and app icons: there is no logo to make them of."];
  const hex = surfaceOf(source, mark.background);
  const draw = async ({ sha256 }: FileRef) => {
    const file = await readFile(ctx, { brandId: source.brandId, sha256 });
    return file ? runJob(ctx, "drawAppIcons", { bytes: file.bytes, hex }) : ({} as Record<string, Buffer>);
  };
  const own = items.find(({ variant, file }) => variant === "favicon" && file.mime.startsWith("image/"));
  try {
    const icons = await draw(mark.file);
    const favicon = own && own.file.sha256 !== mark.file.sha256 ? (await draw(own.file))["favicon.ico"] : undefined;
    for (const [name, bytes] of Object.entries(icons))
      yield { path: `icons/${name}`, bytes: (name === "favicon.ico" && favicon) || bytes };
  } catch (error) {
    if (!(error instanceof RateLimited) && !(error instanceof BadRequest)) throw error;
    return ["Favicon and app icons: they could not be drawn just now."];
  }
  yield textFile("icons/site.webmanifest", manifestOf(source, hex));
  yield textFile("icons/head.html", HEAD);
  return [];
}

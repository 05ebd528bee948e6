import { Parser } from "htmlparser2";
import { unreadable } from "../imported-brand";

export type PageImage = {
  /** True if it or an element around it is called a logo. */
  named: boolean;
} & ({ kind: "drawing"; svg: string } | { kind: "picture"; src: string });

export type ScannedPage = ReturnType<typeof scanPage>;

export interface WebsiteLink {
  kind: "sheet" | "logo";
  href: string;
}

const MAX_IMAGES = 400;
/** The parser takes quadratic time. */
const MAX_DEPTH = 500;
const MAX_INLINE_STYLE = 2_000;
const AROUND = 3;
const LOGO_WORDS = /logo|brand|wordmark/i;
/** Attributes that can call it a logo, including URLs. */
const TELLING = ["class", "id", "alt", "title", "aria-label", "href", "src"];

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

interface Symbol {
  viewBox: string | undefined;
  from: number;
  to: number;
}

interface Drawing {
  from: number;
  to: number;
  named: boolean;
  hasNamespace: boolean;
  uses: string[];
}

/** Ignores `data:` URLs. */
const callsLogo = (attributes: Readonly<Record<string, string>>): boolean =>
  TELLING.some((name) => {
    const value = attributes[name];
    return value !== undefined && !value.startsWith("data:") && LOGO_WORDS.test(value.slice(0, 300));
  });

/** A standalone SVG with the symbol that it uses. Null if that symbol is in another file. */
function ownText(html: string, drawing: Drawing, symbols: ReadonlyMap<string, Symbol>): string | null {
  const text = html.slice(drawing.from, drawing.to);
  const namespace = drawing.hasNamespace ? "" : ' xmlns="http://www.w3.org/2000/svg"';
  const isOwn = (id: string) => text.includes(`id="${id}"`) || text.includes(`id='${id}'`);
  const outside = drawing.uses.filter((id) => !isOwn(id));
  if (outside.length === 0) return text.replace(/^<svg/i, `<svg${namespace}`);
  const symbol = symbols.get(outside[0] ?? "");
  if (!symbol || drawing.uses.length > 1) return null;
  const viewBox = symbol.viewBox ? ` viewBox="${symbol.viewBox.replaceAll('"', "")}"` : "";
  return `<svg xmlns="http://www.w3.org/2000/svg"${viewBox}>${html.slice(symbol.from, symbol.to)}</svg>`;
}

/**
 * Parses as browsers do, including unquoted attributes, entities and unclosed tags. `meta` is by lower-case name or
 * property, `css` has style sheets and `style` attributes, `base` is of `<base>`.
 */
export function scanPage(html: string) {
  const meta = new Map<string, string>();
  const sheets: string[] = [];
  const found: (Drawing | { src: string; named: boolean })[] = [];
  const symbols = new Map<string, Symbol>();
  const links: { rel: string; href: string }[] = [];
  let base: string | null = null;
  const open: boolean[] = [];
  let title: string | null = null;
  let text: string[] | null = null;
  let drawing: Drawing | null = null;
  let drawingDepth = 0;
  let symbol: (Symbol & { id: string; depth: number }) | null = null;

  const parser = new Parser({
    onopentag(name, attributes) {
      if (open.length === MAX_DEPTH)
        throw unreadable(
          `The elements are nested over ${MAX_DEPTH} levels deep. Paste the part with the styles.`,
          undefined,
          "website",
        );
      const named = callsLogo(attributes);
      if (attributes.style && attributes.style.length <= MAX_INLINE_STYLE) sheets.push(`x{${attributes.style}}`);
      open.push(named);
      if (name === "svg" && !drawing && found.length < MAX_IMAGES) {
        const around = open.slice(-AROUND).some(Boolean);
        drawing = { from: parser.startIndex, to: 0, named: around, hasNamespace: "xmlns" in attributes, uses: [] };
        drawingDepth = open.length;
      } else if (name === "use" && drawing) {
        const target = attributes.href ?? attributes["xlink:href"] ?? "";
        drawing.uses.push(target.startsWith("#") ? target.slice(1) : target);
      } else if (name === "symbol" && !symbol && attributes.id) {
        const from = parser.endIndex + 1;
        symbol = { id: attributes.id, viewBox: attributes.viewbox, from, to: from, depth: open.length };
      } else if (name === "img" && found.length < MAX_IMAGES && attributes.src) {
        found.push({ src: attributes.src.trim(), named: open.slice(-AROUND).some(Boolean) });
      } else if (name === "link" && links.length < MAX_IMAGES && attributes.href) {
        links.push({ rel: attributes.rel?.toLowerCase() ?? "", href: attributes.href.trim() });
      } else if (name === "base") {
        base ??= attributes.href?.trim() ?? null;
      } else if (name === "meta") {
        const key = (attributes.name ?? attributes.property)?.toLowerCase();
        if (key && attributes.content && !meta.has(key)) meta.set(key, oneLine(attributes.content));
      } else if (name === "style" || (name === "title" && title === null && !drawing)) text = [];
    },
    ontext(part) {
      text?.push(part);
    },
    onclosetag(name) {
      if (text && name === "style") sheets.push(text.join(""));
      else if (text && name === "title") title = oneLine(text.join(""));
      text = null;
      if (symbol && symbol.depth === open.length) {
        symbols.set(symbol.id, { ...symbol, to: Math.max(symbol.from, parser.startIndex) });
        symbol = null;
      }
      if (drawing && drawingDepth === open.length) {
        found.push({ ...drawing, to: parser.endIndex + 1 });
        drawing = null;
      }
      open.pop();
    },
  });
  parser.end(html);

  const images = found.flatMap((one): PageImage[] => {
    if ("src" in one) return [{ kind: "picture", ...one }];
    const svg = ownText(html, one, symbols);
    return svg === null ? [] : [{ kind: "drawing", svg, named: one.named }];
  });
  return { title, meta, css: sheets.join("\n"), images, links, base };
}

const MAX_LINKS = 6;
/** Vector files first: they are small and stay sharp. */
const LOGO_RELS = ["icon", "shortcut icon", "apple-touch-icon", "apple-touch-icon-precomposed"];

/** The page's style sheets and logos in turn, the likeliest first, as https URLs. Runs as a job. */
export function findWebsiteLinks({ html, url }: { html: string; url: string }): WebsiteLink[] {
  const { links, images, base } = scanPage(html);
  const from = base && URL.canParse(base, url) ? new URL(base, url) : new URL(url);
  const resolved = (hrefs: readonly string[]): URL[] =>
    hrefs.flatMap((href) => {
      const at = URL.canParse(href, from) ? new URL(href, from) : null;
      return at?.protocol === "https:" ? [at] : [];
    });
  const isForeign = ({ origin }: URL) => Number(origin !== new URL(url).origin);
  const isBitmap = ({ pathname }: URL) => Number(!/\.svg$/i.test(pathname));
  const sheets = resolved(links.filter(({ rel }) => rel.split(/\s+/)[0] === "stylesheet").map(({ href }) => href));
  const named = images.flatMap((image) => (image.kind === "picture" && image.named ? [image.src] : []));
  const icons = links.filter(({ rel, href }) => LOGO_RELS.includes(rel) && !/\.ico(?:\?|$)/i.test(href));
  const logos = resolved([...named, ...icons.map(({ href }) => href)]);
  const best = {
    sheet: sheets.toSorted((a, b) => isForeign(a) - isForeign(b)),
    logo: logos.toSorted((a, b) => isBitmap(a) - isBitmap(b)),
  };
  return Array.from({ length: MAX_LINKS / 2 }).flatMap((_, at) =>
    (["sheet", "logo"] as const).flatMap((kind) => {
      const link = best[kind][at];
      return link ? [{ kind, href: link.href }] : [];
    }),
  );
}

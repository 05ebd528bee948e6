const MAX_TAG = 4_000;

/** Texts from each `<tag` to its closing tag, both included, until one is not closed. Goes through the text once. */
export function elementsOf(html: string, tag: string): { text: string; at: number }[] {
  const lower = html.toLowerCase();
  const [open, close] = [`<${tag}`, `</${tag}>`];
  const found: { text: string; at: number }[] = [];
  for (let at = lower.indexOf(open); at >= 0; ) {
    const end = lower.indexOf(close, at);
    if (end < 0) break;
    found.push({ text: html.slice(at, end + close.length), at });
    at = lower.indexOf(open, end + close.length);
  }
  return found;
}

/** The first tags of a name, each up to its end outside of quotes; one that is longer than `length` is left out. */
export function tagsOf(html: string, tag: string, { most, length }: { most: number; length: number }) {
  const lower = html.toLowerCase();
  const found: { text: string; at: number }[] = [];
  let looked = 0;
  for (let at = lower.indexOf(`<${tag}`); at >= 0 && looked < most; at = lower.indexOf(`<${tag}`, at + 1)) {
    looked += 1;
    const last = Math.min(html.length, at + length);
    let quote = "";
    for (let place = at; place < last; place += 1) {
      const char = html.charAt(place);
      if (char === quote) quote = "";
      else if (quote === "" && (char === '"' || char === "'")) quote = char;
      else if (quote === "" && char === ">") {
        found.push({ text: html.slice(at, place + 1), at });
        break;
      }
    }
  }
  return found;
}

/** What stands between an element's own tags. */
export const contentOf = (element: string): string =>
  element.slice(element.indexOf(">") + 1, Math.max(element.lastIndexOf("<"), 0));

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** A text as people read it: on one line, its entities as characters. */
export const plainText = (html: string): string =>
  html
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (all, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? all;
      const code = Number.parseInt(decimal ?? hex, decimal ? 10 : 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : all;
    })
    .replace(/\s+/g, " ")
    .trim();

export const attributeOf = (tag: string, name: string, most = 3_000): string | null => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]{0,${most}})"|'([^']{0,${most}})')`, "i").exec(tag);
  return found ? plainText(found[1] ?? found[2] ?? "") : null;
};

/** What the page says of itself in `<meta>`, by name or property in small letters; the first of each. */
export function metaOf(html: string): Map<string, string> {
  const lower = html.toLowerCase();
  const found = new Map<string, string>();
  for (let at = lower.indexOf("<meta"); at >= 0; at = lower.indexOf("<meta", at + 5)) {
    const tag = html.slice(at, at + MAX_TAG).split(">", 1)[0] ?? "";
    const key = (attributeOf(tag, "name") ?? attributeOf(tag, "property"))?.toLowerCase();
    const content = attributeOf(tag, "content");
    if (key && content && !found.has(key)) found.set(key, content);
  }
  return found;
}

/** The declarations of all `style` attributes, as a sheet. */
export const inlineStyles = (html: string): string =>
  [...html.matchAll(/\sstyle\s*=\s*(?:"([^"]{0,2000})"|'([^']{0,2000})')/gi)]
    .map(([, double, single]) => `x{${plainText(double ?? single ?? "")}}`)
    .join("\n");

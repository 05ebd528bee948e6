import { FONT_ROLES } from "@/lib/contract";
import { forbiddenActs } from "../logos/logo-rules";
import { familyAlone } from "../typography/publish-typography";
import { type BrandColors, readColor } from "./check-colors";
import { type BrandName, lettersOf } from "./check-names";
import { type Found, finding, type Version } from "./findings";
import type { Facts, Picture } from "./read-markup";
import type { Declaration, Span } from "./read-styles";

const WEIGHT = /(?:variable|vf|thin|light|regular|medium|semibold|extrabold|bold|black)$/;
const GENERIC =
  /^(?:-apple-system|blinkmacsystemfont|system-ui|ui-.*|(?:sans-)?serif|monospace|cursive|fantasy|inherit|initial|unset|revert.*|none|.*\(.*)$/i;

/** Typefaces that the brand doesn't have. */
export function checkTypefaces(styles: readonly Declaration[], { fonts = [], identity }: Version): Found[] {
  const names = identity.brand.typography ?? {};
  const byRole = FONT_ROLES.map(
    (role) => fonts.find(({ roles }) => roles.includes(role))?.family ?? familyAlone(names[role]),
  );
  const [heading, body = heading, mono] = byRole;
  const known = new Set([...fonts.map(({ family }) => family), ...byRole].map((family = "") => lettersOf(family)));
  if (!body) return [];
  return styles.flatMap(({ families: [first] }): Found[] => {
    const written = lettersOf(first?.name ?? "").replace(WEIGHT, "");
    if (!first || GENERIC.test(first.name) || known.has(lettersOf(first.name)) || known.has(written)) return [];
    const better = (/mono|courier|consolas|menlo|code/i.test(first.name) && mono) || body;
    const at = fonts.findIndex(({ family }) => family === better);
    const fix = /^[a-z][\w-]*(?: [a-z][\w-]*)*$/i.test(better) ? better : `'${better.replaceAll("'", "")}'`;
    const path = at === -1 ? "/identity/brand/typography" : `/fonts/${at}`;
    const message = `${first.name} isn't a typeface of the brand. Use ${better}.`;
    return [finding("typeface", "should", path, { ...first, fix }, message)];
  });
}

/** Font sizes that no text style has. */
export function checkTextSizes(styles: Facts["styles"], { text_styles = {} }: Version): Found[] {
  const sizes = Object.entries(text_styles).map(
    ([
      name,
      {
        fontSize: { value, unit },
      },
    ]) => ({ name, px: unit === "rem" ? value * 16 : value }),
  );
  return styles.flatMap(({ property, sizes: [size], picture }): Found[] => {
    if (!size || picture || !/^font(?:-size)?$/.test(property)) return [];
    const distance = ({ px }: { px: number }) => Math.abs(px - size.px);
    const [near] = sizes.toSorted((one, other) => distance(one) - distance(other));
    if (!near || distance(near) < 0.5) return [];
    const message = `${Number(size.px.toFixed(2))} px isn't a size of the brand's text styles. The nearest is ${near.name}, ${near.px} px.`;
    const fix = distance(near) < near.px / 5 ? `${near.px}px` : undefined;
    return [finding("text-size", "should", `/text_styles/${near.name}/fontSize`, { ...size, fix }, message)];
  });
}

type Logo = Version["logos"]["items"][number];

const SAYS_LOGO = /logo|wordmark|symbol|favicon/i;
const VARIANTS: [RegExp, Logo["variant"]][] = [
  [/wordmark/i, "wordmark"],
  [/favicon/i, "favicon"],
  [/symbol/i, "symbol"],
  [/negative|white|invert|reverse|dark/i, "logo_negative"],
];

/** The logo that a picture shows: by its file, else by words that say both the brand and “logo”. */
function logoOf(
  { attributes, title }: Picture,
  { logos: { items }, brand }: Version,
  names: readonly BrandName[],
): Logo | undefined {
  const stated = (key: string) => attributes.get(key)?.value ?? "";
  const address = ["src", "data", "href", "xlink:href"].map(stated).join(" ");
  const exact = items.find(({ id, asset_id, sha256 }) => [id, asset_id, sha256].some((one) => address.includes(one)));
  if (exact) return exact;
  const file = address.trim().slice(0, 2000).split(/[?#]/)[0]?.split("/").at(-1) ?? "";
  const label = [file, title, ...["alt", "aria-label", "title", "class", "id"].map(stated)].join(" ").slice(0, 1000);
  const letters = lettersOf(label);
  const isOwn = letters.includes(lettersOf(brand.slug)) || names.some((one) => letters.includes(one.letters));
  if (!isOwn || !SAYS_LOGO.test(label)) return undefined;
  const variant = VARIANTS.find(([pattern]) => pattern.test(label))?.[1] ?? "logo_positive";
  return items.find((one) => one.variant === variant) ?? items[0];
}

function lengthOf(
  { attributes, declarations }: Picture,
  side: "width" | "height",
): (Span & { px: number; unit: string }) | undefined {
  const stated = declarations.findLast(({ property }) => property === side)?.sizes[0];
  if (stated) return { ...stated, unit: "px" };
  const attribute = attributes.get(side);
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?)(px)?$/.exec(attribute?.value ?? "") ?? [];
  return attribute && number ? { start: attribute.start, end: attribute.end, px: Number(number), unit } : undefined;
}

const STRETCHES = /scale[xy]\(|skew/i;
const SCALE = /scale\(\s*(-?[\d.]{1,12})[\s,]+(-?[\d.]{1,12})/i;
const RECOLORS = /(?:hue-rotate|invert|sepia|grayscale|saturate|brightness)\(/i;

/** Where a logo is stretched or recoloured by its own styles and attributes, or by colours inside. */
function changesOf({ attributes, declarations }: Picture, inside: readonly Declaration[], colors: BrandColors) {
  const fit = attributes.get("preserveAspectRatio") ?? attributes.get("preserveaspectratio");
  const transform = attributes.get("transform");
  const transforms = [
    ...declarations.filter(({ property }) => property === "transform"),
    ...(transform ? [transform] : []),
  ];
  const stretched: Span[] = transforms.filter(({ value }) => {
    const [, one, other] = SCALE.exec(value) ?? [];
    return STRETCHES.test(value) || one !== other;
  });
  const foreign = inside
    .flatMap((style) => style.colors)
    .filter(({ css }) => {
      const color = readColor(css);
      return color && color.alpha > 0 && !colors.has(color.hex) && !/^#(?:000000|ffffff)$/.test(color.hex);
    });
  const filtered = declarations.filter(({ property, value }) => property === "filter" && RECOLORS.test(value));
  return {
    stretch: [...stretched, ...(fit?.value.trim() === "none" ? [fit] : [])],
    recolour: colors.size > 0 ? [...filtered, ...foreign] : filtered,
  };
}

/** Logos that are too small, stretched or recoloured, and the pictures that are logos. */
export function checkLogos(
  { pictures, styles }: Facts,
  version: Version,
  names: readonly BrandName[],
  colors: BrandColors,
) {
  const { logos, logo_rules: rules = [] } = version;
  const acts = forbiddenActs(logos.rules);
  const found: Found[] = [];
  const own = new Set<Picture>();
  for (const picture of pictures) {
    const logo = logoOf(picture, version, names);
    if (!logo) continue;
    own.add(picture);
    const ruleAt = rules.findIndex(({ logo_id }) => logo_id === logo.id);
    const ruled = rules[ruleAt]?.minimum_size?.px;
    const least = ruled ?? logo.min_width_px;
    const width = lengthOf(picture, "width");
    if (width && width.px < least) {
      const path = ruled
        ? `/logo_rules/${ruleAt}/minimum_size/px`
        : `/logos/items/${logos.items.indexOf(logo)}/min_width_px`;
      const message = `The logo is ${width.px} px wide. It needs at least ${least} px.`;
      const fix = lengthOf(picture, "height") ? undefined : `${least}${width.unit}`;
      found.push(finding("logo-size", "must", path, { ...width, fix }, message));
    }
    const inside = styles.filter((style) => style.picture === picture);
    for (const [act, places] of Object.entries(changesOf(picture, inside, colors))) {
      const line = acts.find((one) => one.act === act)?.rule;
      const path = line ? `/logos/rules/${logos.rules.indexOf(line)}` : "/logos/items";
      const rule = act === "stretch" ? "logo-shape" : "logo-color";
      const message = `The logo is ${act === "stretch" ? "stretched" : "recoloured"}.${line ? ` ${line}` : ""}`;
      for (const { start, end } of places)
        found.push(finding(rule, line ? "must" : "should", path, { start, end }, message));
    }
  }
  return { found, own };
}

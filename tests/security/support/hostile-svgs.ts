/** SVGs designed to draw slowly: each construct, by nesting depth and repetition. */
export type HostileSvg = { family: string; name: string; svg: string };

const repeat = (count: number, content: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => content(i)).join("");
const FULL = '<rect width="1000" height="1000"/>';
const document = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000" viewBox="0 0 1000 1000">${content}</svg>`;
const MAX_BYTES = 512 * 1024;

/** Ways to reference an element: an attribute, `style`, or a style sheet, with or without conditions. */
const WAYS: Record<string, (property: string, value: string, content: string) => string> = {
  attribute: (property, value, content) => `<g ${property}="${value}">${content}</g>`,
  style: (property, value, content) => `<g style="${property}:${value}">${content}</g>`,
  sheet: (property, value, content) => `<style>.h{${property}:${value}}</style><g class="h">${content}</g>`,
  media: (property, value, content) =>
    `<style>@media (min-width:1px){.h{${property}:${value}}}</style><g class="h">${content}</g>`,
  supports: (property, value, content) =>
    `<style>@supports (fill:red){@media screen{g.h:not(.x){${property}:${value}}}}</style><g class="h">${content}</g>`,
  nested: (property, value, content) =>
    `<style>.h{opacity:1;@media screen{fill:red;${property}:${value};stroke:none}}</style><g class="h">${content}</g>`,
};

/** Levels that each draw the next `count` times; `use` is the reference between them. */
function levels(
  depth: number,
  count: number,
  level: (id: string, inside: string) => string,
  use: (id: string) => string,
): string {
  return repeat(depth, (index) =>
    level(`l${index}`, index === depth - 1 ? FULL.repeat(count) : repeat(count, () => use(`l${index + 1}`))),
  );
}

const filled = (id: string) => `<rect width="1000" height="1000" fill="url(#${id})"/>`;

type Family = (depth: number, count: number) => string;
const FAMILIES: Record<string, Family> = {
  "elements that use elements": (depth, count) =>
    `${levels(
      depth,
      count,
      (id, inside) => `<defs><g id="${id}">${inside}</g></defs>`,
      (id) => `<use href="#${id}"/>`,
    )}<use href="#l0"/>`,
  "small elements that use elements": (depth, count) =>
    `${levels(
      depth,
      count,
      (id, inside) => `<defs><g id="${id}">${inside.replaceAll("1000", "2")}</g></defs>`,
      (id) => `<use href="#${id}"/>`,
    )}<use href="#l0"/>`,
  ...Object.fromEntries(
    [0.4, 7, 100, 1_000].flatMap((tile) =>
      ["", ' patternTransform="rotate(33)"'].map((turn) => [
        `patterns of ${tile} pixels${turn && ", turned"}`,
        (depth: number, count: number) =>
          levels(
            depth,
            count,
            (id, inside) =>
              `<pattern id="${id}" width="${tile}" height="${tile}" patternUnits="userSpaceOnUse"${turn}>${inside}</pattern>`,
            filled,
          ) + filled("l0").repeat(count),
      ]),
    ),
  ),
  "patterns by their box": (depth, count) =>
    levels(depth, count, (id, inside) => `<pattern id="${id}" width=".01" height=".01">${inside}</pattern>`, filled) +
    filled("l0"),
  "a pattern that all inherit": (depth, count) =>
    `${levels(
      depth,
      count,
      (id, inside) => `<pattern id="${id}" width="9" height="9" patternUnits="userSpaceOnUse">${inside}</pattern>`,
      filled,
    )}<g fill="url(#l0)">${FULL.repeat(count)}</g>`,
  masks: (depth, count) =>
    `${levels(
      depth,
      count,
      (id, inside) => `<mask id="${id}">${inside}</mask>`,
      (id) => `<rect width="1000" height="1000" fill="#fff" mask="url(#${id})"/>`,
    )}<g mask="url(#l0)">${FULL}</g>`,
  "masks on nested groups": (depth, count) =>
    `<mask id="m"><rect width="1000" height="1000" fill="#fff"/></mask>${repeat(count, () => `${'<g mask="url(#m)">'.repeat(depth)}${FULL}${"</g>".repeat(depth)}`)}`,
  "clip paths": (depth, count) =>
    `${levels(
      depth,
      count,
      (id, inside) => `<clipPath id="${id}">${inside}</clipPath>`,
      (id) => `<circle r="500" cx="500" cy="500" clip-path="url(#${id})"/>`,
    )}<g clip-path="url(#l0)">${FULL}</g>`,
  "clip paths of clip paths": (depth, count) =>
    repeat(
      depth,
      (index) =>
        `<clipPath id="l${index}" clip-path="url(#l${index + 1})">${'<circle r="500" cx="500" cy="500"/>'.repeat(count)}</clipPath>`,
    ) + `<g clip-path="url(#l0)">${FULL}</g>`.repeat(count),
  "clip paths of text": (depth, count) =>
    `<clipPath id="c">${repeat(depth, () => '<text y="700" font-size="700">ABC</text>')}</clipPath>${`<g clip-path="url(#c)">${FULL}</g>`.repeat(count)}`,
  markers: (depth, count) =>
    repeat(
      depth,
      (index) =>
        `<marker id="l${index}" markerWidth="50" markerHeight="50"><path d="M0 0${repeat(count, (i) => `L${i % 50} ${(i * 7) % 50}`)}" fill="none" stroke="red" marker-mid="url(#l${index + 1})"/></marker>`,
    ) +
    `<path d="M0 0${repeat(count, (i) => `L${(i * 79) % 1000} ${(i * 17) % 1000}`)}" fill="none" style="marker:url(#l0)"/>`,
  "gradients of many stops": (depth, count) =>
    `<linearGradient id="g">${repeat(depth * count, (i) => `<stop offset="${i / depth / count}" stop-color="#${(i % 900) + 100}"/>`)}</linearGradient>${'<rect width="9" height="9" fill="url(#g)"/>'.repeat(count)}`,
  "gradients on large shapes": (depth, count) =>
    `<radialGradient id="g" r=".01" spreadMethod="reflect"><stop/><stop offset="1" stop-color="red"/></radialGradient>${filled("g").repeat(depth * count)}`,
  "groups that are see-through": (depth, count) =>
    repeat(count, () => `${'<g opacity=".9">'.repeat(depth)}${FULL.repeat(2)}${"</g>".repeat(depth)}`),
  "groups that are blended": (depth, count) =>
    repeat(
      count,
      () => `${'<g style="mix-blend-mode:luminosity">'.repeat(depth)}${FULL.repeat(2)}${"</g>".repeat(depth)}`,
    ),
  "shapes on top of each other": (depth, count) =>
    repeat(depth * count, (i) => `<path fill="red" fill-opacity=".01" d="M0 ${i % 9}L1000 3 900 1000 5 990z"/>`),
  "strokes on top of each other": (depth, count) =>
    repeat(depth * count, () => '<path stroke="red" stroke-opacity=".01" stroke-width="900" d="M0 0L1000 1000"/>'),
  dashes: (depth, count) =>
    repeat(depth, () => `<path stroke="red" stroke-dasharray="${10 / count}" d="M0 0L1000 900L30 20"/>`),
  "dashes from a style sheet": (depth, count) =>
    `<style>@media screen{path{stroke-dasharray:${10 / count}}}</style>${repeat(depth, () => `<path stroke="red" d="M0 0L1000 900L30 20"/>`)}`,
  "round strokes with many corners": (depth, count) =>
    repeat(
      depth,
      () =>
        `<path fill="none" stroke="red" stroke-linejoin="round" stroke-linecap="round" stroke-width="90" d="M0 0${repeat(count * 5, (i) => `L${(i * 79) % 1000} ${(i * 7919) % 1000}`)}"/>`,
    ),
  "paths that cross themselves": (depth, count) =>
    repeat(depth, () => `<path d="M0 0${repeat(count * 10, (i) => `L${(i * 7919) % 1000} ${(i % 2) * 1000}`)}"/>`),
  "relative paths that cross themselves": (depth, count) =>
    repeat(
      depth,
      () =>
        `<path fill-rule="evenodd" d="M0 0${repeat(count * 20, (i) => `l${i % 2 ? -999 : 999} ${i % 3 ? 900 : -1800}`)}"/>`,
    ),
  "curves that cross themselves": (depth, count) =>
    repeat(
      depth,
      () =>
        `<path d="M0 0${repeat(count * 5, (i) => `S${(i * 7919) % 1000} ${(i * 31) % 1000} ${(i * 17) % 1000} ${(i % 2) * 1000}`)}"/>`,
    ),
  arcs: (depth, count) =>
    repeat(
      depth,
      () =>
        `<path d="M0 0${repeat(count * 5, (i) => `A500 300 ${i} 1 ${i % 2} ${(i * 79) % 900} ${(i * 31) % 900}`)}"/>`,
    ),
  "small shapes made large by a style sheet": (depth, count) =>
    `<style>@media screen{rect{transform:scale(1000)}}</style>${'<rect width="1" height="1" fill-opacity=".1"/>'.repeat(depth * count)}`,
  "small shapes made large by a nested picture": (depth, count) =>
    `<svg viewBox="0 0 1 1" width="1000" height="1000">${'<rect width="1" height="1" fill-opacity=".1"/>'.repeat(depth * count)}</svg>`,
  "small shapes made large by a symbol": (depth, count) =>
    `<symbol id="s" viewBox="0 0 1 1">${'<rect width="1" height="1" fill-opacity=".1"/>'.repeat(depth)}</symbol>${'<use href="#s"/>'.repeat(count)}`,
  "strokes made wide by a style sheet": (depth, count) =>
    `<style>@supports (fill:red){line{stroke-width:2000;stroke-opacity:.1}}</style>${'<line x2="1" y2="1" stroke="red"/>'.repeat(depth * count)}`,
  letters: (depth, count) =>
    repeat(
      depth,
      (i) => `<text y="${i * 9 + 20}" font-size="9">${repeat(count, (n) => String.fromCharCode(97 + (n % 26)))}</text>`,
    ),
  "large letters": (depth, count) =>
    repeat(depth * count, (i) => `<text y="900" font-size="${900 + i}" fill-opacity=".1" x="${-i}">W@</text>`),
  "letters that are each placed": (depth, count) =>
    repeat(
      depth,
      () => `<text y="500" dx="${"1 ".repeat(count)}" rotate="${"9 ".repeat(count)}">${"ab ".repeat(count)}</text>`,
    ),
  "letters with strokes and patterns": (depth, count) =>
    `<pattern id="p" width="3" height="3" patternUnits="userSpaceOnUse">${FULL}</pattern>${repeat(depth, (i) => `<text y="${i * 30}" font-size="30" fill="url(#p)" stroke="url(#p)">${"Ab".repeat(count)}</text>`)}`,
  "letters along a path": (depth, count) =>
    `<path id="t" fill="none" d="M0 500${repeat(count, (i) => `Q${i} 0 ${i * 9} 500`)}"/>${repeat(depth, () => `<text font-size="9"><textPath href="#t">${"ab".repeat(count)}</textPath></text>`)}`,
  "selectors that look around": (depth, count) =>
    `<style>${repeat(count, (i) => `g~g+*:not(.a${i}):nth-child(${depth + 1}n){fill:red}`)}</style>${"<g/>".repeat(count * depth)}`,
  "selectors that have": (depth, count) =>
    `<style>${repeat(count, (i) => `*:has(.a${i}){fill:red}`)}</style>${"<g>".repeat(depth)}${"<g/>".repeat(count * depth)}${"</g>".repeat(depth)}`,
  "selectors of descendants": (depth, count) =>
    `<style>${repeat(count, (i) => `g ${"g ".repeat(depth)} .x${i} *{fill:red}`)}</style>${"<g>".repeat(20)}${"<g/>".repeat(count)}${"</g>".repeat(20)}`,
};

const STEPS: Record<string, (deviation: number) => string> = {
  blurs: (deviation) => `<feGaussianBlur stdDeviation="${deviation}"/>`,
  shadows: (deviation) => `<feDropShadow stdDeviation="${deviation}" dx="${deviation}"/>`,
  morphology: (deviation) => `<feMorphology operator="dilate" radius="${deviation}"/>`,
  lights: (deviation) =>
    `<feSpecularLighting surfaceScale="${deviation}" specularExponent="20"><fePointLight x="5" y="5" z="50"/></feSpecularLighting>`,
  "lights from afar": () => "<feDiffuseLighting><feDistantLight azimuth='5' elevation='50'/></feDiffuseLighting>",
  "results read twice": (deviation) =>
    `<feOffset dx="${deviation}" result="a"/><feOffset in="a" dx="1" result="b"/><feBlend in="a" in2="b"/>`,
  "merged results": (deviation) =>
    `<feOffset dx="${deviation}" result="a"/><feMerge>${'<feMergeNode in="a"/>'.repeat(9)}</feMerge>`,
  arithmetic: () => '<feComposite operator="arithmetic" in2="SourceAlpha" k1=".4" k2=".5" k3=".6"/>',
  colours: () =>
    '<feColorMatrix type="hueRotate" values="50"/><feComponentTransfer><feFuncR type="gamma" exponent="2"/></feComponentTransfer>',
  tiles: () => '<feOffset width="3" height="3" x="9" y="9"/><feTile/>',
  floods: () => '<feFlood result="a"/><feBlend in2="a" mode="color"/>',
};
for (const [name, step] of Object.entries(STEPS))
  for (const deviation of [1, 12, 90]) {
    FAMILIES[`filters of ${name}, ${deviation} wide`] = (depth, count) =>
      `<filter id="f">${step(deviation).repeat(count)}</filter>${'<g filter="url(#f)">'.repeat(depth)}${FULL}${"</g>".repeat(depth)}`;
  }
for (const [name, region] of [
  ["endless", 'x="-9" y="-9" width="19" height="19"'],
  ["set in units", 'filterUnits="userSpaceOnUse" x="0" y="0" width="900" height="900"'],
] as const)
  FAMILIES[`filters on many, of a region ${name}`] = (depth, count) =>
    `<filter id="f" ${region}>${'<feGaussianBlur stdDeviation="30"/>'.repeat(depth)}</filter>${`<g filter="url(#f)">${FULL}</g>`.repeat(count)}`;
FAMILIES["filters on many small shapes"] = (depth, count) =>
  `<filter id="f">${'<feGaussianBlur stdDeviation="3"/>'.repeat(depth)}</filter>${repeat(count, (i) => `<rect x="${(i * 37) % 900}" y="${(i * 91) % 900}" width="20" height="20" filter="url(#f)"/>`)}`;
for (const [name, value] of [
  ["blurs", "blur(9px)"],
  ["wide blurs", "blur(120px)"],
  ["blurs in ems", "blur(9em)"],
  ["shadows", "drop-shadow(9px 9px 9px red)"],
  ["colours", "sepia(.5) hue-rotate(9deg)"],
] as const)
  FAMILIES[`filter functions: ${name}`] = (depth, count) =>
    `${`<g style="filter:${`${value} `.repeat(count)}">`.repeat(depth)}${FULL}${"</g>".repeat(depth)}`;

for (const [way, refer] of Object.entries(WAYS)) {
  FAMILIES[`masks by ${way}`] = (depth, count) =>
    `<mask id="m">${'<rect width="1000" height="1000" fill="#fff" fill-opacity=".5"/>'.repeat(count)}</mask>${refer("mask", "url(#m)", refer("mask", "url(#m)", FULL).repeat(depth * 4))}`;
  FAMILIES[`filters by ${way}`] = (depth, count) =>
    `<filter id="f">${'<feGaussianBlur stdDeviation="40"/>'.repeat(depth)}</filter>${refer("filter", "url(#f)", FULL.repeat(count))}`;
  FAMILIES[`patterns by ${way}`] = (depth, count) =>
    levels(
      depth,
      count,
      (id, inside) => `<pattern id="${id}" width="300" height="300" patternUnits="userSpaceOnUse">${inside}</pattern>`,
      filled,
    ) + refer("fill", "url(#l0)", FULL.repeat(count));
  FAMILIES[`clip paths by ${way}`] = (depth, count) =>
    `<clipPath id="c">${'<circle cx="500" cy="500" r="490" clip-path="url(#d)"/>'.repeat(depth)}</clipPath><clipPath id="d">${'<text y="700" font-size="700">ABC</text>'.repeat(depth)}</clipPath>${repeat(count, () => refer("clip-path", "url(#c)", FULL))}`;
  FAMILIES[`markers by ${way}`] = (depth, count) =>
    `<marker id="m" markerWidth="900" markerHeight="900" markerUnits="userSpaceOnUse">${'<rect width="900" height="900" fill-opacity=".1"/>'.repeat(depth)}</marker>${refer("marker-mid", "url(#m)", `<path fill="none" d="M0 0${repeat(count, (i) => `L${i} ${i % 7}`)}"/>`)}`;
}
FAMILIES["all of them in each other"] = (depth, count) =>
  `<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>` +
  `<pattern id="p" width="90" height="90" patternUnits="userSpaceOnUse"><g filter="url(#f)">${FULL.repeat(depth)}</g></pattern>` +
  `<mask id="m"><rect width="1000" height="1000" fill="url(#p)"/></mask>` +
  `<marker id="k" markerWidth="99" markerHeight="99"><g mask="url(#m)">${FULL.repeat(depth)}</g></marker>` +
  `<clipPath id="c"><circle cx="500" cy="500" r="490"/></clipPath>` +
  `<g clip-path="url(#c)"><path fill="none" marker-mid="url(#k)" d="M0 0${repeat(count, (i) => `L${(i * 79) % 1000} ${(i * 17) % 1000}`)}"/></g>`;

/** Every family at each size that fits into an upload. */
export function hostileSvgs(depths: readonly number[], counts: readonly number[]): HostileSvg[] {
  return Object.entries(FAMILIES).flatMap(([family, make]) =>
    depths.flatMap((depth) =>
      counts.flatMap((count) => {
        // Only repeated levels are long; whole trees are never written out.
        const svg = document(make(depth, count));
        return svg.length > MAX_BYTES ? [] : [{ family, name: `${family}: ${depth} deep, ${count} times`, svg }];
      }),
    ),
  );
}

import type { ColorEntry } from "@/lib/contract";
import type { Surface, Theme } from "./theme";

const BASE = `
* { box-sizing: border-box }
html { background: var(--page); color: var(--ink); font: 1.0625rem/1.55 var(--body); -webkit-text-size-adjust: 100% }
body { margin: 0; overflow-wrap: anywhere }
h1, h2, h3, p, ul, dl, dd, figure { margin: 0; padding: 0 }
h1, h2 { font-family: var(--heading); line-height: 1.1; text-wrap: balance }
h1 { font-size: clamp(2.25rem, 1.4rem + 4.5vw, 4.5rem); letter-spacing: -.02em }
h2 { font-size: 1.5rem }
a { color: inherit }
:focus-visible { outline: 3px solid currentColor; outline-offset: 3px }
.rule { --rule: color-mix(in srgb, currentColor 22%, transparent) }
.wrap { width: min(100% - 2.5rem, 72rem); margin-inline: auto }
.bar { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; padding-block: .9rem; font-size: .9375rem }
.bar strong { margin-right: auto }
.chip { border: 1px solid currentColor; border-radius: 99px; padding: .1rem .7rem; font-variant-numeric: tabular-nums }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.1rem; border: 2px solid var(--button); border-radius: .5rem; background: var(--button); color: var(--on-button); cursor: pointer }
.bar button { min-height: 2rem; padding: .1rem .8rem; font-weight: 400; border-width: 1px; background: none; color: inherit; border-color: currentColor }
.notice { padding: .8rem 1rem; border: 2px solid currentColor; border-radius: .5rem; margin-bottom: 1rem }
.hero { display: grid; gap: 1.75rem; padding-block: clamp(2rem, 6vw, 4.5rem) }
.hero p { max-width: 44rem; font-size: 1.1875rem }
img { display: block; height: auto; max-width: 100% }
.name { font: 700 1.5rem/1.1 var(--heading) }
.pieces { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17.5rem), 1fr)) }
.piece { display: flex; flex-direction: column; gap: 1.25rem; padding: 1.75rem; min-height: 22rem; border-radius: .75rem; border: 1px solid color-mix(in srgb, var(--ink) 18%, transparent) }
.piece blockquote { margin: 0; font: 600 1.25rem/1.35 var(--heading); text-wrap: pretty }
.piece figcaption { order: -1; font-size: .8125rem; letter-spacing: .04em }
.piece .foot { margin-top: auto }
.columns { display: grid; gap: 2.5rem 3rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); padding-block: 3.5rem }
.palette { padding-top: 3.5rem }
@media (min-width: 64rem) { .wide { grid-column: span 2 } .wide ul { columns: 2; column-gap: 3rem } }
section > h2 { margin-bottom: 1rem }
section > p + ul { margin-top: .75rem }
ul { padding-left: 1.1rem } li + li { margin-top: .3rem }
.swatches { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: .75rem }
.swatches li { margin: 0; min-height: 6.5rem; padding: .7rem; border-radius: .5rem; display: flex; flex-direction: column; justify-content: flex-end; font-size: .8125rem; line-height: 1.35; border: 1px solid color-mix(in srgb, var(--ink) 18%, transparent) }
code { font: .9em/1.4 ui-monospace, SFMono-Regular, Menlo, monospace }
.desk { background: var(--opposite); color: var(--on-opposite); padding-block: 3rem }
.desk .columns { padding-block: 0 }
dl { display: grid; grid-template-columns: auto 1fr; gap: .4rem 1.25rem } dt { font-size: .9375rem } dd { font-variant-numeric: tabular-nums }
.log { list-style: none; padding: 0; font-size: .9375rem }
.log li { margin: 0; padding-block: .5rem; border-top: 1px solid var(--rule); display: grid; grid-template-columns: 6.5rem 1fr; gap: .1rem 1rem }
.log time { font-variant-numeric: tabular-nums }
.desk form { margin-top: 1.5rem }
.desk form p { margin-top: .5rem }
.desk button { background: var(--on-opposite); border-color: var(--on-opposite); color: var(--opposite) }
`;

/** Classes for backgrounds and swatches, because the policy blocks inline styles. */
const background = (name: string, { hex, text }: Surface) => `.${name} { background: ${hex}; color: ${text} }`;

/** The page's CSS. Every brand value is a validated `#rrggbb` or font name. */
export function pageStyle(theme: Theme, swatches: readonly (Pick<ColorEntry, "hex"> & { text: string })[]): string {
  const { page, primary, accent, opposite } = theme;
  const variables = {
    page: page.hex,
    ink: page.text,
    button: primary.hex,
    "on-button": primary.text,
    opposite: opposite.hex,
    "on-opposite": opposite.text,
    heading: theme.headingFont,
    body: theme.bodyFont,
  };
  const backgrounds = Object.entries({ page, primary, accent, opposite }).map(([name, surface]) =>
    background(`on-${name}`, surface),
  );
  const chips = swatches.map(({ hex, text }, index) => `.swatch-${index} { background: ${hex}; color: ${text} }`);
  const root = Object.entries(variables).map(([name, value]) => `--${name}: ${value}`);
  return `:root { ${root.join("; ")} }\n${BASE}\n${[...backgrounds, ...chips].join("\n")}`;
}

/** Width of a logo, at least its minimum. */
export const logoStyle = (className: string, minWidthPx: number, widthPx: number): string =>
  `.${className} { width: ${Math.max(widthPx, Math.min(Math.floor(minWidthPx), 2000))}px }`;

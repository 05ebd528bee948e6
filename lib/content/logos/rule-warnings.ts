import type { LogoEntry } from "../document/brand-document";
import type { PaletteEntry } from "../document/colors";
import { isDark } from "./is-dark";
import { measureClearSpace } from "./measure-clear-space";

const percent = (share: number) => `${Number((share * 100).toFixed(1))} %`;

function sizeWarnings({ min_width_px, rule }: LogoEntry): string[] {
  const px = rule?.minimum_size?.px;
  return px !== undefined && min_width_px > 0 && px !== min_width_px
    ? [`Its smallest width is ${min_width_px} px, its rule says ${px} px.`]
    : [];
}

function spaceWarnings({ clear_space, variant, rule }: LogoEntry): string[] {
  const words = measureClearSpace(clear_space, variant);
  const stated = rule?.clear_space;
  const comparable = stated?.of === "logo_height" && words.kind === "share" && words.of === "height";
  return comparable && Math.abs(words.share - stated.share) > 0.005
    ? [`Its words ask for ${percent(words.share)} of its height as clear space, its rule for ${percent(stated.share)}.`]
    : [];
}

function groundWarnings({ background, rule }: LogoEntry, palette: readonly PaletteEntry[]): string[] {
  const { surfaces = [], colors = [] } = rule?.allowed_backgrounds ?? {};
  const known = palette.filter(({ id }) => colors.includes(id));
  const gone = colors.length > known.length ? ["Its rule allows a colour that was removed from the palette."] : [];
  if (background === "any") return gone;
  const other = background === "light" ? "dark" : "light";
  const astray = known.filter(({ hex }) => isDark(hex) !== (background === "dark"));
  const own = surfaces.includes(background) || surfaces.includes("any") || known.length > astray.length;
  const made = `It is made for ${background} surfaces, but its rule`;
  return [
    ...(surfaces.includes(other) || surfaces.includes("any") ? [`${made} allows ${other} ones.`] : []),
    ...astray.map(({ name }) => `${made} allows ${name}, which is ${other}.`),
    ...(surfaces.length + known.length > 0 && !own ? [`${made} allows no ${background} one.`] : []),
    ...gone,
  ];
}

/** Where what a brand says of a logo contradicts the rule that machines check, in sentences; empty where nothing does. */
export const logoRuleWarnings = (logo: LogoEntry, palette: readonly PaletteEntry[]): string[] => [
  ...sizeWarnings(logo),
  ...spaceWarnings(logo),
  ...groundWarnings(logo, palette),
];

import type { LogoEntry } from "../document/brand-document";
import type { PaletteEntry } from "../document/colors";
import { contrastRatio } from "../palette/hex";

/** White contrasts more than black. */
export const isDark = (hex: string): boolean => contrastRatio(hex, "#ffffff") > contrastRatio(hex, "#000000");

export interface BackgroundOption {
  /** Palette id, `white` or `black`. */
  id: string;
  name: string;
  hex: string;
  dark: boolean;
  /** By the logo's rule, else by what the logo is made for. */
  allowed: boolean;
}

type Grounded = Pick<LogoEntry, "background" | "rule">;

const WHITE = { id: "white", name: "White", hex: "#ffffff" };
const BLACK = { id: "black", name: "Black", hex: "#000000" };
const PLAIN = [WHITE, BLACK];

const isPlain = (hex: string) => PLAIN.some((one) => one.hex === hex.toLowerCase());

const groundsStated = ({ rule }: Grounded): boolean =>
  [...(rule?.allowed_backgrounds?.surfaces ?? []), ...(rule?.allowed_backgrounds?.colors ?? [])].length > 0;

function isAllowed(logo: Grounded, id: string, dark: boolean): boolean {
  const { surfaces = [], colors = [] } = logo.rule?.allowed_backgrounds ?? {};
  const meant = groundsStated(logo) ? surfaces : [logo.background];
  return colors.includes(id) || meant.includes("any") || meant.includes(dark ? "dark" : "light");
}

/** Allowed backgrounds first, with colours named in the rule before white and black. */
export function backgroundOptions(logo: Grounded, palette: readonly PaletteEntry[]): BackgroundOption[] {
  const named = logo.rule?.allowed_backgrounds?.colors ?? [];
  const own = palette.map(({ id, name, hex }) => ({ id, name, hex }));
  const plain = PLAIN.filter(({ hex }) => !own.some((one) => one.hex.toLowerCase() === hex));
  const grounds = [
    ...own.filter(({ id }) => named.includes(id)),
    ...plain,
    ...own.filter(({ id }) => !named.includes(id)),
  ];
  const shown = grounds.map((ground): BackgroundOption => {
    const dark = isDark(ground.hex);
    return { ...ground, dark, allowed: isAllowed(logo, ground.id, dark) };
  });
  return [...shown.filter(({ allowed }) => allowed), ...shown.filter(({ allowed }) => !allowed)];
}

/** The best background: a colour named in the rule, else an allowed background colour, else white or black. */
export function defaultBackground(logo: Grounded, palette: readonly PaletteEntry[]): BackgroundOption {
  const grounds = backgroundOptions(logo, palette).filter(({ allowed }) => allowed);
  const named = logo.rule?.allowed_backgrounds?.colors ?? [];
  const backgrounds = palette.flatMap(({ id, role }) => (role === "background" ? [id] : []));
  const home =
    grounds.find(({ id }) => named.includes(id)) ??
    grounds.find(({ id }) => backgrounds.includes(id)) ??
    grounds.find(({ hex }) => isPlain(hex));
  const dark = logo.background === "dark";
  return home ?? { ...(dark ? BLACK : WHITE), dark, allowed: false };
}

/** Up to `most` backgrounds each. None if any will do. White and black if the logo is only made for light or dark. */
export function ruleBackgrounds(
  logo: Grounded,
  palette: readonly PaletteEntry[],
  most = 2,
): { allowed: BackgroundOption[]; forbidden: BackgroundOption[] } {
  const ruled = groundsStated(logo);
  const grounds = backgroundOptions(logo, palette).filter(({ hex }) => ruled || isPlain(hex));
  const forbidden = grounds.filter(({ allowed }) => !allowed).slice(0, most);
  const stated = ruled || logo.background !== "any";
  return { allowed: stated ? grounds.filter(({ allowed }) => allowed).slice(0, most) : [], forbidden };
}

/** A picture's own background: the same colour in the middle of all four edges. Null if it has none. */
export function plateOf(
  hexAt: (x: number, y: number) => string | null,
  { width, height }: { width: number; height: number },
): string | null {
  const [middle, centre] = [width >> 1, height >> 1];
  const [first, ...others] = [hexAt(middle, 1), hexAt(middle, height - 2), hexAt(1, centre), hexAt(width - 2, centre)];
  return first && others.every((hex) => hex === first) ? first : null;
}

import type { LogoEntry } from "../document/brand-document";
import type { PaletteEntry } from "../document/colors";
import { contrastRatio } from "../palette/hex";

/** True if white contrasts more than black. */
export const isDark = (hex: string): boolean => contrastRatio(hex, "#ffffff") > contrastRatio(hex, "#000000");

/** A background to show a logo on: a palette colour, white or black. */
export interface LogoGround {
  /** The palette id, or `white` or `black`. */
  id: string;
  name: string;
  hex: string;
  dark: boolean;
  /** By the logo's rule or, if that names no background, by what the logo is made for. */
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

/** Backgrounds for a logo, allowed ones first. Among these, named colours come before white and black. */
export function groundsOf(logo: Grounded, palette: readonly PaletteEntry[]): LogoGround[] {
  const named = logo.rule?.allowed_backgrounds?.colors ?? [];
  const own = palette.map(({ id, name, hex }) => ({ id, name, hex }));
  const plain = PLAIN.filter(({ hex }) => !own.some((one) => one.hex.toLowerCase() === hex));
  const grounds = [
    ...own.filter(({ id }) => named.includes(id)),
    ...plain,
    ...own.filter(({ id }) => !named.includes(id)),
  ];
  const shown = grounds.map((ground): LogoGround => {
    const dark = isDark(ground.hex);
    return { ...ground, dark, allowed: isAllowed(logo, ground.id, dark) };
  });
  return [...shown.filter(({ allowed }) => allowed), ...shown.filter(({ allowed }) => !allowed)];
}

/**
 * The best background for a logo: a colour named in its rule, else an allowed background colour of the brand, else
 * white or
 * black. Other colours don't say which logos suit them.
 */
export function homeGround(logo: Grounded, palette: readonly PaletteEntry[]): LogoGround {
  const grounds = groundsOf(logo, palette).filter(({ allowed }) => allowed);
  const named = logo.rule?.allowed_backgrounds?.colors ?? [];
  const backgrounds = palette.flatMap(({ id, role }) => (role === "background" ? [id] : []));
  const home =
    grounds.find(({ id }) => named.includes(id)) ??
    grounds.find(({ id }) => backgrounds.includes(id)) ??
    grounds.find(({ hex }) => isPlain(hex));
  const dark = logo.background === "dark";
  return home ?? { ...(dark ? BLACK : WHITE), dark, allowed: false };
}

/**
 * Up to `most` allowed and forbidden backgrounds to draw. None if any background will do. White and black for a logo
 * that is
 * only made for light or dark, since the brand doesn't say which colours those are.
 */
export function statedGrounds(
  logo: Grounded,
  palette: readonly PaletteEntry[],
  most = 2,
): { allowed: LogoGround[]; forbidden: LogoGround[] } {
  const ruled = groundsStated(logo);
  const grounds = groundsOf(logo, palette).filter(({ hex }) => ruled || isPlain(hex));
  const forbidden = grounds.filter(({ allowed }) => !allowed).slice(0, most);
  const stated = ruled || logo.background !== "any";
  return { allowed: stated ? grounds.filter(({ allowed }) => allowed).slice(0, most) : [], forbidden };
}

/** The colour of a picture's own plate: the same pixel in the middle of all four edges. Null if it has none. */
export function plateOf(
  hexAt: (x: number, y: number) => string | null,
  { width, height }: { width: number; height: number },
): string | null {
  const [middle, centre] = [width >> 1, height >> 1];
  const [first, ...others] = [hexAt(middle, 1), hexAt(middle, height - 2), hexAt(1, centre), hexAt(width - 2, centre)];
  return first && others.every((hex) => hex === first) ? first : null;
}

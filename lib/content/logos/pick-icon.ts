import type { LogoBackground, LogoVariant } from "@/lib/contract";
import type { LogoEntry } from "../document/brand-document";
import { contrastRatio, readableInk } from "../palette/hex";

/** What a logo's drawing shows: its colours with how much of it has each, all together 1, and the one that it brings along to stand on. */
export interface LogoColors {
  colors: readonly { hex: string; share: number }[];
  plate: string | null;
}

/** A drawn logo, in pixels, and the ground it is made for. */
export interface DrawnLogo extends LogoColors {
  variant: LogoVariant;
  background: LogoBackground;
  width: number;
  height: number;
}

/** A logo to make an icon of, and what it stands on; `whole` where it is an icon by itself and fills it. */
export interface PickedIcon<Logo> {
  logo: Logo;
  ground: string;
  whole: boolean;
}

/** Below this contrast a part of a logo is lost in its ground, and with more than this share lost it is another logo. */
const SEEN_FROM = 1.35;
const MOST_LOST = 0.2;
/** An icon draws at least so much on its plate. */
const LEAST_DRAWN = 0.08;
/** By how much of its width a square may be off. */
const SQUARE = 0.02;
const OWN_ICONS: ReadonlySet<LogoVariant> = new Set(["favicon", "other"]);
const COMPACT: readonly LogoVariant[] = ["symbol", "favicon"];
/** Icons stand on these where a mark is lost on the brand's own grounds. */
const PLAIN_GROUNDS = ["#ffffff", "#101014"];

const isSquare = (width: number, height: number): boolean => Math.abs(width - height) <= SQUARE * width;

const isSeen = ({ colors, plate }: LogoColors, ground: string): boolean =>
  plate !== null ||
  colors.reduce((lost, { hex, share }) => lost + (contrastRatio(hex, ground) < SEEN_FROM ? share : 0), 0) <= MOST_LOST;

/** The logo made for a ground, of those that can be seen there. */
export function madeFor<Logo extends DrawnLogo>(logos: readonly Logo[], ground: string): Logo | undefined {
  const wanted = readableInk(ground) === "#000000" ? "light" : "dark";
  const seen = logos.filter((one) => isSeen(one, ground));
  return seen.find(({ background }) => background === wanted) ?? seen.find(({ background }) => background === "any");
}

/** Its file may be an app icon as it is: a square favicon or other version. Whether it has a plate, its drawing tells. */
export const mayBeOwnIcon = ({ variant, file }: Pick<LogoEntry, "variant" | "file">): boolean =>
  OWN_ICONS.has(variant) && file.mime.startsWith("image/") && isSquare(file.width ?? 1, file.height ?? 1);

/** Whether something is to be seen on the plate: a round mark of one colour that touches all four edges is no icon on a plate. */
const isOnPlate = ({ colors, plate }: LogoColors): boolean =>
  plate !== null &&
  colors.reduce((seen, { hex, share }) => seen + (contrastRatio(hex, plate) < SEEN_FROM ? 0 : share), 0) >= LEAST_DRAWN;

/** The brand's own app icon, the largest of them: a square favicon or other version that brings its plate along. */
function ownIcon<Logo extends DrawnLogo>(logos: readonly Logo[]): Logo | undefined {
  const own = logos.filter((one) => OWN_ICONS.has(one.variant) && isOnPlate(one) && isSquare(one.width, one.height));
  return own.toSorted((one, other) => other.width - one.width)[0];
}

/** The first of these logos that can be seen on one of these grounds, or else on white or black, and there; null where none can. */
export function pickOnGround<Logo extends DrawnLogo>(
  logos: readonly Logo[],
  grounds: readonly string[],
): PickedIcon<Logo> | null {
  for (const ground of [...grounds, ...PLAIN_GROUNDS]) {
    const logo = madeFor(logos, ground);
    if (logo) return { logo, ground: logo.plate ?? ground, whole: logo.plate !== null };
  }
  return null;
}

/** What a brand's app icon is made of: its own app icon, else its mark on the first of these grounds where that can be seen. */
export function pickIcon<Logo extends DrawnLogo>(
  logos: readonly Logo[],
  grounds: readonly string[],
): PickedIcon<Logo> | null {
  const own = ownIcon(logos);
  if (own?.plate) return { logo: own, ground: own.plate, whole: true };
  const marks = COMPACT.flatMap((kind) => logos.filter(({ variant }) => variant === kind));
  return pickOnGround(marks, grounds);
}

/** How wide a logo must be at least, on screens or in print. */
export interface SmallestSize {
  unit: "px" | "mm";
  value: number;
  /** The width in inches at which it is drawn at true size: CSS counts 96 pixels to one. */
  inches: number;
}

const PX_PER_INCH = 96;
const MM_PER_INCH = 25.4;

/** The smallest widths of a logo that a brand states, on screens before print: those of its rule, and the width beside it where that names no pixels. */
export function smallestSizes({ min_width_px, rule }: Pick<LogoEntry, "min_width_px" | "rule">): SmallestSize[] {
  const px = rule?.minimum_size?.px ?? min_width_px;
  const mm = rule?.minimum_size?.mm ?? 0;
  return [
    ...(px > 0 ? [{ unit: "px" as const, value: px, inches: px / PX_PER_INCH }] : []),
    ...(mm > 0 ? [{ unit: "mm" as const, value: mm, inches: mm / MM_PER_INCH }] : []),
  ];
}

/** `96 px on screens`, `20 mm in print`. */
export const smallestSizeText = ({ unit, value }: SmallestSize): string =>
  unit === "px" ? `${value} px on screens` : `${value} mm in print`;

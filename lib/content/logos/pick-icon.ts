import type { LogoBackground, LogoVariant } from "@/lib/contract";
import type { LogoEntry } from "../document/brand-document";
import { contrastRatio, readableInk } from "../palette/hex";

/** Shares sum to 1. `plate` is the picture's own background. */
export interface LogoColors {
  colors: readonly { hex: string; share: number }[];
  plate: string | null;
}

export interface DrawnLogo extends LogoColors {
  variant: LogoVariant;
  background: LogoBackground;
  width: number;
  height: number;
}

/** `whole` if the logo is already an icon. */
export interface PickedIcon<Logo> {
  logo: Logo;
  ground: string;
  whole: boolean;
}

/** Below this contrast a part is invisible. With more than this share lost, the logo can't be recognised. */
const SEEN_FROM = 1.35;
const MAX_LOST = 0.2;
const LEAST_DRAWN = 0.08;
/** Tolerance as a share of the width. */
const SQUARE = 0.02;
const OWN_ICONS: ReadonlySet<LogoVariant> = new Set(["favicon", "other"]);
const COMPACT: readonly LogoVariant[] = ["symbol", "favicon"];
/** For marks that are invisible on the brand's own backgrounds. */
const PLAIN_GROUNDS = ["#ffffff", "#101014"];

const isSquare = (width: number, height: number): boolean => Math.abs(width - height) <= SQUARE * width;

const isSeen = ({ colors, plate }: LogoColors, ground: string): boolean =>
  plate !== null ||
  colors.reduce((lost, { hex, share }) => lost + (contrastRatio(hex, ground) < SEEN_FROM ? share : 0), 0) <= MAX_LOST;

/** The visible logo made for this background, else for any. */
export function madeFor<Logo extends DrawnLogo>(logos: readonly Logo[], ground: string): Logo | undefined {
  const wanted = readableInk(ground) === "#000000" ? "light" : "dark";
  const seen = logos.filter((one) => isSeen(one, ground));
  return seen.find(({ background }) => background === wanted) ?? seen.find(({ background }) => background === "any");
}

/** A square favicon or "other" variant. Only its drawing shows a plate. */
export const canBeOwnIcon = ({ variant, file }: Pick<LogoEntry, "variant" | "file">): boolean =>
  OWN_ICONS.has(variant) && file.mime.startsWith("image/") && isSquare(file.width ?? 1, file.height ?? 1);

/** A round one-colour mark that touches all edges looks like a plate, but shows nothing on it. */
const isOnPlate = ({ colors, plate }: LogoColors): boolean =>
  plate !== null &&
  colors.reduce((seen, { hex, share }) => seen + (contrastRatio(hex, plate) < SEEN_FROM ? 0 : share), 0) >= LEAST_DRAWN;

function ownIcon<Logo extends DrawnLogo>(logos: readonly Logo[]): Logo | undefined {
  const own = logos.filter((one) => OWN_ICONS.has(one.variant) && isOnPlate(one) && isSquare(one.width, one.height));
  return own.toSorted((one, other) => other.width - one.width)[0];
}

/** The first logo visible on a background, else on white or near-black. Null if none is. */
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

/** The brand's own app icon, else its mark on the first background where it is visible. */
export function pickIcon<Logo extends DrawnLogo>(
  logos: readonly Logo[],
  grounds: readonly string[],
): PickedIcon<Logo> | null {
  const own = ownIcon(logos);
  if (own?.plate) return { logo: own, ground: own.plate, whole: true };
  const marks = COMPACT.flatMap((kind) => logos.filter(({ variant }) => variant === kind));
  return pickOnGround(marks, grounds);
}

export type SmallestSize = ReturnType<typeof smallestSizes>[number];

const PX_PER_INCH = 96;
const MM_PER_INCH = 25.4;

/** Screen before print. The rule's pixels override the general width. */
export function smallestSizes({ min_width_px, rule }: Pick<LogoEntry, "min_width_px" | "rule">) {
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

import {
  type BrandDocument,
  familyAlone,
  fontFor,
  namesFamily,
  type StoredFont,
  type StoredTypography,
  typefaceNames,
} from "@/lib/content";
import { FONT_ROLES, type FontRole } from "@/lib/contract";
import type { Face } from "./type/typesetter";

/** Larger files take too long to draw. */
const MAX_FONT_BYTES = 6 * 1024 * 1024;

/** The hub's fonts for roles without a typeface. */
const OWN_FAMILY: Record<FontRole, string> = { heading: "Geist", body: "Geist", mono: "Geist Mono" };

function nearestFile(font: StoredFont, weight: number) {
  const away = ({ weights: [min, max] }: StoredFont["files"][number]) => Math.max(min - weight, weight - max, 0);
  return font.files
    .filter(({ style, file }) => style === "normal" && file.bytes <= MAX_FONT_BYTES)
    .toSorted((one, other) => away(one) - away(other))[0];
}

/** Headings and body text replace each other if one has no typeface. */
export function typefaceOf(typography: StoredTypography, role: FontRole): StoredFont | undefined {
  if (role === "mono") return fontFor(typography, "mono");
  return fontFor(typography, role) ?? fontFor(typography, role === "heading" ? "body" : "heading");
}

/** A file per face. None where the hub's font is used. */
export function filesOfFaces(typography: StoredTypography | undefined) {
  if (!typography) return [];
  const { styles } = typography;
  const faces: [Face, FontRole, number][] = [
    ["display", "heading", (styles.display ?? styles.heading)?.fontWeight ?? 700],
    ["body", "body", styles.body?.fontWeight ?? 400],
    ["strong", "body", 600],
    ["mono", "mono", 400],
  ];
  return faces.flatMap(([face, role, weight]) => {
    const font = typefaceOf(typography, role);
    const found = font && nearestFile(font, weight);
    return found ? [{ face, weight, file: found.file }] : [];
  });
}

export interface ShownTypeface {
  roles: FontRole[];
  /** `Fraunces` for `Fraunces, semi-bold`. */
  name: string;
  /** The same, or its replacement. */
  shownIn: string;
  standsIn: boolean;
}

/**
 * A typeface without files is replaced by another of the brand's or the hub's. One with a role and files wins over a
 * name in the identity.
 */
export function shownTypefaces({
  identity,
  typography,
}: Pick<BrandDocument, "identity" | "typography">): ShownTypeface[] {
  const names = typefaceNames({ identity, typography });
  const shown: ShownTypeface[] = [];
  for (const role of FONT_ROLES) {
    const own = typography && fontFor(typography, role);
    const name = own?.files.length ? own.family : familyAlone(names[role]);
    if (!name) continue;
    const font = typography && typefaceOf(typography, role);
    const shownIn = font && nearestFile(font, 400) ? font.family : OWN_FAMILY[role];
    const standsIn = !namesFamily(name, shownIn);
    const known = shown.find((one) => one.name === name && one.shownIn === shownIn);
    if (known) known.roles.push(role);
    else shown.push({ roles: [role], name, shownIn, standsIn });
  }
  return shown;
}

/** `has no font file here, so Geist replaces it.` */
export const standInText = ({ shownIn }: ShownTypeface): string =>
  `has no usable font file here, so ${shownIn} replaces it.`;

/** `colours, logos and words`. */
export function drawnFromText(drawn: {
  colors: { palette: readonly unknown[] };
  logos: readonly unknown[];
  fonts: readonly unknown[];
}): string {
  const own = [
    drawn.colors.palette.length > 0 && "colours",
    drawn.logos.length > 0 && "logos",
    drawn.fonts.length > 0 && "typefaces",
    "words",
  ].filter((part) => part !== false);
  return new Intl.ListFormat("en-GB").format(own);
}

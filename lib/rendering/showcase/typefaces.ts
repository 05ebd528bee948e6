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

/** Larger files are not drawn with: pictures are to be there at once. */
const MAX_FONT_BYTES = 6 * 1024 * 1024;

/** What pictures set a role in where the brand has nothing for it. */
const OWN_FAMILY: Record<FontRole, string> = { heading: "Geist", body: "Geist", mono: "Geist Mono" };

/** The upright file whose weights are nearest. */
function nearestFile(font: StoredFont, weight: number) {
  const away = ({ weights: [min, max] }: StoredFont["files"][number]) => Math.max(min - weight, weight - max, 0);
  return font.files
    .filter(({ style, file }) => style === "normal" && file.bytes <= MAX_FONT_BYTES)
    .toSorted((one, other) => away(one) - away(other))[0];
}

/** The typeface that texts of a role are to be set in: one for headings or body text does for the other too. */
export function typefaceOf(typography: StoredTypography, role: FontRole): StoredFont | undefined {
  if (role === "mono") return fontFor(typography, "mono");
  return fontFor(typography, role) ?? fontFor(typography, role === "heading" ? "body" : "heading");
}

/** The files to draw each face with, by the roles and text styles of the brand; no entry where the hub's font stands in. */
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

/** A typeface that a brand names, and what its pictures are set in. */
export interface ShownTypeface {
  roles: FontRole[];
  /** The family alone: `Fraunces` of `Fraunces, semi-bold`. */
  name: string;
  /** What is there to be seen: the same, or what stands in for it. */
  shownIn: string;
  standsIn: boolean;
}

/**
 * The typefaces that a brand names for headings, body text and fixed width, each with what its pictures are set in. Only a file can be drawn
 * with: where a named typeface has none here, another one stands in, the brand's or the hub's. One that has a role and files is itself, whatever the
 * identity calls it.
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

/** What there is to say behind the name of a typeface that another one stands in for: `has no font file here, so Geist stands in for it.` */
export const standInText = ({ shownIn }: ShownTypeface): string =>
  `has no font file here to draw with, so ${shownIn} stands in for it.`;

/** What a brand's pictures are made of that is its own, in words: `colours, logos and words`. */
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

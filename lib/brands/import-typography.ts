import {
  emptyTypography,
  FontFamilyName,
  familiesFor,
  fontFor,
  StoredFont,
  StoredTextStyle,
  type StoredTypography,
  TYPOGRAPHY_LIMITS,
} from "@/lib/content";
import { type CompiledIdentity, FONT_ROLES, type FontRole, TEXT_STYLES, type TextStyleName } from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { counted } from "@/lib/platform/text";
import { isRecord, textOf } from "./imported-brand";

const MAX_READ = 10 * TYPOGRAPHY_LIMITS.fonts;

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.slice(0, MAX_READ).filter((entry) => typeof entry === "string") : [];

/** A bundle only names font files, so their metadata is dropped too. */
function importFont(input: Record<string, unknown>): StoredFont | null {
  const { uses, fallbacks, features, name, text } = TYPOGRAPHY_LIMITS;
  const license = isRecord(input.license) ? input.license : {};
  const expiry = StoredFont.shape.license.shape.expires_on.safeParse(license.expires_on);
  const ofForm = (form: { safeParse(value: unknown): { success: boolean } }, value: unknown, max: number) =>
    textsOf(value)
      .filter((entry) => form.safeParse(entry).success)
      .slice(0, max);
  const font = StoredFont.safeParse({
    id: newId(),
    family: textOf(input.family, name),
    files: [],
    scripts: [],
    languages: [],
    fallbacks: ofForm(FontFamilyName, input.fallbacks, fallbacks),
    opentype_features: ofForm(StoredFont.shape.opentype_features.element, input.opentype_features, features),
    metrics: null,
    license: {
      holder: textOf(license.holder, text),
      uses: textsOf(license.uses)
        .map((use) => use.slice(0, name))
        .slice(0, uses),
      url: textOf(license.url, text),
      expires_on: expiry.success ? expiry.data : null,
    },
  });
  return font.success ? font.data : null;
}

function roleOf(typography: StoredTypography, name: TextStyleName, families: unknown): FontRole {
  const [first] = textsOf(families);
  const said = FONT_ROLES.find((role) => familiesFor(typography, role)[0] === first);
  return said ?? (["display", "heading", "subheading"].includes(name) ? "heading" : "body");
}

/**
 * Imports typefaces without files, and text styles. Removes from `identity`, in place, the names that the hub
 * derived from these typefaces, so that they stay derived.
 */
export function importTypography(
  root: Record<string, unknown>,
  identity: CompiledIdentity,
  taken: string[],
  left: string[],
): { typography?: StoredTypography; files: number } {
  const typography = emptyTypography();
  const given = Array.isArray(root.fonts) ? root.fonts : [];
  let files = 0;
  for (const input of given.slice(0, MAX_READ).filter(isRecord)) {
    files += Array.isArray(input.files) ? input.files.length : 0;
    const font = typography.fonts.length < TYPOGRAPHY_LIMITS.fonts ? importFont(input) : null;
    if (!font) continue;
    typography.fonts.push(font);
    for (const role of FONT_ROLES) if (textsOf(input.roles).includes(role)) typography.roles[role] ??= font.id;
  }
  const count = typography.fonts.length;
  if (count > 0) taken.push(`${counted(count, "typeface")}, without files.`);
  if (count < given.length)
    left.push(
      `${counted(given.length - count, "typeface")} without a usable name, or beyond ${TYPOGRAPHY_LIMITS.fonts}.`,
    );

  const styles = isRecord(root.text_styles) ? root.text_styles : {};
  for (const name of TEXT_STYLES) {
    const style = styles[name];
    if (!isRecord(style)) continue;
    const said = FONT_ROLES.find((role) => role === style.font);
    const parsed = StoredTextStyle.safeParse({ ...style, font: said ?? roleOf(typography, name, style.fontFamily) });
    if (parsed.success) typography.styles[name] = parsed.data;
    else left.push(`text_styles.${name}: not a valid text style.`);
  }
  const stated = Object.keys(typography.styles).length;
  if (stated > 0) taken.push(`${counted(stated, "text style")}.`);

  const names = identity.brand.typography;
  for (const role of FONT_ROLES)
    if (names?.[role] && names[role] === fontFor(typography, role)?.family) delete names[role];
  return { ...(count + stated > 0 && { typography }), files };
}

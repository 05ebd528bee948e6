import { VARIANT_LABELS } from "@/components/logos/variant-labels";
import { type FileRef, hasPicture, weightsText } from "@/lib/content";
import { type LogoVariant, PERSONALITY_DIMENSIONS } from "@/lib/contract";
import { sizeText } from "@/lib/platform/text";
import { FIXED_WORDS, isFontFile, isLength, isToneAxis, toneText } from "@/lib/publishing";

/** `split-complementary` → `Split-complementary`, `clear_space` → `Clear space`. */
export const words = (key: string): string => (key.charAt(0).toUpperCase() + key.slice(1)).replaceAll("_", " ");

interface FileFacts {
  mime: string;
  bytes: number;
  width: number | null;
  height: number | null;
  sha256: string;
}

/** Returns `image/png, 64 × 48 px, 1.2 KB (ab12cd34)`. The hash tells files of equal size apart. */
export function fileText({ mime, bytes, width, height, sha256 }: FileFacts): string {
  const size = width && height ? `${width} × ${height} px, ` : "";
  return `${mime}, ${size}${sizeText(bytes)} (${sha256.slice(0, 8)})`;
}

const isVariant = (value: unknown): value is LogoVariant => typeof value === "string" && value in VARIANT_LABELS;

export const isPicture = (value: unknown): value is FileRef =>
  typeof value === "object" && value !== null && "sha256" in value && hasPicture(value as FileRef);

/** Returns a value as text for its field, or null when the value is prose. */
export function valueText(field: string, value: unknown): string | null {
  if (typeof value === "boolean") return field === "locked" ? (value ? "Locked" : "Not locked") : value ? "Yes" : "No";
  if (typeof value === "number") {
    if (isToneAxis(field))
      return `${value > 0 ? "+" : ""}${String(value).replace("-", "−")} · ${toneText(field, value)}`;
    if ((PERSONALITY_DIMENSIONS as readonly string[]).includes(field)) return `${value} of 5`;
    return field === "min_width_px" ? `${value} px` : String(value);
  }
  if (field === "variant" && isVariant(value)) return VARIANT_LABELS[value].label;
  if (typeof value === "string" && FIXED_WORDS.has(field)) return words(value);
  if (typeof value !== "object" || value === null) return null;
  if ("sha256" in value) return fileText(value as FileFacts);
  if (isFontFile(value)) return `${weightsText(value)}: ${fileText(value.file)}`;
  if (isLength(value)) return `${String(value.value).replace("-", "−")} ${value.unit}`;
  return null;
}

/** Returns a unique React key for each text: the text, with a count when it repeats. */
export function uniqueKeys(texts: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return texts.map((text) => {
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return times === 1 ? text : `${text} (${times})`;
  });
}

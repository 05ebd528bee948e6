import type { BrandDocument } from "@/lib/content";
import { localizeIdentity } from "@/lib/publishing";
import type { Theme } from "./themes";

/** The document in a language alone, with its tag. Unchanged with null if it has no texts in it. */
export function documentIn<Stated extends BrandDocument>(
  document: Stated,
  wanted: string | undefined,
): { document: Stated; tag: string | null } {
  const { identity, tag } = localizeIdentity(document.identity, wanted);
  if (!tag) return { document, tag };
  const { locales: _locales, ...main } = identity;
  return { document: { ...document, identity: { ...main, brand: { ...main.brand, languages: [tag] } } }, tag };
}

/** Applies the dark set for the dark theme. */
export const paletteIn = (
  { palette, dark }: Pick<BrandDocument["colors"], "palette" | "dark">,
  theme: Theme,
): BrandDocument["colors"]["palette"] =>
  theme === "dark" && dark ? palette.map((entry) => ({ ...entry, hex: dark[entry.id] ?? entry.hex })) : palette;

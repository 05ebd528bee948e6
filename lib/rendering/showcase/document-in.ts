import type { BrandDocument } from "@/lib/content";
import { localizeIdentity } from "@/lib/publishing";
import type { Theme } from "./themes";

/**
 * A document with its texts in the language that is asked for, as if it had no others, and that language's tag; as it is, and null, where it has
 * no texts in it.
 */
export function documentIn<Stated extends BrandDocument>(
  document: Stated,
  asked: string | undefined,
): { document: Stated; tag: string | null } {
  const { identity, tag } = localizeIdentity(document.identity, asked);
  if (!tag) return { document, tag };
  const { locales: _locales, ...main } = identity;
  return { document: { ...document, identity: { ...main, brand: { ...main.brand, languages: [tag] } } }, tag };
}

/** A palette as a theme has it: the dark set states what some colours are there. */
export const paletteIn = (
  { palette, dark }: Pick<BrandDocument["colors"], "palette" | "dark">,
  theme: Theme,
): BrandDocument["colors"]["palette"] =>
  theme === "dark" && dark ? palette.map((entry) => ({ ...entry, hex: dark[entry.id] ?? entry.hex })) : palette;

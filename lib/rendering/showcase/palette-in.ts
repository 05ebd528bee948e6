import type { BrandDocument } from "@/lib/content";
import type { Theme } from "./themes";

/** A palette as a theme has it: the dark set states what some colours are there. */
export const paletteIn = (
  { palette, dark }: Pick<BrandDocument["colors"], "palette" | "dark">,
  theme: Theme,
): BrandDocument["colors"]["palette"] =>
  theme === "dark" && dark ? palette.map((entry) => ({ ...entry, hex: dark[entry.id] ?? entry.hex })) : palette;

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Font } from "@react-pdf/renderer";

export const SANS = "Geist";
export const MONO = "Geist Mono";

export const MONO_ADVANCE = 0.6;

const WEIGHTS = { 400: "Regular", 600: "SemiBold" } as const;

export function registerFonts(): void {
  const folder = join(dirname(createRequire(import.meta.url).resolve("geist/font/sans")), "fonts");
  const faces = (file: string) =>
    Object.entries(WEIGHTS).map(([weight, name]) => ({
      src: join(folder, file.replace("*", name)),
      fontWeight: Number(weight),
    }));
  Font.register({ family: SANS, fonts: faces("geist-sans/Geist-*.ttf") });
  Font.register({ family: MONO, fonts: faces("geist-mono/GeistMono-*.ttf") });
  Font.registerHyphenationCallback((word) => [word]);
}

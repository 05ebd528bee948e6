import { type BrandDocument, emptyDocument, type FileRef, type PaletteEntry } from "@/lib/brand-document";
import { newId } from "@/lib/kernel/ids";

/** A small but varied document for tests; parts can be replaced. */
export function sampleDocument(parts: Partial<BrandDocument> = {}): BrandDocument {
  return {
    ...emptyDocument(),
    identity: {
      schema: 1,
      brand: { tagline: "Made to be mended", values: [{ name: "Repair first", description: "Mend before you sell." }] },
      personality: { dimensions: { sincerity: 4 } },
      persona: { tone: { formality: -1 }, dos: ["Say what it costs"] },
    },
    colors: { source: "manual", seed: null, palette: [paletteEntry(), paletteEntry({ role: "text", hex: "#101010" })] },
    logos: { items: [], rules: ["Leave it alone"] },
    ...parts,
  };
}

export const paletteEntry = (values: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: newId(),
  name: "Alder",
  role: "primary",
  hex: "#2f5d50",
  usage: "Headlines",
  locked: false,
  ...values,
});

/** The facts of a stored file; insert the row yourself where the verb looks for it. */
export const fileRef = (values: Partial<FileRef> = {}): FileRef => ({
  id: newId(),
  sha256: "ab".repeat(32),
  mime: "image/png",
  bytes: 1200,
  width: 64,
  height: 48,
  ...values,
});

import type { BrandSnapshot } from "@/lib/content";

/** Bytes that one more asset adds to a bundle. */
const BYTES_OF_ASSET = 460;

/** Adds assets to a snapshot until its bundle has about this size. */
export function sizedSnapshot(snapshot: BrandSnapshot, bytes: number): BrandSnapshot {
  const count = Math.max(0, Math.round((bytes - JSON.stringify(snapshot).length) / BYTES_OF_ASSET));
  const assets = Array.from({ length: count }, (_, index) => {
    const file = {
      id: `018f4d2c-0000-7000-8000-${String(index).padStart(12, "0")}`,
      sha256: String(index).padStart(64, "a"),
    };
    const { id } = file;
    return {
      id,
      kind: "image" as const,
      name: `Picture ${index}`,
      file: { ...file, mime: "image/png", bytes: 48_211, width: 1200, height: 800 },
    };
  });
  return { ...snapshot, assets };
}

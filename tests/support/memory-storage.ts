import type { FileStorage } from "@/lib/content";

/** In-memory file storage. `kept` has its files. */
export function memoryStorage(): FileStorage & { kept: Map<string, Buffer> } {
  const kept = new Map<string, Buffer>();
  return {
    kept,
    put: async (key, bytes) => void kept.set(key, bytes),
    read: async (key) => kept.get(key) ?? null,
    delete: async (key) => void kept.delete(key),
    probe: async () => {},
  };
}

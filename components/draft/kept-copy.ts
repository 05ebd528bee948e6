import type { BrandDocument } from "@/lib/content";
import type { DraftEnvironment } from "./draft-environment";

/** Edits that have not reached the hub, as they are kept on this computer. */
export interface KeptCopy {
  document: BrandDocument;
  baseVersion: number;
  revision: number | null;
  /** It must be merged with what the hub has, not saved over it. */
  apart: boolean;
}

export const keptCopyKey = (brandId: string, userId: string) => `hub-draft:${brandId}:${userId}`;

/** Keeps a copy; a full or forbidden storage is no reason to stop editing. True when it was kept. */
export function keepCopy(storage: DraftEnvironment["storage"], key: string, copy: KeptCopy): boolean {
  try {
    storage?.setItem(key, JSON.stringify(copy));
    return storage !== null;
  } catch {
    return false;
  }
}

export function readKeptCopy(storage: DraftEnvironment["storage"], key: string): KeptCopy | null {
  try {
    const copy: unknown = JSON.parse(storage?.getItem(key) ?? "null");
    return isKeptCopy(copy) ? copy : null;
  } catch {
    return null;
  }
}

export function dropCopy(storage: DraftEnvironment["storage"], key: string): void {
  try {
    storage?.removeItem(key);
  } catch {
    // Without storage nothing was kept.
  }
}

/** The document itself is checked by the hub when it is saved. */
function isKeptCopy(copy: unknown): copy is KeptCopy {
  return (
    typeof copy === "object" &&
    copy !== null &&
    "document" in copy &&
    typeof copy.document === "object" &&
    "baseVersion" in copy &&
    typeof copy.baseVersion === "number" &&
    "revision" in copy &&
    "apart" in copy
  );
}

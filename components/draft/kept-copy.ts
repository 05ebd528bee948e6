import type { BrandDocument } from "@/lib/content";
import type { DraftEnvironment } from "./draft-environment";

export interface KeptCopy {
  document: BrandDocument;
  baseVersion: number;
  revision: number | null;
  /** True when the hub's document changed too, so saving must merge. */
  apart: boolean;
}

export const keptCopyKey = (brandId: string, userId: string) => `hub-draft:${brandId}:${userId}`;

/** Stores a copy and returns whether that worked. Full or forbidden storage must not stop editing. */
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
    // Nothing was stored.
  }
}

/** Checks the shape only. The server validates the document when it is saved. */
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

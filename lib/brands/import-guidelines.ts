import { StoredImagery, StoredLegal } from "@/lib/brand-document";
import { withAssets } from "@/lib/imagery";
import { keepValid } from "./keep-valid";

interface Told {
  taken: string[];
  left: string[];
}

const isEmpty = (value: object | null) => value === null || Object.keys(value).length === 0;

/** Imagery and legal texts of a bundle, for a new brand. Its assets are only named in it, so examples keep their words alone. */
export function importGuidelines(
  root: Record<string, unknown>,
  { taken, left }: Told,
): { imagery?: StoredImagery; legal?: StoredLegal } {
  const kept: { imagery?: StoredImagery; legal?: StoredLegal } = {};
  if (root.imagery !== undefined) {
    const { value, left: refused } = keepValid(StoredImagery, root.imagery);
    left.push(...refused.map((sentence) => `imagery.${sentence}`));
    if (value && !isEmpty(value)) kept.imagery = withAssets(value, new Set());
    if (kept.imagery) taken.push("Direction for imagery, its examples in words.");
  }
  if (root.legal !== undefined) {
    const { value, left: refused } = keepValid(StoredLegal, root.legal);
    left.push(...refused.map((sentence) => `legal.${sentence}`));
    if (value && !isEmpty(value)) kept.legal = value;
    if (kept.legal) taken.push("Legal texts.");
  }
  return kept;
}

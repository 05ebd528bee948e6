import { sizeLimitText } from "@/lib/kernel/size-limit-text";
import { checkJsonSize } from "./check-json-size";
import { readForeignTokens } from "./foreign-tokens";
import { importAdcpBrand, isAdcpBrand } from "./import-adcp-brand";
import { importBrandDocument } from "./import-brand-document";
import { importDesignTokens } from "./import-design-tokens";
import { type ImportedBrand, isRecord, MAX_IMPORT_BYTES, shorten, unreadable } from "./imported-brand";
import { readHubTokens } from "./read-hub-tokens";
import { readResolverDocument } from "./resolver-document";

const MAX_DEPTH = 40;

/** True when a key stands anywhere in the value, at most so deep. */
function hasKey(value: unknown, key: string, depth = 0): boolean {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return false;
  if (Object.hasOwn(value, key)) return true;
  return Object.values(value).some((child) => hasKey(child, key, depth + 1));
}

function parseJson(text: string): unknown {
  if (Buffer.byteLength(text) > MAX_IMPORT_BYTES)
    throw unreadable(`This file is over ${sizeLimitText(MAX_IMPORT_BYTES)}.`);
  checkJsonSize(text);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw unreadable("This file is not JSON. A brand starts from a brand.json, design tokens or variables.", cause);
  }
}

/**
 * Reads what a file gives for a new brand: a document in the hub's own shape, a `brand.json` of the Ad Context Protocol, design tokens (DTCG,
 * resolver documents too), variables of Figma, a file of Tokens Studio or Style Dictionary, or plain colours. Stores nothing.
 * @throws BadRequest (`field: "file"`) saying what the file is, when it is neither
 */
export function importBrandFile(text: string): ImportedBrand {
  const parsed = parseJson(text);
  const root = Array.isArray(parsed) ? { colors: { palette: parsed } } : parsed;
  if (!isRecord(root)) throw unreadable("This file holds neither a brand nor design tokens.");
  if (isRecord(root.identity) || isRecord(root.brand_identity) || isRecord(root.logos))
    return importBrandDocument(root);
  if (isRecord(root.colors) && Array.isArray(root.colors.palette)) return importBrandDocument(root);
  const ofHub = readHubTokens(root);
  if (ofHub) return { ...importBrandDocument(ofHub), kind: "tokens" };
  if (isAdcpBrand(root)) return importAdcpBrand(root);
  const foreign = readResolverDocument(root) ?? readForeignTokens(root);
  if (foreign) {
    const imported = importDesignTokens(foreign.root);
    return { ...imported, left: shorten([...foreign.left, ...imported.left]) };
  }
  if (hasKey(root, "$value")) return importDesignTokens(root);
  throw unreadable("This file holds neither a brand nor design tokens.");
}

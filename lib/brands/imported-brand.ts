import type { BrandDocument, StoredAsset } from "@/lib/content";
import { BadRequest } from "@/lib/platform/errors";

export interface ImportedBrand {
  kind: "brand" | "tokens";
  name: string | null;
  document: BrandDocument;
  /** Sentences for people. */
  taken: string[];
  /** Sentences with reasons. */
  left: string[];
}

/** In bytes. */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024;

const MAX_SENTENCES = 20;
const MAX_SENTENCE_LENGTH = 400;

const cut = (sentence: string): string =>
  sentence.length > MAX_SENTENCE_LENGTH ? `${sentence.slice(0, MAX_SENTENCE_LENGTH)}…` : sentence;

/** At most twenty sentences. The last counts the omitted ones. */
export function shorten(sentences: readonly string[]): string[] {
  if (sentences.length <= MAX_SENTENCES) return sentences.map(cut);
  const rest = sentences.length - MAX_SENTENCES + 1;
  return [...sentences.slice(0, MAX_SENTENCES - 1).map(cut), `And ${rest} more.`];
}

export function leftFor(reason: string, names: readonly string[]): string[] {
  const more = names.length - 3;
  return names.length === 0 ? [] : [`${names.slice(0, 3).join(", ")}${more > 0 ? ` and ${more} more` : ""}: ${reason}`];
}

export const unreadable = (message: string, cause?: unknown, field = "file"): BadRequest =>
  new BadRequest(message, { field, cause });

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The trimmed text, cut to `max` characters; empty for other values. */
export const textOf = (value: unknown, max: number): string =>
  typeof value === "string" ? value.trim().slice(0, max) : "";

export const HUB_BRAND_STATES = ["living", "archived", "to-be-deleted", "without-owner"] as const;
export type HubBrandState = (typeof HUB_BRAND_STATES)[number];

/** The public page uses fonts but doesn't offer them, since licences seldom allow it. */
export const isShownPublicly = ({ file }: StoredAsset): boolean => !file.mime.startsWith("font/");

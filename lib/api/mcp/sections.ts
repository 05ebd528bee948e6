import { VERSION_FORMATS } from "@/lib/contract";
import { findVersion } from "@/lib/publishing/server";
import { estimateTokens, findFormat } from "@/lib/rendering/server";
import type { Ctx } from "@/lib/runtime/context";

/** Keys of a version's JSON, and its files. Together they have everything. */
export const SECTIONS = [
  "identity",
  "colors",
  "color_rules",
  "fonts",
  "text_styles",
  "logos",
  "logo_rules",
  "foundations",
  "imagery",
  "legal",
  "assets",
  ...VERSION_FORMATS,
] as const;
export type Section = (typeof SECTIONS)[number];

const formatOf = (section: Section) => VERSION_FORMATS.find((format) => format === section);

/**
 * A section of a version, `null` as JSON if the brand doesn't state it. The caller has checked that the brand can be
 * read.
 * @throws NotFound if there is no such version
 */
export async function readSection(
  ctx: Ctx,
  { section, ...key }: { brandId: string; version: number; section: Section },
): Promise<{ text: string; mediaType: string }> {
  const format = formatOf(section);
  if (format) {
    const { content, mediaType } = await findFormat(ctx, { ...key, format });
    return { text: await content(), mediaType };
  }
  const version = await findVersion(ctx, key);
  const { [section]: value = null } = JSON.parse(new TextDecoder().decode(await version.content()));
  return { text: JSON.stringify(value), mediaType: "application/json" };
}

const PAGE_TOKENS = 9_500;
const MOST_LETTERS_A_TOKEN = 5;

export const fitsPage = (text: string): boolean => estimateTokens(text) <= PAGE_TOKENS;

/** A page of a text of at most `PAGE_TOKENS`. All pages together are the text. */
export function pageOf(text: string, start: number): { page: string; next: number | null } {
  let end = Math.min(text.length, start + PAGE_TOKENS * MOST_LETTERS_A_TOKEN);
  let tokens = estimateTokens(text.slice(start, end));
  while (tokens > PAGE_TOKENS) {
    end = start + Math.floor(((end - start) * PAGE_TOKENS) / tokens);
    tokens = estimateTokens(text.slice(start, end));
  }
  // Never between the halves of a letter.
  if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end -= 1;
  return { page: text.slice(start, end), next: end < text.length ? end : null };
}

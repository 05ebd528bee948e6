import { DOCUMENT_LIMITS } from "@/lib/content";
import { SLUG_MAX_LENGTH, SLUG_PATTERN } from "@/lib/contract";
import { BadRequest } from "@/lib/platform/errors";
import { storableText } from "@/lib/platform/storable-text";

/** First path segments of the hub's own pages, which no brand may take. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(["new", "admin", "api", "account"]);

/** A well-formed slug that no page of the hub needs. @throws BadRequest with `field: "slug"` */
export function parseSlug(input: string): string {
  const slug = input.trim();
  if (slug.length > SLUG_MAX_LENGTH || !SLUG_PATTERN.test(slug)) {
    const message = `A slug has lower-case letters, digits and single hyphens, at most ${SLUG_MAX_LENGTH} in all.`;
    throw new BadRequest(message, { field: "slug" });
  }
  if (RESERVED_SLUGS.has(slug)) throw new BadRequest(`The slug “${slug}” is reserved.`, { field: "slug" });
  return slug;
}

/** A name of 1 to 120 characters. @throws BadRequest with `field: "name"` */
export function parseBrandName(input: string): string {
  const name = storableText(input).trim();
  if (name.length >= 1 && name.length <= DOCUMENT_LIMITS.brandName) return name;
  throw new BadRequest(`A name has 1 to ${DOCUMENT_LIMITS.brandName} characters.`, { field: "name" });
}

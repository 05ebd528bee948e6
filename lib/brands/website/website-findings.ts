import { type BrandDocument, describeColor, emptyDocument, parseHex } from "@/lib/content";
import { BadRequest } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";

/** A public address, or pasted HTML and CSS. */
export type WebsiteSource = { address: string } | { text: string };

/** Most used first. Nothing is imported until a person chooses. */
export interface WebsiteFindings {
  name: string | null;
  description: string | null;
  colors: { hex: string; count: number }[];
  fonts: { family: string; count: number }[];
  logos: { mime: string; base64: string }[];
  /** Addresses of possible logos on the page. */
  linked: string[];
}

/** What a person chose from the findings. `logo` is in base64. */
export interface WebsiteChoice {
  colors: readonly string[];
  primary: string | null;
  heading: string | null;
  body: string | null;
  logo: string | null;
  description: string | null;
}

export const MAX_FOUND_COLORS = 24;

/**
 * The document for the choice. The logo is passed separately, because it is checked like an upload.
 * @throws BadRequest for a colour that isn't in hex
 */
export function startOfWebsite(choice: WebsiteChoice): { document: BrandDocument; logo: Buffer | null } {
  const document = emptyDocument();
  const { heading, body, primary, description, logo } = choice;
  const colors = [...new Set(choice.colors)];
  if (colors.some((hex) => parseHex(hex) !== hex))
    throw new BadRequest("This choice can’t be read. Read the website again.", { field: "website" });
  if (heading || body) document.identity.brand.typography = { ...(heading && { heading }), ...(body && { body }) };
  if (description) document.identity.brand.description = description;
  const palette = colors.map((hex) => ({
    id: newId(),
    name: describeColor(hex),
    role: hex === primary ? ("primary" as const) : ("neutral" as const),
    hex,
    usage: "",
    locked: false,
  }));
  document.colors = { source: "imported", seed: null, palette };
  return { document, logo: logo === null ? null : Buffer.from(logo, "base64") };
}

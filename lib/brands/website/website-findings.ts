import { type BrandDocument, describeColor, emptyDocument } from "@/lib/content";
import { BadRequest } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";

/** What was found in the HTML and CSS of a website, the most used first. Nothing of it is taken before somebody chooses. */
export interface WebsiteFindings {
  name: string | null;
  description: string | null;
  colors: { hex: string; count: number }[];
  fonts: { family: string; count: number }[];
  /** Drawings and pictures that stand in the page, cleaned as uploads are: the bytes in base64. */
  logos: { mime: string; base64: string }[];
  /** Addresses of pictures that are called a logo and were not fetched. */
  linked: string[];
}

/** What somebody chose of the findings; the logo by its place among them. */
export interface WebsiteChoice {
  colors: readonly string[];
  /** One of the colours, to be the primary one; null for none. */
  primary: string | null;
  heading: string | null;
  body: string | null;
  logo: number | null;
  description: boolean;
}

export const MAX_FOUND_COLORS = 24;

/** The document of what was chosen, and nothing else; the logo comes beside it. @throws BadRequest for a choice that is not among the findings */
export function startOfWebsite(
  findings: WebsiteFindings,
  choice: WebsiteChoice,
): { document: BrandDocument; logo: Buffer | null } {
  const families = findings.fonts.map(({ family }) => family);
  const logo = choice.logo === null ? null : findings.logos[choice.logo];
  const fonts = [choice.heading, choice.body].filter((family) => family !== null);
  const isFound = (hex: string) => findings.colors.some((color) => color.hex === hex);
  if (logo === undefined || !fonts.every((family) => families.includes(family)) || !choice.colors.every(isFound))
    throw new BadRequest("Look through the website again: this is not what was found there.", { field: "website" });
  const document = emptyDocument();
  const { heading, body, primary } = choice;
  if (fonts.length > 0) document.identity.brand.typography = { ...(heading && { heading }), ...(body && { body }) };
  if (choice.description && findings.description) document.identity.brand.description = findings.description;
  const palette = [...new Set(choice.colors)].map((hex) => ({
    id: newId(),
    name: describeColor(hex),
    role: hex === primary ? ("primary" as const) : ("neutral" as const),
    hex,
    usage: "",
    locked: false,
  }));
  document.colors = { source: "imported", seed: null, palette };
  return { document, logo: logo && Buffer.from(logo.base64, "base64") };
}

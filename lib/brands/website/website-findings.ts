import { type BrandDocument, describeColor, emptyDocument } from "@/lib/content";
import { BadRequest } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";

/** Most used first. Nothing is imported until a person chooses. */
export interface WebsiteFindings {
  name: string | null;
  description: string | null;
  colors: { hex: string; count: number }[];
  fonts: { family: string; count: number }[];
  /** In base64. */
  logos: { mime: string; base64: string }[];
  /** Not fetched. */
  linked: string[];
}

/** `logo` is an index into the findings. */
export interface WebsiteChoice {
  colors: readonly string[];
  primary: string | null;
  heading: string | null;
  body: string | null;
  logo: number | null;
  description: boolean;
}

export const MAX_FOUND_COLORS = 24;

/**
 * The document for the chosen findings. The logo is passed separately.
 * @throws BadRequest for a choice that isn't among the findings
 */
export function startOfWebsite(
  findings: WebsiteFindings,
  choice: WebsiteChoice,
): { document: BrandDocument; logo: Buffer | null } {
  const families = findings.fonts.map(({ family }) => family);
  const logo = choice.logo === null ? null : findings.logos[choice.logo];
  const fonts = [choice.heading, choice.body].filter((family) => family !== null);
  const isFound = (hex: string) => findings.colors.some((color) => color.hex === hex);
  if (logo === undefined || !fonts.every((family) => families.includes(family)) || !choice.colors.every(isFound))
    throw new BadRequest("This choice doesn’t match the website. Read the website again.", { field: "website" });
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

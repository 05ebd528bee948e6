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

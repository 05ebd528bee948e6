import type { BrandDocument } from "@/lib/content";

export interface FirstStep {
  key: "describe" | "voice" | "colors" | "logo" | "publish" | "invite";
  label: string;
  /** Appended to the brand's slug in the URL. */
  path: string;
  done: boolean;
}

interface Beginning {
  /** Includes unpublished edits. */
  document: BrandDocument;
  published: BrandDocument;
  version: number;
  /** Members and open invitations. */
  people: number;
}

function basics({ identity: { brand, persona }, colors, logos }: BrandDocument): FirstStep[] {
  const roles = new Set(colors.palette.map(({ role }) => role));
  const described = Boolean(brand.tagline && brand.description);
  const voiced = Boolean(persona.summary || persona.voice?.summary);
  const coloured = roles.has("primary") && roles.has("background") && roles.has("text");
  return [
    { key: "describe", label: "Write a tagline and description", path: "/identity?edit=essentials", done: described },
    { key: "voice", label: "Describe its voice", path: "/identity?edit=voice", done: voiced },
    { key: "colors", label: "Choose its colours", path: "/palette", done: coloured },
    { key: "logo", label: "Upload a logo", path: "/logos", done: logos.items.length > 0 },
  ];
}

/** Empty once the published version has the basics. */
export function firstSteps({ document, published, version, people }: Beginning): FirstStep[] {
  const live = basics(published);
  if (live.every(({ done }) => done)) return [];
  const wanted = basics(document);
  // A brand created from a colour, logo or file has content in version 1.
  const hasBegun = version > 1 || live.some(({ done }) => done);
  const isPublished = hasBegun && wanted.every(({ done }, index) => !done || live[index]?.done);
  return [
    ...wanted,
    { key: "publish", label: "Publish it", path: "/identity?dialog=publish", done: isPublished },
    { key: "invite", label: "Invite a member", path: "/members?dialog=invite", done: people > 1 },
  ];
}

import type { BrandDocument } from "@/lib/content";
import { webAddress } from "@/lib/platform/text";

/** The brand's own words, or its name. Nothing is invented. */
export type Words = ReturnType<typeof wordsOf>;

const MAX_TEXT = 300;
const MAX_QUOTE = 190;
const sentences = new Intl.Segmenter(undefined, { granularity: "sentence" });
const tidy = (text: string | undefined): string => (text ?? "").replace(/\s+/g, " ").trim();

/** As many sentences as fit, at least one. */
function beginning(text: string, room: number): string {
  const found = [...sentences.segment(text.slice(0, 2 * MAX_TEXT))].map(({ segment }) => segment);
  let kept = "";
  for (const sentence of found) {
    if (kept !== "" && (kept + sentence).trim().length > room) break;
    kept += sentence;
  }
  return kept.trim();
}

const listed = (entries: readonly { name?: string; description?: string }[] = []) =>
  entries
    .map(({ name, description }) => ({ name: tidy(name), description: beginning(tidy(description), 110) }))
    .filter(({ name }) => name !== "");

/** Accepts a URL without `https://`. Null for an invalid one. */
export function siteOf(website: string | undefined): URL | null {
  const text = tidy(website);
  const isOfAnotherKind = /^(?!https?:)[a-z][a-z0-9+-]*:/i.test(text);
  const url = isOfAnotherKind ? null : webAddress(/^https?:/i.test(text) ? text : `https://${text}`);
  return url?.username || url?.password ? null : url;
}

/** Without `www.`. */
export const hostOf = ({ host }: URL): string => host.replace(/^www\./, "");

/** A fitting example of the brand's voice, preferably for the public. */
function quoteOf({ persona }: BrandDocument["identity"]): string {
  const said = (persona.examples ?? []).filter(({ text }) => tidy(text) !== "");
  const fitting = said.filter(({ text }) => tidy(text).length <= MAX_QUOTE);
  const social = fitting.find(({ context }) =>
    /so[cz]ia|społeczn|post|instagram|linkedin|mastodon/i.test(context ?? ""),
  );
  return tidy((social ?? fitting[0])?.text) || beginning(tidy(said[0]?.text), MAX_QUOTE);
}

export function wordsOf({ identity }: Pick<BrandDocument, "identity">, brandName: string) {
  const { brand, personality } = identity;
  const name = tidy(brandName);
  const site = siteOf(brand.website);
  const headline =
    tidy(brand.tagline) || beginning(tidy(brand.promise ?? brand.value_proposition ?? brand.mission), 90) || name;
  const told = [brand.description, brand.value_proposition, brand.mission, brand.promise].map(tidy);
  return {
    name,
    headline,
    lead: beginning(told.find((text) => text !== "" && text !== headline) ?? "", 170),
    /** An example of the brand's voice, or its headline. */
    quote: quoteOf(identity) || headline,
    host: site ? hostOf(site) : "",
    offerings: listed(brand.offerings),
    values: listed(brand.values),
    traits: (personality.traits ?? []).map((trait) => tidy(trait.name)).filter((text) => text !== ""),
  };
}

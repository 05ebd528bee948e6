import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { type ReadableSection, Readings } from "@/components/chapters/chapter";
import { imagerySections } from "@/components/chapters/imagery-chapter";
import { logoSections, ruleTextOf } from "@/components/chapters/public-logos";
import { PublicCharacter, PublicOffer, PublicVoice } from "@/components/chapters/public-voice";
import { ContentLanguage } from "@/components/ui/content-text";
import { defaultBackground, newLogo } from "@/lib/content";
import { CompiledIdentity } from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { localizeIdentity } from "@/lib/publishing";
import { fileRef, paletteEntry } from "../support/documents";

/** The texts below the header. Each is a unique word. */
const WHOLE = CompiledIdentity.parse({
  schema: 1,
  brand: {
    mission: "mission-1",
    vision: "vision-1",
    value_proposition: "proposition-1",
    promise: "promise-1",
    audiences: [{ segment: "segment-1", description: "segment-said-1" }, { description: "nameless-1" }],
    offerings: [{ name: "offering-1", type: "service", description: "offering-said-1" }],
    values: [{ name: "value-1", description: "value-said-1" }],
    differentiators: ["differentiator-1"],
    tags: ["keyword-1"],
  },
  personality: {
    archetype: { primary: "sage", secondary: "jester" },
    dimensions: { sincerity: 4 },
    traits: [{ name: "trait-1", means: "means-1", not: "not-1" }],
  },
  persona: {
    name: "persona-1",
    summary: "summary-1",
    voice: { summary: "voice-1", attributes: ["attribute-1"], avoid: ["avoid-1"] },
    tone: { formality: -2, humor: 1 },
    dos: ["do-1"],
    donts: ["dont-1"],
    vocabulary: { prefer: [{ say: "say-1", not: "instead-1" }], banned: ["banned-1"] },
    contexts: [{ channel: "channel-1", shift: "shift-1" }],
    examples: [{ context: "context-1", text: "example-1" }],
  },
  locales: { de: { brand: { value_proposition: "Nutzen-1" } } },
});

function shown(stated: unknown, language?: string): string {
  const { identity, langOf } = localizeIdentity(CompiledIdentity.parse(stated), language);
  return renderToStaticMarkup(
    createElement(
      ContentLanguage,
      { value: "en" },
      createElement(PublicVoice, { identity, langOf }),
      createElement(PublicCharacter, { identity, langOf }),
      createElement(PublicOffer, { brand: identity.brand, langOf }),
    ),
  );
}

/** Words that only the sample has. */
const wordsOf = (value: unknown): string[] =>
  typeof value === "string"
    ? value.includes("-1")
      ? [value]
      : []
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(wordsOf)
      : [];

describe("the texts of a public page", () => {
  it("are all texts on offer, character and voice, except the tags", () => {
    const { locales: _, ...main } = WHOLE;
    const page = shown(main);
    for (const word of wordsOf(main)) {
      const count = page.split(word).length - 1;
      expect([word, count]).toEqual([word, word === "keyword-1" ? 0 : 1]);
    }
    for (const told of ["Very casual", "Rather funny", "Sincerity: 4 of 5", "Excitement: not set", "Sage", "Service"])
      expect(page).toContain(told);
  });

  it("are in the requested language where translated", () => {
    expect(shown(WHOLE, "de")).toMatch(/<p dir="auto" lang="de"[^>]*>Nutzen-1</);
    expect(shown(WHOLE, "de")).toMatch(/<p dir="auto" lang="en"[^>]*>offering-1</);
  });

  it("are each marked as German when all are in German", () => {
    const { brand, personality, persona } = WHOLE;
    const words = { brand, personality: { traits: personality.traits }, persona: { ...persona, tone: undefined } };
    const german = JSON.parse(JSON.stringify(words).replaceAll("-1", "-auf-Deutsch"));
    const page = shown({ ...WHOLE, locales: { de: german } }, "de");
    expect(page).not.toMatch(/-1[<”]/);
    // A list item's marker stands before its text, inside the element with the language.
    const mark =
      '(?:<(?:svg|span) [^>]*aria-hidden="true"[^>]*>(?:<path[^>]*></path>)*</(?:svg|span)><span class="[^"]*">)?';
    for (const word of wordsOf(words).filter((one) => one !== "keyword-1"))
      expect(page).toMatch(new RegExp(`lang="de"[^>]*>${mark}“?${word.replace("-1", "-auf-Deutsch")}`));
    expect(page).toContain("Rather funny");
  });

  it("are absent for an empty brand, and one text shows its section", () => {
    const empty = { schema: 1, brand: {}, personality: {}, persona: {} };
    expect(shown(empty)).toBe("");
    expect(shown({ ...empty, persona: { tone: { humor: 0 } } })).toContain("Voice");
    expect(shown({ ...empty, personality: { dimensions: { ruggedness: 1 } } })).toContain("Character");
    expect(shown({ ...empty, brand: { differentiators: ["differentiator-1"] } })).toContain("Offer");
  });
});

describe("the chapters of logos and imagery", () => {
  const markup = (sections: readonly ReadableSection[]) => renderToStaticMarkup(createElement(Readings, { sections }));

  it("name a logo's colours and state the rules of all logos", () => {
    const chalk = paletteEntry({ name: "Chalk" });
    const plain = newLogo({ id: newId(), variant: "symbol", file: fileRef() });
    const ruled = { ...plain, label: "Mark", rule: { allowed_backgrounds: { colors: [chalk.id] } } };
    expect(ruleTextOf(plain, [chalk])).toBe("");
    expect(ruleTextOf(ruled, [chalk])).toMatch(/^only on .?Chalk.?$/);
    const ground = defaultBackground(ruled, [chalk]);
    const logos = [{ item: ruled, ground, ruleText: ruleTextOf(ruled, [chalk]), src: null }];
    const html = markup(logoSections({ logos, rules: ["Leave it alone", "Leave it alone"] }));
    expect(html).toContain("Mark");
    expect(html).toContain("only on");
    expect(html.split("Leave it alone")).toHaveLength(3);
    expect(markup(logoSections({ logos: [], rules: [] }))).not.toContain("<section");
  });

  it("keep the words of an example whose picture is gone, and leave out empty ones", () => {
    const photo = { direction: "Daylight", dos: [{ asset_id: "gone", note: "Calm water" }, {}] };
    const html = markup(imagerySections({ imagery: { photo }, assets: [] }, () => null));
    expect(html).toContain("Daylight");
    expect(html).toContain("Calm water");
    expect(html.match(/<li/g)).toHaveLength(1);
    expect(html).not.toContain("Don’t");
  });
});

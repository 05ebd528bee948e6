import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { IdentityCard } from "@/components/identity/identity-card";
import { ContentLanguage } from "@/components/ui/content-text";
import { emptyDocument, newLogo } from "@/lib/content";
import { CompiledIdentity } from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { fileRef, sampleColors, sampleTypography, textsIn, wholeIdentity } from "../support/documents";

const WHOLE = wholeIdentity();
const FILES = { urlOf: () => null };

const shown = (identity: unknown) =>
  renderToStaticMarkup(
    createElement(IdentityCard, {
      name: "Alder",
      document: { ...emptyDocument(), identity: CompiledIdentity.parse({ schema: 1, ...(identity as object) }) },
      ...FILES,
    }),
  );

describe("an identity's card", () => {
  it("shows every text of the identity", () => {
    const markup = shown(WHOLE);
    const missing = textsIn(WHOLE).filter((text) => !markup.toLowerCase().includes(text.toLowerCase()));
    expect(missing).toEqual([]);
    for (const [dimension, value] of Object.entries(WHOLE.personality.dimensions ?? {}))
      expect(markup.toLowerCase()).toContain(`${dimension}: ${value} of 5`);
  });

  it("keeps the language and direction of each text", () => {
    const markup = renderToStaticMarkup(
      createElement(
        ContentLanguage,
        { value: "ar" },
        createElement(IdentityCard, { name: "name-1", document: { ...emptyDocument(), identity: WHOLE }, ...FILES }),
      ),
    );
    const ofTheHub = /^([a-z]+|brand\.languages|brand\.website)$/;
    const texts = ["name-1", ...textsIn(WHOLE).filter((text) => !ofTheHub.test(text))];
    const without = texts.filter((text) => {
      const [, attributes = ""] = new RegExp(`<[a-z0-9]+([^>]*)>[^<]*${text}`).exec(markup) ?? [];
      return !/dir="auto"/.test(attributes) || !/lang="ar"/.test(attributes);
    });
    expect(texts.length).toBeGreaterThan(30);
    expect(without).toEqual([]);
  });

  it.each([
    ["the name of a persona without a summary", { persona: { name: "Captain Mara" } }, "Captain Mara"],
    ["a second archetype without a first", { personality: { archetype: { secondary: "hero" } } }, "hero"],
    ["a typeface that is named only for code", { brand: { typography: { mono: "Iosevka" } } }, "Iosevka"],
  ])("shows %s", (_, part, text) => {
    expect(shown({ brand: {}, personality: {}, persona: {}, ...part })).toContain(text);
  });

  it("names the typefaces, with derived names", () => {
    const identity = CompiledIdentity.parse({ schema: 1, brand: {}, personality: {}, persona: {} });
    const typography = sampleTypography();
    const markup = renderToStaticMarkup(
      createElement(IdentityCard, { name: "name-1", document: { ...emptyDocument(), identity, typography }, ...FILES }),
    );
    expect(markup).toMatch(/Headings<\/p><p[^>]*>Alder Grotesk</);
  });

  it("has the theme of its version and a legible logo", () => {
    const { colors } = sampleColors();
    const logo = newLogo({ id: newId(), variant: "logo_positive", file: fileRef(), label: "logo" });
    const markup = renderToStaticMarkup(
      createElement(IdentityCard, {
        name: "Alder",
        document: { ...emptyDocument(), identity: WHOLE, colors, logos: { items: [logo], rules: [] } },
        urlOf: (view) => `/files/${view}`,
      }),
    );
    expect(markup).toMatch(/<article class="brand-look [^"]*"><style[^>]*>\.brand-look\{--block-0:/);
    expect(markup).toContain('alt="Logo of Alder"');
    expect(markup.indexOf("brand.tagline")).toBeLessThan(markup.indexOf("brand.mission"));
    for (const { name, hex } of colors.palette) expect(markup).toContain(`title="Copy ${hex} (${name})"`);
  });

  it("links only safe web addresses", () => {
    const link = (website: string) =>
      shown({ brand: { website }, personality: {}, persona: {} }).match(/<a href="([^"]*)"/)?.[1] ?? null;
    expect(link("https://alder.example/")).toBe("https://alder.example/");
    for (const text of ["alder.example", "javascript:alert(1)", "https://", "mailto:a@b.example"])
      expect(link(text)).toBeNull();
  });

  it("folds other languages, laid out like the main texts and marked by language", () => {
    const {
      languages: _,
      website: __,
      typography: ___,
      ...texts
    } = JSON.parse(JSON.stringify(WHOLE.brand).replaceAll('"brand.', '"Marke.'));
    const card = shown({
      ...WHOLE,
      locales: { de: { brand: texts }, fr: { persona: { name: "persona-en-français" } } },
    });
    expect(card).toContain(`In German: ${Object.keys(texts).length} texts`);
    expect(card).toContain("In French: 1 text<");
    for (const text of textsIn(texts).filter((one) => one.startsWith("Marke")))
      expect(card).toMatch(new RegExp(`lang="de"[^>]*>${text}`));
    expect(card).toMatch(/lang="fr"[^>]*>persona-en-français/);
    expect(shown({ ...WHOLE, locales: { de: {} } })).not.toContain("German");
  });
});

import { describe, expect, it } from "vitest";
import { FOUNDATION_SECTIONS } from "@/components/chapters/foundations-chapter";
import { addressAt } from "@/components/chapters/use-sections";
import { SECTION_FIELDS } from "@/components/identity/section-fields";
import { SECTION_READINGS } from "@/components/identity/section-readings";
import { emptyDocument } from "@/lib/content";
import { IDENTITY_SECTIONS, sectionOf } from "@/lib/publishing";
import { flattenDocument } from "@/lib/publishing/identity/flatten-document";
import { wholeIdentity } from "@/tests/support/documents";

describe("the address of a section", () => {
  it.each([
    ["?edit=purpose", "", "purpose"],
    ["?edit=purpose", "#values", "purpose"],
    ["?edit=nowhere", "", null],
    ["?edit=nowhere", "#values", "values"],
    ["?edit=__proto__", "#constructor", null],
    ["", "#values", "values"],
    ["", "#identity.brand.values.2", "values"],
    ["", "#identity.locales.de.brand.tagline", "languages"],
    ["", "#legal.boilerplate", "boilerplate"],
    ["", "#identity.brand.valuesque", null],
    ["", "#legal", null],
    ["", "#%", null],
    ["", "", null],
  ])("names with %s%s the section %s", (search, hash, section) => {
    expect(addressAt(IDENTITY_SECTIONS, { search, hash }).section).toBe(section);
  });

  it("is found for a design token by its path", () => {
    const at = (hash: string) => addressAt(FOUNDATION_SECTIONS, { search: "", hash });
    expect(at("#foundations.spacing.md")).toEqual({ section: "spacing", anchor: "foundations.spacing.md" });
    expect(at("#foundations")).toEqual({ section: null, anchor: "foundations" });
  });

  it("exists for each field, with a reading and an editor", () => {
    const document = { ...emptyDocument(), identity: wholeIdentity() };
    const paths = [...flattenDocument(document).keys()].filter((path) => path.startsWith("identity."));
    const ids = [...IDENTITY_SECTIONS.map(({ id }) => id), ...paths.map((path) => sectionOf(path)?.id ?? path)];
    expect(ids.filter((id) => !SECTION_READINGS[id] || !SECTION_FIELDS[id])).toEqual([]);
  });
});

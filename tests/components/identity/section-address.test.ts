import { describe, expect, it } from "vitest";
import { IDENTITY_SECTIONS, sectionOf } from "@/components/identity/identity-parts";
import { SECTION_READINGS } from "@/components/identity/section-readings";
import { addressAt } from "@/components/identity/use-section-address";

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
    expect(addressAt({ search, hash }).section).toBe(section);
  });

  it("maps each field to one section, and each section to a reading", () => {
    for (const { id, paths } of IDENTITY_SECTIONS) {
      expect(SECTION_READINGS[id], id).toBeTypeOf("function");
      for (const path of paths) expect(sectionOf(path)?.id).toBe(id);
    }
  });
});

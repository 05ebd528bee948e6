import { describe, expect, it } from "vitest";
import {
  emptyDocument,
  nameConflicts,
  nameConflictText,
  type StoredTypography,
  typefaceNames,
  withNames,
  withoutName,
} from "@/lib/content";
import { sampleTypography, typeface } from "@/tests/support/documents";

type Names = { heading?: string; body?: string; mono?: string };

const brandOf = (names: Names | undefined, typography?: StoredTypography) => {
  const { identity } = emptyDocument();
  return { identity: withNames(identity, names), ...(typography && { typography }) };
};

describe("the names of typefaces that the identity states", () => {
  it.each([
    "Fraunces, semi-bold",
    "Alder",
    "Alder-Grotesk Bold, tight",
    "Semi-bold, in Alder Grotesk",
    "ALDER GROTESK DISPLAY",
    " , bold",
  ])("contradict the typeface with the role where they speak of another one: %j", (heading) => {
    const [conflict] = nameConflicts(brandOf({ heading }, sampleTypography()));
    expect(conflict?.stated).toBe(heading.startsWith("Fraunces") ? heading : undefined);
  });

  it("cannot contradict where nobody wrote one, or no typeface has the role", () => {
    expect(nameConflicts(brandOf({}, sampleTypography()))).toEqual([]);
    expect(nameConflicts(brandOf({ heading: "Fraunces", mono: "Courier" }))).toEqual([]);
    expect(nameConflicts(brandOf({ mono: "Courier" }, sampleTypography()))).toEqual([]);
  });

  it("are told as stated, but where a file of another family has the role", () => {
    const names = { heading: "Fraunces, semi-bold", body: "Alder Grotesk, regular", mono: "Courier" };
    expect(typefaceNames(brandOf(names, sampleTypography()))).toEqual({ ...names, heading: "Alder Grotesk" });
    expect(typefaceNames(brandOf(names, sampleTypography(typeface({ files: [] }))))).toEqual(names);
    expect(typefaceNames(brandOf(undefined, sampleTypography()))).toEqual({
      heading: "Alder Grotesk",
      body: "Alder Grotesk",
    });
  });

  it("follow the typeface once they are dropped, one by one", () => {
    const brand = brandOf({ heading: "Fraunces", body: "Literata" }, sampleTypography());
    const [heading, body] = nameConflicts(brand);
    expect(heading && nameConflictText(heading)).toBe(
      "The identity names “Fraunces” as the typeface for headings, but Alder Grotesk is selected.",
    );
    const once = withNames(brand.identity, withoutName(brand.identity.brand.typography, "heading"));
    expect(once.brand.typography).toEqual({ body: "Literata" });
    expect(nameConflicts({ ...brand, identity: once })).toEqual([body]);
    const twice = withNames(once, withoutName(once.brand.typography, "body"));
    expect(twice.brand).not.toHaveProperty("typography");
    expect(withNames(twice, undefined)).toBe(twice);
  });
});

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

describe("typeface names of the identity", () => {
  it.each([
    "Fraunces, semi-bold",
    "Alder",
    "Alder-Grotesk Bold, tight",
    "Semi-bold, in Alder Grotesk",
    "ALDER GROTESK DISPLAY",
    " , bold",
  ])("contradict the typeface with the role if they name another one: %j", (heading) => {
    const [conflict] = nameConflicts(brandOf({ heading }, sampleTypography()));
    expect(conflict?.stated).toBe(heading.startsWith("Fraunces") ? heading : undefined);
  });

  it("can't contradict if unwritten or if no typeface has the role", () => {
    expect(nameConflicts(brandOf({}, sampleTypography()))).toEqual([]);
    expect(nameConflicts(brandOf({ heading: "Fraunces", mono: "Courier" }))).toEqual([]);
    expect(nameConflicts(brandOf({ mono: "Courier" }, sampleTypography()))).toEqual([]);
  });

  it("are shown as written unless a file of another family has the role", () => {
    const names = { heading: "Fraunces, semi-bold", body: "Alder Grotesk, regular", mono: "Courier" };
    expect(typefaceNames(brandOf(names, sampleTypography()))).toEqual({ ...names, heading: "Alder Grotesk" });
    expect(typefaceNames(brandOf(names, sampleTypography(typeface({ files: [] }))))).toEqual(names);
    expect(typefaceNames(brandOf(undefined, sampleTypography()))).toEqual({
      heading: "Alder Grotesk",
      body: "Alder Grotesk",
    });
  });

  it("follow the typeface once removed, one by one", () => {
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

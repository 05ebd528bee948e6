import { describe, expect, it } from "vitest";
import type { StoredTypography } from "@/lib/content";
import { drawnFromText, standInText } from "@/lib/rendering";
import { makeKit } from "@/lib/rendering/showcase/make-kit";
import { draw } from "@/lib/rendering/showcase/mock-ups/draw";
import { inscriptionsOf } from "@/lib/rendering/showcase/scene";
import { shownTypefaces } from "@/lib/rendering/showcase/typefaces";
import { fontRef, sampleTypography, typeface } from "@/tests/support/documents";
import { HARD, orderOf } from "./sitters";

type Names = { heading?: string; body?: string; mono?: string };

const shown = (names: Names, typography?: StoredTypography) =>
  shownTypefaces({
    identity: { schema: 1, brand: { typography: names }, personality: {}, persona: {} },
    ...(typography && { typography }),
  });
const typographyOf = (roles: "heading" | "body", values: Parameters<typeof typeface>[0] = {}): StoredTypography => {
  const font = typeface(values);
  return { fonts: [font], roles: { [roles]: font.id }, styles: {} };
};

describe("the typefaces that a brand names", () => {
  it("are replaced by the hub's without files, and named by family", () => {
    const [heading, mono] = shown({ heading: "Fraunces, semi-bold, optical size on", mono: "Courier Prime" });
    expect(heading).toEqual({ roles: ["heading"], name: "Fraunces", shownIn: "Geist", standsIn: true });
    expect(mono).toEqual({ roles: ["mono"], name: "Courier Prime", shownIn: "Geist Mono", standsIn: true });
    expect(heading && standInText(heading)).toBe("has no usable font file here, so Geist replaces it.");
  });

  it("are shown if they have a file, once for all roles", () => {
    expect(shown({}, sampleTypography())).toEqual([
      { roles: ["heading", "body"], name: "Alder Grotesk", shownIn: "Alder Grotesk", standsIn: false },
    ]);
    expect(shown({ heading: "Alder-Grotesk Bold, tight" }, sampleTypography())[0]).toMatchObject({ standsIn: false });
  });

  it("are those with the role and a file, whatever the identity names", () => {
    expect(shown({ heading: "Fraunces, semi-bold", body: "Literata" }, sampleTypography())).toEqual([
      { roles: ["heading", "body"], name: "Alder Grotesk", shownIn: "Alder Grotesk", standsIn: false },
    ]);
    expect(shown({ heading: "Fraunces" }, typographyOf("heading", { files: [] }))[0]).toMatchObject({
      name: "Fraunces",
      standsIn: true,
    });
  });

  it("name the brand's typeface that replaces them", () => {
    expect(shown({ heading: "Fraunces" }, typographyOf("body"))[0]).toMatchObject({
      shownIn: "Alder Grotesk",
      standsIn: true,
    });
  });

  it.each([
    ["none", []],
    ["only an italic one", [{ file: fontRef(), weights: [400, 400] as [number, number], style: "italic" as const }]],
    [
      "one that is too large",
      [{ file: { ...fontRef(), bytes: 7_000_000 }, weights: [400, 400] as [number, number], style: "normal" as const }],
    ],
  ])("are replaced with these files: %s", (_, files) => {
    expect(shown({}, typographyOf("heading", { files }))).toMatchObject([{ shownIn: "Geist", standsIn: true }]);
  });

  it("are absent if none is named, and a typeface called Geist is the hub's", () => {
    expect(shown({})).toEqual([]);
    expect(shown({ heading: " , bold" })).toEqual([]);
    expect(shown({ body: "Geist Regular" })).toMatchObject([{ standsIn: false }]);
  });
});

describe("the type specimen", () => {
  const textsOf = async (brand: Parameters<typeof orderOf>[0]["brand"]) => {
    const { kit } = await makeKit(orderOf({ name: "Slow Ferry", brand }));
    return inscriptionsOf(draw("specimen", kit("light")).shapes).map(({ text }) => text);
  };

  it("names its typefaces, and what replaces them", async () => {
    const texts = await textsOf({ typography: { heading: "Fraunces, semi-bold", body: "Geist" } });
    expect(texts).toEqual(expect.arrayContaining(["Fraunces", "Geist stands in", "Geist"]));
    expect(texts.filter((text) => text === "Geist stands in")).toHaveLength(1);
  });

  it("names no unnamed typeface", async () => {
    expect((await textsOf({})).filter((text) => text.includes("Geist"))).toEqual([]);
  });
});

it("lists what the brand's drawings use", () => {
  const [palette, one] = [HARD.neon?.colors.palette ?? [], [{}]];
  expect(drawnFromText({ colors: { palette }, logos: one, fonts: one })).toBe("colours, logos, typefaces and words");
  expect(drawnFromText({ colors: { palette }, logos: one, fonts: [] })).toBe("colours, logos and words");
  expect(drawnFromText({ colors: { palette: [] }, logos: [], fonts: [] })).toBe("words");
});

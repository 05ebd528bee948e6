import { describe, expect, it } from "vitest";
import { fieldPath } from "@/components/overview/completeness-card";
import { matchesWords, pathInBrand, sectionAt, sectionToKeep } from "@/components/shell/sections";
import { emptyDocument } from "@/lib/content";
import { IDENTITY_SECTIONS, measureCompleteness } from "@/lib/publishing";

describe("the rail", () => {
  it.each([
    ["/b/birch", "Overview"],
    ["/b/birch/identity", "Identity"],
    ["/b/birch/history/3", "History"],
    ["/b/birch/developers/webhooks/1", "Developers"],
    ["/b/birch/nowhere", undefined],
    ["/account", undefined],
    ["/b", undefined],
  ])("marks %s as section %s", (pathname, label) => {
    expect(sectionAt(pathname)?.label).toBe(label);
  });

  it("returns the path after the slug", () => {
    expect(pathInBrand("/b/birch")).toBe("");
    expect(pathInBrand("/b/birch/palette")).toBe("/palette");
    expect(pathInBrand("/admin/tools")).toBeNull();
  });
});

describe("switching brand", () => {
  it.each([
    ["/b/birch", "owner", ""],
    ["/b/birch/palette", "viewer", "/palette"],
    ["/b/birch/history", "viewer", "/history"],
    ["/b/birch/developers/webhooks", "admin", "/developers/webhooks"],
    ["/b/birch/developers/webhooks/01a1", "owner", "/developers/webhooks"],
    ["/b/birch/developers/keys", "editor", ""],
    ["/b/birch/settings", "viewer", ""],
    ["/b/birch/settings", "admin", "/settings"],
    ["/account", "owner", ""],
  ] as const)("keeps from %s, as %s there, “%s”", (pathname, role, kept) => {
    expect(sectionToKeep(pathname, role)).toBe(kept);
  });
});

describe("matchesWords", () => {
  it("matches word beginnings in any text, ignoring case and accents", () => {
    expect(matchesWords("PAL", ["Palette"])).toBe(true);
    expect(matchesWords("api k", ["Developers", "API keys"])).toBe(true);
    expect(matchesWords("sohne", ["Birch & Söhne"])).toBe(true);
    expect(matchesWords("", ["Anything"])).toBe(true);
  });

  it("does not match inside words or if a word is missing", () => {
    expect(matchesWords("lette", ["Palette"])).toBe(false);
    expect(matchesWords("palette x", ["Palette"])).toBe(false);
  });
});

describe("fieldPath", () => {
  it("links everything that can be missing to an existing section", () => {
    const ids = new Set(IDENTITY_SECTIONS.map(({ id }) => `/identity#${id}`));
    const pages = new Set(["/palette", "/logos", "/assets", ...ids]);
    const paths = measureCompleteness(emptyDocument()).sections.flatMap(({ missing }) =>
      missing.map(({ path }) => path),
    );
    expect(paths.length).toBeGreaterThan(30);
    expect(paths.filter((path) => !pages.has(fieldPath(path)))).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { fieldPath } from "@/components/overview/overview-cards";
import { afterVisit, readRecents, recentBrands } from "@/components/shell/recents";
import { matchesWords, pathInBrand, sectionAt, sectionToKeep } from "@/components/shell/sections";
import { emptyDocument } from "@/lib/content";
import { IDENTITY_SECTIONS, measureCompleteness } from "@/lib/publishing";

describe("the rail", () => {
  it.each([
    ["/b/birch", "Overview"],
    ["/b/birch/identity", "Identity"],
    ["/b/birch/review", "Drafts and review"],
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

describe("recents", () => {
  it("keeps the newest visits first, each page once, for the browser alone", () => {
    const visits = ["/b/birch", "/b/alder/palette", "/account", "/b/birch/history/3", "/b/birch"];
    const cookie = visits.reduce((kept, path) => afterVisit(kept, path) ?? kept, "");
    expect(readRecents(cookie)).toEqual([
      { slug: "birch", section: "" },
      { slug: "birch", section: "history" },
      { slug: "alder", section: "palette" },
    ]);
    expect(recentBrands(cookie)).toEqual(["birch", "alder"]);
    const many = Array.from({ length: 40 }, (_, index) => `/b/birch-${index}`);
    expect(readRecents(many.reduce((kept, path) => afterVisit(kept, path) ?? kept, ""))).toHaveLength(12);
  });

  it("leaves out what the hub did not write", () => {
    expect(readRecents(`birch!~<b>!x~!~alder!palette~${"a".repeat(65)}!`)).toEqual([
      { slug: "birch", section: "" },
      { slug: "alder", section: "palette" },
    ]);
    expect(readRecents(undefined)).toEqual([]);
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

import { describe, expect, it } from "vitest";
import { acceptedKinds, acceptsFile } from "@/components/ui/browser";
import { timeAgo } from "@/components/ui/date-text";
import { matchesChord } from "@/components/ui/hooks";
import { mergeTags, suggestionsFor } from "@/components/ui/tag-input";

describe("mergeTags", () => {
  it("splits and trims a pasted list and skips empty entries", () => {
    expect(mergeTags(["Warm"], " Honest, Curious\n\n,Bold ", 10)).toEqual(["Warm", "Honest", "Curious", "Bold"]);
  });

  it("keeps the first of two tags that differ only in case", () => {
    expect(mergeTags(["Warm"], "WARM, bold, Bold", 10)).toEqual(["Warm", "bold"]);
  });

  it("never exceeds the limit", () => {
    expect(mergeTags(["a", "b"], "c, d, e", 3)).toEqual(["a", "b", "c"]);
  });
});

describe("suggestionsFor", () => {
  const known = ["Winter", "Outdoors", "Snow"];

  it("returns known tags that are not in the list, ignoring case", () => {
    expect(suggestionsFor("", known, ["winter"])).toEqual(["Outdoors", "Snow"]);
  });

  it("returns tags that contain the typed text", () => {
    expect(suggestionsFor(" OUT ", known, [])).toEqual(["Outdoors"]);
    expect(suggestionsFor("x", known, [])).toEqual([]);
  });

  it("returns at most fifty", () => {
    const many = Array.from({ length: 6000 }, (_, index) => `t${index}`);
    expect(suggestionsFor("", many, [])).toHaveLength(50);
    expect(suggestionsFor("t5999", many, [])).toEqual(["t5999"]);
  });
});

describe("acceptsFile", () => {
  const svg = { name: "Logo.SVG", type: "image/svg+xml" };

  it.each([
    ["", true],
    [".svg", true],
    [".png,.svg", true],
    ["image/*", true],
    ["image/svg+xml", true],
    [".png, image/png", false],
    ["application/*", false],
  ])("an SVG file with accept %j: %s", (accept, accepted) => {
    expect(acceptsFile(svg, accept)).toBe(accepted);
  });

  it("does not match image/* with a type that only starts alike", () => {
    expect(acceptsFile({ name: "x", type: "imagery/x" }, "image/*")).toBe(false);
  });
});

describe("acceptedKinds", () => {
  it.each([
    [".woff2,font/woff2", "WOFF2"],
    [".json,.tokens,application/json", "JSON or TOKENS"],
    ["image/png,image/svg+xml,application/pdf", "PNG, SVG or PDF"],
  ])("lists the kinds of %j as %s", (accept, kinds) => {
    expect(acceptedKinds(accept)).toBe(kinds);
  });
});

describe("timeAgo", () => {
  const now = new Date("2026-03-10T12:00:00Z");

  it.each([
    ["2026-03-10T11:59:01Z", "just now"],
    ["2026-03-10T12:00:05Z", "just now"],
    ["2026-03-10T12:00:59Z", "within a minute"],
    ["2026-03-10T11:59:00Z", "1 minute ago"],
    ["2026-03-10T11:00:01Z", "59 minutes ago"],
    ["2026-03-10T11:00:00Z", "1 hour ago"],
    ["2026-03-08T13:00:00Z", "1 day ago"],
    ["2026-03-13T12:00:00Z", "in 3 days"],
    ["2024-03-10T11:00:00Z", "1 year ago"],
  ])("renders %s as %s", (moment, text) => {
    expect(timeAgo(new Date(moment), now)).toBe(text);
  });
});

describe("matchesChord", () => {
  const plain = { metaKey: false, ctrlKey: false, shiftKey: false, altKey: false };

  it("accepts Command or Control for mod", () => {
    expect(matchesChord({ ...plain, key: "k", metaKey: true }, "mod+k")).toBe(true);
    expect(matchesChord({ ...plain, key: "K", ctrlKey: true }, "mod+k")).toBe(true);
  });

  it("requires exactly the given modifiers", () => {
    expect(matchesChord({ ...plain, key: "k" }, "mod+k")).toBe(false);
    expect(matchesChord({ ...plain, key: "k", ctrlKey: true, shiftKey: true }, "mod+k")).toBe(false);
    expect(matchesChord({ ...plain, key: "Escape" }, "escape")).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import { placeOf } from "@/components/imagery/imagery-fields";
import { panelAt } from "@/components/ui/use-panel-address";

const LOGO = { parameter: "logo", prefixes: ["logos.items.", "logos.checks."] };

describe("the URL of a panel", () => {
  it.each([
    ["?logo=a", "", "a"],
    ["?q=x&logo=a", "#logos.items.b", "a"],
    ["", "#logos.items.b", "b"],
    ["", "#logos.checks.b", "b"],
    ["?logo=", "#logos.items.", null],
    ["", "#logos.rules", null],
    ["", "#slot-symbol", null],
    ["", "", null],
  ])("%s%s names the entry %s", (search, hash, id) => {
    expect(panelAt({ search, hash }, LOGO)).toBe(id);
  });
});

describe("the URL of an example's picker", () => {
  it("names a kind, a side and a position only", () => {
    expect(placeOf("photo.donts.2")).toEqual({ kind: "photo", list: "donts", at: 2 });
    for (const other of [
      null,
      "",
      "photo",
      "photo.dos",
      "photo.dos.-1",
      "video.dos.0",
      "photo.maybe.0",
      "photo.dos.0.1",
    ])
      expect(placeOf(other)).toBeNull();
  });
});

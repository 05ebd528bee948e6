import { describe, expect, it } from "vitest";
import { panelAt } from "@/components/ui/use-panel-address";

const LOGO = { parameter: "logo", prefixes: ["logos.items.", "logos.checks."] };

describe("the address of a panel", () => {
  it.each([
    ["?logo=a", "", "a"],
    ["?q=x&logo=a", "#logos.items.b", "a"],
    ["", "#logos.items.b", "b"],
    ["", "#logos.checks.b", "b"],
    ["?logo=", "#logos.items.", null],
    ["", "#logos.rules", null],
    ["", "#slot-symbol", null],
    ["", "", null],
  ])("names with %s%s the entry %s", (search, hash, id) => {
    expect(panelAt({ search, hash }, LOGO)).toBe(id);
  });
});

import { describe, expect, it } from "vitest";
import { matchesPattern } from "@/lib/integrations/tools/matches-pattern";
import { EventPattern } from "@/lib/integrations/tools/tool-input";

describe("a pattern", () => {
  it.each([
    ["asset.approved", "asset.approved"],
    ["asset.approved", "asset.*"],
    ["asset.logo.approved", "asset.*"],
    ["asset.logo.approved", "asset.logo.*"],
    ["anything", "*"],
    ["a.b.c", "*"],
  ])("matches %s by %s", (type, pattern) => {
    expect(matchesPattern(type, pattern)).toBe(true);
  });

  it.each([
    ["asset", "asset.*"],
    ["assets.approved", "asset.*"],
    ["asset.approved", "asset"],
    ["asset", "asset.approved"],
    ["asset.approved.twice", "asset.approved"],
    ["assetxapproved", "asset.approved"],
  ])("does not match %s by %s", (type, pattern) => {
    expect(matchesPattern(type, pattern)).toBe(false);
  });

  it.each(["*", "asset", "asset.*", "asset.logo-drawn", "a_b.*"])("can be %s", (pattern) => {
    expect(EventPattern.safeParse(pattern).success).toBe(true);
  });

  it.each([
    "",
    "**",
    "*.approved",
    "asset.*.approved",
    "Asset.*",
    "asset.",
    "hub.*",
    "identity.updated",
    "identity",
    "a".repeat(101),
  ])("can't be %j", (pattern) => {
    expect(EventPattern.safeParse(pattern).success).toBe(false);
  });
});

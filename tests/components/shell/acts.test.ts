import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { actsFor } from "@/components/shell/acts";
import { matchesWords } from "@/components/shell/sections";
import { ROLES } from "@/lib/contract";

const found = (query: string, whoever: Parameters<typeof actsFor>[0]) =>
  actsFor(whoever)
    .filter(({ label, keywords }) => matchesWords(query, [label, keywords]))
    .map(({ label }) => label);
const inBrand = (role: (typeof ROLES)[number], hubAdmin = false) => ({ brand: { slug: "birch", role }, hubAdmin });

describe("actions of the command palette", () => {
  it.each([
    ["rotate", ["Rotate API key", "Rotate tool credentials"]],
    ["renew key", ["Rotate API key"]],
    ["invite", ["Invite member"]],
    ["retry", ["Replay failed deliveries"]],
    ["rename", ["Change brand name or address"]],
    ["2fa", ["Set up two-factor authentication", "Require two-factor authentication"]],
    ["failed sign-ins", ["View failed sign-ins"]],
    ["zzzz", []],
  ])("are found by their name and synonyms: %s", (query, labels) => {
    expect(found(query, inBrand("owner", true))).toEqual(labels);
  });

  it("are limited to what the person can do", () => {
    const labelsOf = (whoever: Parameters<typeof actsFor>[0]) => actsFor(whoever).map(({ label }) => label);
    const owner = labelsOf(inBrand("owner"));
    const [, admin = [], editor = [], viewer = []] = ROLES.map((role) => labelsOf(inBrand(role)));
    expect(owner.filter((label) => !admin.includes(label))).toEqual(["Transfer brand", "Archive brand"]);
    expect(admin).toContain("Rotate API key");
    expect(editor).toContain("Publish draft");
    expect(editor).not.toContain("Rotate API key");
    expect(viewer).toContain("Download activity");
    expect(viewer.some((label) => editor.includes(label) && label.startsWith("Upload"))).toBe(false);
    expect(labelsOf({ brand: null, hubAdmin: false }).every((label) => viewer.includes(label))).toBe(true);
    for (const role of ROLES) expect(found("rotate tool", inBrand(role))).toEqual([]);
    expect(labelsOf({ brand: null, hubAdmin: true })).toContain("Rotate tool credentials");
  });

  it("link to existing pages under unique names", () => {
    const acts = actsFor(inBrand("owner", true));
    for (const { path } of acts) {
      const page = (path.split(/[?#]/)[0] ?? "").replace("/b/birch", "/b/[brand]");
      expect([path, existsSync(`app/(hub)${page}/page.tsx`)]).toEqual([path, true]);
    }
    expect(new Set(acts.map(({ label }) => label)).size).toBe(acts.length);
  });
});

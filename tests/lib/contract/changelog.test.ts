import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Operation, operations } from "@/lib/contract";
import * as frozenKit from "@/tests/fixtures/kit-1.0.0";

const changelog = readFileSync("CHANGELOG.md", "utf8");
const [first = "", since = ""] = changelog.split("### Added since");

const listedIn = (text: string) =>
  [...text.matchAll(/^\| `(\w+)` \| `([A-Z]+ \/[^`]+)`/gm)].map(([, id, request]) => `${id}: ${request}`).sort();
const declared = (all: Record<string, Pick<Operation, "id" | "method" | "path">>) =>
  Object.values(all)
    .map(({ id, method, path }) => `${id}: ${method} ${path}`)
    .sort();

/** The output of `cat folder/*.ts | sha256sum`. */
function digestOf(folder: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .sort()) {
    hash.update(readFileSync(join(folder, name)));
  }
  return hash.digest("hex");
}

describe("the contract's changelog", () => {
  it("lists the operations of 1.0.0 and those added since", () => {
    expect(listedIn(first)).toEqual(declared(frozenKit.operations));
    expect(listedIn(changelog)).toEqual(declared(operations));
    expect(listedIn(since)).toHaveLength(Object.keys(operations).length - Object.keys(frozenKit.operations).length);
  });

  it("has the kit's version and digest: after any change, raise the version in index.ts and add it here", () => {
    const kits = [...changelog.matchAll(/^\| (\d+\.\d+\.\d+) \|.*\| `([0-9a-f]{64})` \|$/gm)];
    const [version] = /(?<=version )[\d.]+\d/.exec(readFileSync("lib/contract/index.ts", "utf8")) ?? [];
    expect(kits.map(([, kit]) => kit).at(-1)).toBe("1.0.0");
    expect(kits[0]?.slice(1)).toEqual([version, digestOf("lib/contract")]);
    expect(kits.at(-1)?.[2]).toBe(digestOf("tests/fixtures/kit-1.0.0"));
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { joinSources } from "@/lib/api/docs/kit/join-sources";

const FOLDER = "lib/contract";
const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => /\.[cm]?[jt]sx?$/.test(name));

/** Modules named by `import … from`, `export … from`, `import "…"`, `import("…")` and `require("…")`. */
const importsOf = (source: string): string[] =>
  [...source.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*["'`]([^"'`]+)["'`]/g)].flatMap(([, name]) => name ?? []);

describe("the files of the contract kit", () => {
  it("exist", () => {
    expect(files).toEqual(expect.arrayContaining(["index.ts", "cache.ts", "client.ts", "webhooks.ts"]));
  });

  it.each(files)("%s imports only zod and its own folder", (file) => {
    const siblings = files.map((name) => `./${name.replace(/\.ts$/, ".js")}`);
    const others = importsOf(readFileSync(join(FOLDER, file), "utf8")).filter((name) => name !== "zod");
    expect(others.filter((name) => !siblings.includes(name))).toEqual([]);
  });

  it("declare each name once, so they join into one file", () => {
    const sources = files
      .filter((name) => name.endsWith(".ts"))
      .map((name) => ({ name, text: readFileSync(join(FOLDER, name), "utf8") }));
    expect(joinSources(sources).text).toContain("class HubClient");
  });

  it.each(files)("%s uses only web standards", (file) => {
    expect(readFileSync(join(FOLDER, file), "utf8")).not.toMatch(
      /\b(process|Buffer|__dirname|globalThis\.process)\b[.[(]/,
    );
  });
});

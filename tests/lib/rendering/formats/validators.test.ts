// @module-tag full
import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import type { BrandDocument } from "@/lib/content";
import { FORMATS } from "@/lib/rendering/server";
import { brandsOf } from "@/tests/support/any-brand";
import { sharedResource } from "@/tests/support/shared-resource";

const formatsOf = (document: BrandDocument, index: number) => {
  const snapshot = { ...document, brand: { name: `Brand ${index}`, slug: "brand" } };
  const written = Object.entries(FORMATS).map(([name, { write }]) => [
    name,
    write(snapshot, { baseUrl: "https://hub.example.com" }),
  ]);
  return Object.fromEntries(written);
};

async function faultsIn(brands: readonly Record<string, string>[]): Promise<string[]> {
  const program = join(await sharedResource("linters"), "formats.mjs");
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(brands));
  return JSON.parse(await text(child.stdout));
}

it("passes Terrazzo, Sass, DESIGN.md's linter and a Swift parser for 40 brands", async () => {
  expect(await faultsIn(brandsOf(40).map(formatsOf))).toEqual([]);
});

it("is seen to fail by each of them", async () => {
  const [brand = {}] = brandsOf(1).map(formatsOf);
  const broken = {
    ...brand,
    "tokens.json": '{ "a": { "$type": "color", "$value": 7 } }',
    "tokens.scss": "$a: ;",
    "brand.md": "---\ncolors:\n  a: nothing\n---\n",
    "ios.swift": "enum X { static let default = (",
  };
  const found = (await faultsIn([broken])).map((fault) => fault.split(":")[0]);
  expect(found).toEqual(expect.arrayContaining(["tokens.json", "tokens.scss", "brand.md", "ios.swift"]));
});

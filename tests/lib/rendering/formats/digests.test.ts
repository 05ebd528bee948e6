import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BrandSnapshot } from "@/lib/content";
import { VERSION_FORMATS } from "@/lib/contract";
import { FORMATS_REVISION } from "@/lib/rendering/formats/read-format";
import { FORMATS } from "@/lib/rendering/server";
import { reversedKeys } from "@/tests/support/reversed-keys";

const fixture = BrandSnapshot.parse(JSON.parse(readFileSync("tests/fixtures/versions/alder.json", "utf8")));

const written = (snapshot: BrandSnapshot) =>
  VERSION_FORMATS.map((name) => [name, FORMATS[name].write(snapshot, { baseUrl: "https://hub.example.com" })] as const);

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Caches keep a format for a year. Raise the revision with a digest, so that they ask again. */
it("writes the same bytes as long as the revision stays the same", () => {
  const digests = written(fixture).map(([name, text]) => [name, digestOf(text)]);
  expect({ revision: FORMATS_REVISION, ...Object.fromEntries(digests) }).toEqual({
    revision: 1,
    "android-night.xml": "4e5a8461f86d9083",
    "android.xml": "20b6a7155d4588bf",
    "brand.json": "301eff12105b03a5",
    "brand.md": "d2f6c84a7ca0c9da",
    "figma-dark.json": "2e4561537e041ef6",
    "figma-light.json": "9b03eeded15659a8",
    "identity.md": "fc9cb97dc987feb8",
    "ios.swift": "9ec3411f61f5bdcd",
    "resolver.json": "2901d229ae0a1c9c",
    "tailwind.css": "d6a34ea3d7997eda",
    "tokens.css": "52bc3d78916fd6f9",
    "tokens.json": "defb93bb482a0054",
    "tokens.scss": "219b6344bf5a9e95",
  });
});

it("has every format of the contract, in its order", () => expect(Object.keys(FORMATS)).toEqual([...VERSION_FORMATS]));

it("doesn't depend on the database's key order", () => {
  expect(written(reversedKeys(fixture) as BrandSnapshot)).toEqual(written(fixture));
});

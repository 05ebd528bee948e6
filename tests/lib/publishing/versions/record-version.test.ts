import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BrandSnapshot, emptyDocument } from "@/lib/content";
import { canonicalJson } from "@/lib/platform/canonical-json";
import { contentOf } from "@/lib/publishing/versions/record-version";
import { reversedKeys } from "@/tests/support/reversed-keys";

const KEY = { brandId: "01920a4e-6a10-7c3f-9d3b-2f5f6f2f8a01", version: 7 };

const fixture: BrandSnapshot = BrandSnapshot.parse(
  JSON.parse(readFileSync("tests/fixtures/versions/alder.json", "utf8")),
);

const digestOf = (snapshot: BrandSnapshot) => createHash("sha256").update(contentOf(KEY, snapshot)).digest("hex");

/**
 * Digests that the hub has published. If one changes, versions recorded before and after a release differ and existing
 * proofs become worthless. Fix the code, never a digest.
 */
it("stays the same across releases", () => {
  expect(digestOf(fixture)).toBe("dc3760c255130e542838ca6fe32e7a8f1aedd54ea3c15f997c9d357b3ea5bfce");
  expect(digestOf({ ...emptyDocument(), brand: fixture.brand })).toBe(
    "5d656279265955ea9e6d39f3984d7d596c22b0b99977650b0fecaf9f4885dac7",
  );
});

it("doesn't depend on the database's key order", () => {
  expect(contentOf(KEY, reversedKeys(fixture) as BrandSnapshot)).toBe(contentOf(KEY, fixture));
});

/** From RFC 8785, sections 3.2.2 and 3.2.3 and the appendix on numbers. */
it.each([
  [
    { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 },
    '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
  ],
  [{ "10": 1, "9": 2, b: undefined, a: [null, undefined, true] }, '{"10":1,"9":2,"a":[null,null,true]}'],
  [
    [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0],
    "[333333333.3333333,1e+30,4.5,0.002,1e-27,0]",
  ],
  ['\u20ac$\u000f\nA\'B"\\\\"/', '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
])("writes canonical JSON: %j", (value, text) => expect(canonicalJson(value)).toBe(text));

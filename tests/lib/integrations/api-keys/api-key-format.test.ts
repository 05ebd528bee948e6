import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { isApiKeyForm, makeApiKey } from "@/lib/integrations/api-keys/read-api-keys";
import { makeSigningSecret, makeToolToken } from "@/lib/integrations/tool-credentials/authenticate-tool-token";
import { hashKey } from "@/lib/platform/key-format";

describe("an API key", () => {
  it("is bih_, 30 random and 6 checksum characters of base62", () => {
    for (let time = 0; time < 200; time++) {
      const key = makeApiKey();
      expect(key).toMatch(/^bih_[0-9A-Za-z]{36}$/);
      expect(isApiKeyForm(key)).toBe(true);
    }
  });

  it("matches the pattern for secret scanners, as tool tokens and signing secrets do", () => {
    const securityPage = readFileSync("SECURITY.md", "utf8");
    const patternOf = (prefix: string) =>
      new RegExp(new RegExp(`\\| \`(\\\\b${prefix}[^\`]+)\``).exec(securityPage)?.[1] ?? "missing");
    const kinds = [
      { pattern: patternOf("bih_"), make: () => makeApiKey() },
      { pattern: patternOf("bihc_"), make: () => makeToolToken() },
      { pattern: patternOf("whsec_"), make: makeSigningSecret },
    ];
    for (const { pattern, make } of kinds) {
      for (let time = 0; time < 50; time++) {
        const secret = make();
        expect(pattern.exec(`HUB_SECRET="${secret}"; rest`)?.[0]).toBe(secret);
        expect(kinds.filter((kind) => kind.pattern.test(secret))).toHaveLength(1);
      }
    }
    const example = patternOf("bih_").exec(securityPage.slice(securityPage.indexOf("A scanner")))?.[0] ?? "";
    expect(isApiKeyForm(example)).toBe(true);
  });

  it("ends in the CRC-32 of its random part, padded with zeros", () => {
    const key = makeApiKey((size) => new Uint8Array(size));
    const value = crc32("0".repeat(30));
    const digits = [...key.slice(-6)].map((char) =>
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".indexOf(char),
    );
    expect(key.slice(0, 34)).toBe(`bih_${"0".repeat(30)}`);
    expect(digits.reduce((sum, digit) => sum * 62 + digit, 0)).toBe(value);
  });

  it("draws characters evenly by discarding bytes beyond the last whole alphabet", () => {
    let served = 0;
    const key = makeApiKey((size) => {
      served += 1;
      return Uint8Array.from({ length: size }, (_, index) => (served === 1 ? 248 + (index % 8) : 61));
    });
    expect(served).toBe(2);
    expect(key.slice(0, 34)).toBe(`bih_${"z".repeat(30)}`);
  });

  it("fails its checksum with one character changed or two swapped", () => {
    const key = makeApiKey();
    for (let index = 4; index < key.length; index++) {
      const other = key[index] === "a" ? "b" : "a";
      expect(isApiKeyForm(key.slice(0, index) + other + key.slice(index + 1))).toBe(false);
    }
    const index = [...key].findIndex((char, at) => at >= 4 && at < 33 && char !== key[at + 1]);
    const swapped = `${key.slice(0, index)}${key[index + 1]}${key[index]}${key.slice(index + 2)}`;
    expect(isApiKeyForm(swapped)).toBe(false);
  });

  it.each([
    "",
    "bih_",
    "bih_short",
    `${makeApiKey()}x`,
    `${makeApiKey()}\n`,
    makeApiKey().replace("bih_", "BIH_"),
    `x${makeApiKey()}`,
  ])("is recognised among other text (%#)", (text) => {
    expect(isApiKeyForm(text)).toBe(false);
  });

  it("is stored as a SHA-256 hash", () => {
    expect(hashKey("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});

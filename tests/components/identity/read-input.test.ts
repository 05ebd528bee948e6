import { describe, expect, it } from "vitest";
import { readLanguage, readWebsite } from "@/components/identity/read-input";

describe("a website", () => {
  it.each(["https://example.com", "http://example.com/a?b=c#d", "HTTPS://Example.com", "https://münchen.example", ""])(
    "is accepted as written: %j",
    (text) => expect(readWebsite(` ${text} `)).toEqual({ value: text }),
  );

  it.each(["example.com", "www.example.com/about", "münchen.example", "127.0.0.1:3000"])(
    "without a scheme gets one proposed: %j",
    (text) =>
      expect(readWebsite(text)).toEqual({
        problem: "Not saved. A web address starts with https://.",
        proposal: `https://${text}`,
      }),
  );

  it.each([
    "our website",
    "example",
    "https://example",
    "https://",
    "javascript:alert(1)",
    "mailto:us@example.com",
    "ftp://example.com",
    "us@example.com",
    "https://.com",
    "https://example.",
  ])("is refused without a proposal: %j", (text) => {
    const read = readWebsite(text);
    expect(read).toEqual({ problem: expect.stringContaining("Enter a web address") });
  });
});

describe("a language", () => {
  it.each([
    ["en", "en"],
    ["EN_gb", "en-GB"],
    ["zh-hant-tw", "zh-Hant-TW"],
    ["iw", "he"],
    ["gsw", "gsw"],
    ["German", "de"],
    ["english", "en"],
    [" Japanese ", "ja"],
  ])("%j is %s", (text, tag) => expect(readLanguage(text)).toEqual({ value: tag }));

  it.each(["Klingonish", "english please", "e", "1", "x-private", "de-", "<b>"])("%j is rejected", (text) => {
    expect(readLanguage(text)).toEqual({ problem: expect.stringContaining("is not a language tag") });
  });
});

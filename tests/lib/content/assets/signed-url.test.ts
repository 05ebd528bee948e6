import { describe, expect, it } from "vitest";
import { signFileUrl, verifyFileUrl } from "@/lib/content/server";

const secret = "a secret of at least thirty-two characters";
const brandId = "0190f3c2-aaaa-7bbb-8ccc-00000000000f";
const sha256 = "0123456789abcdef".repeat(4);
const now = new Date("2026-05-01T10:00:20.500Z");
const secondsLater = (seconds: number) => new Date(now.getTime() + seconds * 1000);

const sign = (changes: Partial<Parameters<typeof signFileUrl>[0]> = {}) =>
  signFileUrl({ baseUrl: "https://hub.example.com", secret, brandId, sha256, now, ...changes });
const verify = (url: string | URL, at = now, secrets: string | string[] = secret) =>
  verifyFileUrl({ secret: secrets, url: new URL(url), now: at });

describe("signFileUrl", () => {
  it("returns an absolute URL of file, brand, expiry and signature", () => {
    const { url, expiresAtSeconds } = sign();
    expect(expiresAtSeconds).toBe(Date.parse("2026-05-01T10:31:00Z") / 1000);
    expect(url).toMatch(
      new RegExp(
        `^https://hub\\.example\\.com/files/${sha256}\\?brand=${brandId}&expires=${expiresAtSeconds}&signature=[\\w-]{43}$`,
      ),
    );
  });

  it("is valid for 30 to 31 minutes", () => {
    for (let ms = 0; ms < 120_000; ms += 497) {
      const at = new Date(now.getTime() + ms);
      const lifetime = sign({ now: at }).expiresAtSeconds - at.getTime() / 1000;
      expect(lifetime).toBeGreaterThanOrEqual(30 * 60);
      expect(lifetime).toBeLessThan(31 * 60);
    }
  });

  it("is the same within a minute and changes with the next", () => {
    expect(sign({ now: new Date("2026-05-01T10:00:00.001Z") })).toEqual(
      sign({ now: new Date("2026-05-01T10:01:00Z") }),
    );
    expect(sign({ now: new Date("2026-05-01T10:01:00.001Z") }).url).not.toBe(sign().url);
  });

  it("doesn't double a base URL's trailing slash", () => {
    expect(sign({ baseUrl: "https://hub.example.com/" })).toEqual(sign());
  });

  it("never signs with an empty secret", () => {
    expect(() => sign({ secret: "" })).toThrow("needs a secret");
    expect(() => sign({ secret: [] })).toThrow("needs a secret");
  });
});

describe("verifyFileUrl", () => {
  it("returns what was signed until the second it expires", () => {
    const { url, expiresAtSeconds } = sign();
    const expected = { brandId, sha256, expiresAtSeconds };
    expect(verify(url)).toEqual(expected);
    expect(verify(url, new Date(expiresAtSeconds * 1000 - 1))).toEqual(expected);
    expect(verify(url, new Date(expiresAtSeconds * 1000))).toBeNull();
    expect(verify(url, secondsLater(86_400))).toBeNull();
  });

  it("reads a rendition only with its own signature, and files signed in the old form", () => {
    const { url } = sign({ rendition: "webp-320" });
    expect(verify(url)).toMatchObject({ sha256, brandId, rendition: "webp-320" });
    expect(new URL(sign().url).searchParams.size).toBe(3);
    expect(verify(sign().url)).not.toHaveProperty("rendition");
    for (const other of ["webp-640", "png-512", "webp-321", "", "WEBP-320"])
      expect(verify(url.replace("webp-320", other)), other).toBeNull();
    expect(verify(url.replace("&rendition=webp-320", ""))).toBeNull();
    expect(verify(`${sign().url}&rendition=webp-320`)).toBeNull();
    expect(verify(`${url}&rendition=webp-320`)).toBeNull();
  });

  it("accepts the parameters in any order, since proxies may sort them", () => {
    const url = new URL(sign().url);
    const parts = url.search.slice(1).split("&");
    url.search = parts.reverse().join("&");
    expect(verify(url)).not.toBeNull();
  });

  it("accepts every secret during a rotation and signs with the first", () => {
    const old = sign({ secret: "the old secret" });
    const rotated = ["the new secret", "the old secret"];
    expect(verify(old.url, now, rotated)).not.toBeNull();
    expect(verify(sign({ secret: rotated }).url, now, "the new secret")).not.toBeNull();
    expect(verify(old.url, now, "the new secret")).toBeNull();
    expect(verify(old.url, now, [])).toBeNull();
  });

  it("refuses a URL with any character changed", () => {
    const { url } = sign();
    const start = url.indexOf("/files/");
    for (let index = start; index < url.length; index += 1) {
      const character = url[index] === "a" ? "b" : "a";
      const changed = `${url.slice(0, index)}${character}${url.slice(index + 1)}`;
      expect(verify(changed), changed).toBeNull();
    }
  });

  it("refuses other spellings of the signature's last character, which decode to the same bytes", () => {
    const { url } = sign();
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const accepted = [...alphabet].filter((last) => verify(url.slice(0, -1) + last) !== null);
    expect(accepted).toEqual([url.at(-1)]);
  });

  it.each([
    ["a missing brand", (p: URLSearchParams) => p.delete("brand")],
    ["a missing expiry", (p: URLSearchParams) => p.delete("expires")],
    ["a missing signature", (p: URLSearchParams) => p.delete("signature")],
    ["an empty signature", (p: URLSearchParams) => p.set("signature", "")],
    ["a repeated brand", (p: URLSearchParams) => p.append("brand", p.get("brand") ?? "")],
    ["a repeated expiry", (p: URLSearchParams) => p.append("expires", "9999999999")],
    ["a repeated signature", (p: URLSearchParams) => p.append("signature", p.get("signature") ?? "")],
    ["an unknown parameter", (p: URLSearchParams) => p.append("download", "1")],
    ["another brand", (p: URLSearchParams) => p.set("brand", brandId.replace("0f", "0e"))],
    ["the brand in upper case", (p: URLSearchParams) => p.set("brand", brandId.toUpperCase())],
    ["a later expiry", (p: URLSearchParams) => p.set("expires", String(Number(p.get("expires")) + 60))],
    ["a leading zero", (p: URLSearchParams) => p.set("expires", `0${p.get("expires")}`)],
    ["a padded expiry", (p: URLSearchParams) => p.set("expires", ` ${p.get("expires")}`)],
    ["an expiry with an exponent", (p: URLSearchParams) => p.set("expires", "9e99")],
    ["a padded signature", (p: URLSearchParams) => p.set("signature", `${p.get("signature")}=`)],
  ])("refuses %s", (_, tamper) => {
    const url = new URL(sign().url);
    tamper(url.searchParams);
    expect(verify(url)).toBeNull();
  });

  it("refuses an unknown parameter instead of a known one", () => {
    expect(verify(sign().url.replace("?brand=", "?brand2="))).toBeNull();
  });

  it.each([
    ["another file", `/files/${"f".repeat(64)}`],
    ["a file in upper case", `/files/${sha256.toUpperCase()}`],
    ["a longer path", `/files/${sha256}/x`],
    ["another folder", `/other/${sha256}`],
    ["a folder whose name ends like the right one", `/myfiles/${sha256}`],
  ])("refuses %s", (_, path) => {
    const url = new URL(sign().url);
    url.pathname = path;
    expect(verify(url)).toBeNull();
  });
});

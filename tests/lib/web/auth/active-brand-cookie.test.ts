import { describe, expect, it } from "vitest";
import { activeBrandCookie, cookieDomain } from "@/lib/web/auth/cookies";

describe("the active-brand cookie", () => {
  it("is the slug on the parent domain, readable by scripts and secure on https", () => {
    const host = { HUB_BASE_URL: "https://hub.example.com", HUB_COOKIE_DOMAIN: "example.com" };
    expect(activeBrandCookie("alder", host)).toEqual({
      name: "hub_active_brand",
      value: "alder",
      domain: "example.com",
      path: "/",
      sameSite: "lax",
      secure: true,
      httpOnly: false,
      maxAge: 30 * 24 * 60 * 60,
    });
  });

  it("is cleared on the same domain and path", () => {
    const host = { HUB_BASE_URL: "http://hub.example.com", HUB_COOKIE_DOMAIN: "example.com" };
    expect(activeBrandCookie(null, host)).toMatchObject({
      value: "",
      maxAge: 0,
      domain: "example.com",
      path: "/",
      secure: false,
    });
  });

  it.each([
    ["https://hub.example.com", "example.com", "example.com"],
    ["https://hub.example.com", ".Example.com", "example.com"],
    ["https://hub.example.com", "hub.example.com", "hub.example.com"],
    ["https://hub.brands.example.co.uk", "example.co.uk", "example.co.uk"],
    ["https://hub.example.com", undefined, undefined],
    ["https://hub.example.com", "", undefined],
    ["https://hub.example.com", "com", undefined],
    ["https://hub.example.co.uk", "co.uk", undefined],
    ["https://hub.vercel.app", "vercel.app", undefined],
    ["https://someone.github.io", "github.io", undefined],
    ["http://localhost:3000", "localhost", undefined],
    ["http://127.0.0.1:3000", "127.0.0.1", undefined],
    ["https://hub.example.com", "other.com", undefined],
    ["https://hub.notexample.com", "example.com", undefined],
    ["https://example.com", "hub.example.com", undefined],
  ])("of %s with the configured domain %s has the Domain %s", (HUB_BASE_URL, HUB_COOKIE_DOMAIN, expected) => {
    expect(cookieDomain({ HUB_BASE_URL, HUB_COOKIE_DOMAIN })).toBe(expected);
  });
});

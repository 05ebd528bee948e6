import { describe, expect, it } from "vitest";
import { pagePolicy } from "@/lib/api/page-policy";

const NONCE = "bm9uY2Ugb2YgMTYgYnl0ZQ==";
const policyOf = (path: string, isDevelopment = false) => pagePolicy(path, { nonce: NONCE, isDevelopment });
const directive = (path: string, name: string) =>
  policyOf(path)
    ?.split("; ")
    .find((text) => text.startsWith(`${name} `));

describe("a page's content security policy", () => {
  it.each([
    ["/", "'self' data: blob:", "'self'"],
    ["/b/birch/logos", "'self' data: blob:", "'self'"],
    ["/invite/token", "'self' data: blob:", "'self'"],
    ["/sign-in", "'self'", "'self'"],
    ["/sign-in/", "'self'", "'self'"],
    ["/sign-in/elsewhere", "'self' data: blob:", "'self'"],
    ["/p/birch", "'self'", "'none'"],
    ["/p/birch/logos/x", "'self'", "'none'"],
    ["/connect/a/b", "'self' data: blob:", "'self'"],
  ])("of %s allows images from %s and forms to %s", (path, images, forms) => {
    expect(directive(path, "img-src")).toBe(`img-src ${images}`);
    expect(directive(path, "form-action")).toBe(`form-action ${forms}`);
    expect(directive(path, "script-src")).toBe(`script-src 'nonce-${NONCE}' 'strict-dynamic'`);
  });

  it("is left to the hand-off page for itself", () => {
    expect(policyOf("/connect/brand-studio")).toBeNull();
    expect(policyOf("/connect/brand-studio/")).toBeNull();
  });

  it("allows eval and any style element only in development", () => {
    expect(policyOf("/", true)).toContain("'unsafe-eval'");
    expect(policyOf("/", true)).toContain("style-src 'self' 'unsafe-inline'");
    expect(policyOf("/")).not.toContain("'unsafe-eval'");
    expect(directive("/", "style-src")).toBe(`style-src 'self' 'nonce-${NONCE}'`);
  });
});

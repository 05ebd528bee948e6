import { describe, expect, it } from "vitest";
import { safeCallbackPath } from "@/lib/web/auth/sign-in-page";

const BASE = "https://hub.example.com";

describe("safeCallbackPath", () => {
  it.each([
    ["/b/alder/identity?tab=voice#tone", "/b/alder/identity?tab=voice#tone"],
    ["https://hub.example.com/account", "/account"],
    ["account", "/account"],
    ["/connect/studio?state=a%20b", "/connect/studio?state=a%20b"],
  ])("keeps %s", (wanted, expected) => {
    expect(safeCallbackPath(wanted, BASE)).toBe(expected);
  });

  it.each([
    null,
    undefined,
    "",
    "https://evil.example.com/",
    "http://hub.example.com/",
    "https://hub.example.com:8443/",
    "https://hub.example.com@evil.example.com/",
    "//evil.example.com",
    "/\\evil.example.com",
    "\\\\evil.example.com",
    "/\t/evil.example.com",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://",
  ])("turns %j into /", (wanted) => {
    expect(safeCallbackPath(wanted, BASE)).toBe("/");
  });

  it.each(["/.//evil.example.com", "https://hub.example.com//evil.example.com", "/a/..//evil.example.com"])(
    "never returns a path that resolves elsewhere: %s",
    (wanted) => {
      expect(new URL(safeCallbackPath(wanted, BASE), BASE).origin).toBe(BASE);
    },
  );
});

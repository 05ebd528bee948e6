import { expect, it } from "vitest";
import { isSameOrigin } from "@/lib/web/auth/request-path";

it.each([
  [{ "sec-fetch-site": "same-origin" }, true],
  [{ "sec-fetch-site": "same-origin", origin: "https://evil.example" }, true],
  [{ "sec-fetch-site": "cross-site", origin: "https://hub.example.com" }, false],
  [{ "sec-fetch-site": "same-site", origin: "https://shop.example.com" }, false],
  [{ "sec-fetch-site": "none" }, false],
  [{ origin: "https://hub.example.com" }, true],
  [{ origin: "http://hub.example.com" }, false],
  [{ origin: "https://hub.example.com.evil.example" }, false],
  [{ origin: "null" }, false],
  [{}, false],
])("a request with %j is from the hub's own page: %s", (headers, expected) => {
  expect(isSameOrigin(new Headers(headers as Record<string, string>), "https://hub.example.com/")).toBe(expected);
});

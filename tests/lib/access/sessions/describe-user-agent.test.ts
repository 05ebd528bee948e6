import { expect, it } from "vitest";
import { describeUserAgent } from "@/lib/access";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36`, "Chrome 143 on Linux"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/143.0.0.0 Safari/537.36`, "Chrome 143 on Linux"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    "Edge 140 on Windows",
  ],
  [`Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`, "Chrome 140 on Android"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox 128 on macOS"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari 18 on iPhone",
  ],
  ["curl/8.10.1", "curl 8"],
  ["Something on Windows NT 11", "A browser on Windows"],
  ["", "An unknown browser"],
  [null, "An unknown browser"],
])("describes %j as %j", (userAgent, words) => {
  expect(describeUserAgent(userAgent)).toBe(words);
});

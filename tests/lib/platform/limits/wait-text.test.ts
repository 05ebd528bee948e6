import { expect, it } from "vitest";
import { waitText } from "@/lib/platform/limits/credential-budget";

it.each([
  [0.2, "1 second"],
  [45, "45 seconds"],
  [121, "3 minutes"],
  [840, "14 minutes"],
  [7201, "3 hours"],
  [86_400, "24 hours"],
  [604_800, "7 days"],
])("words %d seconds as %s", (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});

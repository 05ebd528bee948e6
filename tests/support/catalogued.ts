import { expect } from "vitest";
import { readProse } from "@/lib/api/docs/guide/prose";

/** Its angle brackets are literal, not a placeholder. */
const LITERAL = "Bearer <token>";

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Turns a catalogued message into a pattern. Angle brackets mark its variable parts. */
function patternOf(message: string): RegExp {
  const parts = message.replaceAll(LITERAL, "Bearer \0").split(/<[^>]+>/);
  return new RegExp(`^${parts.map(literally).join(".+").replaceAll("\0", "<token>")}$`, "su");
}

/** Messages by code, from the documentation's error page. */
const catalogue: Record<string, RegExp[]> = Object.fromEntries(
  readProse("errors.md")
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const messages = [...section.matchAll(/^\| `(.+?)` \|/gm)].map(([, message = ""]) => patternOf(message));
      return [section.split("\n", 1)[0] ?? "", messages];
    }),
);

/** Asserts that the documentation explains this error. */
export function expectCatalogued({ code, message }: { code: string; message: string }): void {
  // Messages that are too long are truncated.
  const whole = message.replace(/…$/, ".");
  const known = catalogue[code]?.some((pattern) => pattern.test(whole)) ?? false;
  expect({ code, message, known }).toEqual({ code, message, known: true });
}

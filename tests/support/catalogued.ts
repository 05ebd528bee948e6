import { expect } from "vitest";
import { readProse } from "@/lib/api/docs/guide/prose";

/** Its angle brackets are its own. */
const LITERAL = "Bearer <token>";

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** A message of the catalogue as what it stands for: whatever differs each time is in angle brackets. */
function patternOf(message: string): RegExp {
  const parts = message.replaceAll(LITERAL, "Bearer \0").split(/<[^>]+>/);
  return new RegExp(`^${parts.map(literally).join(".+").replaceAll("\0", "<token>")}$`, "su");
}

/** The messages of each code that the page of errors explains. */
const catalogue: Record<string, RegExp[]> = Object.fromEntries(
  readProse("errors.md")
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const messages = [...section.matchAll(/^\| `(.+?)` \|/gm)].map(([, message = ""]) => patternOf(message));
      return [section.split("\n", 1)[0] ?? "", messages];
    }),
);

/** A refusal is one that the documentation says what to do about. */
export function expectCatalogued({ code, message }: { code: string; message: string }): void {
  // One that is too long is cut.
  const whole = message.replace(/…$/, ".");
  const known = catalogue[code]?.some((pattern) => pattern.test(whole)) ?? false;
  expect({ code, message, known }).toEqual({ code, message, known: true });
}

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sourceFiles } from "./import-graph";

/** Code that prints a date or time directly, in the server's zone or UTC instead of the reader's. */
const PRINTS =
  /<time\b|\bDateTimeFormat\b|\.toLocale(?:Date|Time)String\(|\.to(?:UTC|Date|Time|GMT)String\(|\bmomentText\(|\.toISOString\(\)\.(?:slice|replace|split)/;

/** Files that print one, and why. */
const PRINTERS: Record<string, readonly string[]> = {
  "It is how every other prints one: `Moment` and `TimeAgo`.": [
    "components/ui/moment.tsx",
    "components/ui/date-text.ts",
  ],
  "It names hours and days that the hub counts by UTC, and says so.": [
    "components/developers/usage/usage-chart.tsx",
    "components/developers/webhooks/endpoint-list.tsx",
    "components/ui/filter-bar.tsx",
  ],
  "It says so in a toast, which the browser makes by the reader's zone.": ["components/archived/archived-buttons.tsx"],
  "It names a file that is downloaded.": ["app/(hub)/export-response.ts"],
};

/** Without comments, which may name what code must not use. */
const codeOf = (file: string) => readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

describe("a date or time on a screen", () => {
  it("is printed by Moment or TimeAgo in the reader's zone, or is listed above with a reason", () => {
    const printing = sourceFiles(["app", "components"]).filter((file) => PRINTS.test(codeOf(file)));
    expect(printing.toSorted()).toEqual(Object.values(PRINTERS).flat().toSorted());
  });

  it.each([
    "<time dateTime={at.toISOString()}>{at.toISOString()}</time>",
    'at.toLocaleDateString("en-GB")',
    'new Intl.DateTimeFormat("en")',
    "at.toISOString().slice(0, 10)",
  ])("is found if it isn't: %s", (source) => {
    expect(PRINTS.test(source)).toBe(true);
  });
});

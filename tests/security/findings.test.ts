import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { titlesIn } from "@/lib/cli/choose-tests.mjs";
import { FINDINGS } from "./findings";

describe("the findings", () => {
  const named = Object.values(FINDINGS).flatMap((findings) => findings.flatMap(({ tests }) => tests));

  it("each name tests that are there", () => {
    const missing = named.filter(({ file, title }) => !titlesIn(readFileSync(file, "utf8")).includes(title));
    expect(missing).toEqual([]);
  });

  it("each have a test", () => {
    const untested = Object.values(FINDINGS)
      .flat()
      .filter(({ tests }) => tests.length === 0);
    expect(untested).toEqual([]);
  });
});

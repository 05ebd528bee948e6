import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { titlesIn } from "@/lib/cli/choose-tests.mjs";
import { FAULTS } from "./findings";

describe("the faults", () => {
  const all = Object.values(FAULTS).flat();

  it("each name a test that is there, which tells what it measured", () => {
    const missing = all.filter(({ id, test }) => {
      const source = readFileSync(test.file, "utf8");
      return !titlesIn(source).includes(test.title) || !source.includes(`tellMeasured("${id}"`);
    });
    expect(missing).toEqual([]);
  });

  it("are each measured by `npm run test:faults`, which runs this folder", () => {
    expect(all.filter(({ test }) => !test.file.startsWith("tests/faults/"))).toEqual([]);
  });

  it("each have an id of their own", () => {
    const ids = all.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

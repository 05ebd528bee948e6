import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BUILD_INPUTS } from "@/lib/cli/fingerprint.mjs";

it("lets the image's build read all that a build reads", () => {
  const letThrough = readFileSync(".dockerignore", "utf8").match(/(?<=^!).+$/gm);
  const inputs = BUILD_INPUTS.filter((path) => existsSync(path));
  expect(letThrough).toEqual(expect.arrayContaining(inputs));
});

import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BUILD_INPUTS } from "@/lib/server/cli/prepare.mjs";
import { nodeOfImage } from "../../../run/install-tools.mjs";

it("lets the image's build read all that a build needs", () => {
  const letThrough = readFileSync(".dockerignore", "utf8").match(/(?<=^!).+$/gm);
  const inputs = BUILD_INPUTS.filter((path) => existsSync(path));
  expect(letThrough).toEqual(expect.arrayContaining(inputs));
});

it("reads the image's Node version from the final stage, which also builds", () => {
  const stages = readFileSync("Dockerfile", "utf8").match(/(?<=^FROM node:)\d+/gm) ?? [];
  expect(stages.length).toBeGreaterThan(1);
  expect(new Set(stages)).toEqual(new Set([nodeOfImage()]));
});

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { chooseNode, nodeOfImage } from "@/lib/cli/fetch-node.mjs";

it("reads the image's Node off the stage that runs", () => {
  const dockerfile = readFileSync("Dockerfile", "utf8");
  const stages = dockerfile.match(/(?<=^FROM node:)\d+/gm) ?? [];
  expect(stages.length).toBeGreaterThan(1);
  // A hub is built by the Node that runs it.
  expect(new Set(stages)).toEqual(new Set([nodeOfImage(dockerfile)]));
  expect(nodeOfImage("FROM node:24-slim AS build\nRUN x\nFROM node:26.1-slim\n")).toBe("26.1");
  expect(() => nodeOfImage("FROM node:24-slim AS build\nFROM debian:12\n")).toThrow();
});

it.each([
  [[], { version: "24", rest: [] }],
  [["start", "--quick"], { version: "24", rest: ["start", "--quick"] }],
  [["start", "--node", "20", "--quick"], { version: "20", rest: ["start", "--quick"] }],
  [["--node", "22.12.0"], { version: "22.12.0", rest: [] }],
  [["--node", "present", "reads"], { version: null, rest: ["reads"] }],
  [["--node"], null],
  [["--node", "--quick"], null],
  [["--node", "latest"], null],
])("chooses by %j", (args, chosen) => {
  expect(chooseNode(args, "24")).toEqual(chosen);
});

// @module-tag full
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";

it("keeps working while nobody reads the log, and loses no line", async () => {
  const child = spawn(process.execPath, ["--import", "tsx", "tests/support/log-much.ts"], {
    env: { ...process.env, LOG_LEVEL: "info" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  // Nothing reads the log until all of it is written.
  const [told] = await once(child.stdout, "data");
  const { lines } = JSON.parse(String(told));
  let written = "";
  for await (const chunk of child.stderr) {
    written += chunk;
    if (written.includes(`"line":${lines - 1},`)) child.stdin.end();
  }
  expect((await ended)[0]).toBe(0);
  const kept = written.trim().split("\n");
  expect(kept).toHaveLength(lines);
  expect(kept.map((line) => JSON.parse(line).line)).toEqual(Array.from({ length: lines }, (_, index) => index));
});

// @module-tag full
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const BYTES = 4_000_000;

let directory: string;
let program: string;
beforeAll(() => {
  // Inside the repository, so its packages are found.
  directory = mkdtempSync(resolve("tests/.output-command-"));
  program = join(directory, "say-much.ts");
  writeFileSync(
    program,
    `import { runCommand } from ${JSON.stringify(resolve("lib/server/cli/run-command.ts"))};
    await runCommand(async () => { process.stdout.write("x".repeat(${BYTES}) + "end"); });`,
  );
});
afterAll(() => rmSync(directory, { recursive: true }));

const start = () => spawn(process.execPath, ["--import", "tsx", program], { stdio: ["ignore", "pipe", "pipe"] });

describe("a command with long output", () => {
  it("writes all of it to a slow reader before it exits", async () => {
    const command = start();
    const ended = once(command, "close");
    // Its first bytes have arrived, and nobody reads more for a while.
    await once(command.stdout, "readable");
    await new Promise((later) => setTimeout(later, 100));
    const said = await text(command.stdout);
    expect(said).toHaveLength(BYTES + "end".length);
    expect(said.endsWith("end")).toBe(true);
    expect(await ended).toEqual([0, null]);
  });

  it("exits when its reader has gone", async () => {
    const command = start();
    const ended = once(command, "close");
    const errors = text(command.stderr);
    await once(command.stdout, "readable");
    command.stdout.destroy();
    expect((await ended)[1]).toBeNull();
    expect(await errors).toBe("");
  });
});

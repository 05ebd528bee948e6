import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DataDirectoryInUse, isDirectoryHeld, lockDirectory } from "@/db/directory-lock";

let directory: string;
const holders: ChildProcess[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "hub-lock-"));
});
afterEach(async () => {
  for (const holder of holders.splice(0)) holder.kill("SIGKILL");
  await rm(directory, { recursive: true, force: true });
});

/** Another process that tries to hold the directory; says "held" or the error's name. */
async function startHolder(held = directory): Promise<{ said: string; holder: ChildProcess }> {
  const program = `
    const { lockDirectory } = await import("./db/directory-lock.ts");
    const say = (text) => process.stdout.write(text);
    try { await lockDirectory(${JSON.stringify(held)}); say("held"); setInterval(() => {}, 1000); } catch (error) { say(error.name); }
  `;
  const args = ["--import", "tsx", "--input-type=module", "--eval", program];
  const holder = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  holders.push(holder);
  const [said] = await once(holder.stdout, "data");
  return { said: String(said), holder };
}

async function kill(holder: ChildProcess): Promise<void> {
  const ended = once(holder, "exit");
  holder.kill("SIGKILL");
  await ended;
}

it("refuses a directory that another living process holds", async () => {
  expect((await startHolder()).said).toBe("held");
  expect(await isDirectoryHeld(directory)).toBe(true);
  await expect(lockDirectory(directory)).rejects.toThrow(DataDirectoryInUse);
  expect((await startHolder()).said).toBe("DataDirectoryInUse");
});

it("is free as soon as its holder was killed, however that came", async () => {
  const { holder } = await startHolder();
  await kill(holder);
  expect(await isDirectoryHeld(directory)).toBe(false);
  const lock = await lockDirectory(directory);
  expect((await startHolder()).said).toBe("DataDirectoryInUse");
  await lock.release();
});

it("never lets two of many starters in after a holder was killed", async () => {
  const { holder } = await startHolder();
  await kill(holder);
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => startHolder()));
  expect(outcomes.filter(({ said }) => said === "held").length).toBeLessThanOrEqual(1);
  for (const { said } of outcomes) expect(["held", "DataDirectoryInUse"]).toContain(said);
});

it("is free again once released", async () => {
  const lock = await lockDirectory(directory);
  await lock.release();
  expect((await startHolder()).said).toBe("held");
});

it("holds also where the path is too long for a socket", async () => {
  const deep = join(directory, ..."abcdefghijkl".split("").map((letter) => letter.repeat(12)));
  await mkdir(deep, { recursive: true });
  const lock = await lockDirectory(deep);
  expect((await startHolder(deep)).said).toBe("DataDirectoryInUse");
  await lock.release();
});

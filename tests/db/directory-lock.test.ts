import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { DataDirectoryInUse, isDirectoryHeld, lockDirectory } from "@/db/directory-lock";
import { compiledProgram } from "../support/compiled-program";

let directory: string;
const holders: ChildProcess[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "hub-lock-"));
});
afterEach(async () => {
  for (const holder of holders.splice(0)) holder.kill("SIGKILL");
  await rm(directory, { recursive: true, force: true });
});

let program: string;
beforeAll(async () => {
  program = await compiledProgram(`
    import { lockDirectory } from "./db/directory-lock.ts";
    const say = (text) => process.stdout.write(text);
    try { await lockDirectory(process.argv[2]); say("held"); setInterval(() => {}, 1000); } catch (error) { say(error.name); }
  `);
});

/** Another process that tries to lock the directory. It prints "held" or the error's name. */
async function startHolder(held = directory): Promise<{ said: string; holder: ChildProcess }> {
  const holder = spawn(process.execPath, [program, held], { stdio: ["ignore", "pipe", "inherit"] });
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

it("is released when its holder is killed", async () => {
  const { holder } = await startHolder();
  await kill(holder);
  expect(await isDirectoryHeld(directory)).toBe(false);
  const lock = await lockDirectory(directory);
  expect((await startHolder()).said).toBe("DataDirectoryInUse");
  await lock.release();
});

it("admits exactly one of many processes after a holder was killed", async () => {
  const { holder } = await startHolder();
  await kill(holder);
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => startHolder()));
  const said = outcomes.map((outcome) => outcome.said).sort();
  expect(said).toEqual(["DataDirectoryInUse", "DataDirectoryInUse", "DataDirectoryInUse", "held"]);
});

it("admits exactly one of many, round after round, in any order of finding the previous holder's files", async () => {
  for (let round = 0; round < 20; round += 1) {
    const { holder } = round % 10 === 0 ? await startHolder() : { holder: null };
    if (holder) await kill(holder);
    const starts = Array.from({ length: 8 }, async (_, index) => {
      for (let turn = 0; turn < index; turn += 1) await new Promise(setImmediate);
      return lockDirectory(directory);
    });
    const outcomes = await Promise.allSettled(starts);
    const held = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    expect(held).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(DataDirectoryInUse);
    }
    await held[0]?.release();
  }
  expect(await readdir(directory)).toEqual([]);
});

it("refuses a directory whose holder is too busy to respond", async () => {
  const { holder } = await startHolder();
  holder.kill("SIGSTOP");
  expect(await isDirectoryHeld(directory)).toBe(true);
  await expect(lockDirectory(directory)).rejects.toThrow(DataDirectoryInUse);
  holder.kill("SIGCONT");
  expect((await startHolder()).said).toBe("DataDirectoryInUse");
});

it("reports a missing directory as not held", async () => {
  expect(await isDirectoryHeld(join(directory, "not there"))).toBe(false);
});

it("can be checked by every user with access to the directory, because the killed holder may have been root", async () => {
  await kill((await startHolder()).holder);
  const [left = ""] = await readdir(directory);
  expect((await stat(join(directory, left))).mode & 0o666).toBe(0o666);
});

it("is free again after its release", async () => {
  const lock = await lockDirectory(directory);
  await lock.release();
  expect((await startHolder()).said).toBe("held");
});

it("works if the path is too long for a socket", async () => {
  const deep = join(directory, ..."abcdefghijkl".split("").map((letter) => letter.repeat(12)));
  await mkdir(deep, { recursive: true });
  const lock = await lockDirectory(deep);
  expect((await startHolder(deep)).said).toBe("DataDirectoryInUse");
  await lock.release();
});

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/hub-process";

/** `npm run bench:start`, on Linux: how soon `npm start` answers a bundle, and how much memory its processes hold. */
const STARTS = 5;
const READS = 1_000;
const READERS = 8;
const REST_MS = 5_000;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** The started process and all below it, by what `/proc` says of parents. */
async function family(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, "utf8").catch(() => null) : null;
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const below = (id: number): number[] => [
    id,
    ...[...parents].filter(([, parent]) => parent === id).flatMap(([child]) => below(child)),
  ];
  return below(root);
}

/** Proportional set size in MB: pages that processes share count once. */
async function memoryOf(id: number): Promise<number> {
  const rollup = await readFile(`/proc/${id}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
}

async function report(label: string, hub: ChildProcess): Promise<void> {
  const parts = await Promise.all(
    (await family(hub.pid ?? 0)).map(async (id) => {
      const command = (await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")).split("\0").join(" ").trim();
      return { command: command.slice(0, 60), mb: await memoryOf(id) };
    }),
  );
  const sum = parts.reduce((total, { mb }) => total + mb, 0);
  process.stdout.write(`${label}: ${Math.round(sum)} MB\n`);
  for (const { command, mb } of parts) process.stdout.write(`  ${String(Math.round(mb)).padStart(5)} MB  ${command}\n`);
}

interface Started {
  hub: ChildProcess;
  read: () => Promise<void>;
  ms: number;
}

/** Starts the hub and reads one bundle as soon as it answers one. */
async function start(directory: string, port: number, curl?: string[]): Promise<Started & { curl: string[] }> {
  const startedMs = performance.now();
  const env = {
    ...process.env,
    HUB_DATA_DIR: directory,
    PORT: String(port),
    RATE_LIMIT_PER_MINUTE: "0",
    RATE_LIMIT_CONCURRENT: "0",
  };
  const hub = spawn("npm", ["start"], { env, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  const printed = new Promise<void>((done) => {
    hub.stdout.on("data", (chunk) => {
      said += chunk;
      if (said.includes("Ctrl-C stops it.")) done();
    });
  });
  if (!curl) await printed;
  const [, token, slug, url] = curl ?? /Bearer (\S+)" -H "X-Tool-Slug: (\S+)" "(\S+bundle)"/.exec(said) ?? [];
  if (!token || !slug || !url) throw new Error(`no bundle was named:\n${said}`);
  const read = async () => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}`, "x-tool-slug": slug } });
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    await answer.arrayBuffer();
  };
  for (;;) {
    const answered = await read().then(
      () => true,
      () => false,
    );
    if (answered) break;
    await wait(10);
  }
  return { hub, read, ms: performance.now() - startedMs, curl: ["", token, slug, url] };
}

async function stop({ hub }: Started): Promise<void> {
  const ended = once(hub, "exit");
  hub.kill("SIGINT");
  await ended;
}

const directory = await mkdtemp(join(tmpdir(), "bench-start-"));
const port = await freePort();
try {
  const first = await start(directory, port);
  await stop(first);
  const times: number[] = [];
  for (let count = 0; count < STARTS; count++) {
    const started = await start(directory, port, first.curl);
    times.push(started.ms);
    if (count === STARTS - 1) {
      await wait(REST_MS);
      await report("at rest", started.hub);
      const readMany = async () => {
        for (let read = 0; read < READS / READERS; read++) await started.read();
      };
      await Promise.all(Array.from({ length: READERS }, readMany));
      await report(`after ${READS} bundle reads`, started.hub);
    }
    await stop(started);
  }
  process.stdout.write(`npm start to the first bundle: ${Math.round(median(times))} ms (median of ${STARTS})\n`);
} finally {
  await rm(directory, { recursive: true });
}

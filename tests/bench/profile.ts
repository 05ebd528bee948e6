import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "@/lib/server/cli/prepare.mjs";
import { Opened } from "./part";
import { makeDue, startTicker, subscribeAll, tickOnce } from "./parts/deliveries";
import { openBenchDatabase, startBenchHub } from "./postgres-hub";
import { startReceiver } from "./receiver";
import { loadOf } from "./wrk";

/**
 * `npm run bench:profile`: where the processor time of the hub's process goes under the bench's load, by its parts, as a table. Of a bundle read with
 * 8 and 32 connections, of a whole bundle, and of a tick. Time in calls of the system and in Node's own code counts for the part that asked for it.
 */
const KB = 1024;
const BRANDS = 500;
const WARM_SECONDS = 5;
const SECONDS = 10;
const TOOLS = 20;

/** Parts by what the path of a source file begins with; the first that fits. */
const PARTS: [part: string, files: RegExp][] = [
  ["asking PostgreSQL and reading what it answers", /^(db\/|npm:(pg|postgres-|drizzle-orm))/],
  ["the limiter and its budget", /^lib\/(platform\/limits\/|api\/budget)/],
  [
    "the credential",
    /^lib\/(api\/(authenticate|matches-secret)|access\/sessions|integrations\/(tool-credentials|federation|api-keys|tools)|platform\/hs256)/,
  ],
  [
    "the line of the log and the metrics",
    /^(lib\/(api\/observe-request|platform\/(log|gather-lines|metrics|redact|request-logging))|npm:(prom-client|pino|sonic-boom))/,
  ],
  ["usage and the request log", /^lib\/integrations\/(usage|request-log)\//],
  ["reading and assembling the bundle", /^lib\/(publishing\/bundles|content\/(document|assets))\//],
  ["route, query and envelope", /^(lib\/(api|runtime|contract|platform)\/|npm:zod)/],
  ["deliveries: whose turn it is, sending, signatures", /^lib\/integrations\/webhooks\//],
  [
    "the listener, and what Node's HTTP has for servers and for both sides",
    /^(lib\/server\/|node:(_http_server|_http_incoming|_http_common|_http_outgoing|internal\/http))/,
  ],
  ["Node's client of HTTP", /^node:(_http_client|_http_agent|https|http)$/],
];
const COLLECTION = "garbage collection";
const REST = "Node itself: the event loop, sockets, timers, promises";

interface Frame {
  functionName: string;
  url: string;
  lineNumber: number;
}
/** What V8 writes: of each sample the innermost frame, and how long it was since the one before. */
interface Profile {
  nodes: { id: number; callFrame: Frame; children?: number[] }[];
  samples: number[];
  /** In microseconds. */
  timeDeltas: number[];
}

/** The source file of each line of a bundled file, as esbuild names it above each; of others none. */
async function sourcesOf(path: string): Promise<string[]> {
  const sources: string[] = [];
  let source = "";
  for (const line of (await readFile(path, "utf8")).split("\n")) {
    source = /^\/\/ ((?:lib|db|node_modules)\/\S+)$/.exec(line)?.[1] ?? source;
    sources.push(source);
  }
  return sources;
}

const packageOf = (path: string): string | undefined => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];

/** Names the file that a frame stands in: relative to the project, or the package or module of Node; empty for what is native. */
async function fileNamer(): Promise<(frame: Frame) => Promise<string>> {
  const bundled = new Map<string, string[]>();
  const named = (source: string) => {
    const owner = packageOf(source);
    return owner ? `npm:${owner}` : source;
  };
  return async ({ url, lineNumber }) => {
    const path = url.replace(/^file:\/\//, "");
    if (path === "" || path.startsWith("node:")) return path;
    if (packageOf(path.slice(path.lastIndexOf("/standalone/") + 1))) return named(path);
    const own = /\/((?:lib|db|tests)\/.*)$/.exec(path)?.[1];
    if (own && !path.includes("/standalone/")) return own;
    const sources = bundled.get(path) ?? (await sourcesOf(path).catch(() => []));
    bundled.set(path, sources);
    return named(sources[lineNumber] ?? "");
  };
}

/** Of the last seconds of a profile: each part's share of the time in which the process did something. */
async function sharesOf({ nodes, samples, timeDeltas }: Profile, seconds: number): Promise<Map<string, number>> {
  const fileOf = await fileNamer();
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const files = new Map<number, string>();
  for (const { id, callFrame } of nodes) files.set(id, await fileOf(callFrame));
  const partOf = (sample: number): string | null => {
    const name = frames.get(sample)?.functionName;
    if (name === "(idle)") return null;
    if (name === "(garbage collector)") return COLLECTION;
    for (let at: number | undefined = sample; at !== undefined; at = parents.get(at)) {
      const file = files.get(at) ?? "";
      const part = PARTS.find(([, pattern]) => pattern.test(file));
      if (part) return part[0];
    }
    return REST;
  };
  const us = new Map<string, number>();
  let [busy, left] = [0, seconds * 1e6];
  for (let at = samples.length - 1; at >= 0 && left > 0; at -= 1) {
    const took = timeDeltas[at] ?? 0;
    left -= took;
    const part = partOf(samples[at] as number);
    if (part === null) continue;
    busy += took;
    us.set(part, (us.get(part) ?? 0) + took);
  }
  return new Map([...us].map(([part, of]) => [part, of / busy]));
}

const flagsFor = (folder: string) => ["--cpu-prof", "--cpu-prof-interval", "200", "--cpu-prof-dir", folder];

async function readProfile(folder: string): Promise<Profile> {
  const [file = ""] = (await readdir(folder)).filter((name) => name.endsWith(".cpuprofile"));
  return JSON.parse(await readFile(join(folder, file), "utf8"));
}

/** Gives what was measured in a folder of its own. */
async function inFolder<Result>(work: (stack: Opened, folder: string) => Promise<Result>): Promise<Result> {
  const stack = new Opened();
  const folder = stack.add(await mkdtemp(join(tmpdir(), "bench-profile-")), (path) => rm(path, { recursive: true }));
  try {
    return await work(stack, folder);
  } finally {
    await stack.close();
  }
}

const ofReads = (query: string, connections: number) =>
  inFolder(async (stack, folder) => {
    const { url, toolHeaders, addBrands } = await openBenchDatabase(stack);
    const ids = await addBrands(BRANDS, 13 * KB);
    const hub = await startBenchHub(stack, url, { NODE_OPTIONS: flagsFor(folder).join(" ") });
    const paths = ids.map((id) => `/api/public/v1/brand/by-id/${id}/bundle${query}`);
    const measure = loadOf({ baseUrl: hub.baseUrl, paths, headers: toolHeaders, connections });
    await measure(WARM_SECONDS);
    await measure(SECONDS);
    await hub.end("SIGTERM");
    return sharesOf(await readProfile(folder), SECONDS);
  });

const ofTick = () =>
  inFolder(async (stack, folder) => {
    const { url, db, addBrands } = await openBenchDatabase(stack);
    await addBrands(BRANDS, 0);
    await subscribeAll(db, TOOLS, await startReceiver(stack));
    const ticker = await startTicker(stack, url, flagsFor(folder));
    let seconds = 0;
    // The first finds its code not compiled yet.
    for (let turn = 0; turn < 2; turn += 1) {
      await makeDue(db, TOOLS);
      const startedMs = performance.now();
      for (let sent = 1; sent > 0; ) sent = (await tickOnce(ticker)).processed;
      seconds = (performance.now() - startedMs) / 1000;
    }
    const ended = once(ticker, "exit");
    ticker.disconnect();
    await ended;
    return sharesOf(await readProfile(folder), seconds);
  });

await build();
const columns = {
  "`since`, 8": await ofReads("?since=1", 8),
  "`since`, 32": await ofReads("?since=1", 32),
  "13 KB, 8": await ofReads("", 8),
  tick: await ofTick(),
};
const shares = Object.values(columns);
const most = (part: string) => Math.max(...shares.map((of) => of.get(part) ?? 0));
const parts = [...new Set(shares.flatMap((of) => [...of.keys()]))].toSorted((a, b) => most(b) - most(a));
const percent = (share = 0) => (share < 0.005 ? "–" : `${Math.round(share * 100)} %`);
const rows = parts.map((part) => [part, ...shares.map((of) => percent(of.get(part)))]);
const heads = ["part", ...Object.keys(columns)];
for (const row of [heads, heads.map(() => "---"), ...rows]) process.stdout.write(`| ${row.join(" | ")} |\n`);

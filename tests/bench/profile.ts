import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "@/lib/server/cli/prepare.mjs";
import { ResourceStack } from "./part";
import { makeDue, startTicker, subscribeAll, tickOnce } from "./parts/deliveries";
import { openBenchDatabase, startBenchHub } from "./postgres-hub";
import { startReceiver } from "./receiver";
import { loadOf } from "./wrk";

/**
 * `npm run bench:profile` prints where the hub's CPU time goes, by part: for bundle reads on 8 and 32 connections, for
 * full bundles and for a tick. Time in system calls and Node's code counts for the caller.
 */
const KB = 1024;
const BRANDS = 500;
const WARM_SECONDS = 5;
const SECONDS = 10;
const TOOLS = 20;

/** Parts by source path. The first match counts. */
const PARTS: [part: string, files: RegExp][] = [
  ["PostgreSQL client", /^(db\/|npm:(pg|postgres-|drizzle-orm))/],
  ["limiter", /^lib\/(platform\/limits\/|api\/budget)/],
  [
    "credential",
    /^lib\/(api\/(authenticate|matches-secret)|access\/sessions|integrations\/(tool-credentials|federation|api-keys|tools)|platform\/hs256)/,
  ],
  [
    "log line and metrics",
    /^(lib\/(api\/observe-request|platform\/(log|gather-lines|metrics|redact|request-logging))|npm:(prom-client|pino|sonic-boom))/,
  ],
  ["usage and request log", /^lib\/integrations\/(usage|request-log)\//],
  ["reading and assembling the bundle", /^lib\/(publishing\/bundles|content\/(document|assets))\//],
  ["route, query and envelope", /^(lib\/(api|runtime|contract|platform)\/|npm:zod)/],
  ["deliveries: claiming, sending, signing", /^lib\/integrations\/webhooks\//],
  [
    "listener and Node's HTTP",
    /^(lib\/server\/|node:(_http_server|_http_incoming|_http_common|_http_outgoing|internal\/http))/,
  ],
  ["Node's HTTP client", /^node:(_http_client|_http_agent|https|http)$/],
];
const COLLECTION = "garbage collection";
const REST = "event loop, sockets, timers, promises";

interface Frame {
  functionName: string;
  url: string;
  lineNumber: number;
}
/** V8's CPU profile: the innermost frame of each sample, and the time since the previous one. */
interface Profile {
  nodes: { id: number; callFrame: Frame; children?: number[] }[];
  samples: number[];
  /** In microseconds. */
  timeDeltas: number[];
}

/** The source file of each line in a bundle, from esbuild's comments. Empty for other files. */
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

/**
 * Returns a function that names a frame's file: relative to the project, a package, or a Node module. Empty for native
 * code.
 */
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

/** Each part's share of the busy time in the last seconds of a profile. */
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

/** Runs work with a stack and a temporary folder, and cleans up. */
async function inFolder<Result>(work: (stack: ResourceStack, folder: string) => Promise<Result>): Promise<Result> {
  const stack = new ResourceStack();
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
    // In the first turn code isn't optimised yet.
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

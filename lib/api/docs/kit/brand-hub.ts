#!/usr/bin/env node
import { createHmac } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

const MEDIA_TYPES: Record<string, string> = {
  txt: "text/plain",
  md: "text/markdown",
  mdx: "text/markdown",
  markdown: "text/markdown",
  html: "text/html",
  htm: "text/html",
  css: "text/css",
  svg: "image/svg+xml",
};

const mediaTypeOf = (file: string): string | undefined => MEDIA_TYPES[file.split(".").at(-1)?.toLowerCase() ?? ""];

const ENDINGS = `Files must end in ${Object.keys(MEDIA_TYPES).join(", ")}.`;

const GLOB_PARTS: Record<string, string> = {
  ...{ "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" },
  ...{ "{": "(?:", "}": ")", ",": "|" },
};

const patternOf = (glob: string): RegExp =>
  new RegExp(`^${glob.replace(/\*\*\/|\*\*|[*?{},]|[\\^$.+()[\]|]/g, (part) => GLOB_PARTS[part] ?? `\\${part}`)}$`);

/** Files of all globs and names, each once. Folders that begin with a dot and `node_modules` are left out. */
async function filesOf(given: readonly string[]): Promise<string[]> {
  const globs = given.map((one) => one.replaceAll("\\", "/").replace(/^\.\//, ""));
  const isGlob = (one: string) => /[*?{]/.test(one);
  const found = new Set(globs.filter((one) => !isGlob(one)));
  const patterns = globs.filter(isGlob).map(patternOf);
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(folder || ".", { withFileTypes: true });
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const path = `${folder}${entry.name}`;
      const isHidden = entry.name.startsWith(".") || entry.name === "node_modules";
      if (entry.isDirectory() && !isHidden) await walk(`${path}/`);
      if (entry.isFile() && mediaTypeOf(path) && patterns.some((pattern) => pattern.test(path))) found.add(path);
    }
  };
  if (patterns.length > 0) await walk("");
  return [...found];
}

const MAX_ATTEMPTS = 5;
const HUB_WITHIN_MS = 30_000;

/** Seconds. */
const waitOf = ({ headers }: Response, otherwise: number): number =>
  Number(headers.get("retry-after") ?? otherwise) || otherwise;

/** Posts JSON. Waits as long as the hub says if it is asked too often. */
async function post(url: URL, headers: Record<string, string>, body: unknown): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(HUB_WITHIN_MS),
    });
    if (response.status !== 429 || attempt === MAX_ATTEMPTS) return response;
    const seconds = waitOf(response, 1);
    console.error(`Waiting ${seconds} s for the hub's rate limit`);
    await sleep(1000 * seconds);
  }
}

/** The reason of a failed request, or what the hub said. */
const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;

async function saidBy(response: Response): Promise<string> {
  const text = await response.text();
  const said = /"message":("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  return `The hub answered ${response.status}. ${said ? JSON.parse(said) : text}`;
}

function urlOf(address: string, option: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(`${option} must be a URL, such as http://localhost:4200.`);
  if (url.username || url.password) throw new Error(`${option} can't have a user name or password.`);
  return url;
}

function hubUrl(path: string, given = process.env.HUB_URL): URL {
  if (!given) throw new Error("Set HUB_URL, or name the hub with --hub.");
  return new URL(path, urlOf(given, "--hub"));
}

function credentials(): Record<string, string> {
  const { HUB_TOKEN, HUB_TOOL } = process.env;
  if (!HUB_TOKEN) throw new Error("Set HUB_TOKEN to an API key, or to a child app token with HUB_TOOL.");
  // `fetch` would print it.
  for (const value of [HUB_TOKEN, HUB_TOOL ?? ""])
    if (!/^[!-~]*$/.test(value)) throw new Error("HUB_TOKEN and HUB_TOOL can't have spaces or line breaks.");
  return { authorization: `Bearer ${HUB_TOKEN}`, ...(HUB_TOOL && { "x-tool-slug": HUB_TOOL }) };
}

const CHECK = {
  hub: { type: "string" },
  brand: { type: "string" },
  version: { type: "string" },
  locale: { type: "string" },
  format: { type: "string", default: "text" },
  "fail-on": { type: "string", default: "must" },
} as const;

/** The parts of SARIF 2.1.0 that the command reads. */
interface Sarif {
  runs: [{ tool: { driver: { rules: { id: string }[] } }; results: Result[]; properties: { omitted: number } }];
}

interface Result {
  ruleId: string;
  level: "error" | "warning";
  message: { text: string };
  locations: [{ physicalLocation: { region: { startLine: number; startColumn: number } } }];
}

const USAGE = `Usage: brand-hub check <files…> --hub URL --brand ID [--version N] [--locale TAG] [--format text|sarif] [--fail-on must|should|never]
       brand-hub listen --to URL --hub URL [--replay]`;

async function check(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options: CHECK, allowPositionals: true });
  const { hub, brand = process.env.BRAND_ID, format, version, locale } = values;
  const failOn = values["fail-on"];
  if (positionals.length === 0) throw new Error(USAGE);
  if (!brand) throw new Error("Set BRAND_ID, or name the brand's id with --brand.");
  if (version && !/^[1-9]\d*$/.test(version)) throw new Error("--version is a number.");
  if (!["text", "sarif"].includes(format)) throw new Error("--format is text or sarif.");
  if (!["must", "should", "never"].includes(failOn)) throw new Error("--fail-on is must, should or never.");
  const headers = { ...credentials(), accept: "application/sarif+json" };
  const url = hubUrl(`/api/public/v1/brand/by-id/${encodeURIComponent(brand)}/check`, hub);
  const files = await filesOf(positionals);
  if (files.length === 0) throw new Error("No file matches.");
  let merged: Sarif | undefined;
  let failed = 0;
  for (const file of files) {
    const mediaType = mediaTypeOf(file);
    const content = mediaType ? await readFile(file, "utf8").catch((error: Error) => error) : new Error(ENDINGS);
    if (content instanceof Error) {
      console.error(`${file}: ${content.message}`);
      failed += 1;
      continue;
    }
    const order = { content, media_type: mediaType, locale };
    const response = await post(url, headers, { ...order, ...(version && { version: Number(version) }) });
    if (!response.ok) {
      const said = `${file}: ${await saidBy(response)}`;
      // Other files may be fine.
      if (response.status !== 400 && response.status !== 413) throw new Error(said);
      console.error(said);
      failed += 1;
      continue;
    }
    // The hub doesn't know the file's name.
    const uri = JSON.stringify(file.split("/").map(encodeURIComponent).join("/"));
    const sarif: Sarif = JSON.parse((await response.text()).replaceAll('"uri":"content"', `"uri":${uri}`));
    const [run] = sarif.runs;
    for (const { ruleId, level, message, locations } of format === "text" ? run.results : []) {
      const { startLine, startColumn } = locations[0].physicalLocation.region;
      const severity = level === "error" ? "must" : "should";
      console.log(`${file}:${startLine}:${startColumn} ${severity} ${message.text} (${ruleId})`);
    }
    if (run.properties.omitted > 0) console.error(`${file}: ${run.properties.omitted} more findings`);
    merged ??= { ...sarif, runs: [{ ...run, results: [] }] };
    const { rules } = merged.runs[0].tool.driver;
    rules.push(...run.tool.driver.rules.filter(({ id }) => !rules.some((known) => known.id === id)));
    merged.runs[0].results.push(...run.results);
  }
  const results = merged?.runs[0].results ?? [];
  const errors = results.filter(({ level }) => level === "error").length;
  if (format === "sarif" && merged) console.log(JSON.stringify(merged, null, 2));
  const checked = files.length - failed;
  if (format === "text")
    console.log(`${checked} ${checked === 1 ? "file" : "files"}, ${errors} must, ${results.length - errors} should`);
  if (failed > 0) return 2;
  return (failOn === "must" && errors > 0) || (failOn === "should" && results.length > 0) ? 1 : 0;
}

/** As the operation `listDeliveries` returns them. */
interface Delivery {
  id: string;
  headers: { name: string; value: string }[];
  body: string;
}

interface Page {
  deliveries: Delivery[];
  next: string | null;
  as_of: string;
}

const MAX_WAIT_S = 30;

/** Reads a page, as often as it takes while the hub is away. Prints each new reason. */
async function readPage(url: URL, headers: Record<string, string>): Promise<Page> {
  let printed = "";
  for (let failures = 0; ; failures += 1) {
    let wait = Math.min(2 ** failures, MAX_WAIT_S);
    let isFinal = false;
    let said: string;
    try {
      const response = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(HUB_WITHIN_MS) });
      if (response.ok) {
        const page: Page = await response.json();
        if (printed) console.error("The hub answers again.");
        return page;
      }
      said = await saidBy(response);
      wait = waitOf(response, wait);
      isFinal = response.status < 500 && response.status !== 429;
    } catch (error) {
      said = `The hub can't be reached: ${reasonOf(error as Error)}.`;
    }
    if (isFinal) throw new Error(said);
    if (said !== printed) console.error(`${said} Retrying.`);
    printed = said;
    await sleep(1000 * wait);
  }
}

/** As the hub signs: docs/api/webhooks.md, Verifying a signature. */
function signatures({ id, body }: Delivery, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text);
  const standard = secrets.map((secret) => {
    const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice("whsec_".length), "base64") : secret;
    return `v1,${hmac(key, `${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "X-Hub-Signature": `sha256=${hmac(secrets[0] ?? "", body).digest("hex")}`,
    "webhook-timestamp": timestamp,
    "webhook-signature": standard.join(" "),
  };
}

const LISTEN = { hub: { type: "string" }, to: { type: "string" }, replay: { type: "boolean" } } as const;
const RECEIVER_WITHIN_MS = 10_000;
const POLL_MS = 3000;
/** A webhook is recorded under its transaction's time, and appears with its commit. */
const OVERLAP_MS = 60_000;
const MAX_PAGES = 50;

async function listen(args: string[]): Promise<never> {
  const { hub, to, replay } = parseArgs({ args, options: LISTEN }).values;
  if (!to) throw new Error(USAGE);
  const target = urlOf(to, "--to");
  const url = hubUrl("/api/public/v1/deliveries", hub);
  const { HUB_TOOL, HUB_TOKEN, HUB_WEBHOOK_SECRET = "" } = process.env;
  const secrets = HUB_WEBHOOK_SECRET.split(",").flatMap((secret) => secret.trim() || []);
  if (!HUB_TOOL || !HUB_TOKEN || secrets.length === 0)
    throw new Error("Set HUB_TOOL, HUB_TOKEN to its child app token, and HUB_WEBHOOK_SECRET.");
  const headers = credentials();
  const list = (query: Record<string, string>) => {
    url.search = String(new URLSearchParams(query));
    return readPage(url, headers);
  };

  async function forward(delivery: Delivery, added: Record<string, string> = {}): Promise<void> {
    const { type, brand_slug, brand_id, identity_version } = JSON.parse(delivery.body);
    const stated = Object.fromEntries(delivery.headers.map(({ name, value }) => [name, value]));
    const startedMs = performance.now();
    const result = await fetch(target, {
      method: "POST",
      headers: { ...stated, ...added, ...signatures(delivery, secrets) },
      body: delivery.body,
      redirect: "manual",
      signal: AbortSignal.timeout(RECEIVER_WITHIN_MS),
    })
      .then(async ({ status, body }) => {
        await body?.cancel();
        return status;
      })
      .catch(reasonOf);
    const took = `${Math.round(performance.now() - startedMs)} ms`;
    const version = identity_version === undefined ? "-" : `v${identity_version}`;
    console.log(
      [new Date().toTimeString().slice(0, 8), type, brand_slug ?? brand_id, version, result, took].join("  "),
    );
  }

  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
  const { deliveries, as_of } = await list({});
  let [last] = deliveries;
  // Receivers drop a number that they know, also from an earlier run.
  let replays = Math.floor(Date.now() / 1000) % 1e9;
  const repeat = async () => {
    replays += 1;
    if (last) await forward(last, { "X-Hub-Attempt": "2", "X-Hub-Replay": String(replays) });
    else console.error("Nothing to replay yet.");
  };
  console.error(`Forwarding to ${target.href}. Type r and Enter to replay the last webhook, Ctrl-C to stop.`);
  if (replay) await repeat();
  createInterface({ input: process.stdin }).on("line", (line) => void (line.trim() === "r" && repeat()));

  const known = new Set(deliveries.map(({ id }) => id));
  let sinceMs = Date.parse(as_of) - OVERLAP_MS;

  /** New webhooks, oldest first. Reads on only after a page with new ones, so the overlap costs one request. */
  async function listNew(): Promise<Delivery[]> {
    const since = new Date(sinceMs).toISOString();
    const found: Delivery[] = [];
    let page = await list({ since });
    sinceMs = Math.max(sinceMs, Date.parse(page.as_of) - OVERLAP_MS);
    for (let pages = 1; ; pages += 1) {
      const fresh = page.deliveries.filter(({ id }) => !known.has(id));
      for (const { id } of fresh) known.add(id);
      found.push(...fresh);
      if (fresh.length === 0 || page.next === null) break;
      if (pages === MAX_PAGES) {
        console.error(`Webhooks before the newest ${found.length} are left out.`);
        break;
      }
      page = await list({ since, after: page.next });
    }
    return found.reverse();
  }

  for (;;) {
    await sleep(POLL_MS);
    for (const delivery of await listNew()) {
      last = delivery;
      await forward(delivery);
    }
  }
}

/** By name, with their arguments. They return the exit code. */
const COMMANDS: Record<string, (args: string[]) => Promise<number>> = { check, listen };

const [name = "", ...args] = process.argv.slice(2);
try {
  const command = COMMANDS[name];
  if ([name, ...args].includes("--help")) console.log(USAGE);
  else if (command) process.exitCode = await command(args);
  else throw new Error(USAGE);
} catch (error) {
  console.error(reasonOf(error as Error));
  process.exitCode = 2;
}

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type BrowserContext, chromium } from "playwright";
import { BUILT_FOLDER, runQuietly } from "@/lib/server/cli/prepare.mjs";
import type { DemoCredentials } from "@/lib/server/describe-demo";
import { requireChromium } from "../../run/find-tools.mjs";
import { fetchedAll } from "../../support/fetched-all";
import { freePort, startHub } from "../../support/hub-process";
import type { Measured, Pair, Part, ResourceStack } from "../part";

const run = promisify(execFile);
/** A separate package, because it is heavier than the hub. */
const LIGHTHOUSE = "tests/bench/lighthouse";
const PROGRAM = join(LIGHTHOUSE, "node_modules/lighthouse/cli/index.js");
const MAX_REPORT_BYTES = 64 * 1024 * 1024;

interface Report {
  categories: Record<string, { score: number }>;
}

async function installLighthouse(): Promise<void> {
  if (existsSync(PROGRAM)) return;
  const args = ["ci", "--prefix", LIGHTHOUSE, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await runQuietly("Installing Lighthouse", "npm", args);
}

/** The lowest category score on a simulated desktop, with each category. */
async function judge(url: string, port: number): Promise<Measured> {
  // The sign-in page asks search engines not to index it, which Lighthouse reports as a fault.
  const args = [url, `--port=${port}`, "--preset=desktop", "--disable-storage-reset", "--skip-audits=is-crawlable"];
  const { stdout } = await run(process.execPath, [resolve(PROGRAM), ...args, "--output=json", "--quiet"], {
    maxBuffer: MAX_REPORT_BYTES,
  });
  const { categories } = JSON.parse(stdout) as Report;
  const scores = Object.entries(categories).map(([name, { score }]): [string, number] => [name, score * 100]);
  return { value: Math.min(...scores.map(([, score]) => score)), beside: Object.fromEntries(scores) };
}

/** Bytes of script that the page loaded over the wire. */
async function weigh(browser: BrowserContext, url: string): Promise<Measured> {
  const page = await browser.newPage();
  await page.goto(url);
  await fetchedAll(page);
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
  await page.close();
  return { value: bytes / 1000 };
}

async function signIn(browser: BrowserContext, baseUrl: string, directory: string): Promise<string> {
  const env = { ...process.env, HUB_DATA_DIR: directory };
  const { stdout } = await run(process.execPath, [join(BUILT_FOLDER, "server.js"), "credentials"], { env });
  const { users } = JSON.parse(stdout) as DemoCredentials;
  const person = users.find(({ hub_admin, brands }) => !hub_admin && brands[0]?.role === "owner");
  if (!person?.password) throw new Error("the demo has no owner");
  const page = await browser.newPage();
  await page.goto(`${baseUrl}/sign-in`);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
  await page.close();
  return `${baseUrl}/b/${person.brands[0]?.slug}`;
}

async function openBrowser(stack: ResourceStack, port?: number): Promise<BrowserContext> {
  const profile = stack.add(await mkdtemp(join(tmpdir(), "bench-pages-")), (path) => rm(path, { recursive: true }));
  const args = ["--no-sandbox", ...(port === undefined ? [] : [`--remote-debugging-port=${port}`])];
  const options = { executablePath: await requireChromium(), args };
  return stack.add(await chromium.launchPersistentContext(profile, options), (browser) => browser.close());
}

async function open(stack: ResourceStack): Promise<Pair[]> {
  await installLighthouse();
  const directory = stack.add(await mkdtemp(join(tmpdir(), "bench-pages-hub-")), (path) =>
    rm(path, { recursive: true }),
  );
  const hub = stack.add(await startHub(directory), (started) => started.end("SIGINT"));
  const [strangersPort, ownersPort] = [await freePort(), await freePort()];
  const stranger = await openBrowser(stack, strangersPort);
  const owner = await openBrowser(stack, ownersPort);
  const overview = await signIn(owner, hub.baseUrl, directory);
  const pages = [
    { name: "sign-in", url: `${hub.baseUrl}/sign-in`, browser: stranger, port: strangersPort },
    { name: "overview", url: overview, browser: owner, port: ownersPort },
  ];
  return pages.flatMap(({ name, url, browser, port }): Pair[] => [
    {
      what: `${name} script, compressed`,
      unit: "KB",
      goal: { atMost: 180 },
      rounds: 1,
      hub: () => weigh(browser, url),
    },
    {
      what: `${name} Lighthouse score (lab, desktop), lowest category`,
      unit: "of 100",
      goal: { atLeast: 95 },
      rounds: 5,
      hub: () => judge(url, port),
    },
  ]);
}

export const pages: Part = {
  name: "pages",
  what: "The first pages of every visit, in a browser",
  open,
};

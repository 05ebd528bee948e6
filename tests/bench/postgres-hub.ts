import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { eq, sql } from "drizzle-orm";
import { openDatabase, rowsOf } from "@/db/client";
import { brandVersions } from "@/db/schema";
import { issueNamedSessionToken } from "@/lib/access/server";
import { issueApiKey } from "@/lib/integrations/server";
import { applyEnvironment } from "@/lib/platform/config/env";
import type { Actor } from "@/lib/platform/context";
import { assembleHub, closeHub, contextOf, setHub } from "@/lib/runtime/hub";
import { configure } from "../support/configure";
import { startDebianPostgres } from "../support/debian-postgres";
import { sampleDocument } from "../support/documents";
import { actingUser, createBrandFixture, createTool, createUser, entitle } from "../support/fixtures";
import { freePort, type HubProcess, killHubs, startHub } from "../support/hub-process";
import { migratedTemplate } from "../support/postgres-server";
import { sizedSnapshot } from "./bundle";
import type { ResourceStack } from "./part";

export const TOOL = "brand-studio";
const secret = () => randomBytes(33).toString("base64url");

/** Limits that no load reaches but that still count. */
export const UNHINDERED = { RATE_LIMIT_PER_MINUTE: "10000000", RATE_LIMIT_CONCURRENT: "1000", USER_BUDGETS: "pages=0" };

const ENVIRONMENT = {
  HUB_EMBEDDED_DATABASE: "",
  HUB_BASE_URL: "https://hub.example.com",
  TRUSTED_PROXY_HOPS: "0",
  SESSION_SECRET: secret(),
  FEDERATION_SECRET: secret(),
  FILE_URL_SECRET: secret(),
  WEBHOOK_DISPATCH_SECRET: secret(),
  CORE_CHILD_APP_TOKEN__BRAND_STUDIO: secret(),
  CHILD_WEBHOOK_SECRET__BRAND_STUDIO: secret(),
  ...UNHINDERED,
};
/** Filling tables takes longer than a request can. */
export const LONG_TIMEOUTS = { connectMs: 10_000, queryMs: 60_000, restedMs: 2_000, probeMs: 10_000 };
/** Keeps this process's log out of its table. */
const QUIET = { LOG_LEVEL: "fatal" };

/** A database on Debian's PostgreSQL with a caller of each kind, and functions to fill it. */
export async function openBenchDatabase(stack: ResourceStack) {
  // Restores the environment, from which later parts start their hubs.
  stack.add({ ...process.env }, async (given) => {
    process.env = given;
    applyEnvironment({});
  });
  const server = stack.add(await startDebianPostgres(), (postgres) => postgres.stop());
  const url = await migratedTemplate(server.url);
  configure({ ...ENVIRONMENT, ...QUIET, DATABASE_URL: url });
  const hub = assembleHub(await openDatabase({ driver: "pg", url }));
  setHub(hub);
  stack.add(hub, closeHub);
  const { db } = hub;
  const acting = <A extends Actor>(actor: A) => contextOf(hub, { actor, now: new Date() });

  const owner = await createUser(db);
  const brand = await createBrandFixture(db, {
    slug: "alder",
    members: { [owner.id]: "owner" },
    document: sampleDocument(),
  });
  await createTool(db, { slug: TOOL, name: "Brand Studio" });
  await entitle(db, brand.id, TOOL);
  const owning = acting(actingUser(owner));
  const { token: sessionToken, sid } = await issueNamedSessionToken(owning, { name: "Back office" });
  const { key: apiKey } = await issueApiKey(owning, { brandId: brand.id, name: "Order desk", expiresAt: null });

  /** Adds brands with bundles of this size and access for the tool. Returns their ids. */
  async function addBrands(count: number, bytes: number): Promise<string[]> {
    const [own] = await db.select().from(brandVersions).where(eq(brandVersions.brandId, brand.id));
    if (!own) throw new Error("the brand has no version");
    const snapshot = JSON.stringify(sizedSnapshot(own.snapshot, bytes));
    const kind = `bench-${bytes}`;
    const id = sql`md5(${kind}::text || n)::uuid`;
    const numbers = sql`generate_series(1, ${count}::int) n`;
    await db.transaction(async (tx) => {
      await tx.execute(sql`insert into brands (id, slug, name, identity_version, public_page, created_at)
        select ${id}, ${kind}::text || '-' || n, 'Bench ' || n, 1, false, now() from ${numbers}`);
      await tx.execute(sql`insert into brand_slugs (slug, brand_id, created_at)
        select ${kind}::text || '-' || n, ${id}, now() from ${numbers}`);
      await tx.execute(sql`insert into brand_versions (brand_id, version, snapshot, changed, created_at)
        select ${id}, 1, ${snapshot}::jsonb, '{brand}', now() from ${numbers}`);
      await tx.execute(sql`insert into entitlements (brand_id, tool_slug, created_at)
        select ${id}, ${TOOL}, now() from ${numbers}`);
    });
    await db.execute(sql`analyze`);
    return (await rowsOf<{ id: string }>(db, sql`select ${id} as id from ${numbers}`)).map((row) => row.id);
  }

  const toolToken = ENVIRONMENT.CORE_CHILD_APP_TOKEN__BRAND_STUDIO;
  return {
    url,
    db,
    hub,
    acting,
    owner,
    brand,
    sid,
    sessionToken,
    apiKey,
    toolToken,
    toolHeaders: { authorization: `Bearer ${toolToken}`, "x-tool-slug": TOOL },
    addBrands,
  };
}

/** Runs the built hub in its own process, as in production. */
export async function startBenchHub(
  stack: ResourceStack,
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<HubProcess> {
  const directory = stack.add(await mkdtemp(join(tmpdir(), "hub-bench-")), (folder) => rm(folder, { recursive: true }));
  // To a file, as for a service. A reader would take CPU time from the same cores.
  const log = await open(join(directory, "hub.log"), "a");
  const settings = { ...ENVIRONMENT, DATABASE_URL: databaseUrl, ...env };
  const hub = await startHub(directory, settings, { logTo: log.fd });
  await log.close();
  return stack.add(hub, killHubs);
}

export async function startAnchor(
  stack: ResourceStack,
  databaseUrl: string,
  token: string,
): Promise<{ baseUrl: string }> {
  const settings = { NODE_ENV: "production" as const, ANCHOR_DATABASE_URL: databaseUrl, ANCHOR_TOKEN: token };
  const anchor = spawn(process.execPath, [join(import.meta.dirname, "anchor.mjs")], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  stack.add(anchor, async () => {
    const ended = once(anchor, "exit");
    if (anchor.kill()) await ended;
  });
  const [line] = await once(createInterface(anchor.stdout), "line");
  return { baseUrl: `http://127.0.0.1:${JSON.parse(line).port}` };
}

/** Runs a bare route handler of Next, built here as a separate app. */
export async function startBareNext(
  stack: ResourceStack,
  databaseUrl: string,
  token: string,
): Promise<{ baseUrl: string }> {
  const folder = join(import.meta.dirname, "bare-next");
  const next = join(import.meta.dirname, "../../node_modules/next/dist/bin/next");
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  await promisify(execFile)(process.execPath, [next, "build", folder], { env });
  const port = await freePort();
  const anchor = spawn(process.execPath, [next, "start", folder, "--port", String(port)], {
    env: { ...env, ANCHOR_DATABASE_URL: databaseUrl, ANCHOR_TOKEN: token },
    stdio: ["ignore", "ignore", "inherit"],
  });
  stack.add(anchor, async () => {
    const ended = once(anchor, "exit");
    if (anchor.kill()) await ended;
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  while (!(await fetch(baseUrl).catch(() => null))) await delay(100);
  return { baseUrl };
}

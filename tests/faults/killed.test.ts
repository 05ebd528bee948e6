import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { and, eq, inArray, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { auditEntries, brands, brandVersions, childContextDeliveries, deliveryAttempts } from "@/db/schema";
import { MAX_ATTEMPTS } from "@/lib/integrations/webhooks/after-failure";
import { giveUpInterrupted } from "@/lib/integrations/webhooks/run-tick";
import { log } from "@/lib/platform/log";
import { compiledProgram } from "../support/compiled-program";
import { createBrandFixture, createUser, systemContext } from "../support/fixtures";
import { inForm } from "../support/in-form";
import { deliveriesOf, enqueue, subscribe } from "../support/outbox";
import { createPostgresDatabase, type PostgresDatabase } from "../support/postgres";
import { createReceiver, type Receiver } from "../support/receiver";

log.level = "silent";

/** The process to kill. */
let program: string;
let database: PostgresDatabase;
let receiver: Receiver;
beforeAll(async () => {
  program = await compiledProgram('import "./tests/support/outbox-process.ts";');
  database = await createPostgresDatabase();
  receiver = await createReceiver(async (response) => {
    await delay(20);
    response.end();
  });
});
afterAll(() => Promise.all([database.close(), receiver.close()]));
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a process that sends or publishes, and waits until it is ready. */
async function begin(
  ...args: string[]
): Promise<{ child: ChildProcess; ended: Promise<unknown>; said: () => string[] }> {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, LOG_LEVEL: "silent" },
  });
  running.add(child);
  const ended = once(child, "exit").finally(() => running.delete(child));
  let output = "";
  let complaint = "";
  child.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  await new Promise<void>((ready, fail) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (output.includes("ready")) ready();
    });
    child.once("exit", () => fail(new Error(`it ended before it began:\n${complaint}`)));
  });
  return { child, ended, said: () => output.split("\n").filter((line) => line !== "" && line !== "ready") };
}

/** Ages leases and backoffs until everything is due, previously due deliveries first. */
async function letTimePass(): Promise<void> {
  const { db } = database;
  await db.execute(sql`update child_context_deliveries set lease_until = now() where lease_token is not null`);
  await giveUpInterrupted(systemContext(db, new Date(Date.now() + 1_000)));
  await db.execute(sql`update child_context_deliveries set due_at = now() where status = 'pending' and due_at > now()`);
}

const KILLS = inForm({ short: 1, full: 60 });

describe("a killed process", () => {
  it("loses no delivery mid-tick and repeats only those it was sending", async () => {
    const { db } = database;
    const brandsOf = inForm({ short: 4, full: 12 });
    const each = inForm({ short: 15, full: 100 });
    const sent: string[] = [];
    for (let index = 0; index < brandsOf; index += 1) {
      const { brand } = await subscribe(db, receiver.url);
      await enqueue(db, brand, each);
      sent.push(brand.id);
    }
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = receiver.received.length;
      const { child, ended } = await begin("tick", database.url);
      await Promise.race([receiver.arrived(before + 1 + Math.floor(Math.random() * 20)), ended]);
      await delay(Math.random() * 30);
      child.kill("SIGKILL");
      await ended;
      await letTimePass();
    }
    const { ended } = await begin("tick", database.url);
    await ended;

    const rows = await db.select().from(childContextDeliveries).where(inArray(childContextDeliveries.brandId, sent));
    expect(rows.filter(({ status }) => status !== "delivered")).toEqual([]);
    const ids = receiver.received.map(({ body }) => JSON.parse(body.toString()).id as string);
    expect(rows.filter(({ id }) => !ids.includes(id))).toEqual([]);
    const attempts = await db
      .select()
      .from(deliveryAttempts)
      .where(
        inArray(
          deliveryAttempts.deliveryId,
          rows.map(({ id }) => id),
        ),
      );
    expect(attempts.filter(({ statusCode }) => statusCode === 200)).toHaveLength(rows.length);
    const interrupted = attempts.filter(({ errorClass }) => errorClass === "aborted").length;
    const repeated = ids.length - new Set(ids).size;
    expect(repeated).toBeLessThanOrEqual(interrupted);
  }, 900_000);

  it("leaves each version complete or absent mid-publish", async () => {
    const { db } = database;
    const user = await createUser(db);
    const brand = await createBrandFixture(db, { members: { [user.id]: "owner" } });
    const { toolSlug } = await subscribe(db, receiver.url, { brand });
    const acknowledged: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { child, ended, said } = await begin("publish", database.url, user.id, brand.id, brand.slug, `Run ${kill}`);
      while (said().length < 2) await delay(5);
      await delay(Math.random() * 60);
      child.kill("SIGKILL");
      await ended;
      acknowledged.push(...said());
    }
    const versions = await db
      .select()
      .from(brandVersions)
      .where(eq(brandVersions.brandId, brand.id))
      .orderBy(brandVersions.version);
    expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => index + 1));
    const [now] = await db.select().from(brands).where(eq(brands.id, brand.id));
    expect(now?.identityVersion).toBe(versions.length);
    const names = new Set(versions.map(({ snapshot }) => snapshot.brand?.name));
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
    const deliveries = await deliveriesOf(db, brand.id);
    const announced = deliveries
      .filter((delivery) => delivery.toolSlug === toolSlug)
      .map(({ body }) => JSON.parse(body).identity_version as number);
    expect(announced.toSorted((a, b) => a - b)).toEqual(versions.slice(1).map(({ version }) => version));
    const entries = await db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.brandId, brand.id), eq(auditEntries.action, "brand.renamed")));
    expect(entries).toHaveLength(versions.length - 1);
  }, 900_000);

  it("gives up a delivery that always kills it after the usual attempts", { tags: ["full"] }, async () => {
    const { db } = database;
    const { brand } = await subscribe(db, receiver.url);
    await enqueue(db, brand);
    for (let kill = 1; kill <= MAX_ATTEMPTS; kill += 1) {
      const { ended } = await begin("poisoned", database.url);
      await ended;
      await letTimePass();
      const [delivery] = await deliveriesOf(db, brand.id);
      expect(delivery).toMatchObject({ attempts: kill, status: kill < MAX_ATTEMPTS ? "pending" : "dead" });
    }
  });
});

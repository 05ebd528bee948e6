import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OpenDatabase, openDatabase } from "@/db/client";
import { mails, notices, subscriptions } from "@/db/schema";
import { findNotices } from "@/lib/integrations/notifications/find-notices";
import { runNoticeTick } from "@/lib/integrations/server";
import type { Ctx } from "@/lib/runtime/context";
import { context, createBrandFixture, createTool, createUser, NOW, SYSTEM } from "@/tests/support/fixtures";
import { memoryMailer } from "@/tests/support/memory-mailer";
import { subscribe } from "@/tests/support/outbox";
import { createPostgresDatabase, type PostgresDatabase } from "@/tests/support/postgres";
import { LONG_DATABASE_TIMEOUTS } from "@/tests/support/timeouts";

const PROCESSES = 6;
const AN_HOUR_LATER = new Date(NOW.getTime() + 60 * 60_000);

let server: PostgresDatabase;
let processes: OpenDatabase[];
beforeAll(async () => {
  server = await createPostgresDatabase({ engine: "18" });
  processes = await Promise.all(
    Array.from({ length: PROCESSES }, () =>
      openDatabase({ driver: "pg", url: server.url, timeouts: LONG_DATABASE_TIMEOUTS }),
    ),
  );
});
afterAll(async () => {
  await Promise.all(processes.map((database) => database.close()));
  await server.close();
});

it("sends each of many people one mail when several processes tick at once", async () => {
  const [{ db } = { db: null }] = processes;
  if (!db) throw new Error("there is no process");
  const toolSlug = (await createTool(db)).slug;
  const people = await Promise.all(Array.from({ length: 20 }, () => createUser(db, { emailVerifiedAt: NOW })));
  for (let index = 0; index < 10; index += 1) {
    const brand = await createBrandFixture(db, {
      members: Object.fromEntries(people.map(({ id }) => [id, "owner" as const])),
    });
    await subscribe(db, "https://tool.example.com/hooks", { brand, toolSlug });
    await db.update(subscriptions).set({ failingSince: NOW }).where(eq(subscriptions.brandId, brand.id));
  }
  const ticking = (database: OpenDatabase): Ctx => ({
    ...context(database.db, SYSTEM),
    mail: memoryMailer(),
    clock: async () => AN_HOUR_LATER,
  });
  const reports = await Promise.all(processes.map((database) => runNoticeTick(ticking(database))));
  expect(reports.reduce((sum, { found }) => sum + found, 0)).toBe(200);
  expect(reports.reduce((sum, { mailed }) => sum + mailed, 0)).toBe(20);
  const written = await db.select().from(mails);
  expect(written.map(({ recipient }) => recipient).toSorted()).toEqual(people.map(({ email }) => email).toSorted());
  expect((await db.select().from(notices)).filter(({ mailed }) => !mailed)).toEqual([]);
});

it("notifies everybody of an occurrence that a stopped process had partly recorded", async () => {
  const [{ db } = { db: null }] = processes;
  if (!db) throw new Error("there is no process");
  await db.delete(notices);
  await db.delete(subscriptions);
  const toolSlug = (await createTool(db)).slug;
  const people = await Promise.all(Array.from({ length: 300 }, () => createUser(db)));
  const members = Object.fromEntries(people.map(({ id }) => [id, "owner" as const]));
  for (let index = 0; index < 3; index += 1) {
    const brand = await createBrandFixture(db, { members });
    await subscribe(db, "https://tool.example.com/hooks", { brand, toolSlug });
    await db.update(subscriptions).set({ failingSince: NOW }).where(eq(subscriptions.brandId, brand.id));
  }
  const ctx = { ...context(db, SYSTEM, AN_HOUR_LATER), clock: async () => AN_HOUR_LATER };
  let transactions = 0;
  const transaction: typeof db.transaction = (work, config) => {
    transactions += 1;
    if (transactions > 1) throw new Error("the process ended");
    return db.transaction(work, config);
  };
  const ending = new Proxy(db, {
    get: (target, name) => (name === "transaction" ? transaction : Reflect.get(target, name)),
  });
  await expect(findNotices({ ...ctx, db: ending })).rejects.toThrow("the process ended");
  expect(await db.$count(notices)).toBe(600);
  await findNotices(ctx);
  expect(await db.$count(notices)).toBe(900);
});

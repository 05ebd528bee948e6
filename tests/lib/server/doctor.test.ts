import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/db/client";
import { newestKnown, oldestKnown } from "@/db/migrations";
import { tools } from "@/db/schema";
import { createLocalStorage, createS3Storage } from "@/lib/content/server";
import { issueToolCredential } from "@/lib/integrations/server";
import type { Env } from "@/lib/platform/config/env";
import type { Secrets } from "@/lib/platform/context";
import { databaseQuestions, wakeUpsQuestion } from "@/lib/server/doctor/database";
import { deliveriesQuestion } from "@/lib/server/doctor/deliveries";
import { askAll, askInStages, type Finding, type Question } from "@/lib/server/doctor/finding";
import { surroundingQuestions } from "@/lib/server/doctor/surroundings";
import { actingUser, context, createUser, NOW, systemContext } from "../../support/fixtures";
import { freePort } from "../../support/hub-process";
import { becomeLaterRelease } from "../../support/later-release";
import { listen } from "../../support/listen";
import { createMailCatcher } from "../../support/mail-catcher";
import { enqueue, subscribe } from "../../support/outbox";
import { createPostgresDatabase } from "../../support/postgres";
import { startS3Server } from "../../support/s3-server";

const close: (() => Promise<unknown>)[] = [];
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "hub-doctor-"));
});
afterEach(async () => {
  for (const one of close.splice(0).reverse()) await one();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const of = async (part: string, questions: Question[]): Promise<Finding[]> =>
  (await askAll(questions.filter((question) => question.part === part))).filter((finding) => finding.part === part);

const settings = (given: Partial<Env> = {}): Env =>
  ({ HUB_DATA_DIR: directory, HUB_LEAST_FREE_MB: 1, HUB_DEMO: false, VERCEL: false, ...given }) as Env;

const storage = () => createLocalStorage(join(directory, "files"));
const around = (part: string, given: Partial<Env> = {}, store = storage()) =>
  of(part, surroundingQuestions(settings(given), store));

const ofDatabase = (part: string, db: Database, port: string | null = null) =>
  of(part, Object.values(databaseQuestions(db, port)).flat());

/** A database that answers every statement with these rows. */
const saying = (...rows: unknown[]) => ({ execute: async () => ({ rows }) }) as unknown as Database;

async function server() {
  const opened = await createPostgresDatabase();
  close.push(opened.close);
  return opened;
}

describe("the doctor's report on the database", () => {
  it("is ok for a healthy server", async () => {
    const { db, url } = await server();
    const found = await askInStages(Object.values(databaseQuestions(db, new URL(url).port)));
    expect(found.map(({ part, state }) => [part, state])).toEqual([
      ["database", "ok"],
      ["migrations", "ok"],
      ["clock", "ok"],
    ]);
  });

  it("says whether processes hear one another: directly, behind a pooler, and elsewhere", {
    tags: ["full"],
  }, async () => {
    const { openDatabase } = await import("@/db/client");
    const opened = async (url: string, directUrl?: string) => {
      const database = await openDatabase({ driver: "pg", url, directUrl });
      close.push(database.close);
      return of("wake-ups", [wakeUpsQuestion(database)]);
    };
    const [direct, other] = [
      await createPostgresDatabase({ engine: "18" }),
      await createPostgresDatabase({ engine: "18" }),
    ];
    const pooled = await createPostgresDatabase({ engine: "pgbouncer" });
    close.push(direct.close, other.close, pooled.close);
    expect(await opened(direct.url)).toMatchObject([{ state: "ok" }]);
    expect(await opened(pooled.url)).toMatchObject([{ state: "warning" }]);
    const remedy = expect.stringContaining("DATABASE_DIRECT_URL");
    expect(await opened(direct.url, other.url)).toMatchObject([{ state: "error", remedy }]);
    expect(await askAll([wakeUpsQuestion({ db: direct.db })])).toEqual([]);
  });

  it("says once that nobody answers, without the password", async () => {
    const { openDatabase } = await import("@/db/client");
    const url = `postgres://hub:a-password-of-mine@127.0.0.1:${await freePort()}/hub`;
    const { db, close: end } = await openDatabase({ driver: "pg", url });
    const found = await askInStages(Object.values(databaseQuestions(db, null)));
    const { port } = new URL(url);
    expect(found).toEqual([
      {
        part: "database",
        state: "error",
        says: `No database server answers at 127.0.0.1:${port}. Start it, or correct the host and port in the database URL.`,
      },
    ]);
    expect(JSON.stringify(found)).not.toContain("a-password-of-mine");
    await end();
  });

  it("says that it is old, behind a pooler, or slow", async () => {
    const old = saying({ version: "14.9", port: 5432 });
    expect((await ofDatabase("database", old, "6432")).map(({ state }) => state)).toEqual(["error", "warning"]);
    const slow = {
      execute: () => new Promise((done) => setTimeout(() => done({ rows: [{ version: "18.1", port: 5432 }] }), 60)),
    } as unknown as Database;
    const found = await ofDatabase("database", slow, "5432");
    expect(found.map(({ state }) => state)).toEqual(["ok", "warning"]);
  });

  it("says that migrations are missing, or that this release can't use it", async () => {
    const { db, migrate, close: end } = await createPostgresDatabase({ empty: true });
    close.push(end);
    const found = await askInStages([
      ...Object.values(databaseQuestions(db, null)),
      [deliveriesQuestion(db, systemContext(db, NOW).secrets)],
    ]);
    expect(found.filter(({ state }) => state === "error")).toMatchObject([
      {
        ...{ part: "migrations", says: "The database is not migrated yet." },
        remedy: expect.stringContaining("db:migrate"),
      },
    ]);
    await migrate();
    const goBack = await becomeLaterRelease();
    expect(await ofDatabase("migrations", db)).toMatchObject([{ state: "warning" }]);
    await goBack();
    await db.execute(sql`insert into drizzle.hub_least_version values (${newestKnown() + 1})`);
    expect(await ofDatabase("migrations", db)).toMatchObject([
      { state: "error", says: expect.stringContaining("A newer release") },
    ]);
    await db.execute(sql`update drizzle.__drizzle_migrations set created_at = ${oldestKnown() - 1}`);
    expect(await ofDatabase("migrations", db)).toMatchObject([
      { state: "error", says: expect.stringContaining("Start the hub of commit 8cb40240") },
    ]);
  });

  it.each([
    [0, "ok"],
    [3_000, "warning"],
    [-60_000, "error"],
  ])("for a clock %i ms ahead is %s", async (ahead, state) => {
    const db = { execute: async () => ({ rows: [{ now: String(Date.now() + ahead) }] }) } as unknown as Database;
    expect(await ofDatabase("clock", db)).toMatchObject([{ state }]);
  });

  it("says which tools get no webhooks and why, and that a delivery is late", async () => {
    const { db } = await server();
    const ask = async (given: Partial<Secrets> = {}) => {
      const secrets = { ...systemContext(db, NOW).secrets, ...given };
      const [found, ...more] = await of("deliveries", [deliveriesQuestion(db, secrets)]);
      expect(more).toEqual([]);
      return found;
    };
    expect(await ask()).toMatchObject({ state: "ok" });
    const { brand, toolSlug } = await subscribe(db, "https://studio.example.com/hook");
    await db.update(tools).set({ name: "Press" });
    await enqueue(db, brand, 2, new Date(0));
    const late = { state: "warning", says: expect.stringContaining("has been due for") };
    expect(await ask({ webhook: () => ["a-secret"] })).toMatchObject(late);
    const held = (because: string) => ({ state: "warning", says: `Press gets no webhooks (2 due): ${because}.` });
    expect(await ask()).toMatchObject(held("it has no active signing secret"));
    const admin = context(db, actingUser(await createUser(db, { hubAdmin: true })));
    await issueToolCredential(admin, { toolSlug, kind: "signing_secret", name: "Test", expiresAt: null });
    expect(await ask()).toMatchObject(late);
    const unreadable = held("no key in HUB_ENCRYPTION_KEY decrypts its signing secret");
    expect(await ask({ encryption: [] })).toMatchObject(unreadable);
    await db.update(tools).set({ status: "disabled" });
    expect(await ask()).toMatchObject(held("it is disabled"));
  });
});

describe("the doctor's report on other services", () => {
  it("covers a store that works, refuses the hub, or loses files", async () => {
    expect(await around("storage")).toMatchObject([{ state: "ok" }]);
    const bucket = await startS3Server();
    close.push(bucket.close);
    const config = { ...bucket.config, forcePathStyle: true, timeoutMs: 30_000, retryDelayMs: 1 };
    expect(await around("storage", {}, createS3Storage(config))).toMatchObject([{ state: "ok" }]);
    expect(bucket.objects.size).toBe(0);
    const wrong = createS3Storage({ ...config, secretAccessKey: "another" });
    const [found] = await around("storage", {}, wrong);
    expect(found).toMatchObject({ state: "error", says: expect.stringContaining("SignatureDoesNotMatch") });
    const losing = { ...storage(), read: async () => null };
    expect(await around("storage", {}, losing)).toMatchObject([{ state: "error" }]);
  });

  it("covers a Redis that is down", async () => {
    expect(await around("limiter")).toMatchObject([{ state: "ok" }]);
    const REDIS_URL = `redis://127.0.0.1:${await freePort()}`;
    expect(await around("limiter", { REDIS_URL })).toMatchObject([{ state: "error" }]);
  });

  it("covers a mail server that works, is down, or isn't configured", async () => {
    const catcher = await createMailCatcher();
    close.push(() => catcher.close());
    expect(await around("mail", { SMTP_URL: catcher.url })).toMatchObject([{ state: "ok" }]);
    expect(catcher.caught).toEqual([]);
    const away = `smtp://hub:a-password-of-mine@127.0.0.1:${await freePort()}`;
    const found = await around("mail", { SMTP_URL: away });
    expect(found).toMatchObject([{ state: "error", remedy: expect.stringContaining("SMTP_URL") }]);
    expect(JSON.stringify(found)).not.toContain("a-password-of-mine");
    expect(await around("mail")).toMatchObject([{ state: "warning" }]);
  });

  it("covers a disk with little or too little space", async () => {
    expect(await around("disk", { HUB_LEAST_FREE_MB: 1_000_000_000 })).toMatchObject([{ state: "error" }]);
    expect((await around("disk"))[0]?.state).not.toBe("error");
    const elsewhere = { S3_BUCKET: "files", DATABASE_URL: "postgres://hub@db.example.com/hub" };
    expect(await around("disk", elsewhere)).toMatchObject([
      { state: "ok", says: expect.stringContaining("stores nothing") },
    ]);
  });

  it("covers a sign-in provider that works, has another issuer, or is down", async () => {
    let calls = "";
    const provider = await listen(
      createServer((_request, response) => response.end(JSON.stringify({ issuer: calls }))),
    );
    close.push(provider.close);
    const OIDC_ISSUER = `http://127.0.0.1:${provider.port}/realm`;
    calls = OIDC_ISSUER;
    expect(await around("sign-in provider", { OIDC_ISSUER })).toMatchObject([{ state: "ok" }]);
    calls = "https://elsewhere.example.com";
    expect(await around("sign-in provider", { OIDC_ISSUER })).toMatchObject([{ state: "error" }]);
    const away = `http://127.0.0.1:${await freePort()}`;
    expect(await around("sign-in provider", { OIDC_ISSUER: away })).toMatchObject([
      { state: "error", says: expect.stringContaining("ECONNREFUSED") },
    ]);
  });
});

it("doesn't wait for a missing response", async () => {
  const never: Question = { part: "store", remedy: "Look there.", ask: () => new Promise(() => {}) };
  expect(await askAll([never], 50)).toMatchObject([{ state: "error", says: expect.stringContaining("Timed out") }]);
});

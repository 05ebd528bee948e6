import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type OpenDatabase, openDatabase, rowsOf } from "@/db/client";
import { loadSnapshot, withSnapshot } from "@/db/copy";
import { isMigrated } from "@/db/migrations";
import { readManifest } from "@/lib/server/backup/manifest";
import { snapshotIn } from "@/lib/server/backup/write-backup";
import type { DemoCredentials } from "@/lib/server/describe-demo";
import { freePort, killHubs, startHub } from "../support/hub-process";
import { buildRelease, type OldRelease } from "../support/old-release";
import { createPostgresDatabase, type PostgresDatabase } from "../support/postgres";
import { sharedResource } from "../support/shared-resource";
import { LONG_DATABASE_TIMEOUTS } from "../support/timeouts";
import { tour, type Visit } from "../support/tour";

const COMMIT = "8cb40240";
const FIXTURE = `tests/fixtures/hub-${COMMIT}`;
const STATEMENTS = join(FIXTURE, "statements.json");

let server: PostgresDatabase;
let database: OpenDatabase;
let dataOfOldRelease: Awaited<ReturnType<typeof readManifest>>;

/** A database as that release left it, with its schema. */
beforeAll(async () => {
  server = await createPostgresDatabase({ empty: true });
  database = await openDatabase({ driver: "pg", url: server.url, timeouts: LONG_DATABASE_TIMEOUTS });
  dataOfOldRelease = await readManifest(join(FIXTURE, "backup"));
  await loadSnapshot(snapshotIn(join(FIXTURE, "backup"), dataOfOldRelease), database);
});
afterAll(async () => {
  await database.close();
  await server.close();
});

describe(`an upgrade of a filled database of ${COMMIT}`, () => {
  it("keeps every row, in each column that it had", async () => {
    await database.migrate();
    expect(await isMigrated(database.db)).toBe(true);
    const [kept, had] = await withSnapshot(database.db, async (snapshot) => {
      const digests = [];
      for (const { name, columns, key } of dataOfOldRelease.tables)
        digests.push({ name, ...(await snapshot.digestOf({ name, columns, key })) });
      return [digests, dataOfOldRelease.tables.map(({ name, rows, digest }) => ({ name, rows, digest }))];
    });
    expect(kept).toEqual(had);
    expect(had.filter(({ rows }) => rows > 0).length).toBeGreaterThan(15);
  });

  it("keeps every statement of that release valid", async () => {
    const statements: string[] = JSON.parse(readFileSync(STATEMENTS, "utf8"));
    const refused: string[] = [];
    for (const statement of statements)
      await database.db
        .transaction(async (tx) => {
          await tx.execute(sql.raw(`prepare old_statement as ${statement}`));
          await tx.execute(sql`deallocate old_statement`);
        })
        .catch((error: Error) => refused.push(`${(error.cause as Error).message}: ${statement}`));
    expect(refused).toEqual([]);
    expect(statements.length).toBeGreaterThan(60);
  });
});

/**
 * Two processes of different releases on one database. Takes minutes, because the old release is installed and built.
 */
describe(`an old process of ${COMMIT} next to a new one`, { tags: ["full"] }, () => {
  let old: OldRelease;
  let root: string;
  beforeAll(async () => {
    await sharedResource("built-hub");
    root = await mkdtemp(join(tmpdir(), "hub-upgrade-"));
    old = await buildRelease(COMMIT);
  });
  afterEach(killHubs);
  afterAll(async () => {
    await old.remove();
    await rm(root, { recursive: true, force: true });
  });

  it("answers without a 5xx during migration and rollback, and so does the new one", async () => {
    const shared = await createPostgresDatabase({ empty: true });
    const source = await openDatabase({ driver: "pg", url: shared.url, timeouts: LONG_DATABASE_TIMEOUTS });
    await loadSnapshot(snapshotIn(join(FIXTURE, "backup"), dataOfOldRelease), source);
    const demo: DemoCredentials = JSON.parse(readFileSync(join(FIXTURE, "credentials.json"), "utf8"));
    const recorded = join(root, "statements.jsonl");
    const secrets = ["SESSION_SECRET", "FEDERATION_SECRET", "FILE_URL_SECRET", "WEBHOOK_DISPATCH_SECRET"];
    const environment = async () => {
      const port = String(await freePort());
      return {
        ...Object.fromEntries(secrets.map((name) => [name, shareable[name]])),
        DATABASE_URL: shared.url,
        HUB_DATA_DIR: root,
        HUB_BASE_URL: `http://localhost:${port}`,
        PORT: port,
        RATE_LIMIT_PER_MINUTE: "0",
        RATE_LIMIT_CONCURRENT: "0",
        RECORDED: recorded,
      } as Record<string, string>;
    };
    const shareable = Object.fromEntries(secrets.map((name) => [name, randomBytes(33).toString("base64url")]));

    const visits = { old: [] as Visit[], new: [] as Visit[] };
    const acknowledged: string[] = [];
    const go = async (who: "old" | "new", baseUrl: string, isOver: () => boolean) => {
      do {
        const seen = await tour(baseUrl, demo);
        visits[who].push(...seen.visits);
        acknowledged.push(...seen.acknowledged);
      } while (!isOver());
    };

    const oldEnvironment = await environment();
    const oldHub = await old.start(oldEnvironment);
    let newIsOver = false;
    const touringOld = go("old", oldEnvironment.HUB_BASE_URL ?? "", () => newIsOver);
    const newEnvironment = await environment();
    const newHub = await startHub(root, newEnvironment);
    expect(await isMigrated(shared.db)).toBe(true);
    const untilMs = performance.now() + 60_000;
    await go("new", newHub.baseUrl, () => performance.now() > untilMs);
    expect(await newHub.end("SIGTERM")).toBe(0);
    newIsOver = true;
    await touringOld;
    // Roll back: only the old release runs, restarted on the migrated database.
    const ended = once(oldHub.process, "exit");
    oldHub.process.kill("SIGTERM");
    await ended;
    const again = await old.start(oldEnvironment);
    await go("old", oldEnvironment.HUB_BASE_URL ?? "", () => true);
    again.process.kill("SIGKILL");
    const ada = "ada@example.com";
    old.command(oldEnvironment, "lib/server/cli/make-admin.ts", ["--email", ada], "a few plain words here\n");
    old.command(oldEnvironment, "lib/server/cli/import-brands.ts", ["--count", "3", "--owner", ada]);

    const failed = (seen: Visit[]) => seen.filter(({ status }) => status === null || status >= 500);
    expect(failed(visits.new)).toEqual([]);
    expect(failed(visits.old)).toEqual([]);
    const stored = new Set(
      (await rowsOf<{ key: string }>(shared.db, sql`select idempotency_key as key from events`)).map(({ key }) => key),
    );
    expect(acknowledged.filter((key) => !stored.has(key))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(10);
    // Recorded statements stay listed, because not every run produces all of them.
    const known: string[] = JSON.parse(readFileSync(STATEMENTS, "utf8"));
    const noted = readFileSync(recorded, "utf8").trim().split("\n");
    const asked = new Set([...known, ...noted.map((line): string => JSON.parse(line))]);
    const isData = (text: string) =>
      /^\s*(select|insert|update|delete|with)\b/i.test(text) && !text.includes("drizzle");
    const statements = [...asked].filter(isData).sort();
    writeFileSync(STATEMENTS, `${JSON.stringify(statements, null, 2)}\n`);
    await source.close();
    await shared.close();
  });
});

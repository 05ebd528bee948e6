import { createHash, randomBytes } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDatabase, rowsOf } from "@/db/client";
import { isHalfCopied } from "@/db/copy";
import { lockDirectory } from "@/db/directory-lock";
import { files } from "@/db/schema";
import { createLocalStorage, createS3Storage, storageKey } from "@/lib/content/server";
import { newId } from "@/lib/platform/ids";
import { embeddedEnvironment, refuseDemoSecrets, writeDemoFile } from "@/lib/server/embedded-secrets";
import { moveData, writeMovedSecrets } from "@/lib/server/move-data";
import { createBrandFixture, createUser } from "../../support/fixtures";
import { createPostgresDatabase, type PostgresDatabase } from "../../support/postgres";
import { type S3Server, startS3Server } from "../../support/s3-server";
import { LONG_DATABASE_TIMEOUTS } from "../../support/timeouts";

const close: (() => Promise<unknown>)[] = [];
/** A stopped embedded hub, created once. Each test moves a copy. */
let made: string;
const keys: string[] = [];
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), "hub-to-move-"));
  const storage = createLocalStorage(join(made, "files"));
  const database = await openDatabase({ driver: "embedded", directory: made });
  await database.migrate();
  const owner = await createUser(database.db);
  const brand = await createBrandFixture(database.db, { slug: "alder", members: { [owner.id]: "owner" } });
  for (let n = 0; n < 9; n += 1) {
    const bytes = randomBytes(5_000);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const row = {
      id: newId(),
      brandId: brand.id,
      sha256,
      mime: "image/png",
      bytes: bytes.length,
      createdAt: new Date(),
    };
    await database.db.insert(files).values(row);
    await storage.put(storageKey(brand.id, sha256), bytes, "image/png");
    keys.push(storageKey(brand.id, sha256));
  }
  await database.close();
});
afterAll(() => rm(made, { recursive: true, force: true }));

let directory: string;
let bucket: S3Server;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "hub-move-"));
  await cp(made, directory, { recursive: true });
  bucket = await startS3Server();
});
afterEach(async () => {
  for (const one of close.splice(0).reverse()) await one();
  await bucket.close();
  await rm(directory, { recursive: true, force: true });
});

const stores = (timeoutMs = 30_000) => ({
  from: createLocalStorage(join(directory, "files")),
  to: createS3Storage({ ...bucket.config, forcePathStyle: true, timeoutMs, retryDelayMs: 1 }),
});

async function emptyServer(): Promise<PostgresDatabase> {
  const target = await createPostgresDatabase({ empty: true });
  close.push(target.close);
  return target;
}

const move = (target: PostgresDatabase, given = stores()) =>
  moveData({ directory, target: { driver: "pg", url: target.url }, files: given });

describe("moving an embedded hub to a server", () => {
  it("copies every row, and every file to the bucket, and leaves the source unchanged", async () => {
    const target = await emptyServer();
    const before = (await readdir(directory, { recursive: true })).filter((name) => name.startsWith("files"));
    const moved = await move(target);
    expect(moved).toMatchObject({ files: { copied: 9, before: 0, lost: [] } });
    expect(await rowsOf(target.db, sql`select count(*)::int as users from users`)).toEqual([{ users: 1 }]);
    for (const key of keys) expect(bucket.objects.get(key)?.mime).toBe("image/png");
    expect((await readdir(directory, { recursive: true })).filter((name) => name.startsWith("files"))).toEqual(before);
    await expect(move(target)).rejects.toThrow("The target database already has a hub's data");
  });

  it("refuses the directory of a running hub", async () => {
    const running = await lockDirectory(directory);
    await expect(move(await emptyServer())).rejects.toThrow("Another hub is running on the data directory");
    await running.release();
  });

  it("continues after the bucket failed, without resending what it has", { tags: ["full"] }, async () => {
    const target = await emptyServer();
    let puts = 0;
    const { from, to } = stores();
    const failing = {
      ...to,
      async put(key: string, bytes: Buffer, mime: string) {
        puts += 1;
        if (puts > 4) throw new Error("the bucket is away");
        await to.put(key, bytes, mime);
      },
    };
    await expect(move(target, { from, to: failing })).rejects.toThrow("the bucket is away");
    const { files: moved } = await move(target);
    expect(moved?.before).toBeGreaterThanOrEqual(4);
    expect((moved?.before ?? 0) + (moved?.copied ?? 0)).toBe(9);
  });

  it("survives late, broken and missing responses of the bucket", { tags: ["full"] }, async () => {
    bucket.faults.push(500, "hang-up", 503, "silence", 500);
    expect((await move(await emptyServer(), stores(3_000))).files?.copied).toBe(9);
  });

  it("resends files that differ in the bucket, and reports files missing from the source", async () => {
    const [damaged = "", lost = "", spoilt = ""] = keys;
    bucket.objects.set(damaged, { bytes: Buffer.from("half a bo"), mime: "image/png" });
    await stores().from.delete(lost);
    await writeFile(join(directory, "files", spoilt), "another");
    const { files: moved } = await move(await emptyServer());
    expect(moved).toMatchObject({ copied: 7, before: 0 });
    expect(moved?.lost.sort()).toEqual([lost, spoilt].sort());
    expect(bucket.objects.get(damaged)?.bytes.length).toBe(5_000);
  });

  it("continues with a partly copied database", { tags: ["full"] }, async () => {
    const target = await emptyServer();
    // A table that rejects its rows stands for any interruption of the copy.
    const { migrate } = await openDatabase({ driver: "pg", url: target.url, timeouts: LONG_DATABASE_TIMEOUTS });
    await migrate();
    await target.db.execute(sql`create rule none as on insert to files do instead nothing`);
    await expect(move(target)).rejects.toThrow("Table files arrived incomplete or changed: 0 of 9 rows");
    expect(await isHalfCopied(target.db)).toBe(true);
    await expect(migrate()).rejects.toThrow("This database is an incomplete copy");
    await target.db.execute(sql`drop rule none on files`);
    const { files: moved } = await move(target);
    expect(moved?.before).toBe(9);
    await migrate();
  });

  it("writes new secrets only for their owner, with the old sealing key second, and a hub can start with them", async () => {
    const { SESSION_SECRET: former = "", WEBHOOK_DISPATCH_SECRET: dispatch = "" } =
      await embeddedEnvironment(directory);
    const { path, variables } = await writeMovedSecrets(directory);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const text = await readFile(path, "utf8");
    expect(text).toMatch(new RegExp(`^SESSION_SECRET=[\\w-]{43},${former}\n`));
    expect(
      text
        .trim()
        .split("\n")
        .map((line) => line.split("=")[0]),
    ).toEqual(variables);
    await writeMovedSecrets(directory);
    expect(await readFile(path, "utf8")).toBe(text);

    const kept = process.env.SESSION_SECRET;
    try {
      process.env.HUB_COOKIE_DOMAIN = "";
      await refuseDemoSecrets(join(directory, "nothing-here"));
      await refuseDemoSecrets(directory).catch((error) => expect(error.message).not.toContain("HUB_COOKIE_DOMAIN"));
      process.env.SESSION_SECRET = /^SESSION_SECRET=(.*)$/m.exec(text)?.[1];
      await refuseDemoSecrets(directory);
      process.env.SESSION_SECRET = `${former},${"n".repeat(40)}`;
      await expect(refuseDemoSecrets(directory)).rejects.toThrow("SESSION_SECRET is a secret of the demo");
      process.env.SESSION_SECRET = `${"n".repeat(40)},${dispatch}`;
      await expect(refuseDemoSecrets(directory)).rejects.toThrow("SESSION_SECRET is a secret of the demo");
      process.env.SESSION_SECRET = former;
      await expect(refuseDemoSecrets(directory)).rejects.toThrow("SESSION_SECRET is a secret of the demo");
      delete process.env.SESSION_SECRET;
      const tool = { slug: "print-room", child_token: "t".repeat(40), webhook_secret: "w".repeat(40) };
      await writeDemoFile(directory, { users: [], api_keys: [], tools: [tool] });
      for (const secret of [tool.child_token, tool.webhook_secret]) {
        process.env.CHILD_WEBHOOK_SECRET__PRESS = `${"n".repeat(40)},${secret}`;
        await expect(refuseDemoSecrets(directory)).rejects.toThrow(
          "CHILD_WEBHOOK_SECRET__PRESS is a secret of the demo",
        );
      }
      delete process.env.CHILD_WEBHOOK_SECRET__PRESS;
      await refuseDemoSecrets(directory);
      await writeFile(join(directory, "demo.json"), "{");
      await expect(refuseDemoSecrets(directory)).rejects.toThrow("demo.json is damaged");
    } finally {
      delete process.env.HUB_COOKIE_DOMAIN;
      delete process.env.CHILD_WEBHOOK_SECRET__PRESS;
      process.env.SESSION_SECRET = kept;
    }
  });
});

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, rowsOf } from "@/db/client";
import { isHalfCopied } from "@/db/copy";
import { brandVersions } from "@/db/schema";
import { runAuditTick, verifyAudit } from "@/lib/access/server";
import { createLocalStorage } from "@/lib/content/server";
import { publishDraft, saveDraft } from "@/lib/publishing/server";
import { restoreToServer, writeBackup } from "@/lib/server/backup";
import { sampleDocument } from "../../support/documents";
import { actingUser, context, createBrandFixture, createUser, systemContext } from "../../support/fixtures";
import { createPostgresDatabase, type PostgresDatabase } from "../../support/postgres";

const close: (() => Promise<unknown>)[] = [];
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "hub-backup-"));
});
afterEach(async () => {
  for (const one of close.splice(0).reverse()) await one();
  await rm(root, { recursive: true, force: true });
});

const at = (name: string) => join(root, name);

/** Debian's PostgreSQL 15 comes with its own programs, and pg_dump can't dump a newer server. */
async function server(options: { empty?: boolean } = {}): Promise<PostgresDatabase> {
  const opened = await createPostgresDatabase({ ...options, engine: "15" });
  close.push(opened.close);
  return opened;
}

const source = ({ db, url }: PostgresDatabase) => ({
  db,
  url,
  storage: createLocalStorage(at("files")),
  secretsIn: null,
});

/** Publishes version after version of a brand until told to stop. Returns how many. */
async function publishing(db: Database, isOver: () => boolean): Promise<number> {
  const owner = await createUser(db);
  const document = sampleDocument();
  const brand = await createBrandFixture(db, { slug: "alder", members: { [owner.id]: "owner" }, document });
  let version = 1;
  for (; !isOver(); version += 1) {
    const ctx = context(db, actingUser(owner), new Date());
    const tagline = randomBytes(40).toString("hex");
    const changed = { ...document, identity: { ...document.identity, brand: { ...document.identity.brand, tagline } } };
    const draft = { brandId: brand.id, baseVersion: version, revision: null, document: changed };
    const { revision } = await saveDraft(ctx, draft);
    await publishDraft(ctx, { brandId: brand.id, revision, note: null });
    await runAuditTick(systemContext(db, new Date()));
  }
  return version;
}

describe("a backup of a PostgreSQL server", () => {
  it("is a snapshot while versions are published, and its audit log verifies after a restore", {
    tags: ["full"],
  }, async () => {
    const [live, back] = [await server(), await server({ empty: true })];
    let isOver = false;
    const published = publishing(live.db, () => isOver);
    await new Promise((done) => setTimeout(done, 1_000));
    const manifest = await writeBackup(source(live), at("backup"));
    isOver = true;
    expect(await published).toBeGreaterThan(2);
    expect(manifest.database).toBe("pg_dump");
    await restoreToServer(at("backup"), back.url, createLocalStorage(at("files")));
    expect(await isHalfCopied(back.db)).toBe(false);

    const [brand] = await rowsOf<{ version: number }>(back.db, sql`select identity_version as version from brands`);
    expect(await back.db.$count(brandVersions)).toBe(brand?.version);
    expect((await verifyAudit(systemContext(back.db, new Date()), { external: [] })).problems).toEqual([]);
  });

  it("restores only into an empty database, and is refused if truncated", { tags: ["full"] }, async () => {
    const live = await server();
    await createUser(live.db);
    await writeBackup(source(live), at("backup"));
    const restore = (url: string) => restoreToServer(at("backup"), url, createLocalStorage(at("files")));
    await expect(restore(live.url)).rejects.toThrow("The database isn't empty");
    await truncate(join(at("backup"), "database.dump"), 5_000);
    const { db, url } = await server({ empty: true });
    await expect(restore(url)).rejects.toThrow(/database\.dump is damaged/);
    expect(await rowsOf(db, sql`select 1 from pg_tables where schemaname = 'public'`)).toEqual([]);
  });

  it("explains what to do if pg_dump is missing or older than the server", async () => {
    const live = await server();
    const path = process.env.PATH;
    try {
      process.env.PATH = at("nothing");
      await expect(writeBackup(source(live), at("backup"))).rejects.toThrow("pg_dump isn't on the PATH. Install");
      const old = '#!/bin/sh\necho "pg_dump (PostgreSQL) 14.2"\n';
      await writeFile(at("pg_dump"), old, { mode: 0o755 });
      process.env.PATH = `${root}${delimiter}${path}`;
      await expect(writeBackup(source(live), at("backup"))).rejects.toThrow(
        "pg_dump on the PATH is from PostgreSQL 14, but the server is 15. Install the client programs of 15",
      );
    } finally {
      process.env.PATH = path;
    }
    expect(existsSync(at("backup"))).toBe(false);
  });
});

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BrandBundle } from "@/lib/contract";
import { issueToolCredential } from "@/lib/tool-credentials/server";
import { actingUser, context, createTool, createUser, entitle } from "../../support/fixtures";
import { inForm } from "../../support/in-form";
import { createPostgresDatabase, type PostgresDatabase } from "../../support/postgres";
import { createWorld, type World } from "../../support/world";

/**
 * Several processes on one database, asked all the while that versions are published and grants, tools, keys and sessions come and go. Whoever asks notes
 * what was committed before; the answer may be newer, never older.
 */
const PROCESSES = 2;
const READERS = 12;
const FOR_MS = inForm({ short: 4_000, full: 60_000 });
/** A busy machine goes on until each kind of answer came, for so long at most. */
const MOST_MS = 2 * 60_000;
const ANSWERS = [
  "bundle 200",
  "not modified",
  "bundle 403",
  "tools 200",
  "tools 401",
  "brands/me 200",
  "brands/me 401",
  "by token 200",
  "by token 401",
];
const LEAST_LIFE_SECONDS = 30 * 60;
const NO_LIMITS = { RATE_LIMIT_PER_MINUTE: "0", RATE_LIMIT_CONCURRENT: "0", RATE_LIMIT_FAILED_AUTH_PER_MINUTE: "0" };

let database: PostgresDatabase;
let world: World;
const processes: ChildProcess[] = [];
const urls: string[] = [];

beforeAll(async () => {
  database = await createPostgresDatabase({ poolSize: 4 });
  world = await createWorld({}, database);
  const started = Array.from({ length: PROCESSES }, async () => {
    const args = ["--import", "tsx", "tests/support/hub-listener-process.ts", database.url];
    const env = { ...process.env, ...NO_LIMITS };
    const hub = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    processes.push(hub);
    const [port] = await once(createInterface(hub.stdout), "line");
    urls.push(`http://127.0.0.1:${port}`);
  });
  await Promise.all(started);
});

afterAll(async () => {
  for (const hub of processes) {
    const ended = once(hub, "exit");
    if (hub.kill()) await ended;
  }
  await world.close();
});

/** What is held of something that comes and goes: how often it changed, and how often it was begun to be changed. */
class Comings {
  /** Changes that were committed; it is there when they are even in number. */
  done = 0;
  begun = 0;

  async change(run: () => Promise<unknown>): Promise<void> {
    this.begun += 1;
    await run();
    this.done += 1;
  }

  /** To be called before a request; gives whether it was gone from before the request until after the answer, or there all the while. */
  watch(): () => "gone" | "there" | "changed" {
    const { done } = this;
    return () => (this.begun !== done ? "changed" : done % 2 === 0 ? "there" : "gone");
  }
}

/** A tool that the brand is entitled to, and a token of it that was made in the hub. */
async function tokenOf(slug: string): Promise<string> {
  await createTool(world.db, { slug });
  await entitle(world.db, world.brands.own.id, slug);
  const { id } = await createUser(world.db, { hubAdmin: true });
  const ctx = context(world.db, actingUser({ id, hubAdmin: true }), new Date());
  return (await issueToolCredential(ctx, { toolSlug: slug, kind: "app_token", name: "Test", expiresAt: null })).secret;
}

it("answers nothing older than what was committed before it was asked, from whichever process", async () => {
  const { db, brands, tokens, sids } = world;
  const { id } = brands.own;
  const bundle = { authorization: `Bearer ${tokens.childApp}`, "x-tool-slug": "brand-studio" };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const startedMs = performance.now();
  const goesOn = () => {
    const forMs = performance.now() - startedMs;
    return forMs < FOR_MS || (forMs < MOST_MS && !ANSWERS.every((answer) => seen.has(answer)));
  };
  const seen = new Map<string, number>();
  const wrong: string[] = [];
  const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

  let published = 1;
  async function publish(): Promise<void> {
    const next = published + 1;
    await db.transaction(async (tx) => {
      await tx.execute(sql`insert into brand_versions (brand_id, version, snapshot, changed, created_at)
        select brand_id, ${next}, jsonb_set(snapshot, '{brand,name}', to_jsonb('Version ' || ${next}::int)), changed, now()
        from brand_versions where brand_id = ${id} and version = 1`);
      await tx.execute(sql`update brands set identity_version = ${next} where id = ${id}`);
    });
    published = next;
  }

  const kinds = {
    ...{ grant: new Comings(), tool: new Comings(), key: new Comings(), session: new Comings() },
    token: new Comings(),
  };
  const pressRoom = await tokenOf("press-room");
  const changes: Record<keyof typeof kinds, [gone: () => Promise<unknown>, back: () => Promise<unknown>]> = {
    grant: [
      () => db.execute(sql`delete from entitlements where brand_id = ${id} and tool_slug = 'brand-studio'`),
      () =>
        db.execute(
          sql`insert into entitlements (brand_id, tool_slug, created_at) values (${id}, 'brand-studio', now())`,
        ),
    ],
    tool: [
      () => db.execute(sql`update tools set status = 'disabled' where slug = 'brand-studio'`),
      () => db.execute(sql`update tools set status = 'active' where slug = 'brand-studio'`),
    ],
    key: [
      () => db.execute(sql`update api_keys set revoked_at = now() where brand_id = ${id} and revoked_at is null`),
      () => db.execute(sql`update api_keys set revoked_at = null where brand_id = ${id}`),
    ],
    token: [
      () => db.execute(sql`update tool_credentials set revoked_at = now() where tool_slug = 'press-room'`),
      () => db.execute(sql`update tool_credentials set revoked_at = null where tool_slug = 'press-room'`),
    ],
    session: [
      () => db.execute(sql`update sessions set revoked_at = now() where id = ${sids.owner}`),
      () => db.execute(sql`update sessions set revoked_at = null where id = ${sids.owner}`),
    ],
  };

  async function readBundle(url: string, query: (held: number) => string, held: number): Promise<number> {
    const [least, beganSeconds] = [published, Math.floor(Date.now() / 1000)];
    const ends = [kinds.grant.watch(), kinds.tool.watch()];
    const answer = await fetch(`${url}/api/public/v1/brand/by-id/${id}/bundle${query(held)}`, { headers: bundle });
    const body = await answer.json();
    const states = ends.map((end) => end());
    note(`bundle ${answer.status}`);
    if (states.includes("gone") && answer.status !== 403) wrong.push(`${answer.status} while it was gone`);
    if (states.every((state) => state === "there") && answer.status !== 200) wrong.push(`${answer.status} while there`);
    if (answer.status !== 200) return held;
    if ("not_modified" in body) {
      note("not modified");
      if (held < least) wrong.push(`version ${held} was called current after ${least} was published`);
      return held;
    }
    const { identity_version: version, brand, logos, assets } = body as BrandBundle;
    if (version < least) wrong.push(`version ${version} was answered after ${least} was published`);
    if (version > 1 && brand.name !== `Version ${version}`)
      wrong.push(`version ${version} has the text of ${brand.name}`);
    for (const { url_expires_at } of [...logos.items, ...assets])
      if (url_expires_at < beganSeconds + LEAST_LIFE_SECONDS) wrong.push("a URL has less than 30 minutes");
    return version;
  }

  const others = {
    key: { name: "tools", path: "tools", headers: bearer(tokens.apiKey) },
    session: { name: "brands/me", path: "brands/me", headers: bearer(tokens.session) },
    token: {
      name: "by token",
      path: `v1/brand/by-id/${id}/bundle?since=1`,
      headers: { ...bearer(pressRoom), "x-tool-slug": "press-room" },
    },
  };
  async function readOther(url: string, kind: keyof typeof others): Promise<void> {
    const { name: path, headers, ...asked } = others[kind];
    const end = kinds[kind].watch();
    const answer = await fetch(`${url}/api/public/${asked.path}`, { headers });
    await answer.arrayBuffer();
    const state = end();
    note(`${path} ${answer.status}`);
    if (state === "gone" && answer.status !== 401)
      wrong.push(`${path}: ${answer.status} while its ${kind} was revoked`);
    if (state === "there" && answer.status !== 200) wrong.push(`${path}: ${answer.status} while its ${kind} stood`);
  }

  const readers = Array.from({ length: READERS }, async (_, index) => {
    let held = 0;
    for (let turn = index; goesOn(); turn += 1) {
      const url = urls[turn % PROCESSES] as string;
      if (index % 4 === 0) await readOther(url, (["key", "session", "token"] as const)[turn % 3] ?? "key");
      else held = await readBundle(url, (version) => (index % 2 === 0 ? `?since=${version}` : ""), held);
    }
  });
  const publisher = (async () => {
    while (goesOn()) {
      await publish();
      // At times again at once, at times after many reads.
      await delay(published % 5 === 0 ? 150 : 5);
    }
  })();
  const changers = Object.entries(kinds).map(async ([kind, comings], index) => {
    const [gone, back] = changes[kind as keyof typeof kinds];
    for (let turn = 0; goesOn() || turn % 2 === 1; turn += 1) {
      await comings.change(turn % 2 === 0 ? gone : back);
      await delay(15 + 10 * index);
    }
  });
  await Promise.all([...readers, publisher, ...changers]);

  expect(wrong).toEqual([]);
  // Each kind of answer was among them, so that none of the checks was idle.
  for (const what of ANSWERS) expect(seen.get(what) ?? 0, what).toBeGreaterThan(0);
  expect(published).toBeGreaterThan(10);
});

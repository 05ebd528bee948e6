import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, rowsOf } from "@/db/client";
import { NO_RETENTION } from "@/lib/access";
import {
  blankDeliveries,
  blankEvents,
  deleteDeliveries,
  deleteEvents,
  deleteInvitations,
  deleteRequests,
  deleteSessions,
  deleteSetupLinks,
  deleteUsage,
} from "@/lib/access/retention/run-tick";
import {
  findActiveBrand,
  isMemberOfSlug,
  issueNamedSessionToken,
  listHubActivity,
  listInvitations,
  listPeople,
} from "@/lib/access/server";
import { handlePublicApi } from "@/lib/api/public-api";
import {
  countMyBrands,
  findBrandCard,
  listActivity,
  listArchivedBrands,
  listBrandsOfHub,
  readOverview,
} from "@/lib/brands/server";
import {
  countDeliveries,
  disableSubscription,
  enableSubscription,
  issueApiKey,
  issueToolCredential,
  listAllRequests,
  listApiKeys,
  listBrandTools,
  listDeliveries,
  listEndpoints,
  listEntitlementGrid,
  listEvents,
  listRequests,
  listToolBrands,
  listToolHealth,
  listTools,
  mintFederationToken,
} from "@/lib/integrations/server";
import { claimDueDeliveries } from "@/lib/integrations/webhooks/claim-due-deliveries";
import type { Actor } from "@/lib/platform/context";
import { newId } from "@/lib/platform/ids";
import { MAX_COUNTED } from "@/lib/platform/text";
import { publishDraft, saveDraft } from "@/lib/publishing/server";
import type { Ctx } from "@/lib/runtime/context";
import { assembleHub, closeHub, contextOf, type Hub, setHub } from "@/lib/runtime/hub";
import { tick } from "@/lib/runtime/tick";
import { LARGE, seedLarge } from "../bench/large";
import { withoutLimits } from "../support/configure";
import { sampleDocument } from "../support/documents";
import { actingUser, createBrandFixture, createTool, createUser, signedInUser } from "../support/fixtures";
import { inForm } from "../support/in-form";
import { memoryStorage } from "../support/memory-storage";
import { enqueue, subscribe } from "../support/outbox";
import { createPostgresDatabase, type PostgresDatabase } from "../support/postgres";
import { createReceiver, type Receiver } from "../support/receiver";
import { LONG_DATABASE_TIMEOUTS } from "../support/timeouts";

const UNIQUE_VIOLATION = "23505";
/** Enough for PostgreSQL to prefer an index. */
const SIZES = inForm({ short: { ...LARGE, deliveries: 30_000, events: 30_000 }, full: LARGE });
/** Tables with this many rows are those that grow with use. */
const MANY_ROWS = 1_000;
/** A request or claim reads fewer rows of a table. A batch of 500 events reads a few per event. */
const MAX_READ = 2_000;
/** A request sorts no more rows than a page, claim or batch. */
const MAX_SORTED = 1_000;

/** A plan node in EXPLAIN's JSON. */
interface PlanNode {
  "Node Type": string;
  "Plan Rows": number;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

let growing: Set<string>;

/** Describes what is wrong with a plan, and what it read if it was executed. */
function faultsOf(plan: PlanNode, mostRead = MAX_READ): string[] {
  const isGrowing = (node: PlanNode) => growing.has(node["Relation Name"] ?? "");
  return nodesOf(plan).flatMap((node) => {
    if (node["Node Type"] === "Seq Scan" && isGrowing(node)) return [`reads all of ${node["Relation Name"]}`];
    const rows = ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 0);
    if (isGrowing(node) && rows > mostRead) return [`reads ${Math.round(rows)} rows of ${node["Relation Name"]}`];
    const sorts = node["Node Type"] === "Sort" && node["Plan Rows"] > MAX_SORTED && nodesOf(node).some(isGrowing);
    return sorts ? [`sorts ${node["Plan Rows"]} rows`] : [];
  });
}

interface Sent {
  text: string;
  values: unknown[];
  /** Present if the connection prepares the statement, which can then get a generic plan. */
  name?: string;
}

let noting: Map<string, Sent> | undefined;

/** Records statements from now on. Start it before opening connections, which wrap the query function. */
function catchStatements(): () => void {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function caught(this: pg.Client, ...given: unknown[]) {
    const [statement, values] = given as [Partial<Sent> | string, unknown];
    const {
      text = "",
      values: own = [],
      name,
    }: Partial<Sent> = typeof statement === "string" ? { text: statement } : statement;
    if (/^\s*(select|insert|update|delete|with)\b/i.test(text))
      noting?.set(text, { text, values: Array.isArray(values) ? values : own, name });
    return Reflect.apply(query, this, given);
  } as typeof query;
  return () => {
    pg.Client.prototype.query = query;
  };
}

/** Runs work and returns the statements it sent. */
async function sentBy(work: () => Promise<unknown>): Promise<Sent[]> {
  const noted = new Map<string, Sent>();
  noting = noted;
  await work();
  noting = undefined;
  return [...noted.values()];
}

const TOOL = "brand-studio";
const TOKEN = "brand-studio-token-for-tests-0123456789abcdef";

/** Every chore runs, but nothing is old enough. */
const FORGETS_ALL = {
  ...NO_RETENTION,
  addressesDays: 400,
  auditDays: 400,
  eventsDays: 400,
  deliveriesDays: 400,
  payloadsDays: 400,
  usageDays: 400,
  requestsDays: 400,
};

let database: PostgresDatabase;
let receiver: Receiver;
let hub: Hub;
let brand: { id: string; slug: string };
let owner: { id: string };
let administrator: { id: string; hubAdmin: boolean };
let toolToken: string;
let knownBrands: string[];
let asking: pg.Client;
let letGo = () => {};
beforeAll(async () => {
  withoutLimits();
  letGo = catchStatements();
  database = await createPostgresDatabase({ engine: "18" });
  receiver = await createReceiver();
  const opened = await openDatabase({ driver: "pg", url: database.url, timeouts: LONG_DATABASE_TIMEOUTS });
  hub = assembleHub(opened, { storage: memoryStorage(), retention: FORGETS_ALL });
  setHub(hub);
  const { db } = hub;
  administrator = await createUser(db, { hubAdmin: true });
  owner = await createUser(db);
  brand = await createBrandFixture(db, { members: { [owner.id]: "owner" }, document: sampleDocument() });
  await createTool(db, { slug: TOOL });
  await subscribe(db, receiver.url, { brand, toolSlug: TOOL });
  const admin = acting(actingUser(administrator));
  const made = { toolSlug: TOOL, kind: "app_token", name: "x", expiresAt: null } as const;
  toolToken = (await issueToolCredential(admin, made)).secret;
  await seedLarge(db, SIZES);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    // Old entries, already chained.
    await tx.execute(sql`update audit_entries set chained = true`);
    await tx.execute(sql`
      insert into api_requests (id, request_id, operation, brand_id, credential, tool_slug, status, duration_ms)
      select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - n * 6000), 12, '0') || '70008' || substr(md5(n::text), 1, 15))::uuid,
        'call-' || n, 'readBundle', b.id, 'tool', ${TOOL}, case when n % 50 = 0 then 404 else 200 end, 1
      from generate_series(1, ${SIZES.events}::int) n join (select id, row_number() over () as place from brands) b on b.place = 1 + n % 50`);
    await tx.execute(sql`
      insert into sessions (id, user_id, kind, address, created_at, last_seen_at, expires_at)
      select gen_random_uuid(), id, 'browser', '192.0.2.7', now() - n * interval '1 day', now() - n * interval '1 day',
        now() + (10 - n) * interval '1 day'
      from users, generate_series(1, 20) n`);
    await tx.execute(sql`
      insert into invitations (id, brand_id, email, role, token_hash, created_at, expires_at, accepted_at)
      select gen_random_uuid(), ${brand.id}, 'guest-' || n || '@example.com', 'viewer', encode(sha256(('guest-' || n)::bytea), 'hex'),
        now() - n * interval '1 hour', now() + interval '7 days' - n * interval '1 hour', now() - n * interval '1 hour'
      from generate_series(1, 5000) n`);
    await tx.execute(sql`
      insert into hand_overs (id, tool_slug, name, token_hash, created_at, expires_at)
      select gen_random_uuid(), ${TOOL}, 'x', encode(sha256(('link-' || n)::bytea), 'hex'), now() - n * interval '1 hour',
        now() + interval '7 days' - n * interval '1 hour'
      from generate_series(1, 5000) n`);
    await tx.execute(
      sql`insert into tools (slug, name, status, created_at) select 'more-' || n, 'More ' || n, 'active', now() from generate_series(1, 300) n`,
    );
    // Years of rotations.
    await tx.execute(sql`
      insert into tool_credentials (id, tool_slug, kind, name, token_hash, prefix, last_four, created_at, revoked_at)
      select gen_random_uuid(), ${TOOL}, 'app_token', 'x', encode(sha256(('token-' || n)::bytea), 'hex'), 'bihc_', '0000', now(), now()
      from generate_series(1, 5000) n`);
  });
  await db.execute(sql`vacuum analyze`);
  const tables = sql`select relname as name from pg_class where relkind = 'r' and reltuples >= ${MANY_ROWS}`;
  growing = new Set((await rowsOf<{ name: string }>(db, tables)).map(({ name }) => name));
  const known = sql`select id from brands order by id = ${brand.id} desc limit 999`;
  knownBrands = (await rowsOf<{ id: string }>(db, known)).map(({ id }) => id);
  asking = new pg.Client({ connectionString: database.url });
  await asking.connect();
});
afterAll(async () => {
  letGo();
  await asking.end();
  await closeHub();
  await database.close();
  await receiver.close();
});

const acting = <A extends Actor>(actor: A) => contextOf(hub, { actor, now: new Date() });
const ask = async (path: string, token: string, body?: object) => {
  const headers = { authorization: `Bearer ${token}`, "x-tool-slug": TOOL, "content-type": "application/json" };
  const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  const answer = await handlePublicApi(new Request(`http://hub.test/api/public/${path}`, init));
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json();
};
const event = (key = newId()) => ({
  brand_id: brand.id,
  type: "asset.approved",
  occurred_at: "2026-03-14T09:26:53.589Z",
  idempotency_key: key,
  payload: {},
});
const bundle = () => `v1/brand/by-id/${brand.id}/bundle`;
const sessionToken = async () => (await issueNamedSessionToken(acting(actingUser(owner)), { name: "x" })).token;
const apiKey = async () =>
  (
    await issueApiKey(acting(actingUser(owner)), {
      brandId: brand.id,
      name: "x",
      expiresAt: null,
      scopes: ["brands:read", "identity:read"],
    })
  ).key;

/** Executes a sent statement again with EXPLAIN and rolls back. An insert that would now conflict is only planned. */
async function explainedAgain({ text, values }: Pick<Sent, "text" | "values">): Promise<pg.QueryResult> {
  await asking.query("begin");
  try {
    return await asking.query({ text: `explain (analyze, format json) ${text}`, values });
  } catch (error) {
    if ((error as pg.DatabaseError).code !== UNIQUE_VIOLATION) throw error;
    await asking.query("rollback");
    return await asking.query({ text: `explain (format json) ${text}`, values });
  } finally {
    await asking.query("rollback");
  }
}

/** Work of requests, or of every minute. */
const HOT: Record<string, () => Promise<unknown>> = {
  "a bundle, full and with `since`": async () => {
    await ask(bundle(), TOKEN);
    await ask(`${bundle()}?since=1`, TOKEN);
  },
  "a bundle and an event, with a token created in the hub": async () => {
    await ask(bundle(), toolToken);
    await ask("v1/events", toolToken, event());
  },
  "many brands at once": async () => {
    const ids = [...knownBrands, newId()];
    expect(ids).toHaveLength(1_000);
    await ask("v1/bundles/changed", TOKEN, { brands: ids.map((id) => ({ id, since: 0 })) });
  },
  "a tool's brands, by page and by slug": async () => {
    await ask("v1/brands", TOKEN);
    const { next } = await ask("v1/brands?limit=100", TOKEN);
    await ask(`v1/brands?limit=100&after=${next}`, TOKEN);
    await ask(`v1/brands?slug=${brand.slug}`, TOKEN);
  },
  "a tool's webhooks, listed": async () => {
    const { next, as_of } = await ask("v1/deliveries", TOKEN);
    await ask(`v1/deliveries?since=${as_of}`, TOKEN);
    await ask(`v1/deliveries?after=${next}`, TOKEN);
  },
  "the current user, by session": async () => {
    const token = await sessionToken();
    await ask("brands/me", token);
    await ask("brand/me", token);
    await ask("brands", token);
  },
  "requests with an API key": async () => {
    const key = await apiKey();
    await ask("tools", key);
    await ask("brand/me", key);
  },
  "an exchanged token": async () => {
    const { sid } = await issueNamedSessionToken(acting(actingUser(owner)), { name: "x" });
    const session = { sid, authTimeSeconds: Math.floor(Date.now() / 1000), provedAt: new Date() };
    const { token } = await mintFederationToken(acting(signedInUser(owner, session)), { brandId: brand.id });
    await ask("federation/exchange", TOKEN, { token });
    await ask("brands/me", token);
    await ask("brand/me", token);
  },
  "events, new and seen": async () => {
    const one = event();
    await ask("v1/events", TOKEN, one);
    await ask("v1/events", TOKEN, one);
    await ask("v1/events/batch", TOKEN, { events: Array.from({ length: 500 }, () => event()) });
  },
  "a publish": async () => {
    const document = sampleDocument({
      identity: { schema: 1, brand: { tagline: "New" }, personality: {}, persona: {} },
    });
    const by = acting(actingUser(owner));
    const { revision } = await saveDraft(by, { brandId: brand.id, baseVersion: 1, revision: null, document });
    await publishDraft(by, { brandId: brand.id, revision, note: null });
  },
  "a webhook turned off and on again, and its missed events": async () => {
    const key = { brandId: brand.id, toolSlug: TOOL };
    const by = acting(actingUser(owner));
    await disableSubscription(by, key);
    await enableSubscription(by, key);
  },
  "the request log: writing, a page, a request by id": async () => {
    await ask(bundle(), TOKEN);
    await hub.services.requestLog.flush();
    await listRequests(acting(actingUser(owner)), { brandId: brand.id });
    await listRequests(acting(actingUser(owner)), { brandId: brand.id, outcome: "failed" });
    await listRequests(acting(actingUser(owner)), { brandId: brand.id, requestId: "call-7" });
    await listAllRequests(acting(actingUser({ ...owner, hubAdmin: true })), { requestId: "call-7" });
    await listAllRequests(acting(actingUser({ ...owner, hubAdmin: true })), {
      until: new Date(Date.now() - 86_400_000),
    });
  },
  "delivery statistics of all tools": () => listToolHealth(acting(actingUser(administrator))),
  "deliveries of an event, and of a trace": async () => {
    const by = acting(actingUser(owner));
    await listDeliveries(by, { brandId: brand.id, eventId: newId() });
    await listDeliveries(by, { brandId: brand.id, traceId: "trace-7" });
  },
  "a tick with deliveries and all chores": async () => {
    await enqueue(hub.db, brand, 2, new Date());
    await tick(acting({ kind: "system", name: "test" }));
  },
};

describe("one database statement for", () => {
  /** Run once unobserved, which fills caches of immutable rows and opens connections. */
  const statementsOf = async (work: () => Promise<unknown>) => {
    await work();
    const sent = (await sentBy(work)).map(({ text }) => text);
    return sent.filter(
      (text) =>
        !/usage_counters|child_reads|api_requests|^\s*update "tool_credentials" set last_used_at|^select 1$/.test(text),
    );
  };
  const thousand = () => [
    { id: brand.id, since: 0 },
    ...Array.from({ length: 999 }, () => ({ id: newId(), since: 0 })),
  ];

  interface Tokens {
    federation: string;
    session: string;
    key: string;
  }

  it.each<[string, (tokens: Tokens) => Promise<unknown>]>([
    ["a bundle", () => ask(bundle(), TOKEN)],
    ["a page of a tool's brands", () => ask("v1/brands", TOKEN)],
    ["a brand by slug", () => ask(`v1/brands?slug=${brand.slug}`, TOKEN)],
    ["an exchange", ({ federation }) => ask("federation/exchange", TOKEN, { token: federation })],
    ["brand/me with a federation token", ({ federation }) => ask("brand/me", federation)],
    ["brand/me with a session", ({ session }) => ask("brand/me", session)],
    ["brand/me with an API key", ({ key }) => ask("brand/me", key)],
    ["brands/me with a session", ({ session }) => ask("brands/me", session)],
    ["brands with a session", ({ session }) => ask("brands", session)],
    ["brands with an API key", ({ key }) => ask("brands", key)],
    ["tools", ({ key }) => ask("tools", key)],
    ["changes of 1,000 brands", () => ask("v1/bundles/changed", TOKEN, { brands: thousand() })],
  ])("%s", async (_, work) => {
    const { sid, token: session } = await issueNamedSessionToken(acting(actingUser(owner)), { name: "x" });
    const by = { sid, authTimeSeconds: Math.floor(Date.now() / 1000), provedAt: new Date() };
    const { token: federation } = await mintFederationToken(acting(signedInUser(owner, by)), { brandId: brand.id });
    const tokens = { federation, session, key: await apiKey() };
    expect(await statementsOf(() => work(tokens))).toHaveLength(1);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["a page of a tool's brands", () => ask("v1/brands", toolToken)],
    ["changes of 1,000 brands", () => ask("v1/bundles/changed", toolToken, { brands: thousand() })],
  ])("%s with a token created in the hub, plus one for the token", async (_, work) => {
    expect(await statementsOf(work)).toHaveLength(2);
  });
});

/** Pages of people with thousands of brands, and of a brand with thousands of everything. */
const PAGES: Record<string, () => Promise<unknown>> = {
  "the frame around every page": async () => {
    const by = acting(actingUser(administrator));
    expect(await findActiveBrand(by)).toBeTruthy();
    expect(await countMyBrands(by, { atMost: 6 })).toBe(6);
    expect(await isMemberOfSlug(by, { slug: "large-7" })).toBe(true);
    await findBrandCard(by, { brandId: knownBrands[7] ?? "" });
  },
  "one brand of a person with thousands, by session": async () => {
    const { token } = await issueNamedSessionToken(acting(actingUser(administrator)), { name: "x" });
    await ask("brand/me", token);
  },
  "a brand's first page": () => readOverview(acting(actingUser(owner)), { brandId: brand.id }),
  "a brand's webhooks": async () => {
    const by = acting(actingUser(owner));
    const [endpoint] = await listEndpoints(by, { brandId: brand.id });
    expect(endpoint?.isSampled).toBe(true);
    expect(await countDeliveries(by, { brandId: brand.id })).toMatchObject({ all: 1_001, more: true });
    await listDeliveries(by, { brandId: brand.id });
  },
  "a brand's tools, events, keys, invitations and activity": async () => {
    const [by, page] = [acting(actingUser(owner)), { brandId: brand.id }];
    await listBrandTools(by, page);
    await listEvents(by, page);
    await listApiKeys(by, page);
    await listInvitations(by, page);
    await listActivity(by, page);
  },
  "brands, tools, people, entitlements and activity of the hub": async () => {
    const by = acting(actingUser(administrator));
    for (const state of [undefined, "living", "archived", "to-be-deleted"] as const)
      await listBrandsOfHub(by, { state });
    const { entries } = await listTools(by, { search: TOOL });
    expect(entries).toMatchObject([{ brandCount: 1_001 }]);
    await listTools(by, {});
    await listToolBrands(by, { toolSlug: TOOL, entitled: true });
    expect((await listPeople(by, { state: "hub-admin" })).entries).toMatchObject([{ brandCount: 1_001 }]);
    await listPeople(by, {});
    await listEntitlementGrid(by, {});
    await listArchivedBrands(by, {});
    await listHubActivity(by, {});
  },
};
/** A page summarises seven days from the newest rows of each. */
const MAX_READ_BY_A_PAGE = 7 * MAX_COUNTED;

describe("on a hub full of data, no statement reads or sorts a whole growing table:", () => {
  it.each([
    ...Object.entries(HOT).map(([what, work]) => [what, work, MAX_READ] as const),
    ...Object.entries(PAGES).map(([what, work]) => [what, work, MAX_READ_BY_A_PAGE] as const),
  ])("%s", async (_, work, mostRead) => {
    // Counters flushed every five seconds aren't part of the next work.
    await hub.services.usage.flush();
    const sent = await sentBy(work);
    expect(sent.length).toBeGreaterThan(0);
    const faults: string[] = [];
    for (const { text, values, name: prepared } of sent) {
      const explained = [await explainedAgain({ text, values })];
      if (prepared) explained.push(await asking.query(`explain (generic_plan, format json) ${text}`));
      for (const { rows } of explained)
        for (const fault of faultsOf(rows[0]["QUERY PLAN"][0].Plan, mostRead))
          faults.push(`${fault}: ${text.replaceAll(/\s+/g, " ").trim()}`);
    }
    expect(faults).toEqual([]);
  });

  /** Records a claim's statements and rolls it back, so they can run again unchanged. */
  const claimOf = (tools: readonly { slug: string; free: number }[]) =>
    sentBy(async () => {
      const claimed: unknown[] = [];
      const undone = hub.db.transaction(async (tx) => {
        const ctx = { ...acting({ kind: "system", name: "test" }), db: tx };
        claimed.push(...(await claimDueDeliveries(ctx, { tools, limit: 128 })));
        tx.rollback();
      });
      await expect(undone).rejects.toThrow();
      expect(claimed).toHaveLength(64);
    });

  it.each([
    ["a few", 64],
    ["every third", 1_000],
    ["all", 3_000],
  ])("claiming the due deliveries of %s of 3,000 brands", async (_, count) => {
    await hub.db.execute(sql`
      insert into child_context_deliveries (id, brand_id, tool_slug, type, body, due_at, created_at)
      select gen_random_uuid(), brand_id, tool_slug, 'identity.updated', '{}', now() - interval '1 second', now()
      from (select * from subscriptions where tool_slug = ${TOOL} and enabled and brand_id <> ${brand.id} order by md5(brand_id::text) limit ${count}) s
      cross join generate_series(1, 3)`);
    const sent = await claimOf([{ slug: TOOL, free: 64 }]);
    const claims = sent.filter(({ text }) => /^\s*with/.test(text));
    expect(claims).toHaveLength(2);
    await asking.query("begin");
    const faults: string[] = [];
    for (const { text, values } of claims) {
      const { rows } = await asking.query({ text: `explain (analyze, format json) ${text}`, values });
      faults.push(...faultsOf(rows[0]["QUERY PLAN"][0].Plan));
    }
    await asking.query("rollback");
    await hub.db.execute(sql`delete from child_context_deliveries where status = 'pending'`);
    expect(faults).toEqual([]);
  });

  /** Records a batch's statements and rolls it back, so they can run again unchanged. */
  const batchOf = (chore: (tx: Ctx, batch: { before: Date; atMost: number }) => Promise<number>) =>
    sentBy(async () => {
      let changed = 0;
      const undone = hub.db.transaction(async (tx) => {
        const ctx = { ...acting({ kind: "system", name: "test" }), db: tx };
        changed = await chore(ctx, { before: new Date(Date.now() - 86_400_000), atMost: 500 });
        tx.rollback();
      });
      await expect(undone).rejects.toThrow();
      expect(changed).toBeGreaterThanOrEqual(500);
    });

  describe("a batch of retention with many old rows and some older ones pending", () => {
    beforeAll(async () => {
      await hub.db.execute(sql`
        insert into child_context_deliveries (id, brand_id, tool_slug, type, body, due_at, created_at)
        select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${brand.id}, ${TOOL}, 'identity.updated',
          '{}', now() + interval '1 day', now() - interval '1 year'
        from generate_series(1, 5000) n`);
      await hub.db.execute(sql`analyze child_context_deliveries`);
    });
    afterAll(() => hub.db.execute(sql`delete from child_context_deliveries where status = 'pending'`));

    const chores = {
      deleteEvents,
      deleteDeliveries,
      deleteRequests,
      deleteUsage,
      blankEvents,
      blankDeliveries,
      deleteSessions,
      deleteInvitations,
      deleteSetupLinks,
    };
    it.each(Object.entries(chores))("%s", async (_, chore) => {
      const sent = await batchOf(chore);
      await asking.query("begin");
      const faults: string[] = [];
      for (const { text, values } of sent) {
        const { rows } = await asking.query({ text: `explain (analyze, format json) ${text}`, values });
        for (const fault of faultsOf(rows[0]["QUERY PLAN"][0].Plan))
          faults.push(`${fault}: ${text.replaceAll(/\s+/g, " ").trim()}`);
      }
      await asking.query("rollback");
      expect(sent.length).toBeGreaterThan(0);
      expect(faults).toEqual([]);
    });
  });

  it("covers all growing tables", () => {
    const names = [
      "api_keys",
      "api_requests",
      "audit_entries",
      "brands",
      "brand_versions",
      "child_context_deliveries",
      "delivery_attempts",
    ];
    const more = ["entitlements", "events", "hand_overs", "invitations", "memberships", "sessions", "subscriptions"];
    expect([...growing]).toEqual(expect.arrayContaining([...names, ...more, "usage_counters", "users"]));
  });

  it("detects one that does", async () => {
    const plan = async (text: string) =>
      (await asking.query(`explain (format json) ${text}`)).rows[0]["QUERY PLAN"][0].Plan as PlanNode;
    expect(faultsOf(await plan("select * from events where payload = '{}'"))).toEqual(["reads all of events"]);
    expect(faultsOf(await plan("select * from events order by type"))).toContain("reads all of events");
  });
});

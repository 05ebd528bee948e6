import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type Database, openDatabase, rowsOf } from "@/db/client";
import { runDispatchTick } from "@/lib/integrations/server";
import { environmentSecrets } from "@/lib/platform/config/tool-secrets";
import { assembleHub, contextOf } from "@/lib/runtime/hub";
import { deliverByGraphileWorker, type Form } from "../graphile-worker";
import type { Measure, Pair, Part, ResourceStack } from "../part";
import { LONG_TIMEOUTS, openBenchDatabase } from "../postgres-hub";
import { startReceiver } from "../receiver";

const DUE = 10_000;
const BRANDS = 500;
const PROCESSES = [2, 4];
const SECRET = "a-signing-secret-of-the-bench-0123456789";

/** Creates this many tools and subscribes each to every brand of the bench. */
export async function subscribeAll(db: Database, tools: number, url: string): Promise<void> {
  const slug = sql`${`fast-${tools}`}::text || '-' || t`;
  const numbers = sql`generate_series(1, ${tools}::int) t`;
  const pairs = sql`brands b, ${numbers} where b.slug like 'bench-%'`;
  await db.execute(sql`insert into tools (slug, name, status, created_at)
    select ${slug}, 'Fast ' || t, 'active', now() from ${numbers}`);
  await db.execute(
    sql`insert into entitlements (brand_id, tool_slug, created_at) select b.id, ${slug}, now() from ${pairs}`,
  );
  await db.execute(sql`insert into subscriptions (brand_id, tool_slug, webhook_url, created_at)
    select b.id, ${slug}, ${url}, now() from ${pairs}`);
  await db.execute(sql`analyze`);
}

/** Makes deliveries due, spread over these tools' subscriptions. */
export async function makeDue(db: Database, tools: number): Promise<void> {
  await db.execute(sql`truncate child_context_deliveries cascade`);
  await db.execute(sql`
    insert into child_context_deliveries (id, brand_id, tool_slug, type, body, due_at, created_at)
    select gen_random_uuid(), s.brand_id, s.tool_slug, 'identity.updated',
      json_build_object('id', gen_random_uuid(), 'type', 'identity.updated', 'occurred_at', now(), 'brand_id', s.brand_id,
        'brand_slug', 'bench', 'identity_version', n, 'previous_version', n - 1, 'changed', '["colors"]'::json)::text,
      now() - interval '1 second', now()
    from (select *, row_number() over (order by brand_id, tool_slug) as place, count(*) over () as count
          from subscriptions where tool_slug like ${`fast-${tools}-%`}) s
    join generate_series(1, ${DUE}::int) n on n % s.count = s.place - 1`);
  await db.execute(sql`analyze child_context_deliveries`);
}

/** @throws Error unless each was delivered by one attempt */
async function requireRecorded(db: Database): Promise<void> {
  const [recorded] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from child_context_deliveries d join delivery_attempts a on a.delivery_id = d.id
        where d.status = 'delivered' and a.status_code = 200`,
  );
  if (recorded?.count !== DUE) throw new Error(`${recorded?.count} of ${DUE} are recorded`);
}

const pendingOf = async (db: Database): Promise<number> =>
  (
    await rowsOf<{ count: number }>(
      db,
      sql`select count(*)::int as count from child_context_deliveries where status = 'pending'`,
    )
  )[0]?.count ?? 0;

/** Ticks until everything due is sent. Returns the seconds taken. */
async function deliverByTick(db: Database): Promise<number> {
  const { services } = assembleHub(
    { db, migrate: async () => {}, close: async () => {} },
    { webhookPolicy: { allowLoopback: true }, secrets: { ...environmentSecrets, webhook: () => [SECRET] } },
  );
  const startedMs = performance.now();
  for (let sent = 0; sent < DUE; ) {
    const actor = { kind: "system", name: "bench" } as const;
    const { processed, failed } = await runDispatchTick(contextOf({ db, services }, { actor, now: new Date() }));
    if (processed === 0 || failed > 0)
      throw new Error(`${sent} were sent, then ${processed}, of which ${failed} failed`);
    sent += processed;
  }
  const seconds = (performance.now() - startedMs) / 1000;
  await requireRecorded(db);
  return seconds;
}

/** Starts a process that sends everything due on each message. */
export async function startTicker(stack: ResourceStack, url: string, flags: string[] = []): Promise<ChildProcess> {
  const options = { execArgv: ["--import", "tsx", ...flags] };
  const ticker = stack.add(fork(join(import.meta.dirname, "../ticker.ts"), [url, SECRET], options), async (child) => {
    const ended = once(child, "exit");
    if (child.kill()) await ended;
  });
  await once(ticker, "message");
  return ticker;
}

export async function tickOnce(ticker: ChildProcess): Promise<{ processed: number; failed: number }> {
  const told = once(ticker, "message");
  ticker.send("tick");
  return (await told)[0];
}

/**
 * Starts several tickers. The returned function sends everything due with some of them at once and asserts that each
 * delivery arrived once.
 */
async function startTickers(stack: ResourceStack, url: string) {
  const tickers: ChildProcess[] = [];
  while (tickers.length < Math.max(...PROCESSES)) tickers.push(await startTicker(stack, url));
  return async (db: Database, count: number, receiver: string): Promise<number> => {
    const taken = async () => Number(await (await fetch(receiver)).text());
    const before = await taken();
    const startedMs = performance.now();
    let sent = 0;
    for (let left = DUE; left > 0; left = await pendingOf(db)) {
      const reports = await Promise.all(tickers.slice(0, count).map(tickOnce));
      if (reports.some(({ failed }) => failed > 0)) throw new Error("a delivery failed");
      sent += reports.reduce((sum, { processed }) => sum + processed, 0);
    }
    const seconds = (performance.now() - startedMs) / 1000;
    const came = (await taken()) - before;
    if (sent !== DUE || came !== DUE) throw new Error(`${sent} of ${DUE} were sent and ${came} arrived`);
    await requireRecorded(db);
    return seconds;
  };
}

async function open(stack: ResourceStack): Promise<Pair[]> {
  const { url, addBrands } = await openBenchDatabase(stack);
  await addBrands(BRANDS, 0);
  const { db } = stack.add(await openDatabase({ driver: "pg", url, timeouts: LONG_TIMEOUTS }), ({ close }) => close());
  const receiver = await startReceiver(stack);
  const made = new Set<number>();

  const delivering =
    (tools: number, deliver: () => Promise<number>): Measure =>
    async () => {
      if (!made.has(tools)) await subscribeAll(db, tools, receiver);
      made.add(tools);
      await makeDue(db, tools);
      const seconds = await deliver();
      return { value: DUE / seconds, beside: { seconds } };
    };
  const queue = (tools: number, form: Form = {}) =>
    delivering(tools, () => deliverByGraphileWorker(db, { connectionString: url, secret: SECRET, ...form }));

  const pairs = [1, 20].map(
    (tools): Pair => ({
      what: `${DUE.toLocaleString("en")} due deliveries, ${tools === 1 ? "1 tool" : `${tools} tools`}`,
      unit: "deliveries/s",
      goal: { atLeast: 1 },
      rounds: 3,
      anchor: { what: "graphile-worker with defaults", measure: queue(tools) },
      hub: delivering(tools, () => deliverByTick(db)),
    }),
  );
  const forms: [string, Form][] = [
    ["batched completion", { batched: true }],
    ["batched completion and keep-alive", { batched: true, keepAlive: true }],
  ];
  const context = forms.map(
    ([form, given]): Pair => ({
      what: `1 tool, against graphile-worker with ${form}`,
      unit: "deliveries/s",
      rounds: 3,
      anchor: { what: `graphile-worker with ${form}`, measure: queue(1, given) },
      hub: delivering(1, () => deliverByTick(db)),
    }),
  );
  const together = await startTickers(stack, url);
  const byProcesses = (count: number) => delivering(20, () => together(db, count, receiver));
  const shared = PROCESSES.map(
    (count): Pair => ({
      what: `${DUE.toLocaleString("en")} due deliveries, 20 tools, ${count} processes`,
      unit: "deliveries/s",
      goal: { atLeast: 0.9 },
      rounds: 3,
      anchor: { what: "one process", measure: byProcesses(1) },
      hub: byProcesses(count),
    }),
  );
  return [...pairs, ...context, ...shared];
}

export const deliveries: Part = { name: "deliveries", what: "Deliveries of the tick", open };

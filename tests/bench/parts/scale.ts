import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Clock, type Database, rowsOf } from "@/db/client";
import { NO_RETENTION } from "@/lib/access";
import { blankDeliveries, blankEvents } from "@/lib/access/retention/run-tick";
import { runRetentionTick } from "@/lib/access/server";
import { runDispatchTick } from "@/lib/integrations/server";
import type { Ctx } from "@/lib/runtime/context";
import { createUser } from "../../support/fixtures";
import { HUGE, seedLarge } from "../large";
import type { Measure, Pair, Part, ResourceStack } from "../part";
import { openBenchDatabase, startBenchHub, TOOL } from "../postgres-hub";
import { loadOf } from "../wrk";
import { posting } from "./events";

const KB = 1024;
const BRANDS = 500;
const DUE = 2_000;
const LOOK_EVERY_MS = 500;

/** Makes deliveries due for all brands of the bench, in turn. */
const makeDue = (db: Database) =>
  db.execute(sql`
    insert into child_context_deliveries (id, brand_id, tool_slug, type, body, due_at, created_at)
    select gen_random_uuid(), s.brand_id, s.tool_slug, 'identity.updated', '{}', now() - interval '1 second', now()
    from (select *, row_number() over (order by brand_id) as place from subscriptions
          where tool_slug = ${TOOL} and brand_id in (select id from brands where slug like 'bench-%')) s
    join generate_series(1, ${DUE}::int) n on n % ${BRANDS}::int = s.place - 1`);

/** Retention periods for the large database, whose data is seventy days old. */
const KEPT = { ...NO_RETENTION, eventsDays: 35, deliveriesDays: 35, payloadsDays: 1 };
const DAY_MS = 24 * 60 * 60_000;

/** Clears the oldest rows' contents, which an older hub has cleared long ago. */
async function blankOldest(ctx: Ctx): Promise<void> {
  const batch = { before: new Date(Date.now() - KEPT.eventsDays * DAY_MS), atMost: 5_000 };
  while ((await blankEvents(ctx, batch)) > 0);
  while ((await blankDeliveries(ctx, batch)) > 0);
}

/** Counts rows from more than a day ago, of each kind that retention reduces. */
async function countOld(db: Database): Promise<Record<string, number>> {
  const old = sql.raw("< now() - interval '1 day'");
  const [counts] = await rowsOf<Record<string, number>>(
    db,
    sql`
    select e.rows as "events deleted", d.rows as "deliveries deleted", a.rows as "attempts deleted",
      e.carrying + d.carrying as "payloads cleared"
    from (select count(*)::int as rows, count(*) filter (where payload_removed_at is null)::int as carrying
          from events where received_at ${old}) e,
      (select count(*)::int as rows, count(*) filter (where body_removed_at is null)::int as carrying
       from child_context_deliveries where finished_at ${old}) d,
      (select count(*)::int as rows from delivery_attempts where started_at ${old}) a`,
  );
  return counts ?? {};
}

/**
 * Measures while retention deletes and clears old rows, and reports how many of each kind. Throws if a kind has none.
 */
const measureDuringRetention =
  (ctx: Ctx, measure: Measure): Measure =>
  async (seconds) => {
    const before = await countOld(ctx.db);
    let isOver = false;
    // Stops retention with the measurement. Its own ten seconds would delete everything and leave nothing for the next
    // round.
    const clock: Clock = async (database) => (isOver ? new Date(8.64e15) : ctx.clock(database));
    const letGo = (async () => {
      while (!isOver) await runRetentionTick({ ...ctx, retention: KEPT, clock });
    })();
    const measured = await measure(seconds).finally(() => {
      isOver = true;
    });
    await letGo;
    const after = await countOld(ctx.db);
    const beside = Object.fromEntries(Object.entries(before).map(([what, rows]) => [what, rows - (after[what] ?? 0)]));
    const none = Object.keys(beside).filter((what) => (beside[what] ?? 0) <= 0);
    if (none.length > 0) throw new Error(`retention removed none of: ${none.join(", ")}`);
    return { ...measured, beside };
  };

/** A hub with its own database, filled or not, and its measurements. */
async function openOne(stack: ResourceStack, isFilled: boolean) {
  const { url, db, brand, acting, sessionToken, apiKey, toolHeaders, addBrands } = await openBenchDatabase(stack);
  const ids = await addBrands(BRANDS, 13 * KB);
  await createUser(db, { hubAdmin: true });
  await db.execute(sql`
    insert into subscriptions (brand_id, tool_slug, webhook_url, created_at)
    select brand_id, tool_slug, 'https://tools.example.com/hooks', now() from entitlements`);
  if (isFilled) {
    await seedLarge(db, HUGE);
    await blankOldest(acting({ kind: "system", name: "bench" }));
  }
  await db.execute(sql`vacuum analyze`);
  // Without a signing secret it leaves due deliveries to the measured tick.
  const { baseUrl } = await startBenchHub(stack, url, { CHILD_WEBHOOK_SECRET__BRAND_STUDIO: "" });
  // Wait until seeded entries are chained, as in a hub that grew.
  const unchained = sql`select 1 from audit_entries where not chained limit 1`;
  while ((await rowsOf(db, unchained)).length > 0) await delay(LOOK_EVERY_MS);
  const asking = (paths: string[], headers: Record<string, string>): Measure =>
    loadOf({ baseUrl, paths, headers, connections: 8 });
  const bundles = ids.map((id) => `/api/public/v1/brand/by-id/${id}/bundle`);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const ticking: Measure = async () => {
    await makeDue(db);
    const answer = { status: 200, errorClass: null, durationMs: 1, responseExcerpt: "ok", retryAfterSeconds: null };
    const startedMs = performance.now();
    const { processed } = await runDispatchTick(acting({ kind: "system", name: "bench" }), {
      send: async () => answer,
    });
    if (processed !== DUE) throw new Error(`${processed} of ${DUE} were sent`);
    return { value: (DUE * 1000) / (performance.now() - startedMs) };
  };
  const duringRetention = measureDuringRetention(acting({ kind: "system", name: "bench" }), ticking);
  return {
    ticking,
    duringRetention,
    "bundle, since matches": asking(
      bundles.map((path) => `${path}?since=1`),
      toolHeaders,
    ),
    "full bundle": asking(bundles, toolHeaders),
    "brand/me": asking(["/api/public/brand/me"], { ...bearer(sessionToken), "x-brand-id": brand.id }),
    tools: asking(["/api/public/tools"], bearer(apiKey)),
    "v1 event, new key": posting({ baseUrl, path: "/api/public/v1/events", headers: toolHeaders, brands: ids }),
    [`tick of ${DUE} deliveries without sending`]: ticking,
  };
}

async function open(stack: ResourceStack): Promise<Pair[]> {
  const { ticking: _, duringRetention: __, ...small } = await openOne(stack, false);
  const { ticking, duringRetention, ...rest } = await openOne(stack, true);
  const large: Readonly<Record<string, Measure>> = rest;
  const pairs = Object.entries(small).flatMap(([what, measure]): Pair[] => {
    const hub = large[what];
    return hub
      ? [
          {
            what: `${what}, large database`,
            unit: what.startsWith("tick") ? "deliveries/s" : "requests/s",
            goal: { atLeast: 0.9 },
            anchor: { what: "the small database", measure },
            hub,
          },
        ]
      : [];
  });
  const retention: Pair = {
    what: "tick during retention, large database",
    unit: "deliveries/s",
    goal: { atLeast: 0.8 },
    anchor: { what: "without retention", measure: ticking },
    hub: duringRetention,
  };
  return [...pairs, retention];
}

export const scale: Part = {
  name: "scale",
  what: `A small database against one with ${HUGE.brands} brands, ${HUGE.keys} keys, ${HUGE.deliveries} deliveries and ${HUGE.events} events`,
  open,
};

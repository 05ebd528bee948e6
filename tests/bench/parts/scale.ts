import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Database, rowsOf } from "@/db/client";
import type { Clock } from "@/db/clock";
import { NO_RETENTION } from "@/lib/access";
import { blankDeliveries, blankEvents } from "@/lib/access/retention/chores";
import { runRetentionTick } from "@/lib/access/server";
import { runDispatchTick } from "@/lib/integrations/server";
import type { Ctx } from "@/lib/runtime/context";
import { createUser } from "../../support/fixtures";
import { HUGE, seedLarge } from "../large";
import type { Measure, Opened, Pair, Part } from "../part";
import { openBenchDatabase, startBenchHub, TOOL } from "../postgres-hub";
import { loadOf } from "../wrk";
import { posting } from "./events";

const KB = 1024;
const BRANDS = 500;
const DUE = 2_000;
const LOOK_EVERY_MS = 500;

/** Makes deliveries due for all brands of the bench, in turns. */
const makeDue = (db: Database) =>
  db.execute(sql`
    insert into child_context_deliveries (id, brand_id, tool_slug, type, body, due_at, created_at)
    select gen_random_uuid(), s.brand_id, s.tool_slug, 'identity.updated', '{}', now() - interval '1 second', now()
    from (select *, row_number() over (order by brand_id) as place from subscriptions
          where tool_slug = ${TOOL} and brand_id in (select id from brands where slug like 'bench-%')) s
    join generate_series(1, ${DUE}::int) n on n % ${BRANDS}::int = s.place - 1`);

/** For how many days of the large database's seventy what came in is kept, and what it carried. */
const KEPT = { ...NO_RETENTION, eventsDays: 35, deliveriesDays: 35, payloadsDays: 1 };
const DAY_MS = 24 * 60 * 60_000;

/** Blanks what is older than rows are kept: as in a hub, what is let go has been blanked long ago. */
async function blankOldest(ctx: Ctx): Promise<void> {
  const batch = { before: new Date(Date.now() - KEPT.eventsDays * DAY_MS), atMost: 5_000 };
  while ((await blankEvents(ctx, batch)) > 0);
  while ((await blankDeliveries(ctx, batch)) > 0);
}

/** How many rows there are of each kind that retention makes fewer, of those that came before a day ago. */
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

/** Measures while old rows are let go and blanked beside it, in turns; says how many of each, and fails where one kind did not get fewer. */
const lettingGoBeside =
  (ctx: Ctx, measure: Measure): Measure =>
  async (seconds) => {
    const before = await countOld(ctx.db);
    let isOver = false;
    // Its time is over with the measuring: in its own ten seconds it would let go of all that there is, and leave nothing for the next round.
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
    if (none.length > 0) throw new Error(`none beside: ${none.join(", ")}`);
    return { ...measured, beside };
  };

/** A hub on a database of its own, filled or not, and what is asked of it. */
async function openOne(stack: Opened, isFilled: boolean) {
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
  // It has no secret to sign with, so that it leaves what is due to the tick that is measured.
  const { baseUrl } = await startBenchHub(stack, url, { CHILD_WEBHOOK_SECRET__BRAND_STUDIO: "" });
  // What was seeded is chained first, which a hub that grew has behind it.
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
  const besideRetention = lettingGoBeside(acting({ kind: "system", name: "bench" }), ticking);
  return {
    ticking,
    besideRetention,
    "bundle, since matches": asking(
      bundles.map((path) => `${path}?since=1`),
      toolHeaders,
    ),
    "full bundle": asking(bundles, toolHeaders),
    "brand/me": asking(["/api/public/brand/me"], { ...bearer(sessionToken), "x-brand-id": brand.id }),
    tools: asking(["/api/public/tools"], bearer(apiKey)),
    "v1 event, new key": posting({ baseUrl, path: "/api/public/v1/events", headers: toolHeaders, brands: ids }),
    [`tick of ${DUE} deliveries, sent to nobody`]: ticking,
  };
}

async function open(stack: Opened): Promise<Pair[]> {
  const { ticking: _, besideRetention: __, ...small } = await openOne(stack, false);
  const { ticking, besideRetention, ...rest } = await openOne(stack, true);
  const large: Readonly<Record<string, Measure>> = rest;
  const pairs = Object.entries(small).flatMap(([what, measure]): Pair[] => {
    const hub = large[what];
    return hub
      ? [
          {
            what: `${what}, large database`,
            unit: what.startsWith("tick") ? "deliveries/s" : "requests/s",
            goal: { atLeast: 0.9 },
            anchor: { what: "the same on a small one", measure },
            hub,
          },
        ]
      : [];
  });
  const retention: Pair = {
    what: "tick on the large database, during retention",
    unit: "deliveries/s",
    goal: { atLeast: 0.8 },
    anchor: { what: "the same without retention", measure: ticking },
    hub: besideRetention,
  };
  return [...pairs, retention];
}

export const scale: Part = {
  name: "scale",
  what: `The same on a small database and one of ${HUGE.brands} brands, ${HUGE.keys} keys, ${HUGE.deliveries} deliveries and ${HUGE.events} events`,
  open,
};

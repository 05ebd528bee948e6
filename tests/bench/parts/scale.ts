import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Database, rowsOf } from "@/db/client";
import type { Clock } from "@/db/clock";
import { runDispatchTick } from "@/lib/deliveries/server";
import { NO_RETENTION } from "@/lib/retention";
import { runRetentionTick } from "@/lib/retention/server";
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

/** A hub on a database of its own, filled or not, and what is asked of it. */
async function openOne(stack: Opened, isFilled: boolean) {
  const { url, db, brand, acting, sessionToken, apiKey, toolHeaders, addBrands } = await openBenchDatabase(stack);
  const ids = await addBrands(BRANDS, 13 * KB);
  await createUser(db, { hubAdmin: true });
  await db.execute(sql`
    insert into subscriptions (brand_id, tool_slug, webhook_url, created_at)
    select brand_id, tool_slug, 'https://tools.example.com/hooks', now() from entitlements`);
  if (isFilled) await seedLarge(db, HUGE);
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
  /** The same while old rows are let go beside it, batch by batch. */
  const besideRetention: Measure = async (seconds) => {
    const forgetting = acting({ kind: "system", name: "bench" });
    const retention = { ...NO_RETENTION, eventsDays: 1, deliveriesDays: 1 };
    let isOver = false;
    let rows = 0;
    // Its time is over with the tick: in its own ten seconds it would let go of all that there is, and leave nothing for the next round.
    const clock: Clock = async (database) => (isOver ? new Date(8.64e15) : forgetting.clock(database));
    const letGo = (async () => {
      while (!isOver) rows += (await runRetentionTick({ ...forgetting, retention, clock })).rows;
    })();
    const measured = await ticking(seconds);
    isOver = true;
    await letGo;
    if (rows === 0) throw new Error("nothing was let go beside");
    return { ...measured, beside: { "rows let go beside": rows } };
  };
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
    what: "tick on the large database, while retention lets its old rows go",
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

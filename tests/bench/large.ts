import { type SQL, sql } from "drizzle-orm";
import { type Database, rowsOf } from "@/db/client";

/** Sizes at which every list of the hub must stay fast. */
export const LARGE = {
  brands: 3_000,
  members: 1_000,
  deliveries: 100_000,
  events: 100_000,
  keys: 10_000,
  auditEntries: 20_000,
  usageHours: 2_160,
};

/** Sizes at which frequent requests must not get slower. */
export const HUGE = { ...LARGE, deliveries: 1_000_000, events: 1_000_000 };

/** Deliveries and events of the first brand, for its lists. All brands share the rest. */
const OF_ONE_BRAND = 100_000;

/** Rows per statement, few enough for the server's timeout. */
const AT_A_TIME = 5_000;

/** Splits a count into ranges. */
function* parts(count: number): Generator<[from: number, to: number]> {
  for (let from = 1; from <= count; from += AT_A_TIME) yield [from, Math.min(count, from + AT_A_TIME - 1)];
}

const uuid = (kind: string, n: string) => sql.raw(`md5('${kind}' || ${n})::uuid`);

/** Inserts rows without checking foreign keys, whose targets exist. */
const unchecked = (db: Database, insert: SQL): Promise<unknown> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(insert);
  });

/** Time-ordered ids like the hub's, the same on each call. `n` counts back in steps of 6 seconds. */
const timedUuid = (kind: string, n: string) =>
  sql.raw(
    `(lpad(to_hex(1767225600000 - ${n}::bigint * 6000), 12, '0') || '7' || substr(md5('${kind}' || ${n}), 1, 3) || '8' || substr(md5('${kind}' || ${n}), 4, 15))::uuid`,
  );

/**
 * Fills a hub with the demo up to these sizes. Repeating it adds nothing. Brands belong to the hub administrator and
 * have keys and a tool's subscription. The first demo brand gets members, deliveries, events, activity and usage.
 */
export async function seedLarge(db: Database, sizes = LARGE): Promise<void> {
  const [admin] = await rowsOf<{ id: string }>(
    db,
    sql`select id from users where hub_admin order by created_at limit 1`,
  );
  const [brand] = await rowsOf<{ id: string; tool: string }>(
    db,
    sql`select b.id, s.tool_slug as tool from brands b join subscriptions s on s.brand_id = b.id order by b.created_at limit 1`,
  );
  if (!admin || !brand) throw new Error("seed the demo first: run npm start once");
  const { brands, members, deliveries, events, keys, auditEntries, usageHours } = sizes;
  const brandOf = (n: string) =>
    sql`case when ${sql.raw(n)} <= ${OF_ONE_BRAND}::int then ${brand.id}::uuid else ${uuid("brand", `(1 + ${n} % ${brands})`)} end`;

  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into brands (id, slug, name, identity_version, public_page, created_at)
      select ${uuid("brand", "n")}, 'large-' || n, 'Large brand ' || n, 1, false, now() - n * interval '1 minute'
      from generate_series(1, ${brands}::int) n on conflict do nothing`);
    await tx.execute(sql`
      insert into brand_slugs (slug, brand_id, created_at)
      select 'large-' || n, ${uuid("brand", "n")}, now() from generate_series(1, ${brands}::int) n on conflict do nothing`);
    await tx.execute(sql`
      insert into brand_versions (brand_id, version, snapshot, changed, created_at)
      select ${uuid("brand", "n")}, 1,
        jsonb_build_object('brand', jsonb_build_object('name', 'Large brand ' || n, 'slug', 'large-' || n),
          'identity', '{"schema":1,"brand":{},"personality":{},"persona":{}}'::jsonb,
          'colors', '{"source":"manual","seed":null,"palette":[]}'::jsonb,
          'logos', '{"items":[],"rules":[]}'::jsonb, 'assets', '[]'::jsonb),
        '{brand}', now()
      from generate_series(1, ${brands}::int) n on conflict do nothing`);
    await tx.execute(sql`
      insert into entitlements (brand_id, tool_slug, created_at)
      select ${uuid("brand", "n")}, ${brand.tool}, now() from generate_series(1, ${brands}::int) n on conflict do nothing`);
    await tx.execute(sql`
      insert into subscriptions (brand_id, tool_slug, webhook_url, created_at)
      select ${uuid("brand", "n")}, ${brand.tool}, 'https://tools.example.com/hooks', now()
      from generate_series(1, ${brands}::int) n on conflict do nothing`);
    await tx.execute(sql`
      insert into api_keys (id, brand_id, name, key_hash, prefix, last_four, created_at)
      select ${uuid("key", "n")}, ${uuid("brand", `(1 + n % ${brands})`)}, 'Key ' || n, encode(sha256(('key-' || n)::bytea), 'hex'), 'bih_', '0000', now()
      from generate_series(1, ${keys}::int) n on conflict do nothing`);
    await tx.execute(sql`
      insert into memberships (brand_id, user_id, role, created_at)
      select ${uuid("brand", "n")}, ${admin.id}::uuid, 'owner', now() from generate_series(1, ${brands}::int) n
      on conflict do nothing`);
  });
  await db.execute(sql`
    insert into users (id, email, name, hub_admin, created_at)
    select ${uuid("user", "n")}, 'member-' || n || '@example.com', 'Member ' || n, false, now()
    from generate_series(1, ${members}::int) n on conflict do nothing`);
  await db.execute(sql`
    insert into memberships (brand_id, user_id, role, created_at)
    select ${brand.id}::uuid, ${uuid("user", "n")}, (array['admin', 'editor', 'viewer'])[1 + n % 3], now()
    from generate_series(1, ${members}::int) n on conflict do nothing`);
  for (const [from, to] of parts(deliveries)) {
    await unchecked(
      db,
      sql`
    insert into child_context_deliveries
      (id, brand_id, tool_slug, type, body, status, reason, attempts, due_at, created_at, finished_at)
    select ${timedUuid("delivery", "n")}, ${brandOf("n")}, ${brand.tool}, 'identity.updated', '{}',
      case when n % 20 = 0 then 'dead' else 'delivered' end, case when n % 20 = 0 then 'None was accepted.' end, 1,
      now() - n * interval '6 seconds', now() - n * interval '6 seconds', now() - n * interval '6 seconds'
    from generate_series(${from}::int, ${to}::int) n on conflict do nothing`,
    );
    await unchecked(
      db,
      sql`
    insert into delivery_attempts (delivery_id, attempt, started_at, duration_ms, webhook_url, status_code, response_excerpt)
    select ${timedUuid("delivery", "n")}, 1, now() - n * interval '6 seconds', 20, 'https://tools.example.com/hooks',
      case when n % 20 = 0 then 500 else 200 end, 'ok'
    from generate_series(${from}::int, ${to}::int) n on conflict do nothing`,
    );
  }
  for (const [from, to] of parts(events))
    await unchecked(
      db,
      sql`
    insert into events
      (id, brand_id, api_version, tool_slug, type, payload, occurred_at, received_at, idempotency_key, trace_id)
    select ${timedUuid("event", "n")}, ${brandOf("n")}, 1, ${brand.tool}, 'asset.' || (array['approved', 'archived'])[1 + n % 2],
      '{}', now() - n * interval '6 seconds', now() - n * interval '6 seconds', 'large-' || n, 'trace-' || (n % 500)
    from generate_series(${from}::int, ${to}::int) n on conflict do nothing`,
    );
  for (const [from, to] of parts(auditEntries))
    await db.execute(sql`
    insert into audit_entries
      (id, brand_id, actor_kind, actor_id, actor_label, action, target_kind, target_id, target_label, created_at)
    select ${uuid("audit", "n")}, ${brand.id}::uuid, 'user', ${admin.id}, 'Member ' || n % 1000, 'member.invited', 'invitation',
      n::text, 'guest-' || n || '@example.com', now() - n * interval '1 minute'
    from generate_series(${from}::int, ${to}::int) n on conflict do nothing`);
  for (const [from, to] of [
    [1, 5],
    [6, 10],
    [11, 15],
    [16, 20],
  ] as const)
    await db.execute(sql`
    insert into usage_counters (brand_id, credential, hour, requests, errors, limited)
    select ${brand.id}::uuid, 'api-key:' || ${uuid("key", "k")}, date_trunc('hour', now()) - n * interval '1 hour', 60, k % 3, 0
    from generate_series(1, ${usageHours}::int) n, generate_series(${from}::int, ${to}::int) k on conflict do nothing`);
  await db.execute(sql`analyze`);
}

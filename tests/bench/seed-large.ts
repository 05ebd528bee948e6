import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { rowsOf } from "@/db/client";
import { applyEnvironment, embeddedDirectory } from "@/lib/config/env";
import { closeHub } from "@/lib/hub/hub";
import { embeddedEnvironment } from "@/lib/server/embedded-secrets";
import { prepareHub } from "@/lib/server/prepare-hub";

/** Sizes at which every list of the hub has to stay fast. */
export const LARGE = {
  brands: 3_000,
  members: 1_000,
  deliveries: 100_000,
  events: 100_000,
  auditEntries: 20_000,
  usageHours: 2_160,
};

const uuid = (kind: string, n: string) => sql.raw(`md5('${kind}' || ${n})::uuid`);

/**
 * Fills a hub that holds the demo up to the large sizes, repeatably and without duplicates: brands owned by the hub
 * administrator, and members, deliveries, events, activity and usage of the first demo brand.
 */
export async function seedLarge(db: Database): Promise<void> {
  const [admin] = await rowsOf<{ id: string }>(
    db,
    sql`select id from users where hub_admin order by created_at limit 1`,
  );
  const [brand] = await rowsOf<{ id: string; tool: string }>(
    db,
    sql`select b.id, s.tool_slug as tool from brands b join subscriptions s on s.brand_id = b.id order by b.created_at limit 1`,
  );
  if (!admin || !brand) throw new Error("seed the demo first: run npm start once");
  const { brands, members, deliveries, events, auditEntries, usageHours } = LARGE;

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
  await db.execute(sql`
    insert into child_context_deliveries
      (id, brand_id, tool_slug, type, body, status, reason, attempts, due_at, created_at, finished_at)
    select ${uuid("delivery", "n")}, ${brand.id}::uuid, ${brand.tool}, 'identity.updated', '{}',
      case when n % 20 = 0 then 'dead' else 'delivered' end, case when n % 20 = 0 then 'None was accepted.' end, 1,
      now() - n * interval '6 seconds', now() - n * interval '6 seconds', now() - n * interval '6 seconds'
    from generate_series(1, ${deliveries}::int) n on conflict do nothing`);
  await db.execute(sql`
    insert into events
      (id, brand_id, api_version, tool_slug, type, payload, occurred_at, received_at, idempotency_key, trace_id)
    select ${uuid("event", "n")}, ${brand.id}::uuid, 1, ${brand.tool}, 'asset.' || (array['approved', 'archived'])[1 + n % 2],
      '{}', now() - n * interval '6 seconds', now() - n * interval '6 seconds', 'large-' || n, 'trace-' || (n % 500)
    from generate_series(1, ${events}::int) n on conflict do nothing`);
  await db.execute(sql`
    insert into audit_entries
      (id, brand_id, actor_kind, actor_id, actor_label, action, target_kind, target_id, target_label, created_at)
    select ${uuid("audit", "n")}, ${brand.id}::uuid, 'user', ${admin.id}, 'Member ' || n % 1000, 'member.invited', 'invitation',
      n::text, 'guest-' || n || '@example.com', now() - n * interval '1 minute'
    from generate_series(1, ${auditEntries}::int) n on conflict do nothing`);
  await db.execute(sql`
    insert into usage_counters (brand_id, credential, hour, requests, errors, limited)
    select ${brand.id}::uuid, 'api-key:' || ${uuid("key", "k")}, date_trunc('hour', now()) - n * interval '1 hour', 60, k % 3, 0
    from generate_series(1, ${usageHours}::int) n, generate_series(1, 20) k on conflict do nothing`);
  await db.execute(sql`analyze`);
}

const directory = embeddedDirectory();
if (directory) applyEnvironment(await embeddedEnvironment(directory));
const { db } = await prepareHub();
await seedLarge(db);
process.stdout.write(
  `The hub holds ${LARGE.brands} more brands, ${LARGE.members} members, ${LARGE.deliveries} deliveries and ${LARGE.events} events.\n`,
);
await closeHub();

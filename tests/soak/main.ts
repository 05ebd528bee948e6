import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { build } from "@/lib/server/cli/prepare.mjs";
import { requireRedis } from "../run/find-tools.mjs";
import { killHubs } from "../support/hub-process";
import { startPostgres } from "../support/postgres-server";
import { launchRedis, type RunningRedis } from "../support/redis-server";
import { runLoad, type Tally } from "./load";
import { GROWTH, type TableSize, tableSizes } from "./tables";
import { slope, watch } from "./watch";
import { createSoakWorld, type SoakWorld } from "./world";

/**
 * `npm run test:full -- soak` runs for 5 minutes, `npx tsx tests/soak/main.ts` for `--minutes` (default 30). Two hub
 * processes on PostgreSQL, Redis and S3 get the load of a real hub.
 * Exits with 1 on any 5xx or missing response, growing memory or descriptors, an unbounded table, or an undelivered
 * webhook of a healthy tool.
 */
const { values } = parseArgs({ options: { minutes: { type: "string", default: "30" } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error("Use: npx tsx tests/soak/main.ts --minutes <more than 0>");

/** Warm-up, while caches and compiled code fill. Comparison starts here. */
const WARM_UP_MS = Math.min(60_000, minutes * 10_000);
const LONGEST_LAG_MS = 60_000;
/** Allowed growth in the second half: a tenth, or the size of one garbage collection. */
const MEMORY_SHARE = 0.1;
const MEMORY_MB = 40;
const DESCRIPTORS = 15;

const problems: string[] = [];
const line = (...cells: (string | number)[]) =>
  process.stdout.write(
    `  ${cells.map((cell, index) => (index === 0 ? String(cell).padEnd(30) : String(cell).padStart(13))).join("")}\n`,
  );
const rank = (sorted: number[], share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);

function tellRequests(tallies: Tally[]): void {
  process.stdout.write("\nRequests\n");
  line("", "count", "wrong", "p50 ms", "p99 ms", "longest ms");
  for (const { name, tookMs, wrong } of tallies) {
    const sorted = tookMs.toSorted((a, b) => a - b);
    const wrongs = [...wrong].reduce((sum, [, { count }]) => sum + count, 0);
    line(name, sorted.length, wrongs, rank(sorted, 0.5), rank(sorted, 0.99), rank(sorted, 1));
    for (const [what, { count, example }] of wrong) problems.push(`${name}: ${what}, ${count} times: ${example}`);
  }
}

function tellProcesses(watched: Awaited<ReturnType<ReturnType<typeof watch>["stop"]>>): void {
  process.stdout.write("\nProcesses\n");
  line("", "MB, a quarter", "half", "the end", "MB a minute", "descriptors", "a minute");
  for (const [index, samples] of watched.entries()) {
    const at = (share: number) => samples[Math.floor((samples.length - 1) * share)];
    const [memory, descriptors] = [slope(samples, "memoryMb"), slope(samples, "descriptors")];
    const name = `hub ${index + 1}`;
    const mb = (share: number) => Math.round(at(share)?.memoryMb ?? 0);
    line(name, mb(0.25), mb(0.5), mb(1), memory.toFixed(2), at(1)?.descriptors ?? 0, descriptors.toFixed(2));
    const halfMinutes = minutes / 2;
    const allowedMb = Math.max(MEMORY_MB, mb(0.5) * MEMORY_SHARE);
    if (memory * halfMinutes > allowedMb)
      problems.push(`${name}: memory grows by ${memory.toFixed(1)} MB a minute in the second half.`);
    if (descriptors * halfMinutes > DESCRIPTORS)
      problems.push(`${name}: descriptors grow by ${descriptors.toFixed(1)} a minute in the second half.`);
  }
}

function tellTables(before: TableSize[], after: TableSize[]): void {
  process.stdout.write("\nTables\n");
  line("", "rows before", "rows after", "MB after", "  bounded by");
  for (const { name, rows, mb } of after) {
    const former = before.find((table) => table.name === name)?.rows ?? 0;
    const why = GROWTH[name];
    if (rows !== former) line(name, former, rows, mb.toFixed(1), `  ${why ?? "NOTHING"}`);
    if (rows > former && !why)
      problems.push(`the table ${name} grew from ${former} to ${rows} rows, and nothing bounds it.`);
  }
}

async function tellDeliveries({ hub, receivers }: SoakWorld): Promise<void> {
  process.stdout.write("\nWebhooks\n");
  line("", "delivered", "pending", "dead", "p50 ms", "p99 ms", "received");
  for (const [slug, { received }] of Object.entries(receivers)) {
    const [row] = await rowsOf<{ delivered: number; pending: number; dead: number; p50: number; p99: number }>(
      hub.db,
      sql`
      select count(*) filter (where status = 'delivered')::int as delivered, count(*) filter (where status = 'pending')::int as pending,
        count(*) filter (where status in ('dead', 'cancelled'))::int as dead,
        percentile_disc(0.5) within group (order by extract(epoch from finished_at - created_at) * 1000) filter (where status = 'delivered') as p50,
        percentile_disc(0.99) within group (order by extract(epoch from finished_at - created_at) * 1000) filter (where status = 'delivered') as p99
      from child_context_deliveries where tool_slug = ${slug}`,
    );
    if (!row) continue;
    line(
      slug,
      row.delivered,
      row.pending,
      row.dead,
      Math.round(row.p50 ?? 0),
      Math.round(row.p99 ?? 0),
      received.length,
    );
    if (slug !== "soak-fast") continue;
    if (row.pending + row.dead > 0)
      problems.push(`${row.pending + row.dead} webhooks for the healthy tool are left over.`);
    if (row.delivered === 0) problems.push("the healthy tool got no webhook at all.");
    if (Number(row.p99) > LONGEST_LAG_MS)
      problems.push(`webhooks for the healthy tool took ${Math.round(row.p99)} ms at p99.`);
  }
}

/** Waits up to a minute until every webhook of the healthy tool is delivered. */
async function drained({ hub }: SoakWorld): Promise<void> {
  const endMs = performance.now() + LONGEST_LAG_MS;
  const pending = sql`select 1 from child_context_deliveries where tool_slug = 'soak-fast' and status = 'pending' limit 1`;
  while (performance.now() < endMs && (await rowsOf(hub.db, pending)).length > 0)
    await new Promise((later) => setTimeout(later, 500));
}

async function soak(world: SoakWorld, redis: RunningRedis): Promise<void> {
  const at = world.hubs.map(({ baseUrl }) => baseUrl).join(", ");
  process.stdout.write(`The hub is under load for ${minutes} min: ${at}\n`);
  const before = await tableSizes(world.hub.db);
  const warmUp = await runLoad(world, WARM_UP_MS);
  const watching = watch(
    world.hubs.map(({ process: { pid } }) => pid ?? 0),
    Math.min(5_000, minutes * 1_000),
  );
  const tallies = await runLoad(world, minutes * 60_000 - WARM_UP_MS);
  const watched = await watching.stop();
  await drained(world);
  for (const { name, wrong } of warmUp)
    for (const [what, { count, example }] of wrong)
      problems.push(`${name}: ${what}, ${count} times at first: ${example}`);
  tellRequests(tallies);
  tellProcesses(watched);
  await tellDeliveries(world);
  tellTables(before, await tableSizes(world.hub.db));
  const keys = await redis.client.dbsize();
  process.stdout.write(`\nRedis holds ${keys} keys, the store ${world.storage.objects.size} files.\n`);
  for (const [index, hub] of world.hubs.entries()) {
    const code = await hub.end("SIGTERM");
    if (code !== 0) problems.push(`hub ${index + 1} ended with ${code}.`);
    const said = hub
      .said()
      .split("\n")
      .filter((text) => text.startsWith("{"));
    if (said.length > 0) problems.push(`hub ${index + 1} logged ${said.length} errors: ${said[0]?.slice(0, 600)}`);
  }
}

await build();
await requireRedis();
const closers: (() => Promise<void>)[] = [];
try {
  const cluster = await startPostgres();
  closers.push(cluster.stop);
  const redis = await launchRedis();
  closers.push(redis.stop);
  const world = await createSoakWorld({ databaseUrl: cluster.templateUrl, redisUrl: redis.url });
  closers.push(world.close);
  await soak(world, redis);
} finally {
  await killHubs();
  for (const close of closers.reverse()) await close();
}
for (const problem of problems) process.stdout.write(`\nFAIL ${problem}`);
process.stdout.write(problems.length === 0 ? "\nNothing broke, and nothing grows.\n" : "\n");
process.exitCode = problems.length === 0 ? 0 : 1;

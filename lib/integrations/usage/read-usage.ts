import { and, eq, inArray, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { pick } from "@/db/pick";
import { apiKeys, tools } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import { BadRequest } from "@/lib/platform/errors";
import { apiKeyCeiling, budgetInForce, type CredentialBudget } from "@/lib/platform/limits/credential-budget";
import type { Ctx } from "../context";

const HOUR_MS = 60 * 60 * 1000;
const MAX_BUCKETS = 1000;

export interface UsageQuery {
  brandId: string;
  /** Rounded down to the hour. */
  from: Date;
  to: Date;
  /** 1 by default. */
  stepHours?: number;
}

export interface UsageCounts {
  requests: number;
  /** Status 400 and above, except 429. */
  errors: number;
  limited: number;
}

export interface CredentialUsage extends UsageCounts {
  /** `api-key:<id>` or `tool:<slug>`. */
  credential: string;
  kind: "api-key" | "tool";
  name: string;
  /** An API key's visible part: `bih_ab12…9xYz`. */
  form: string | null;
  budget: CredentialBudget;
  /** Oldest first, empty ones included. */
  buckets: ({ start: Date } & UsageCounts)[];
}

type Row = UsageCounts & { credential: string; bucket: number };

function total(buckets: readonly UsageCounts[]): UsageCounts {
  const sumOf = (count: keyof UsageCounts) => buckets.reduce((sum, bucket) => sum + bucket[count], 0);
  return { requests: sumOf("requests"), errors: sumOf("errors"), limited: sumOf("limited") };
}

async function readCounts(ctx: Ctx, brandId: string, from: Date, to: Date, stepHours: number): Promise<Row[]> {
  const start = sql`${from.toISOString()}::timestamptz`;
  return rowsOf<Row>(
    ctx.db,
    sql`
    select credential, bucket, sum(requests)::int as requests, sum(errors)::int as errors, sum(limited)::int as limited
    from (
      select *, floor(extract(epoch from hour - ${start}) / ${stepHours * 3600}::int)::int as bucket
      from usage_counters
      where brand_id = ${brandId} and hour >= ${start} and hour < ${to.toISOString()}::timestamptz
    ) counted
    group by credential, bucket`,
  );
}

/** Keyed like the counters. Deleted credentials are missing. */
async function readKnown(ctx: Ctx, brandId: string, credentials: readonly string[]): Promise<Map<string, Known>> {
  const idsOf = (kind: string) =>
    credentials.flatMap((credential) => (credential.startsWith(`${kind}:`) ? [credential.slice(kind.length + 1)] : []));
  const [keyIds, slugs] = [idsOf("api-key"), idsOf("tool")];
  const keys = await ctx.db
    .select({
      ...pick(apiKeys, "id", "name", "prefix", "lastFour"),
      own: { perMinute: apiKeys.budgetPerMinute, concurrent: apiKeys.budgetConcurrent },
    })
    .from(apiKeys)
    .where(and(inArray(apiKeys.id, keyIds), eq(apiKeys.brandId, brandId)));
  const named = await ctx.db
    .select({
      ...pick(tools, "slug", "name"),
      own: { perMinute: tools.budgetPerMinute, concurrent: tools.budgetConcurrent },
    })
    .from(tools)
    .where(inArray(tools.slug, slugs));
  const { budgets } = ctx;
  return new Map<string, Known>([
    ...keys.map(({ id, name, prefix, lastFour, own }): [string, Known] => [
      `api-key:${id}`,
      { name, form: `${prefix}…${lastFour}`, budget: budgetInForce(budgets, own, apiKeyCeiling(budgets)) },
    ]),
    ...named.map(({ slug, name, own }): [string, Known] => [
      `tool:${slug}`,
      { name, form: null, budget: budgetInForce(budgets, own) },
    ]),
  ]);
}

type Known = Pick<CredentialUsage, "name" | "form" | "budget">;

/**
 * Requests by credential, busiest first. Omits credentials without requests.
 * @throws NotFound for non-members, BadRequest for an empty range or over 1,000 buckets
 */
export async function readUsage(ctx: Ctx, query: UsageQuery): Promise<CredentialUsage[]> {
  const { brand } = await requirePermission(ctx, query.brandId, "read");
  const { stepHours = 1, to } = query;
  const stepMs = stepHours * HOUR_MS;
  const from = new Date(Math.floor(query.from.getTime() / HOUR_MS) * HOUR_MS);
  const count = Math.ceil((to.getTime() - from.getTime()) / stepMs);
  if (!(Number.isInteger(stepHours) && stepHours >= 1 && count >= 1 && count <= MAX_BUCKETS)) {
    throw new BadRequest("Choose a valid time range.");
  }
  const rows = await readCounts(ctx, brand.id, from, to, stepHours);
  const credentials = [...new Set(rows.map(({ credential }) => credential))];
  const known = await readKnown(ctx, brand.id, credentials);
  const usage = credentials.map((credential): CredentialUsage => {
    const counted = new Map(rows.filter((row) => row.credential === credential).map((row) => [row.bucket, row]));
    const buckets = Array.from({ length: count }, (_, index) => {
      const { requests = 0, errors = 0, limited = 0 } = counted.get(index) ?? {};
      return { start: new Date(from.getTime() + index * stepMs), requests, errors, limited };
    });
    const kind = credential.startsWith("tool:") ? "tool" : "api-key";
    const former = { name: kind === "tool" ? "A former tool" : "A deleted key", form: null, budget: ctx.budgets };
    return { credential, kind, ...(known.get(credential) ?? former), ...total(buckets), buckets };
  });
  return usage.sort((one, other) => other.requests - one.requests || (one.credential < other.credential ? -1 : 1));
}

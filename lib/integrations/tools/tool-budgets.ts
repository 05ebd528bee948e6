import { isNotNull, or } from "drizzle-orm";
import { tools } from "@/db/schema";
import { NO_OWN_BUDGET, type OwnBudget } from "@/lib/platform/limits/credential-budget";
import { log } from "@/lib/platform/log";
import type { Ctx } from "../context";

/** Other processes may use an old limit this long. Permissions are not cached. */
const FRESH_MS = 5_000;

type BudgetsBySlug = ReadonlyMap<string, OwnBudget>;

async function readBudgets({ db }: Pick<Ctx, "db">): Promise<BudgetsBySlug> {
  const rows = await db
    .select({ slug: tools.slug, perMinute: tools.budgetPerMinute, concurrent: tools.budgetConcurrent })
    .from(tools)
    .where(or(isNotNull(tools.budgetPerMinute), isNotNull(tools.budgetConcurrent)));
  return new Map(rows.map(({ slug, ...budget }) => [slug, budget]));
}

/**
 * Caches tools' own rate limits, which a request needs before it queries the database. Reads all at once, so a flood of
 * refused requests costs no statements. While the database is unavailable, the last known limits apply.
 */
export class ToolBudgets {
  private known: { budgets: Promise<BudgetsBySlug>; readAtMs: number } | null = null;
  private last: BudgetsBySlug = new Map();

  /** @param options.nowMs a monotonic clock */
  constructor(private readonly options: { nowMs: () => number }) {}

  async of(ctx: Pick<Ctx, "db">, slug: string): Promise<OwnBudget> {
    return (await this.fresh(ctx)).get(slug) ?? NO_OWN_BUDGET;
  }

  /** For changes in this process. */
  forget(): void {
    this.known = null;
  }

  private fresh(ctx: Pick<Ctx, "db">): Promise<BudgetsBySlug> {
    const nowMs = this.options.nowMs();
    if (this.known && nowMs - this.known.readAtMs < FRESH_MS) return this.known.budgets;
    this.known = { budgets: this.read(ctx), readAtMs: nowMs };
    return this.known.budgets;
  }

  private async read(ctx: Pick<Ctx, "db">): Promise<BudgetsBySlug> {
    try {
      this.last = await readBudgets(ctx);
    } catch (err) {
      log.warn({ err }, "could not read tools' rate limits; using the last known ones");
    }
    return this.last;
  }
}

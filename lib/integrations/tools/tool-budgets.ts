import { isNotNull, or } from "drizzle-orm";
import { tools } from "@/db/schema";
import { NO_OWN_BUDGET, type OwnBudget } from "@/lib/platform/limits/credential-budget";
import { log } from "@/lib/platform/log";
import { after, type Soon } from "@/lib/platform/timing";
import type { Ctx } from "../context";

/** So long another process may go by what was set before. Budgets alone are remembered: who may do what is read with each request. */
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
 * The budgets that were set for tools, of which a request needs one before it may ask the database for anything. They are read together, at
 * most every five seconds, so that a flood of refused requests costs no statements. While the database is away those that were read last
 * count: that is no time to let a flood in.
 */
export class ToolBudgets {
  private known: { budgets: Soon<BudgetsBySlug>; readAtMs: number } | null = null;
  private last: BudgetsBySlug = new Map();

  /** @param options.nowMs a clock that never runs backwards, in milliseconds */
  constructor(private readonly options: { nowMs: () => number }) {}

  of(ctx: Pick<Ctx, "db">, slug: string): Soon<OwnBudget> {
    return after(this.fresh(ctx), (budgets) => budgets.get(slug) ?? NO_OWN_BUDGET);
  }

  /** Has the next request read anew: after a change, in the process that made it. */
  forget(): void {
    this.known = null;
  }

  private fresh(ctx: Pick<Ctx, "db">): Soon<BudgetsBySlug> {
    const nowMs = this.options.nowMs();
    if (this.known && nowMs - this.known.readAtMs < FRESH_MS) return this.known.budgets;
    const known: typeof this.known = { budgets: this.read(ctx), readAtMs: nowMs };
    this.known = known;
    return after(known.budgets, (budgets) => {
      known.budgets = budgets;
      return budgets;
    });
  }

  private async read(ctx: Pick<Ctx, "db">): Promise<BudgetsBySlug> {
    try {
      this.last = await readBudgets(ctx);
    } catch (err) {
      log.warn({ err }, "the budgets of tools could not be read; those that were known count");
    }
    return this.last;
  }
}

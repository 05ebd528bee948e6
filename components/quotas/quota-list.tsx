import { Card } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { DescriptionList } from "@/components/ui/text";
import { amountText, type QuotaUse } from "@/lib/access";
import type { describeBudgets } from "@/lib/platform/limits/user-budgets";

const NEARLY = 0.9;

export function QuotaList({ quotas }: { quotas: readonly QuotaUse[] }) {
  return (
    <Card>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-x-8 gap-y-4">
        {quotas.map(({ quota, label, used, limit }) => (
          <li key={quota}>
            <Progress
              label={label}
              value={used}
              max={limit}
              valueText={`${amountText(quota, used)} of ${amountText(quota, limit)}`}
              tone={used >= limit * NEARLY ? "danger" : "neutral"}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function BudgetList({ budgets }: { budgets: ReturnType<typeof describeBudgets> }) {
  return (
    <Card as="section" title="Rate limits" level={3} description="Across all your browsers.">
      <DescriptionList
        className="tabular-nums"
        items={budgets.map(({ label, allowed }) => ({ term: label, value: allowed }))}
      />
    </Card>
  );
}

import { Card } from "@/components/ui/card";
import { DescriptionList } from "@/components/ui/description-list";
import type { describeBudgets } from "@/lib/platform/limits/user-budgets";

export function BudgetList({ budgets }: { budgets: ReturnType<typeof describeBudgets> }) {
  return (
    <Card as="section" title="How often" level={3} description="In all your browsers together.">
      <DescriptionList
        className="tabular-nums"
        items={budgets.map(({ label, allowed }) => ({ term: label, value: allowed }))}
      />
    </Card>
  );
}

import { Card } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { amountText, type QuotaUse } from "@/lib/access";

/** From this share on a quota is shown as nearly used up. */
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

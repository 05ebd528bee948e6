import { HOLD_WORDS } from "@/components/tools/hold-words";
import { Badge } from "@/components/ui/badge";
import { TimeAgo } from "@/components/ui/time-ago";
import type { DeliverySummary } from "@/lib/integrations";

export function DeliveryStatusBadge({ status, sending, hold, attempts }: DeliverySummary) {
  if (status === "delivered") return <Badge tone="success">Delivered</Badge>;
  if (status === "dead") return <Badge tone="danger">Dead</Badge>;
  if (status === "cancelled") return <Badge>Cancelled</Badge>;
  if (hold) return <Badge tone="warning">{HOLD_WORDS[hold].short}</Badge>;
  if (sending) return <Badge tone="accent">Sending</Badge>;
  return attempts > 0 ? <Badge tone="warning">Retrying</Badge> : <Badge tone="accent">Pending</Badge>;
}

export function NextStep({ delivery, now }: { delivery: DeliverySummary; now: Date }) {
  const { status, hold, sending, dueAt } = delivery;
  if (status !== "pending") return <span className="text-muted">None</span>;
  if (hold) return "Waits";
  if (sending) return "Under way";
  return dueAt <= now ? "With the next tick" : <TimeAgo value={dueAt} now={now} />;
}

import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { ToolStatus as Status } from "@/lib/contract";

export const STATUS_LABEL: Record<Status, string> = {
  active: "Active",
  beta: "Beta",
  maintenance: "Maintenance",
  deprecated: "Deprecated",
  disabled: "Disabled",
};

const TONE: Record<Status, BadgeTone> = {
  active: "success",
  beta: "accent",
  maintenance: "warning",
  deprecated: "warning",
  disabled: "danger",
};

export function ToolStatus({ status }: { status: Status }) {
  return <Badge tone={TONE[status]}>{STATUS_LABEL[status]}</Badge>;
}

import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/moment";
import type { HubBrand } from "@/lib/brands";

type HubBrandStateProps = { brand: Pick<HubBrand, "archivedAt" | "deletionDueAt" | "ownerCount">; now: Date };

export function HubBrandState({ brand: { archivedAt, deletionDueAt, ownerCount }, now }: HubBrandStateProps) {
  if (deletionDueAt && deletionDueAt <= now) return <Badge tone="danger">Being deleted</Badge>;
  if (deletionDueAt)
    return (
      <Badge tone="danger">
        Will be deleted on <Moment value={deletionDueAt} precision="day" />
      </Badge>
    );
  if (archivedAt)
    return (
      <Badge>
        Archived <Moment value={archivedAt} precision="day" />
      </Badge>
    );
  if (ownerCount === 0) return <Badge tone="warning">Without an owner</Badge>;
  return <Badge tone="success">In use</Badge>;
}

import { Badge } from "@/components/ui/badge";
import { TimeAgo } from "@/components/ui/time-ago";
import type { BrandTool } from "@/lib/tools";

type ReadVersionProps = { lastRead: BrandTool["lastRead"]; version: number; now: Date };

/** Which version the tool read last, and how that compares with the current one. */
export function ReadVersion({ lastRead, version, now }: ReadVersionProps) {
  if (!lastRead) return <span className="text-muted">It has read nothing yet</span>;
  const behind = version - lastRead.version;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="tabular-nums">
        Version {lastRead.version} of {version}
      </span>
      {behind > 0 ? <Badge tone="warning">{behind} behind</Badge> : <Badge tone="success">Current</Badge>}
      <span className="text-muted">
        <TimeAgo value={lastRead.readAt} now={now} />
      </span>
    </span>
  );
}

import { Badge } from "@/components/ui/badge";
import type { Unready } from "@/lib/runtime/readiness";

/** What `/api/ready` names, in words. */
export const UNREADY_WORDS: Record<Unready, string> = {
  database: "The database does not answer.",
  migrations: "The database is of another release: its migrations have not run.",
  storage: "The store of files does not answer.",
  files: "This process keeps files in another store than the one that the database's files are in.",
  encryption: "HUB_ENCRYPTION_KEY lacks the key of a tool's signing secret: its webhooks wait.",
  limiter: "Redis does not answer: each process counts limits by itself.",
  disk: "The disk is nearly full.",
  ticks: "No tick has run for five minutes: neither webhooks nor mails leave.",
  deliveries: "Due deliveries have waited for over ten minutes.",
  stopping: "This process was told to stop.",
};

export function HubState({ unready }: { unready: readonly Unready[] }) {
  if (unready.length > 0) return <Badge tone="danger">Not ready</Badge>;
  return <Badge tone="success">Ready</Badge>;
}

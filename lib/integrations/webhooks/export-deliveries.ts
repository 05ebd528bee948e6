import type { ExportFormat } from "@/lib/access";
import { csvLine } from "@/lib/platform/csv";
import type { Ctx } from "../context";
import { type DeliveryFilter, type DeliverySummary, listDeliveries } from "./list-deliveries";

const MAX_EXPORTED_ROWS = 50_000;
const ROWS_AT_ONCE = 100;

/** What a file says of a delivery: what the list does. */
const fieldsOf = (delivery: DeliverySummary) => ({
  id: delivery.id,
  type: delivery.type,
  tool: delivery.toolSlug,
  status: delivery.status,
  reason: delivery.reason,
  attempts: delivery.allAttempts,
  recorded: delivery.createdAt.toISOString(),
  finished: delivery.finishedAt?.toISOString() ?? null,
  event_id: delivery.eventId,
});

const COLUMNS: readonly (keyof ReturnType<typeof fieldsOf>)[] = [
  "id",
  "type",
  "tool",
  "status",
  "reason",
  "attempts",
  "recorded",
  "finished",
  "event_id",
];

/** A brand's deliveries as a file, newest first, piece by piece. @throws NotFound for non-members */
export async function* exportDeliveries(
  ctx: Ctx,
  { format, ...query }: DeliveryFilter & { brandId: string; format: ExportFormat },
): AsyncGenerator<string> {
  let after: string | null = null;
  if (format === "csv") yield `${COLUMNS.join(",")}\r\n`;
  for (let rows = 0; rows < MAX_EXPORTED_ROWS; rows += ROWS_AT_ONCE) {
    const page: Awaited<ReturnType<typeof listDeliveries>> = await listDeliveries(ctx, {
      ...query,
      after,
      limit: ROWS_AT_ONCE,
    });
    const all = page.entries.map(fieldsOf);
    if (all.length > 0)
      yield all
        .map((fields) =>
          format === "csv" ? csvLine(COLUMNS.map((name) => String(fields[name] ?? ""))) : `${JSON.stringify(fields)}\n`,
        )
        .join("");
    after = page.next;
    if (after === null) return;
  }
}

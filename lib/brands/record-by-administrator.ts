import type { AuditAction } from "@/lib/access";
import { recordAudits } from "@/lib/access/server";
import type { Ctx } from "./context";

/** Writes what a hub administrator did to a brand into its log, for its members, and by its slug into the hub's, for the other administrators. */
export async function recordByAdministrator(
  tx: Ctx,
  { id, name, slug }: { id: string; name: string; slug: string },
  action: AuditAction,
): Promise<void> {
  await recordAudits(tx, [
    { brandId: id, action, target: { kind: "brand", id, label: name } },
    { brandId: null, action, target: { kind: "brand", id, label: slug } },
  ]);
}

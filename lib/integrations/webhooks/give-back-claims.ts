import { sql } from "drizzle-orm";
import type { Ctx } from "../context";
import type { ClaimedDelivery } from "./claim-due-deliveries";

/**
 * Ends claims of which nothing was sent: each is due as before, and its attempt does not count. Fenced by the lease token, as completion is. Left to
 * its lease is what somebody else has locked, and what has no subscription any more: without a lease nobody would find that again, to cancel it.
 */
export async function giveBackClaims({ db }: Ctx, claims: readonly ClaimedDelivery[]): Promise<undefined[]> {
  const rows = claims.map(({ id, leaseToken }) => ({ id, lease_token: leaseToken }));
  await db.execute(sql`
    update child_context_deliveries set attempts = attempts - 1, lease_token = null, lease_until = null
    where id = any(array(
      select d.id from json_to_recordset(${JSON.stringify(rows)}::json) as claim(id uuid, lease_token uuid)
      join child_context_deliveries d on d.id = claim.id and d.lease_token = claim.lease_token
      join subscriptions s on s.brand_id = d.brand_id and s.tool_slug = d.tool_slug
      for key share of s skip locked
      for no key update of d skip locked))`);
  return claims.map(() => undefined);
}

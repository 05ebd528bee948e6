import { sql } from "drizzle-orm";
import type { z } from "zod";
import { rowsOf } from "@/db/client";
import type { ChangedBundles } from "@/lib/contract";
import { entitledTool, requireWorkingTool, type ToolAccess } from "@/lib/integrations/server";
import type { ToolActor } from "@/lib/platform/context";
import type { Ctx } from "../context";

interface Row extends ToolAccess {
  asked_id: string;
  version: number;
}

/**
 * The brands whose version differs from the one that the tool holds. Marks the others as read.
 * @throws Unauthorized when the tool is not registered
 * @throws Forbidden when the tool is disabled
 */
export async function findChangedBundles(
  ctx: Ctx<ToolActor>,
  input: { brands: readonly { id: string; since: number }[] },
): Promise<z.input<typeof ChangedBundles>> {
  const { toolSlug, credentialId } = ctx.actor;
  const held = new Map(input.brands.map(({ id, since }) => [id, since]));
  const { columns, joins } = entitledTool(toolSlug, sql`input.id`);
  const rows = await rowsOf<Row>(
    ctx.db,
    // `offset 0` stops the planner from flattening the subquery, which keeps its index lookups for one brand.
    sql`select found.*, input.id as asked_id
        from json_to_recordset(${JSON.stringify(input.brands)}::json) as input(id uuid)
        cross join lateral (select ${columns}, b.identity_version as version from (select 1) as one ${joins} offset 0) as found`,
  );
  const answer: z.input<typeof ChangedBundles> = { changed: [], forbidden: [], not_found: [] };
  for (const row of rows) {
    requireWorkingTool(row);
    const { asked_id: id, version } = row;
    if (row.brand_id === null) answer.not_found.push(id);
    else if (!row.entitled) answer.forbidden.push(id);
    else if (version !== held.get(id)) answer.changed.push({ id, identity_version: version });
    else ctx.readMarks.mark({ brandId: id, toolSlug, version, readAt: ctx.now, credentialId });
  }
  return answer;
}

import { type SQL, sql } from "drizzle-orm";
import type { ToolStatus } from "@/lib/contract";
import { Forbidden, type HubError, NotFound, Unauthorized } from "@/lib/platform/errors";

export interface ToolAccess {
  /** Null if no tool has this slug. */
  tool_status: ToolStatus | null;
  /** Null if the brand is unknown or archived. */
  brand_id: string | null;
  entitled: boolean;
}

/**
 * Query parts for a tool's access to a brand, as `t`, `b` and `e`. A statement that writes must use `isEntitled`, which
 * equals `requireEntitledTool`.
 */
export const entitledTool = (
  toolSlug: SQL | string,
  brandId: SQL | string | null,
): { columns: SQL; joins: SQL; isEntitled: SQL } => ({
  columns: sql`t.status as tool_status, b.id as brand_id, e.brand_id is not null as entitled`,
  joins: sql`left join tools t on t.slug = ${toolSlug}
    left join brands b on b.id = ${brandId} and b.archived_at is null
    left join entitlements e on e.brand_id = b.id and e.tool_slug = t.slug`,
  isEntitled: sql`t.status <> 'disabled' and b.id is not null and e.brand_id is not null`,
});

const REFUSALS = {
  not_registered: (): HubError => new Unauthorized("No tool with this slug is registered on this hub."),
  no_brand: (): HubError => new NotFound("There is no such brand."),
  disabled: (): HubError => new Forbidden("This tool is disabled."),
  not_entitled: (): HubError => new Forbidden("The brand is not entitled to this tool."),
};

function refusalOf({ tool_status, brand_id, entitled }: ToolAccess): keyof typeof REFUSALS | null {
  if (tool_status === null) return "not_registered";
  if (brand_id === null) return "no_brand";
  if (tool_status === "disabled") return "disabled";
  return entitled ? null : "not_entitled";
}

/** @throws Unauthorized unless registered, Forbidden if disabled */
export function requireWorkingTool({ tool_status }: Pick<ToolAccess, "tool_status">): void {
  if (tool_status === null) throw REFUSALS.not_registered();
  if (tool_status === "disabled") throw REFUSALS.disabled();
}

/**
 * The only place that decides whether a tool has access to a brand.
 * @param otherwise replaces default errors
 * @throws Unauthorized, NotFound or Forbidden, in this order
 */
export function requireEntitledTool(access: ToolAccess, otherwise: Partial<typeof REFUSALS> = {}): void {
  const refusal = refusalOf(access);
  if (refusal) throw { ...REFUSALS, ...otherwise }[refusal]();
}

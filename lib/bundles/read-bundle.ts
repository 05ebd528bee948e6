import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { fileUrlExpiry, signFileUrl } from "@/lib/assets/server";
import type { BrandSnapshot } from "@/lib/brand-document";
import type { Ctx, ToolActor } from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { entitledTool, requireEntitledTool, type ToolStanding } from "@/lib/tools/server";
import { assembleBundle } from "./assemble-bundle";

interface Row extends ToolStanding {
  version: number | null;
  snapshot: BrandSnapshot | null;
}

/** What a bundle read found: the version, and the bundle as JSON text, or null when `since` was current. */
export interface BundleRead {
  brandId: string;
  version: number;
  text: string | null;
}

/**
 * Reads a brand's bundle for the acting tool in one query, and no snapshot when `since` is current or the text is at hand; marks the read.
 *
 * The entitlement is read on that same query every time and comes before `since`.
 * @throws Unauthorized when the tool is not registered
 * @throws NotFound when the id is malformed, unknown or an archived brand's
 * @throws Forbidden when the brand is not entitled or the tool is disabled
 */
export async function readBundle(ctx: Ctx<ToolActor>, input: { brandId: string; since?: number }): Promise<BundleRead> {
  if (!isUuid(input.brandId)) throw new NotFound("There is no such brand.");
  const { toolSlug } = ctx.actor;
  const brandId = input.brandId.toLowerCase();
  const expiresAtSeconds = fileUrlExpiry(ctx.now);
  const known = ctx.bundles.get(brandId);
  const cached = known?.expiresAtSeconds === expiresAtSeconds ? known : undefined;

  const { columns, joins } = entitledTool(toolSlug, brandId);
  const [row] = await rowsOf<Row>(
    ctx.db,
    sql`select ${columns}, b.identity_version as version, v.snapshot
        from (select 1) as one
        ${joins}
        left join brand_versions v on e.brand_id is not null and v.brand_id = b.id and v.version = b.identity_version
          and v.version <> ${input.since ?? -1}::bigint and v.version <> ${cached?.version ?? -1}::bigint`,
  );
  if (!row) throw new Error("a query from one row gave none");
  requireEntitledTool(row);
  if (row.version === null) throw new Error(`brand ${brandId} has no version`);

  const { version } = row;
  ctx.readMarks.mark({ brandId, toolSlug, version, readAt: ctx.now });
  if (version === input.since) return { brandId, version, text: null };
  if (cached?.version === version) return { brandId, version, text: cached.text };
  if (!row.snapshot) throw new Error(`brand ${brandId} has no snapshot of version ${version}`);

  const signing = { baseUrl: ctx.baseUrl, secret: ctx.secrets.fileUrl, brandId, now: ctx.now };
  const bundle = assembleBundle(brandId, version, row.snapshot, ({ sha256 }) => signFileUrl({ ...signing, sha256 }));
  const text = JSON.stringify(bundle);
  ctx.bundles.set(brandId, { version, text, expiresAtSeconds });
  return { brandId, version, text };
}

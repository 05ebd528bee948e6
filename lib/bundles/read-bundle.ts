import { sql } from "drizzle-orm";
import { type Database, rowsOf } from "@/db/client";
import { fileUrlExpiry, signFileUrl } from "@/lib/assets/server";
import type { BrandSnapshot } from "@/lib/brand-document";
import { Forbidden, NotFound, Unauthorized } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { assembleBundle } from "./assemble-bundle";
import type { BundleCache } from "./bundle-cache";

export interface BundleReader {
  db: Database;
  cache: BundleCache;
  now: Date;
  /** Where the signed addresses stand, and the secrets that sign them (the first signs). */
  baseUrl: string;
  fileUrlSecrets: readonly string[];
}

interface Row {
  tool_status: string | null;
  brand_id: string | null;
  version: number | null;
  entitled: boolean;
  snapshot: BrandSnapshot | null;
}

/** What a bundle read found: the version, and the bundle as JSON text, or null when `since` was current. */
export interface BundleRead {
  brandId: string;
  version: number;
  text: string | null;
}

/**
 * Reads a brand's bundle for a tool in one query, and no snapshot when `since` is current or the text is at hand.
 *
 * The entitlement is read on that same query every time and comes before `since`.
 * @throws Unauthorized when the tool is not registered
 * @throws NotFound when the id is malformed, unknown or an archived brand's
 * @throws Forbidden when the brand is not entitled or the tool is disabled
 */
export async function readBundle(
  reader: BundleReader,
  toolSlug: string,
  id: string,
  since: number | undefined,
): Promise<BundleRead> {
  if (!isUuid(id)) throw new NotFound("There is no such brand.");
  const brandId = id.toLowerCase();
  const expiresAtSeconds = fileUrlExpiry(reader.now);
  const known = reader.cache.get(brandId);
  const cached = known?.expiresAtSeconds === expiresAtSeconds ? known : undefined;

  const [row] = await rowsOf<Row>(
    reader.db,
    sql`select t.status as tool_status, b.id as brand_id, b.identity_version as version,
               e.brand_id is not null as entitled, v.snapshot
        from (select 1) as one
        left join tools t on t.slug = ${toolSlug}
        left join brands b on b.id = ${brandId} and b.archived_at is null
        left join entitlements e on e.brand_id = b.id and e.tool_slug = t.slug
        left join brand_versions v on e.brand_id is not null and v.brand_id = b.id and v.version = b.identity_version
          and v.version <> ${since ?? -1}::bigint and v.version <> ${cached?.version ?? -1}::bigint`,
  );
  if (!row?.tool_status) throw new Unauthorized("No tool of this slug is registered on the hub.");
  if (row.brand_id === null || row.version === null) throw new NotFound("There is no such brand.");
  if (row.tool_status === "disabled") throw new Forbidden("This tool is disabled.");
  if (!row.entitled) throw new Forbidden("The brand is not entitled to this tool.");

  const { version } = row;
  if (version === since) return { brandId, version, text: null };
  if (cached?.version === version) return { brandId, version, text: cached.text };
  if (!row.snapshot) throw new Error(`brand ${brandId} has no snapshot of version ${version}`);

  const bundle = assembleBundle(brandId, version, row.snapshot, (file) =>
    signFileUrl({
      baseUrl: reader.baseUrl,
      secret: reader.fileUrlSecrets,
      brandId,
      sha256: file.sha256,
      now: reader.now,
    }),
  );
  const text = JSON.stringify(bundle);
  reader.cache.set(brandId, { version, text, expiresAtSeconds });
  return { brandId, version, text };
}

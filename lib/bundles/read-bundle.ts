import { sql } from "drizzle-orm";
import { lookup } from "@/db/lookup";
import { fileUrlExpiry, signFileUrl } from "@/lib/assets/server";
import type { BrandSnapshot } from "@/lib/brand-document";
import type { Ctx, ToolActor } from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { isoText } from "@/lib/kernel/present";
import type { Soon } from "@/lib/kernel/soon";
import { authenticateToolToken, hashToolToken, ofToken } from "@/lib/tool-credentials/server";
import { entitledTool, requireEntitledTool, type ToolStanding } from "@/lib/tools/server";
import { assembleBundle } from "./assemble-bundle";
import type { CachedBundle } from "./bundle-cache";

interface Row extends ToolStanding {
  version: number | null;
  snapshot: BrandSnapshot | null;
  /** Id of the token that was asked for, if it works. */
  credential: string | null;
}

const { columns, joins } = entitledTool(sql`asked.tool`, sql`asked.brand`);
const asked = { hash: sql`asked.token`, tool: sql`asked.tool`, now: sql`asked.now` };

/**
 * The standing of a tool with a brand, and the current version; with its snapshot, unless it is the version that the tool has or the one that is at hand.
 * Beside it whether a token works that was made in the hub, so that a read proves it by the same statement.
 */
const lookUp = lookup<
  Row,
  { tool: "text"; brand: "uuid"; since: "bigint"; cached: "bigint"; token: "text"; now: "timestamptz" }
>(
  "bundle",
  { tool: "text", brand: "uuid", since: "bigint", cached: "bigint", token: "text", now: "timestamptz" },
  sql`select ${columns}, b.identity_version as version, v.snapshot, c.id as credential
    from (select 1) as one
    ${joins}
    left join brand_versions v on e.brand_id is not null and v.brand_id = b.id and v.version = b.identity_version
      and v.version <> asked.since and v.version <> asked.cached
    left join tool_credentials c on ${ofToken(asked)}`,
);

interface BundleQuestion {
  toolSlug: string;
  brandId: string;
  since?: number;
  /** Digest of the token that is proved on the way. */
  tokenHash?: string;
}

/** What one statement found for a read, with what was at hand when it was asked. */
export interface FoundBundle {
  row: Row;
  cached: CachedBundle | undefined;
  expiresAtSeconds: number;
}

/** Looks up all that a read needs, by one query, and goes on with it; null for an id that is malformed. */
function findBundle<Next>(
  ctx: Ctx,
  question: BundleQuestion,
  goOn: (found: FoundBundle) => Next,
): Promise<Next> | null {
  const { toolSlug, since = -1, tokenHash = null } = question;
  if (!isUuid(question.brandId)) return null;
  const brandId = question.brandId.toLowerCase();
  const expiresAtSeconds = fileUrlExpiry(ctx.now);
  const known = ctx.bundles.get(brandId);
  const cached = known?.expiresAtSeconds === expiresAtSeconds ? known : undefined;
  const at = { now: isoText(ctx.now), cached: cached?.version ?? -1 };
  return lookUp(ctx.db, { tool: toolSlug, brand: brandId, since, token: tokenHash, ...at }).then(([row]) => {
    if (!row) throw new Error("a lookup from one row gave none");
    return goOn({ row, cached, expiresAtSeconds });
  });
}

/**
 * Proves a tool's token that was made in the hub by the statement that reads the bundle, and gives what it found for `readBundle`: one
 * statement, as for a token of the environment, which is proved without any.
 */
export async function proveByBundle(
  ctx: Ctx,
  { token, ...question }: Omit<BundleQuestion, "tokenHash"> & { token: string },
): Promise<{ actor: ToolActor; found?: FoundBundle } | null> {
  const { toolSlug } = question;
  const tokenHash = hashToolToken(token);
  if (tokenHash === null) return null;
  const found = await findBundle(ctx, { ...question, tokenHash }, (there) => there);
  if (found === null) {
    const actor = await authenticateToolToken(ctx, { toolSlug, token });
    return actor && { actor };
  }
  const { credential } = found.row;
  return credential === null ? null : { actor: { kind: "tool", toolSlug, credentialId: credential }, found };
}

/** What a bundle read found: the version, and the bytes of its JSON with when its URLs end, or null when `since` was current. */
export interface BundleRead {
  brandId: string;
  version: number;
  bytes: Uint8Array<ArrayBuffer> | null;
  expiresAtSeconds: number;
}

/**
 * Reads a brand's bundle for the acting tool in one query, and no snapshot when `since` is current or its bytes are at hand; marks the read.
 *
 * The entitlement is read on that same query every time and comes before `since`.
 * @param input.found what was looked up for the same brand and `since` while the credential was proved
 * @throws Unauthorized when the tool is not registered
 * @throws NotFound when the id is malformed, unknown or an archived brand's
 * @throws Forbidden when the brand is not entitled or the tool is disabled
 */
export function readBundle(
  ctx: Ctx<ToolActor>,
  input: { brandId: string; since?: number; found?: FoundBundle },
): Soon<BundleRead> {
  const { brandId, since, found } = input;
  const read = (there: FoundBundle) => readFound(ctx, { brandId: brandId.toLowerCase(), since, found: there });
  if (found) return read(found);
  const reading = findBundle(ctx, { brandId, since, toolSlug: ctx.actor.toolSlug }, read);
  return reading ?? Promise.reject(new NotFound("There is no such brand."));
}

function readFound(
  ctx: Ctx<ToolActor>,
  { brandId, since, found }: { brandId: string; since?: number; found: FoundBundle },
): BundleRead {
  const { toolSlug } = ctx.actor;
  const { row, cached, expiresAtSeconds } = found;
  requireEntitledTool(row);
  if (row.version === null) throw new Error(`brand ${brandId} has no version`);

  const { version } = row;
  ctx.readMarks.mark({ brandId, toolSlug, version, readAt: ctx.now });
  if (version === since) return { brandId, version, bytes: null, expiresAtSeconds };
  if (cached?.version === version) return { brandId, version, bytes: cached.bytes, expiresAtSeconds };
  if (!row.snapshot) throw new Error(`brand ${brandId} has no snapshot of version ${version}`);

  const signing = { baseUrl: ctx.baseUrl, secret: ctx.secrets.fileUrl, brandId, now: ctx.now };
  const bundle = assembleBundle(brandId, version, row.snapshot, ({ sha256 }) => signFileUrl({ ...signing, sha256 }));
  // Encoded once: to encode it for each answer would take longer than to write it.
  const bytes = new TextEncoder().encode(JSON.stringify(bundle));
  ctx.bundles.set(brandId, { version, bytes, expiresAtSeconds });
  return { brandId, version, bytes, expiresAtSeconds };
}

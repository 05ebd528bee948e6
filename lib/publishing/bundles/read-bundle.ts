import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { batchedLookup } from "@/db/hot-path/batched-lookup";
import type { BrandSnapshot } from "@/lib/content";
import { fileUrlExpiry, signFileUrl } from "@/lib/content/server";
import {
  authenticateToolToken,
  entitledTool,
  hashToolToken,
  ofToken,
  requireEntitledTool,
  type ToolAccess,
} from "@/lib/integrations/server";
import { isoText } from "@/lib/platform/clock";
import type { ToolActor } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import { isUuid } from "@/lib/platform/ids";
import type { Ctx } from "../context";
import { assembleBundle } from "./assemble-bundle";

interface CachedBundle {
  version: number;
  bytes: Uint8Array<ArrayBuffer>;
  expiresAtSeconds: number;
}

const MAX_CACHE_BYTES = 64 * 1024 * 1024;

/** By brand. URLs signed within a minute are equal, so a cached bundle equals a new one. */
export type BundleCache = LRUCache<string, CachedBundle>;

export const createBundleCache = (): BundleCache =>
  new LRUCache({ maxSize: MAX_CACHE_BYTES, sizeCalculation: (bundle) => bundle.bytes.length });

interface Row extends ToolAccess {
  version: number | null;
  /** Set by statements that read it. */
  snapshot?: BrandSnapshot | null;
}

const PARAMS = { tool: "text", brand: "uuid" } as const;
const TOKEN_PARAMS = { ...PARAMS, token: "text", now: "timestamptz" } as const;
const credentialInput = { hash: sql`input.token`, tool: sql`input.tool`, now: sql`input.now` };

const { columns, joins } = entitledTool(sql`input.tool`, sql`input.brand`);
const access = sql`${columns}, b.identity_version as version`;
const found = sql`from (select 1) as one ${joins}`;

const snapshot = sql`left join brand_versions v on e.brand_id is not null and v.brand_id = b.id and v.version = b.identity_version`;
const credential = sql`left join tool_credentials c on ${ofToken(credentialInput)}`;

// Four statements, because a join costs time in each statement that has it, even when it matches nothing.
const findAccess = batchedLookup<Row, typeof PARAMS>("bundle", PARAMS, sql`select ${access} ${found}`);
const findSnapshot = batchedLookup<Row, typeof PARAMS>(
  "bundle_snapshot",
  PARAMS,
  sql`select ${access}, v.snapshot ${found} ${snapshot}`,
);

type TokenRow = Row & { credential: string | null };
const findAccessByToken = batchedLookup<TokenRow, typeof TOKEN_PARAMS>(
  "bundle_by_token",
  TOKEN_PARAMS,
  sql`select ${access}, c.id as credential ${found} ${credential}`,
);
const findSnapshotByToken = batchedLookup<TokenRow, typeof TOKEN_PARAMS>(
  "bundle_snapshot_by_token",
  TOKEN_PARAMS,
  sql`select ${access}, v.snapshot, c.id as credential ${found} ${snapshot} ${credential}`,
);

export type BundleRow = Row;

const onlyRow = <Found>([row]: Found[]): Found => {
  if (!row) throw new Error("a lookup from one row gave none");
  return row;
};

interface BundleInput {
  brandId: string;
  since?: number;
}

function cachedBytes(ctx: Ctx, brandId: string): CachedBundle | undefined {
  const known = ctx.bundles.get(brandId);
  return known?.expiresAtSeconds === fileUrlExpiry(ctx.now) ? known : undefined;
}

const needsSnapshot = (ctx: Ctx, { brandId, since }: BundleInput): boolean =>
  since === undefined && cachedBytes(ctx, brandId) === undefined;

/**
 * Authenticates a token that the hub made, by the same statement that reads the bundle. Pass `found` to
 * `readBundle`. Null if the token doesn't work.
 */
export const authenticateByBundle = (ctx: Ctx, { since, ...input }: BundleInput & ToolToken) =>
  authenticateForBrand(ctx, {
    ...input,
    withSnapshot: needsSnapshot(ctx, { brandId: input.brandId.toLowerCase(), since }),
  });

interface ToolToken {
  toolSlug: string;
  token: string;
}

/** The same without the snapshot, for other reads of a brand. */
export async function authenticateForBrand(
  ctx: Ctx,
  { toolSlug, token, brandId: id, withSnapshot = false }: ToolToken & { brandId: string; withSnapshot?: boolean },
): Promise<{ actor: ToolActor; found?: BundleRow } | null> {
  const tokenHash = hashToolToken(token);
  if (tokenHash === null) return null;
  if (!isUuid(id)) {
    const actor = await authenticateToolToken(ctx, { toolSlug, token });
    return actor && { actor };
  }
  const prove = withSnapshot ? findSnapshotByToken : findAccessByToken;
  const question = { tool: toolSlug, brand: id.toLowerCase(), token: tokenHash, now: isoText(ctx.now) };
  const { credential: credentialId, ...row } = onlyRow(await prove(ctx.db, question));
  return credentialId === null ? null : { actor: { kind: "tool", toolSlug, credentialId }, found: row };
}

/** `bytes` is JSON, or null if `since` is the current version. */
export interface BundleRead {
  brandId: string;
  version: number;
  bytes: Uint8Array<ArrayBuffer> | null;
  expiresAtSeconds: number;
}

/**
 * The brand's bundle for the acting tool. Marks the read. Access is checked in the database on each call.
 * @param input.found the row from `authenticateByBundle` for the same brand
 * @throws Unauthorized when the tool is not registered
 * @throws NotFound when the id is malformed or unknown, or the brand is archived
 * @throws Forbidden when the tool is disabled or has no access to the brand
 */
export async function readBundle(ctx: Ctx<ToolActor>, input: BundleInput & { found?: BundleRow }): Promise<BundleRead> {
  if (!isUuid(input.brandId)) throw new NotFound("There is no such brand.");
  const brandId = input.brandId.toLowerCase();
  const { since } = input;
  const { toolSlug, credentialId } = ctx.actor;
  const question = { tool: toolSlug, brand: brandId };
  const expiresAtSeconds = fileUrlExpiry(ctx.now);
  const find = needsSnapshot(ctx, { brandId, since }) ? findSnapshot : findAccess;
  let row = input.found ?? onlyRow(await find(ctx.db, question));
  for (;;) {
    requireEntitledTool(row);
    const { version, snapshot } = row;
    if (version === null) throw new Error(`brand ${brandId} has no version`);
    const give = (bytes: BundleRead["bytes"]): BundleRead => {
      ctx.readMarks.mark({ brandId, toolSlug, version, readAt: ctx.now, credentialId });
      return { brandId, version, bytes, expiresAtSeconds };
    };
    if (version === since) return give(null);
    const cached = cachedBytes(ctx, brandId);
    if (cached?.version === version) return give(cached.bytes);
    if (snapshot) return give(assemble(ctx, { brandId, version, expiresAtSeconds }, snapshot));
    if (snapshot === null) throw new Error(`brand ${brandId} has no snapshot of version ${version}`);
    row = onlyRow(await findSnapshot(ctx.db, question));
  }
}

/** @throws as `readBundle` */
export async function requireToolOfBrand(
  ctx: Ctx<ToolActor>,
  { brandId, found }: { brandId: string; found?: BundleRow },
): Promise<void> {
  requireEntitledTool(found ?? onlyRow(await findAccess(ctx.db, { tool: ctx.actor.toolSlug, brand: brandId })));
}

function assemble(
  ctx: Ctx,
  { brandId, version, expiresAtSeconds }: Omit<BundleRead, "bytes">,
  snapshot: BrandSnapshot,
): Uint8Array<ArrayBuffer> {
  const signing = { baseUrl: ctx.baseUrl, secret: ctx.secrets.fileUrl, brandId, now: ctx.now };
  const bundle = assembleBundle(brandId, version, snapshot, ({ sha256 }) => signFileUrl({ ...signing, sha256 }));
  // Cached as bytes, because encoding takes longer than writing a response.
  const bytes = new TextEncoder().encode(JSON.stringify(bundle));
  ctx.bundles.set(brandId, { version, bytes, expiresAtSeconds });
  return bytes;
}

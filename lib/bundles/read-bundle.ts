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

/** The standing of a tool with a brand, and the brand's current version. */
interface Row extends ToolStanding {
  version: number | null;
  /** That version's, where it was asked for. */
  snapshot?: BrandSnapshot | null;
}

const GIVEN = { tool: "text", brand: "uuid" } as const;
const TOKEN_GIVEN = { ...GIVEN, token: "text", now: "timestamptz" } as const;
const asked = { hash: sql`asked.token`, tool: sql`asked.tool`, now: sql`asked.now` };

const { columns, joins } = entitledTool(sql`asked.tool`, sql`asked.brand`);
const standing = sql`${columns}, b.identity_version as version`;
const found = sql`from (select 1) as one ${joins}`;

// Three statements in place of one: what a join takes the server, it takes for each statement, also where there is nothing to join.
const findStanding = lookup<Row, typeof GIVEN>("bundle", GIVEN, sql`select ${standing} ${found}`);

const findSnapshot = lookup<Row, typeof GIVEN>(
  "bundle_snapshot",
  GIVEN,
  sql`select ${standing}, v.snapshot ${found}
    left join brand_versions v on e.brand_id is not null and v.brand_id = b.id and v.version = b.identity_version`,
);

/** Beside the standing the id of the token that is asked for, if it works. */
const findByToken = lookup<Row & { credential: string | null }, typeof TOKEN_GIVEN>(
  "bundle_by_token",
  TOKEN_GIVEN,
  sql`select ${standing}, c.id as credential ${found} left join tool_credentials c on ${ofToken(asked)}`,
);

/** What one statement found for a read. */
export type FoundBundle = Row;

const onlyRow = <Found>([row]: Found[]): Found => {
  if (!row) throw new Error("a lookup from one row gave none");
  return row;
};

/**
 * Proves a tool's token that was made in the hub by the statement that reads the bundle, and gives what it found for `readBundle`: one
 * statement, as for a token of the environment, which is proved without any.
 */
export async function proveByBundle(
  ctx: Ctx,
  { toolSlug, token, brandId }: { toolSlug: string; token: string; brandId: string },
): Promise<{ actor: ToolActor; found?: FoundBundle } | null> {
  const tokenHash = hashToolToken(token);
  if (tokenHash === null) return null;
  if (!isUuid(brandId)) {
    const actor = await authenticateToolToken(ctx, { toolSlug, token });
    return actor && { actor };
  }
  const question = { tool: toolSlug, brand: brandId, token: tokenHash, now: isoText(ctx.now) };
  const { credential, ...row } = onlyRow(await findByToken(ctx.db, question));
  return credential === null ? null : { actor: { kind: "tool", toolSlug, credentialId: credential }, found: row };
}

/** What a bundle read found: the version, and the bytes of its JSON with when its URLs end, or null when `since` was current. */
export interface BundleRead {
  brandId: string;
  version: number;
  bytes: Uint8Array<ArrayBuffer> | null;
  expiresAtSeconds: number;
}

/**
 * Reads a brand's bundle for the acting tool in one query, and no snapshot while its bytes are at hand or `since` may be current: where it turns out
 * that it is needed, a second query asks all of it anew. Marks the read.
 *
 * The entitlement is read on that same query every time and comes before `since`.
 * @param input.found what was looked up for the same brand while the credential was proved
 * @throws Unauthorized when the tool is not registered
 * @throws NotFound when the id is malformed, unknown or an archived brand's
 * @throws Forbidden when the brand is not entitled or the tool is disabled
 */
export function readBundle(
  ctx: Ctx<ToolActor>,
  input: { brandId: string; since?: number; found?: FoundBundle },
): Soon<BundleRead> {
  if (!isUuid(input.brandId)) return Promise.reject(new NotFound("There is no such brand."));
  const brandId = input.brandId.toLowerCase();
  const { since, found } = input;
  const { toolSlug } = ctx.actor;
  const expiresAtSeconds = fileUrlExpiry(ctx.now);
  const known = ctx.bundles.get(brandId);
  const cached = known?.expiresAtSeconds === expiresAtSeconds ? known : undefined;

  function read(row: Row): Soon<BundleRead> {
    requireEntitledTool(row);
    const { version, snapshot } = row;
    if (version === null) throw new Error(`brand ${brandId} has no version`);
    const give = (bytes: BundleRead["bytes"]): BundleRead => {
      ctx.readMarks.mark({ brandId, toolSlug, version, readAt: ctx.now });
      return { brandId, version, bytes, expiresAtSeconds };
    };
    if (version === since) return give(null);
    if (cached?.version === version) return give(cached.bytes);
    if (snapshot) return give(assemble(ctx, { brandId, version, expiresAtSeconds }, snapshot));
    if (snapshot === null) throw new Error(`brand ${brandId} has no snapshot of version ${version}`);
    return withSnapshot();
  }
  const withSnapshot = () => findSnapshot(ctx.db, { tool: toolSlug, brand: brandId }).then(onlyRow).then(read);

  if (found) return read(found);
  if (since === undefined && !cached) return withSnapshot();
  return findStanding(ctx.db, { tool: toolSlug, brand: brandId }).then((rows) => read(onlyRow(rows)));
}

/** The bytes of a snapshot's bundle, kept at hand for their minute. */
function assemble(
  ctx: Ctx,
  { brandId, version, expiresAtSeconds }: Omit<BundleRead, "bytes">,
  snapshot: BrandSnapshot,
): Uint8Array<ArrayBuffer> {
  const signing = { baseUrl: ctx.baseUrl, secret: ctx.secrets.fileUrl, brandId, now: ctx.now };
  const bundle = assembleBundle(brandId, version, snapshot, ({ sha256 }) => signFileUrl({ ...signing, sha256 }));
  // Encoded once: to encode it for each answer would take longer than to write it.
  const bytes = new TextEncoder().encode(JSON.stringify(bundle));
  ctx.bundles.set(brandId, { version, bytes, expiresAtSeconds });
  return bytes;
}

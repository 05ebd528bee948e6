import { and, eq, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { refusingUnstorable } from "@/db/errors";
import { pick } from "@/db/pick";
import { apiKeys, brands, apiRequests as requests, tools, users } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import { Uuid } from "@/lib/contract";
import { requireHubAdmin } from "@/lib/platform/context";
import { firstIdAt, isUuid, momentOfId } from "@/lib/platform/ids";
import {
  cursorOf,
  cutPage,
  newestFirst,
  type Page,
  type PageRequest,
  placeOf,
  rowsToRead,
} from "@/lib/platform/paging";
import type { Ctx } from "../context";
import type { REQUEST_OUTCOMES } from "./credential-kinds";

export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];

export interface RequestQuery extends PageRequest {
  requestId?: string;
  outcome?: RequestOutcome;
  operation?: string;
  /** `tool`, `tool:print-desk`, `api-key:<id>`, `session:<user id>`, … */
  credential?: string;
  /** Inclusive. */
  from?: Date;
  /** Exclusive. */
  until?: Date;
}

type RequestRow = typeof requests.$inferSelect;

export interface RequestCredential {
  kind: RequestRow["credential"];
  /** For the filter. */
  id: string | null;
  name: string | null;
  /** An API key's visible part: `bih_ab12…9xYz`. */
  form: string | null;
}

export interface RequestEntry
  extends Pick<RequestRow, "id" | "requestId" | "operation" | "status" | "errorCode" | "durationMs"> {
  at: Date;
  brand: { slug: string; name: string } | null;
  credential: RequestCredential;
}

/** A literal, because the partial index wouldn't match a parameter. */
const failed = sql`${requests.status} >= 400`;
const OUTCOMES: Record<RequestOutcome, SQL | undefined> = {
  succeeded: lt(requests.status, 400),
  failed,
  refused: and(failed, lt(requests.status, 500), ne(requests.status, 429)),
  limited: and(failed, eq(requests.status, 429)),
  broken: and(failed, gte(requests.status, 500)),
};

function byCredential(credential: string | undefined): SQL | undefined {
  if (!credential) return undefined;
  const [kind = "", id] = credential.split(/:(.*)/s);
  const ofKind = sql`${requests.credential} = ${kind}`;
  if (id === undefined) return ofKind;
  if (kind === "tool") return and(ofKind, eq(requests.toolSlug, id));
  if (!isUuid(id)) return sql`false`;
  return and(ofKind, kind === "api-key" ? eq(requests.apiKeyId, id) : eq(requests.userId, id));
}

/** Subqueries per row: joins would read growing tables in full. */
const columns = {
  ...pick(requests, "id", "requestId", "operation", "status", "errorCode", "durationMs"),
  credential: {
    kind: requests.credential,
    id: sql<string | null>`coalesce(${requests.toolSlug}, ${requests.apiKeyId}::text, ${requests.userId}::text)`,
    name: sql<string | null>`coalesce(
      (select t.name from ${tools} t where t.slug = ${requests.toolSlug}),
      (select k.name from ${apiKeys} k where k.id = ${requests.apiKeyId}),
      (select u.name from ${users} u where u.id = ${requests.userId}))`,
    form: sql<
      string | null
    >`(select k.prefix || '…' || k.last_four from ${apiKeys} k where k.id = ${requests.apiKeyId})`,
  },
  brand: sql<RequestEntry["brand"]>`(select json_build_object('slug', b.slug, 'name', b.name)
    from ${brands} b where b.id = ${requests.brandId})`,
};

async function readRequests(ctx: Ctx, query: RequestQuery, which: SQL | undefined): Promise<Page<RequestEntry>> {
  const place = placeOf(query, z.tuple([Uuid]));
  const { before } = query;
  const reading = ctx.db
    .select(columns)
    .from(requests)
    .where(
      and(
        which,
        query.requestId ? eq(requests.requestId, query.requestId) : undefined,
        query.outcome && OUTCOMES[query.outcome],
        query.operation ? eq(requests.operation, query.operation) : undefined,
        byCredential(query.credential),
        query.from && gte(requests.id, firstIdAt(query.from)),
        query.until && lt(requests.id, firstIdAt(query.until)),
        place ? sql`${requests.id} ${before ? sql`>` : sql`<`} ${place[0]}::uuid` : undefined,
      ),
    )
    .orderBy(...newestFirst(query, requests.id))
    .limit(rowsToRead(query));
  const rows = await refusingUnstorable(async () => reading);
  const entries = rows.map((row): RequestEntry => ({ ...row, at: momentOfId(row.id) }));
  return cutPage(entries, query, ({ id }) => cursorOf(id));
}

/**
 * A page of API calls about the brand, newest first.
 * @throws NotFound for non-members, Forbidden without `manage`, BadRequest for a foreign cursor
 */
export async function listRequests(ctx: Ctx, query: RequestQuery & { brandId: string }): Promise<Page<RequestEntry>> {
  const { brand } = await requirePermission(ctx, query.brandId, "manage");
  return readRequests(ctx, query, eq(requests.brandId, brand.id));
}

/** Includes unauthenticated calls. @throws Forbidden for non-administrators */
export async function listAllRequests(ctx: Ctx, query: RequestQuery): Promise<Page<RequestEntry>> {
  requireHubAdmin(ctx);
  return readRequests(ctx, query, undefined);
}

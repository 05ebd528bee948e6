import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { lookup } from "@/db/lookup";
import { brands, entitlements, tools } from "@/db/schema";
import { Uuid } from "@/lib/contract";
import type { ToolActor } from "@/lib/platform/context";
import { cursorOf, cutPage, type Page, type PageRequest, placeOf, rowsToRead } from "@/lib/platform/paging";
import type { Ctx } from "../context";
import { requireWorkingTool, type ToolStanding } from "./entitled-tool";

export interface ReadableBrand {
  id: string;
  slug: string;
  name: string;
  identityVersion: number;
}

interface Row extends Pick<ToolStanding, "tool_status"> {
  /** null: the tool may read none. */
  id: string | null;
  slug: string;
  name: string;
  version: number;
}

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** The tool's standing, and beside it the brands that `which` picks of those that it may read. */
const brandsOf = (which: SQL): SQL => sql`select t.status as tool_status, found.*
  from (select 1) as one
  left join ${tools} t on t.slug = asked.tool
  left join lateral (
    select b.id, b.slug, b.name, b.identity_version as version
    from ${entitlements} e join ${brands} b on b.id = e.brand_id
    where e.tool_slug = t.slug and b.archived_at is null and ${which}
  ) as found on true
  order by found.id`;

const findPage = lookup<Row, { tool: "text"; after: "uuid"; rows: "bigint" }>(
  "brands_of_tool",
  { tool: "text", after: "uuid", rows: "bigint" },
  brandsOf(sql`e.brand_id > asked.after order by e.brand_id limit asked.rows`),
);

const findBySlug = lookup<Row, { tool: "text"; slug: "text" }>(
  "brand_of_tool",
  { tool: "text", slug: "text" },
  brandsOf(sql`b.slug = asked.slug`),
);

/**
 * The brands that the acting tool is entitled to and that are not archived, oldest first and page by page; of a slug, the one that has it. One query.
 * @throws Unauthorized when the tool is not registered, Forbidden when it is disabled, BadRequest for a cursor that no page gave
 */
export async function listBrandsOfTool(
  ctx: Ctx<ToolActor>,
  { slug, ...page }: PageRequest & { slug?: string },
): Promise<Page<ReadableBrand>> {
  const tool = ctx.actor.toolSlug;
  const place = placeOf(page, z.tuple([Uuid]));
  const rows =
    slug === undefined
      ? await findPage(ctx.db, { tool, after: place?.[0] ?? BEFORE_ALL, rows: rowsToRead(page) })
      : await findBySlug(ctx.db, { tool, slug });
  requireWorkingTool({ tool_status: rows[0]?.tool_status ?? null });
  const found = rows.flatMap(({ id, version: identityVersion, slug, name }) =>
    id === null ? [] : [{ id, slug, name, identityVersion }],
  );
  return cutPage(
    found,
    page,
    ({ id }) => cursorOf(id),
    (brand) => brand,
  );
}

import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { z } from "zod";
import { brands, entitlements, TOOL_CREDENTIAL_KINDS } from "@/db/schema";
import { Slug, ToolStatus } from "@/lib/contract";
import type { IssuedToolCredential } from "@/lib/integrations";
import {
  editTool,
  findTool,
  forecastGrants,
  grantEntitlement,
  grantToMany,
  registerWithCredentials,
} from "@/lib/integrations/server";
import { inTransaction } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { issueInWords } from "@/lib/platform/issue-in-words";
import type { Ctx } from "@/lib/runtime/context";
import { CommandError } from "../run-command";

const Url = z.string().min(1, "must be a URL, or null for none").nullable().optional();

/** A tool in `tools.json`. Omitted fields stay unchanged. */
const DeclaredTool = z
  .strictObject({
    slug: Slug,
    name: z.string(),
    description: z.string().optional(),
    status: ToolStatus.optional(),
    webhook_url: Url,
    connect_url: Url,
    initiate_login_url: Url,
    own_credentials_only: z.boolean().optional(),
    entitlement_webhooks: z.boolean().optional(),
    event_patterns: z.array(z.string()).optional(),
    /** "all" brands that aren't archived, or some by their slugs. */
    brands: z.union([z.literal("all"), z.array(Slug)], 'must be "all" or a list of brands’ slugs').default([]),
  })
  .transform(({ brands, ...tool }) => ({
    brands,
    tool: Object.fromEntries(
      Object.entries(tool).flatMap(([name, value]) => (value === undefined ? [] : [[FIELDS[name] ?? name, value]])),
    ) as { slug: string; name: string },
  }));
type DeclaredTool = z.output<typeof DeclaredTool>;

/** The file's names for columns that are called otherwise. */
const FIELDS: Record<string, string> = {
  webhook_url: "defaultWebhookUrl",
  connect_url: "connectUrl",
  initiate_login_url: "initiateLoginUrl",
  own_credentials_only: "ownCredentialsOnly",
  entitlement_webhooks: "entitlementWebhooks",
  event_patterns: "eventPatterns",
};

const ToolsFile = z.strictObject({ tools: z.array(DeclaredTool).min(1) }).transform(({ tools }) => tools);

/**
 * Reads the tools of a file.
 * @throws CommandError that names each invalid place
 */
export function readDeclaredTools(text: string, path: string): DeclaredTool[] {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${path} is not JSON: ${(error as Error).message}`);
  }
  const parsed = ToolsFile.safeParse(given, { error: issueInWords });
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join(".") || "the file"}: ${issue.message}`);
    throw new CommandError([`${path} is invalid, so nothing was applied:`, ...problems].join("\n"));
  }
  const slugs = parsed.data.map(({ tool }) => tool.slug);
  const twice = slugs.find((slug, place) => slugs.indexOf(slug) !== place);
  if (twice) throw new CommandError(`${path} declares ${twice} twice.`);
  return parsed.data;
}

export interface Applied {
  slug: string;
  registered: boolean;
  changed: string[];
  granted: number;
  /** A new tool's credentials, shown only now. */
  credentials: IssuedToolCredential[];
  lacking?: string;
}

export type Made = Pick<Applied, "credentials" | "lacking">;

async function register(ctx: Ctx, { tool }: DeclaredTool): Promise<Made> {
  const given = { app_token: ctx.secrets.childApp(tool.slug), signing_secret: ctx.secrets.webhook(tool.slug) };
  const kinds = TOOL_CREDENTIAL_KINDS.filter((kind) => given[kind].length === 0);
  const { revealed, lacking } = await registerWithCredentials(ctx, { ...tool, kinds });
  return { credentials: revealed, lacking };
}

async function lackingIds({ db }: Ctx, toolSlug: string, slugs: readonly string[]): Promise<string[]> {
  const found = await db
    .select({ id: brands.id, slug: brands.slug, granted: entitlements.toolSlug })
    .from(brands)
    .leftJoin(entitlements, and(eq(entitlements.brandId, brands.id), eq(entitlements.toolSlug, toolSlug)))
    .where(and(inArray(brands.slug, [...slugs]), isNull(brands.archivedAt)));
  const missing = slugs.filter((slug) => !found.some((brand) => brand.slug === slug));
  if (missing.length > 0) throw new BadRequest(`There is no brand ${missing.join(", ")}.`, { field: "brands" });
  return found.flatMap(({ id, granted }) => (granted === null ? [id] : []));
}

/**
 * Grants the tool to the declared brands that lack it and returns their number. A dry run only counts: it locks no
 * brand, which would delay a publish.
 */
async function grant(ctx: Ctx, { tool, brands: declared }: DeclaredTool, isDryRun: boolean): Promise<number> {
  const toolSlug = tool.slug;
  if (declared === "all") {
    const all = { toolSlug, search: "", on: true };
    if (isDryRun) return (await forecastGrants(ctx, all)).changing;
    let granted = 0;
    let after: string | null = null;
    do {
      const done = await grantToMany(ctx, { ...all, after });
      granted += done.changed;
      after = done.after;
    } while (after !== null);
    return granted;
  }
  const lacking = declared.length > 0 ? await lackingIds(ctx, toolSlug, declared) : [];
  if (!isDryRun) for (const brandId of lacking) await grantEntitlement(ctx, { brandId, toolSlug });
  return lacking.length;
}

interface Applying {
  isDryRun?: boolean;
  /** Gets a new tool's credentials right after their commit: a later step may fail, and they can't be shown again. */
  onRegistered?: (made: Made) => void;
}

/**
 * Applies a declared tool with the browser's use cases, each with its own transaction and audit entry.
 * @throws CommandError if it can't be applied
 */
export async function applyTool(
  ctx: Ctx,
  declared: DeclaredTool,
  { isDryRun = false, onRegistered = () => {} }: Applying = {},
): Promise<Applied> {
  const { tool } = declared;
  try {
    const before = await findTool(ctx, tool);
    const made = before ? { credentials: [] } : await register(ctx, declared);
    if (!before) onRegistered(made);
    const after: Record<string, unknown> = before ? await editTool(ctx, tool) : {};
    const changed = Object.keys(tool).filter(
      (field) => before && !isDeepStrictEqual(before[field as keyof typeof before], after[field]),
    );
    const named = (field: string) => Object.keys(FIELDS).find((name) => FIELDS[name] === field) ?? field;
    const granted = await grant(ctx, declared, isDryRun);
    return { slug: tool.slug, registered: !before, changed: changed.map(named), granted, ...made };
  } catch (error) {
    if (error instanceof BadRequest)
      throw new CommandError(`${tool.slug}: ${Object.values(error.fields ?? [error.message]).join(" ")}`);
    throw error;
  }
}

class TakenBack extends Error {}

/**
 * Applies the tool in a transaction that is rolled back.
 * @throws CommandError if it can't be applied
 */
export async function checkTool(ctx: Ctx, declared: DeclaredTool): Promise<Applied> {
  const quiet = { ...ctx, wakeTick: () => {} };
  let applied: Applied | undefined;
  try {
    await inTransaction(quiet, async (tx) => {
      applied = await applyTool(tx, declared, { isDryRun: true });
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack) || !applied) throw error;
  }
  return applied as Applied;
}

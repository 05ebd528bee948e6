import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { brands, entitlements, TOOL_CREDENTIAL_KINDS } from "@/db/schema";
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
import type { Ctx } from "@/lib/runtime/context";
import { CommandError } from "../run-command";
import { type DeclaredTool, FIELDS } from "./declared-tools";

/** What applying a declared tool came to; nothing of it is there where the tool was as declared. */
export interface Applied {
  slug: string;
  registered: boolean;
  /** Fields of the file that changed. */
  changed: string[];
  /** To how many brands it was granted. */
  granted: number;
  /** Of a new tool, shown this once. */
  credentials: IssuedToolCredential[];
  /** Why a new tool has no signing secret, if so. */
  lacking?: string;
}

export type Made = Pick<Applied, "credentials" | "lacking">;

/** Registers the tool with those of its first credentials that the environment lacks. */
async function register(ctx: Ctx, { tool }: DeclaredTool): Promise<Made> {
  const given = { app_token: ctx.secrets.childApp(tool.slug), signing_secret: ctx.secrets.webhook(tool.slug) };
  const kinds = TOOL_CREDENTIAL_KINDS.filter((kind) => given[kind].length === 0);
  const { revealed, lacking } = await registerWithCredentials(ctx, { ...tool, kinds });
  return { credentials: revealed, lacking };
}

/** The named brands that lack the tool. @throws BadRequest for one that is missing or archived */
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

/** Grants the tool to the declared brands that lack it, and says to how many. A dry run counts them alone: it holds no brand's row, for which a publish would wait. */
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
  /** Gets a new tool's credentials once they are committed: what follows may fail, and nothing shows them again. */
  onRegistered?: (made: Made) => void;
}

/** Makes a tool as it is declared, by the verbs of the browser: each in its transaction, with its entry of the log. @throws CommandError where it cannot be applied */
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

/** What applying the tool would come to: it is applied in a transaction that is taken back. @throws CommandError where it cannot be applied */
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

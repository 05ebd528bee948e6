import { and, desc, isNotNull, notInArray } from "drizzle-orm";
import { toolCredentials } from "@/db/schema";
import { requireOperator } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { sealingKeyIds, unseal } from "@/lib/platform/seal";
import type { Ctx } from "../context";
import { inForce } from "./in-force";
import { boundTo } from "./issue-tool-credential";

/** What tools' webhooks are signed with at one moment. */
export interface SigningSecrets {
  /** Those of a tool, the first of which signs by itself where a header has room for one: the environment's, then the hub's, the newest first. */
  of(toolSlug: string): readonly string[];
  /** Whether an active one of the hub's is there that no present key opens. */
  isUnreadable(toolSlug: string): boolean;
}

type Sealed = Pick<typeof toolCredentials.$inferSelect, "id" | "toolSlug" | "sealed">;

/** Those that the log has named. */
const named = new Set<string>();

/** The secret in a row, or null where no key of the hub opens it: it is as if it were not there, and the log says so once. */
export function openSecret(ctx: Pick<Ctx, "secrets">, { id, toolSlug, sealed }: Sealed): string | null {
  const secret = sealed && unseal(ctx, "signingSecret", sealed, boundTo({ id, toolSlug }));
  if (secret) return secret;
  if (!named.has(id)) {
    named.add(id);
    log.error(
      { toolCredential: id, tool: toolSlug },
      "a signing secret cannot be opened: its key is missing from HUB_ENCRYPTION_KEY",
    );
  }
  return null;
}

/** Reads which secrets sign at this moment. Good for what is signed at once: a later batch reads again. For the hub itself, and for who may know whether there are any. */
export async function readSigningSecrets(ctx: Pick<Ctx, "db" | "now" | "secrets">): Promise<SigningSecrets> {
  const rows = await ctx.db
    .select({ id: toolCredentials.id, toolSlug: toolCredentials.toolSlug, sealed: toolCredentials.sealed })
    .from(toolCredentials)
    .where(and(isNotNull(toolCredentials.sealed), inForce(ctx.now)))
    .orderBy(desc(toolCredentials.createdAt), desc(toolCredentials.id));
  const known = new Map<string, readonly string[]>();
  const read = (toolSlug: string): readonly string[] => {
    const own = rows.flatMap((row) => (row.toolSlug === toolSlug ? (openSecret(ctx, row) ?? []) : []));
    return [...ctx.secrets.webhook(toolSlug), ...own];
  };
  return {
    of(toolSlug) {
      const secrets = known.get(toolSlug) ?? read(toolSlug);
      known.set(toolSlug, secrets);
      return secrets;
    },
    isUnreadable: (toolSlug) => rows.some((row) => row.toolSlug === toolSlug && openSecret(ctx, row) === null),
  };
}

/** True when this process has the keys of all signing secrets that sign at this moment. */
export async function opensSigningSecrets(ctx: Ctx): Promise<boolean> {
  requireOperator(ctx);
  const { id, sealed, keyId } = toolCredentials;
  const keyless = and(isNotNull(sealed), notInArray(keyId, sealingKeyIds(ctx, "signingSecret")), inForce(ctx.now));
  return (await ctx.db.select({ id }).from(toolCredentials).where(keyless).limit(1)).length === 0;
}

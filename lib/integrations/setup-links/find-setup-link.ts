import { and, eq, isNull, sql } from "drizzle-orm";
import { handOvers, tools, users } from "@/db/schema";
import { BadRequest } from "@/lib/platform/errors";
import { linkTokenHash } from "@/lib/platform/key-format";
import type { Ctx } from "../context";
import { lockTool, type Tool } from "../tools/edit-tool";
import { type SetupLinkState, setupLinkState } from "./setup-link-rules";

export const setupLinkPath = (token: string): string => `/setup/${token}`;

export const makerIsAdmin = sql<boolean>`coalesce(${users.hubAdmin} and ${users.deactivatedAt} is null, false)`;

export interface FoundSetupLink {
  link: typeof handOvers.$inferSelect;
  tool: Tool;
  maker: string | null;
  state: SetupLinkState;
}

/** `holder`: cookie of the browser that saw the credentials. */
export interface SetupLinkProof {
  token: string;
  holder?: string;
}

/** In any state. */
export async function findByToken({ db, now }: Ctx, { token }: { token: string }): Promise<FoundSetupLink | null> {
  const tokenHash = linkTokenHash(token);
  if (!tokenHash) return null;
  const [row] = await db
    .select({ link: handOvers, tool: tools, maker: users.name, makerIsAdmin })
    .from(handOvers)
    .innerJoin(tools, eq(tools.slug, handOvers.toolSlug))
    .leftJoin(users, eq(users.id, handOvers.createdBy))
    .where(eq(handOvers.tokenHash, tokenHash));
  return row ? { ...row, state: setupLinkState({ ...row.link, makerIsAdmin: row.makerIsAdmin }, now) } : null;
}

/** Everything that uses or ends a link locks its tool. */
export async function lockByToken(tx: Ctx, proof: { token: string }): Promise<FoundSetupLink | null> {
  const seen = await findByToken(tx, proof);
  if (!seen) return null;
  await lockTool(tx, { toolSlug: seen.tool.slug });
  return findByToken(tx, proof);
}

const holds = ({ link, state }: FoundSetupLink, holder: string | undefined, now: Date): boolean =>
  state === "used" && link.expiresAt > now && holder !== undefined && linkTokenHash(holder) === link.holderHash;

export interface WaitingSetupLink {
  phase: "waiting";
  id: string;
  name: string;
  tool: { name: string; slug: string; disabled: boolean };
  maker: string | null;
  expiresAt: Date;
}

export interface HeldSetupLink {
  phase: "held";
  found: FoundSetupLink;
}

/**
 * Returns the unused link, or the setup page for the browser that saw the credentials, else null. Opening doesn't use
 * the link, since link previews open it too.
 */
export async function openSetupLink(ctx: Ctx, proof: SetupLinkProof): Promise<WaitingSetupLink | HeldSetupLink | null> {
  const found = await findByToken(ctx, proof);
  if (!found) return null;
  if (holds(found, proof.holder, ctx.now)) return { phase: "held", found };
  const { link, tool, maker, state } = found;
  if (state !== "waiting" && state !== "opened") return null;
  if (state === "waiting") {
    const unopened = and(eq(handOvers.id, link.id), isNull(handOvers.openedAt));
    await ctx.db.update(handOvers).set({ openedAt: ctx.now }).where(unopened);
  }
  const { id, name, expiresAt } = link;
  const shown = { name: tool.name, slug: tool.slug, disabled: tool.status === "disabled" };
  return { phase: "waiting", id, name, tool: shown, maker, expiresAt };
}

/** One message for all reasons, so it reveals none. */
export class SetupLinkEnded extends BadRequest {
  constructor() {
    super("This link no longer works. It was used or withdrawn, or it has expired.");
  }
}

/** @throws SetupLinkEnded unless this browser holds the link and its setup page is open */
export function requireHeld(found: FoundSetupLink | null, { holder }: SetupLinkProof, { now }: Ctx): FoundSetupLink {
  if (!found || !holds(found, holder, now)) throw new SetupLinkEnded();
  return found;
}

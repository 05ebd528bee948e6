import { and, eq, isNull, sql } from "drizzle-orm";
import { handOvers, tools, users } from "@/db/schema";
import { BadRequest } from "@/lib/platform/errors";
import { linkTokenHash } from "@/lib/platform/key-format";
import type { Ctx } from "../context";
import { lockTool } from "../tool-credentials/issue-tool-credential";
import type { Tool } from "../tools/edit-tool";
import { type HandOverState, handOverState } from "./hand-over-rules";

export const handOverPath = (token: string): string => `/hand-over/${token}`;

/** True, beside the joined user, while whoever made a link may make links. */
export const makerMay = sql<boolean>`coalesce(${users.hubAdmin} and ${users.deactivatedAt} is null, false)`;

/** A link with its tool, as verbs see it. */
export interface FoundHandOver {
  link: typeof handOvers.$inferSelect;
  tool: Tool;
  maker: string | null;
  state: HandOverState;
}

/** What came with a request: the link's own token, and the cookie of the browser that saw the credentials, if any. */
export interface HandOverProof {
  token: string;
  holder?: string;
}

/** The link of this token, in whatever state; null for what is none. */
export async function findByToken({ db, now }: Ctx, { token }: { token: string }): Promise<FoundHandOver | null> {
  const tokenHash = linkTokenHash(token);
  if (!tokenHash) return null;
  const [row] = await db
    .select({ link: handOvers, tool: tools, maker: users.name, makerMay })
    .from(handOvers)
    .innerJoin(tools, eq(tools.slug, handOvers.toolSlug))
    .leftJoin(users, eq(users.id, handOvers.createdBy))
    .where(eq(handOvers.tokenHash, tokenHash));
  return row ? { ...row, state: handOverState({ ...row.link, makerMay: row.makerMay }, now) } : null;
}

/** The same, with its tool locked: whatever uses or ends a link holds that, so that nobody else does until the transaction ends. */
export async function lockByToken(tx: Ctx, proof: { token: string }): Promise<FoundHandOver | null> {
  const seen = await findByToken(tx, proof);
  if (!seen) return null;
  await lockTool(tx, { toolSlug: seen.tool.slug });
  return findByToken(tx, proof);
}

const holds = ({ link, state }: FoundHandOver, holder: string | undefined, now: Date): boolean =>
  state === "used" && link.expiresAt > now && holder !== undefined && linkTokenHash(holder) === link.holderHash;

/** What a link's page shows before it was used. */
export interface WaitingHandOver {
  phase: "waiting";
  id: string;
  name: string;
  tool: { name: string; slug: string; disabled: boolean };
  /** Name of who made it; null when they are gone. */
  maker: string | null;
  expiresAt: Date;
}

/** What it leads its holder to afterwards. */
export interface HeldHandOver {
  phase: "held";
  found: FoundHandOver;
}

/**
 * What a link's page is to show: what it would reveal, or the set-up page for the browser that saw it; null for everybody else, whether the
 * link was used, ended or never existed. Looking spends nothing, since previews look at links before people do; the first look is noted.
 */
export async function openHandOver(ctx: Ctx, proof: HandOverProof): Promise<WaitingHandOver | HeldHandOver | null> {
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

/** 400 for a link that does nothing, in one sentence whatever the reason. */
export class HandOverEnded extends BadRequest {
  constructor() {
    super("This link does not work any more: it was used or withdrawn, or it has expired.");
  }
}

/** Guarantees that what was found is held by the browser asking, while its set-up page lives. @throws HandOverEnded */
export function requireHeld(found: FoundHandOver | null, { holder }: HandOverProof, { now }: Ctx): FoundHandOver {
  if (!found || !holds(found, holder, now)) throw new HandOverEnded();
  return found;
}

import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { brands, entitlements, handOvers, subscriptions, toolCredentials, tools } from "@/db/schema";
import { recordAudit } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { inForce } from "../tool-credentials/in-force";
import { followDefault } from "../tools/edit-tool";
import { requireWebhookUrl } from "../tools/tool-input";
import { shownWebhookUrl } from "../webhooks/endpoint-view";
import { readHolds } from "../webhooks/receiver";
import { recordTest } from "../webhooks/send-test-delivery";
import { type FoundHandOver, findByToken, type HandOverProof, lockByToken, requireHeld } from "./find-hand-over";
import { type SetUpOptions, setUpOptions } from "./hand-over-rules";
import { BY_LINK } from "./list-hand-overs";
import { targetOf } from "./make-hand-over";

/** The API lists all. */
const BRANDS_SHOWN = 10;
/** Steps are looked for in this many brands. */
const BRANDS_WATCHED = 200;

/** Progress since the link revealed the credentials. */
export interface SetUpSteps {
  bundleRead: boolean;
  webhookAnswered: boolean;
  eventSent: boolean;
}

export interface LastTest {
  status: "pending" | "delivered" | "dead" | "cancelled";
  /** HTTP status, if any. */
  answered: number | null;
  /** Shown to people. */
  reason: string | null;
  at: Date;
}

/** The setup page, for the browser that saw the credentials. */
export interface SetUp {
  tool: { name: string; slug: string };
  maker: string | null;
  revealedAt: Date;
  expiresAt: Date;
  brands: { id: string; name: string }[];
  moreBrands: number;
  webhookUrl: string | null;
  options: SetUpOptions;
  steps: SetUpSteps;
  lastTest: LastTest | null;
}

async function readSteps({ db }: Ctx, toolSlug: string, since: Date): Promise<SetUpSteps> {
  const from = since.toISOString();
  const watched = sql`(select e.brand_id from entitlements e where e.tool_slug = ${toolSlug} limit ${BRANDS_WATCHED}) w`;
  const [row] = await rowsOf<SetUpSteps>(
    db,
    sql`select
      exists (select from ${watched} join child_reads r on r.brand_id = w.brand_id
        where r.tool_slug = ${toolSlug} and r.read_at >= ${from}) as "bundleRead",
      exists (select from child_context_deliveries d where d.tool_slug = ${toolSlug}
        and d.created_at >= ${from} and d.status = 'delivered') as "webhookAnswered",
      exists (select from ${watched} join events v on v.brand_id = w.brand_id
        where v.tool_slug = ${toolSlug} and v.received_at >= ${from}) as "eventSent"`,
  );
  return row ?? { bundleRead: false, webhookAnswered: false, eventSent: false };
}

async function readLastTest({ db }: Ctx, toolSlug: string, since: Date): Promise<LastTest | null> {
  const [row] = await rowsOf<Omit<LastTest, "at"> & { at_ms: number }>(
    db,
    sql`select d.status, d.reason, a.status_code as answered, (extract(epoch from d.created_at) * 1000)::float8 as at_ms
      from child_context_deliveries d
      left join lateral (select status_code from delivery_attempts where delivery_id = d.id order by attempt desc limit 1) a on true
      where d.tool_slug = ${toolSlug} and d.type = 'hub.test' and d.created_at >= ${since.toISOString()}
      order by d.created_at desc limit 1`,
  );
  if (!row) return null;
  const { at_ms, ...test } = row;
  return { ...test, at: new Date(at_ms) };
}

/** Read on each call, because others can change the tool at any time. */
async function readFacts(ctx: Ctx, { link, tool }: FoundHandOver) {
  const { db, now } = ctx;
  const entitled = db
    .select({
      id: brands.id,
      name: brands.name,
      on: sql<boolean>`coalesce(${subscriptions.enabled}, false)`,
      total: sql<number>`(count(*) over ())::int`,
      onTotal: sql<number>`(count(*) filter (where ${subscriptions.enabled}) over ())::int`,
    })
    .from(entitlements)
    .innerJoin(brands, and(eq(brands.id, entitlements.brandId), isNull(brands.archivedAt)))
    .leftJoin(
      subscriptions,
      and(eq(subscriptions.brandId, entitlements.brandId), eq(subscriptions.toolSlug, entitlements.toolSlug)),
    )
    .where(eq(entitlements.toolSlug, tool.slug))
    .orderBy(sql`coalesce(${subscriptions.enabled}, false) desc`, asc(brands.slug))
    .limit(BRANDS_SHOWN);
  const given = [link.appTokenId, link.signingSecretId].flatMap((id) => id ?? []);
  const working = db
    .select({ id: toolCredentials.id })
    .from(toolCredentials)
    .where(and(inArray(toolCredentials.id, given), inForce(now)));
  const [found, works, holdOf] = await Promise.all([entitled, given.length > 0 ? working : [], readHolds(ctx)]);
  const worksOf = (id: string | null) => works.some((credential) => credential.id === id);
  return {
    brands: found,
    facts: {
      toolDisabled: tool.status === "disabled",
      webhookUrl: tool.defaultWebhookUrl,
      ownWebhookUrl: link.webhookUrl,
      brands: found[0]?.total ?? 0,
      subscribed: found[0]?.onTotal ?? 0,
      tokenWorks: worksOf(link.appTokenId),
      secretWorks: worksOf(link.signingSecretId),
      signs: holdOf({ ...tool, status: "active" }) === null,
    },
  };
}

export async function readSetUp(ctx: Ctx, found: FoundHandOver): Promise<SetUp> {
  const { link, tool, maker } = found;
  const since = link.revealedAt ?? ctx.now;
  const [{ brands: shown, facts }, steps, lastTest] = await Promise.all([
    readFacts(ctx, found),
    readSteps(ctx, tool.slug, since),
    readLastTest(ctx, tool.slug, since),
  ]);
  return {
    tool: { name: tool.name, slug: tool.slug },
    maker,
    revealedAt: since,
    expiresAt: link.expiresAt,
    brands: shown.map(({ id, name }) => ({ id, name })),
    moreBrands: facts.brands - shown.length,
    // Its path may contain a secret, so only the person who entered it sees it.
    webhookUrl:
      tool.defaultWebhookUrl &&
      (facts.ownWebhookUrl === tool.defaultWebhookUrl
        ? tool.defaultWebhookUrl
        : shownWebhookUrl("viewer", tool.defaultWebhookUrl)),
    options: setUpOptions(facts),
    steps,
    lastTest,
  };
}

/**
 * Sets the tool's webhook URL for the link's holder, if it is unset or theirs. They can't change one that an
 * administrator set. @throws HandOverEnded, BadRequest for a URL that is refused
 */
export async function setWebhookUrlByLink(ctx: Ctx, { url, ...proof }: HandOverProof & { url: string }): Promise<void> {
  const byLink = { ...ctx, actor: BY_LINK };
  requireHeld(await findByToken(ctx, proof), proof, ctx);
  // Name lookups don't belong in a transaction.
  const webhookUrl = await requireWebhookUrl(byLink, { url, field: "url" });
  await inTransaction(byLink, async (tx) => {
    const { link, tool: before } = requireHeld(await lockByToken(tx, proof), proof, tx);
    if (before.defaultWebhookUrl === webhookUrl) return;
    if (before.defaultWebhookUrl !== null && before.defaultWebhookUrl !== link.webhookUrl)
      throw new BadRequest("An administrator of the hub set the webhook URL. Ask them to change it.", { field: "url" });
    await tx.db.update(tools).set({ defaultWebhookUrl: webhookUrl }).where(eq(tools.slug, before.slug));
    await followDefault(tx, { before, url: webhookUrl });
    await tx.db.update(handOvers).set({ webhookUrl }).where(eq(handOvers.id, link.id));
    const host = (from: string | null) => (from ? new URL(from).host : null);
    await recordAudit(tx, {
      brandId: null,
      action: "hand_over.webhook_url_set",
      target: targetOf(before, link),
      diff: { host: [host(before.defaultWebhookUrl), host(webhookUrl)] },
    });
  });
}

/**
 * Sends a test to the first brand whose webhook is on. @throws HandOverEnded, BadRequest with the reason why none can
 * be sent
 */
export async function testByLink(ctx: Ctx, proof: HandOverProof): Promise<void> {
  await inTransaction({ ...ctx, actor: BY_LINK }, async (tx) => {
    const found = requireHeld(await findByToken(tx, proof), proof, tx);
    const { brands: shown, facts } = await readFacts(tx, found);
    const { testReason } = setUpOptions(facts);
    const [brand] = shown.filter(({ on }) => on);
    if (testReason !== null || !brand) throw new BadRequest(testReason ?? "No brand's webhook is on.");
    await recordTest(tx, { brandId: brand.id, toolSlug: found.tool.slug });
  });
  ctx.wakeTick();
}

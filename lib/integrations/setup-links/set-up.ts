import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { brands, entitlements, handOvers, subscriptions, toolCredentials, tools } from "@/db/schema";
import { recordAudit } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { isActive } from "../tool-credentials/authenticate-tool-token";
import { followDefault } from "../tools/edit-tool";
import { hostOf, requireWebhookUrl } from "../tools/tool-input";
import { shownWebhookUrl } from "../webhooks/endpoint-view";
import type { DeliveryStatus } from "../webhooks/list-deliveries";
import { readPauses } from "../webhooks/receiver";
import { recordTest } from "../webhooks/send-test-delivery";
import { type FoundSetupLink, findByToken, lockByToken, requireHeld, type SetupLinkProof } from "./find-setup-link";
import { LINK_ACTOR, targetOf } from "./manage-setup-links";
import { setUpOptions } from "./setup-link-rules";

/** The API lists all. */
const MAX_BRANDS_SHOWN = 10;
const MAX_BRANDS_SEARCHED = 200;

/** Since the link revealed the credentials. */
export type SetUpSteps = Record<"bundleRead" | "webhookAnswered" | "eventSent", boolean>;

export type LastTest = NonNullable<Awaited<ReturnType<typeof readLastTest>>>;

export type SetUp = Awaited<ReturnType<typeof readSetUp>>;

async function readSteps({ db }: Ctx, toolSlug: string, since: Date): Promise<SetUpSteps> {
  const from = since.toISOString();
  const searched = sql`(select e.brand_id from entitlements e
    where e.tool_slug = ${toolSlug} limit ${MAX_BRANDS_SEARCHED}) w`;
  const [row] = await rowsOf<SetUpSteps>(
    db,
    sql`select
      exists (select from ${searched} join child_reads r on r.brand_id = w.brand_id
        where r.tool_slug = ${toolSlug} and r.read_at >= ${from}) as "bundleRead",
      exists (select from child_context_deliveries d where d.tool_slug = ${toolSlug}
        and d.created_at >= ${from} and d.status = 'delivered') as "webhookAnswered",
      exists (select from ${searched} join events v on v.brand_id = w.brand_id
        where v.tool_slug = ${toolSlug} and v.received_at >= ${from}) as "eventSent"`,
  );
  return row ?? { bundleRead: false, webhookAnswered: false, eventSent: false };
}

async function readLastTest({ db }: Ctx, toolSlug: string, since: Date) {
  const [row] = await rowsOf<{ status: DeliveryStatus; reason: string | null; answered: number | null; at: string }>(
    db,
    sql`select d.status, d.reason, a.status_code as answered, d.created_at as at
      from child_context_deliveries d
      left join lateral (select status_code from delivery_attempts
        where delivery_id = d.id order by attempt desc limit 1) a on true
      where d.tool_slug = ${toolSlug} and d.type = 'hub.test' and d.created_at >= ${since.toISOString()}
      order by d.created_at desc limit 1`,
  );
  return row ? { ...row, at: new Date(row.at) } : null;
}

async function readFacts(ctx: Ctx, { link, tool }: FoundSetupLink) {
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
    .limit(MAX_BRANDS_SHOWN);
  const credentialIds = [link.appTokenId, link.signingSecretId].flatMap((id) => id ?? []);
  const activeCredentials = db
    .select({ id: toolCredentials.id })
    .from(toolCredentials)
    .where(and(inArray(toolCredentials.id, credentialIds), isActive(now)));
  const [rows, active, pauseOf] = await Promise.all([
    entitled,
    credentialIds.length > 0 ? activeCredentials : [],
    readPauses(ctx),
  ]);
  const isWorking = (id: string | null) => active.some((credential) => credential.id === id);
  return {
    brands: rows,
    facts: {
      toolDisabled: tool.status === "disabled",
      webhookUrl: tool.defaultWebhookUrl,
      ownWebhookUrl: link.webhookUrl,
      brands: rows[0]?.total ?? 0,
      subscribed: rows[0]?.onTotal ?? 0,
      tokenWorks: isWorking(link.appTokenId),
      secretWorks: isWorking(link.signingSecretId),
      signs: pauseOf({ ...tool, status: "active" }) === null,
    },
  };
}

export async function readSetUp(ctx: Ctx, found: FoundSetupLink) {
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
 * Sets the tool's webhook URL for the link's holder, unless an administrator set one. @throws SetupLinkEnded,
 * BadRequest for a refused URL
 */
export async function setWebhookUrlByLink(
  ctx: Ctx,
  { url, ...proof }: SetupLinkProof & { url: string },
): Promise<void> {
  const byLink = { ...ctx, actor: LINK_ACTOR };
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
    await recordAudit(tx, {
      brandId: null,
      action: "hand_over.webhook_url_set",
      target: targetOf(before, link),
      diff: { host: [hostOf(before.defaultWebhookUrl), hostOf(webhookUrl)] },
    });
  });
}

/**
 * Sends a test to the first brand whose webhook is on. @throws SetupLinkEnded, BadRequest with the reason why it can't
 */
export async function testByLink(ctx: Ctx, proof: SetupLinkProof): Promise<void> {
  await inTransaction({ ...ctx, actor: LINK_ACTOR }, async (tx) => {
    const found = requireHeld(await findByToken(tx, proof), proof, tx);
    const { brands: shown, facts } = await readFacts(tx, found);
    const { testReason } = setUpOptions(facts);
    const [brand] = shown.filter(({ on }) => on);
    if (testReason !== null || !brand) throw new BadRequest(testReason ?? "The webhook is off for every brand.");
    await recordTest(tx, { brandId: brand.id, toolSlug: found.tool.slug });
  });
  ctx.wakeTick();
}

import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEntries, brands, childReads, entitlements, subscriptions, tools } from "@/db/schema";
import {
  authenticateApiKey,
  authenticateWithTools,
  editTool,
  findTool,
  grantEntitlement,
  issueApiKey,
  listBrandTools,
  listEntitlementGrid,
  listToolBrands,
  listTools,
  listToolsForBrand,
  registerSubscription,
  registerTool,
  revokeEntitlement,
  suggestToolSlug,
  tryToolUrl,
} from "@/lib/integrations/server";
import { BadRequest, Forbidden, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import {
  ANONYMOUS,
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  entitle,
  NOW,
  SYSTEM,
  withWebhookSecrets,
} from "@/tests/support/fixtures";
import { deliveriesOf, enqueue, subscribe, subscriptionOf } from "@/tests/support/outbox";
import { createReceiver } from "@/tests/support/receiver";

// Literal public addresses, so that no test makes a name lookup.
const HOOK = "https://1.1.1.1/hooks";
const OTHER_HOOK = "https://8.8.8.8/hooks";
const CONNECT = "https://1.0.0.1/connect";
const production = { webhookPolicy: { allowLoopback: false } };
const database = openTestDatabase();
let admin: Ctx;
let system: Ctx;
beforeAll(async () => {
  const user = await createUser(database.db, { hubAdmin: true });
  admin = context(database.db, actingUser(user), NOW, production);
  system = context(database.db, SYSTEM, NOW, production);
});

let slug: string;
let counter = 0;
beforeEach(() => {
  counter += 1;
  slug = `studio-${counter}`;
});

const auditOf = (targetId: string) =>
  database.db.select().from(auditEntries).where(eq(auditEntries.targetId, targetId)).orderBy(auditEntries.id);
const entitledTools = async (brandId: string) =>
  (await listToolsForBrand(admin, { brandId })).flatMap(({ slug, entitled }) => (entitled ? [slug] : []));
const ownerOf = async (role: "owner" | "editor" = "owner") => {
  const user = await createUser(database.db);
  const brand = await createBrandFixture(database.db, { members: { [user.id]: role } });
  return { brand, ctx: context(database.db, actingUser(user), NOW, production) };
};

describe("registering a tool", () => {
  it("stores normalized URLs and writes an audit entry", async () => {
    const tool = await registerTool(admin, {
      slug,
      name: "  Studio ",
      status: "beta",
      defaultWebhookUrl: "HTTPS://1.1.1.1:443/hooks",
      connectUrl: CONNECT,
      eventPatterns: ["asset.*", "asset.*", "logo.drawn"],
    });
    expect(tool).toEqual({
      slug,
      name: "Studio",
      description: "",
      status: "beta",
      defaultWebhookUrl: HOOK,
      connectUrl: CONNECT,
      initiateLoginUrl: null,
      ownCredentialsOnly: false,
      entitlementWebhooks: false,
      eventPatterns: ["asset.*", "logo.drawn"],
      listeningUntil: null,
      createdAt: NOW,
      budgetPerMinute: null,
      budgetConcurrent: null,
    });
    expect(await findTool(admin, { slug })).toEqual(tool);
    expect(await auditOf(slug)).toMatchObject([{ action: "tool.registered", brandId: null, targetLabel: "Studio" }]);
  });

  it.each([
    ["slug", { slug: "Two__Words" }],
    ["name", { name: " " }],
    ["status", { status: "paused" as "active" }],
    ["defaultWebhookUrl", { defaultWebhookUrl: "http://1.1.1.1/hooks" }],
    ["defaultWebhookUrl", { defaultWebhookUrl: "https://169.254.169.254/latest" }],
    ["defaultWebhookUrl", { defaultWebhookUrl: "http://localhost:4000/" }],
    ["connectUrl", { connectUrl: "javascript:alert(1)" }],
    ["initiateLoginUrl", { initiateLoginUrl: "javascript:alert(1)" }],
    ["initiateLoginUrl", { initiateLoginUrl: "http://1.1.1.1/login" }],
    ["initiateLoginUrl", { initiateLoginUrl: "https://169.254.169.254/login" }],
    ["eventPatterns.0", { eventPatterns: ["*.approved"] }],
    ["eventPatterns.1", { eventPatterns: ["asset.*", "identity.*"] }],
  ])("refuses a bad %s, and names the field", async (field, wrong) => {
    const attempt = registerTool(admin, { slug, name: "Studio", ...wrong });
    await expect(attempt).rejects.toBeInstanceOf(BadRequest);
    await expect(attempt).rejects.toMatchObject({ field });
    expect(await findTool(admin, { slug })).toBeNull();
  });

  it("refuses a taken slug", async () => {
    await registerTool(admin, { slug, name: "Studio" });
    await expect(registerTool(admin, { slug, name: "Other" })).rejects.toMatchObject({ field: "slug" });
    expect(await findTool(admin, { slug })).toMatchObject({ name: "Studio" });
  });
});

describe("the slug proposed for a tool", () => {
  it("comes from its name in any script, is free and requires a hub administrator", async () => {
    const name = `Straße ${slug}`;
    expect(await suggestToolSlug(admin, { name })).toBe(`strasse-${slug}`);
    await registerTool(admin, { slug: `strasse-${slug}`, name });
    expect(await suggestToolSlug(admin, { name })).toBe(`strasse-${slug}-2`);
    expect(await suggestToolSlug(admin, { name: "…" })).toBe("tool");
    const person = context(database.db, actingUser(await createUser(database.db)));
    await expect(suggestToolSlug(person, { name })).rejects.toBeInstanceOf(Forbidden);
  });
});

describe("editing a tool", () => {
  it("changes only the given fields and records the difference", async () => {
    await registerTool(admin, { slug, name: "Studio", description: "Draws", connectUrl: CONNECT });
    const edited = await editTool(admin, { slug, status: "maintenance", connectUrl: null, name: "Studio" });
    expect(edited).toMatchObject({ name: "Studio", description: "Draws", status: "maintenance", connectUrl: null });
    const [, entry] = await auditOf(slug);
    expect(entry).toMatchObject({
      action: "tool.edited",
      diff: { status: ["active", "maintenance"], connectUrl: [CONNECT, null] },
    });
    await editTool(admin, { slug, status: "maintenance" });
    expect(await auditOf(slug)).toHaveLength(2);
    expect(await editTool(admin, { slug, ownCredentialsOnly: true })).toMatchObject({ ownCredentialsOnly: true });
    const initiateLoginUrl = "https://1.1.1.1/login";
    expect(await editTool(admin, { slug, initiateLoginUrl })).toMatchObject({ initiateLoginUrl });
    expect((await auditOf(slug))[3]).toMatchObject({ diff: { initiateLoginUrl: [null, initiateLoginUrl] } });
    await expect(editTool(admin, { slug, initiateLoginUrl: "ftp://1.1.1.1/" })).rejects.toMatchObject({
      field: "initiateLoginUrl",
    });
    expect((await auditOf(slug))[2]).toMatchObject({ diff: { ownCredentialsOnly: [false, true] } });
  });

  it("moves subscriptions with the default URL, not those a brand registered", async () => {
    const { db } = database;
    await registerTool(admin, { slug, name: "Studio", defaultWebhookUrl: HOOK });
    const [standard, own] = [await createBrandFixture(db), await createBrandFixture(db)];
    for (const { id } of [standard, own]) await grantEntitlement(admin, { brandId: id, toolSlug: slug });
    await registerSubscription(system, { brandId: own.id, toolSlug: slug, webhookUrl: "https://9.9.9.9/own" });
    await editTool(admin, { slug, defaultWebhookUrl: OTHER_HOOK });
    expect(await subscriptionOf(db, standard.id)).toMatchObject({ webhookUrl: OTHER_HOOK });
    expect(await subscriptionOf(db, own.id)).toMatchObject({ webhookUrl: "https://9.9.9.9/own" });
  });

  it("subscribes brands granted before there was a default URL", async () => {
    const { db } = database;
    await registerTool(admin, { slug, name: "Studio" });
    const [brand, own] = [await createBrandFixture(db), await createBrandFixture(db)];
    for (const { id } of [brand, own]) await grantEntitlement(admin, { brandId: id, toolSlug: slug });
    await registerSubscription(system, { brandId: own.id, toolSlug: slug, webhookUrl: OTHER_HOOK });
    expect(await subscriptionOf(db, brand.id)).toBeUndefined();
    await editTool(admin, { slug, defaultWebhookUrl: HOOK });
    expect(await subscriptionOf(db, brand.id)).toMatchObject({ webhookUrl: HOOK, enabled: true });
    expect(await subscriptionOf(db, own.id)).toMatchObject({ webhookUrl: OTHER_HOOK });
  });

  it("refuses invalid input and an unknown tool", async () => {
    await registerTool(admin, { slug, name: "Studio" });
    await expect(editTool(admin, { slug, defaultWebhookUrl: "https://10.0.0.1/" })).rejects.toMatchObject({
      field: "defaultWebhookUrl",
    });
    await expect(editTool(admin, { slug, name: "" })).rejects.toBeInstanceOf(BadRequest);
    await expect(editTool(admin, { slug: "unknown", name: "X" })).rejects.toBeInstanceOf(NotFound);
  });
});

describe("granting access", () => {
  it("subscribes the brand once at the default URL and writes an audit entry", async () => {
    const { db } = database;
    await registerTool(admin, { slug, name: "Studio", defaultWebhookUrl: HOOK });
    const brand = await createBrandFixture(db);
    const key = { brandId: brand.id, toolSlug: slug };
    expect(await grantEntitlement(admin, key)).toBe(true);
    expect(await grantEntitlement(admin, key)).toBe(false);
    expect(await subscriptionOf(db, brand.id)).toMatchObject({ webhookUrl: HOOK, enabled: true, createdAt: NOW });
    expect(await entitledTools(brand.id)).toEqual([slug]);
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.brandId, brand.id));
    expect(entries).toMatchObject([{ action: "entitlement.granted", targetId: slug }]);
  });

  it("refuses an unknown or archived brand and an unknown tool", async () => {
    const { db } = database;
    await registerTool(admin, { slug, name: "Studio" });
    const brand = await createBrandFixture(db);
    const archived = await createBrandFixture(db, { archivedAt: NOW });
    for (const verb of [grantEntitlement, revokeEntitlement]) {
      await expect(verb(admin, { brandId: newId(), toolSlug: slug })).rejects.toBeInstanceOf(NotFound);
      await expect(verb(admin, { brandId: archived.id, toolSlug: slug })).rejects.toBeInstanceOf(NotFound);
      await expect(verb(admin, { brandId: brand.id, toolSlug: "unknown" })).rejects.toBeInstanceOf(NotFound);
    }
  });
});

describe("revoking access", () => {
  it("removes the subscription and cancels only its pending deliveries", async () => {
    const { db } = database;
    const { brand, toolSlug } = await subscribe(db, HOOK);
    const other = await subscribe(db, HOOK, { brand });
    await enqueue(db, brand);
    const key = { brandId: brand.id, toolSlug };
    expect(await revokeEntitlement(admin, key)).toBe(true);
    expect(await revokeEntitlement(admin, key)).toBe(false);
    expect(await entitledTools(brand.id)).toEqual([other.toolSlug]);
    expect(await db.select().from(subscriptions).where(eq(subscriptions.brandId, brand.id))).toMatchObject([
      { toolSlug: other.toolSlug },
    ]);
    const statusOf = new Map((await deliveriesOf(db, brand.id)).map((row) => [row.toolSlug, row]));
    expect(statusOf.get(toolSlug)).toMatchObject({
      status: "cancelled",
      reason: "The brand no longer has access to the tool.",
    });
    expect(statusOf.get(other.toolSlug)).toMatchObject({ status: "pending" });
  });
});

describe("registering a subscription", () => {
  it("creates it, replaces its URL, and turns it on again", async () => {
    const { db } = database;
    const tool = await createTool(db);
    const brand = await createBrandFixture(db);
    await entitle(db, brand.id, tool.slug);
    const key = { brandId: brand.id, toolSlug: tool.slug };
    await registerSubscription(system, { ...key, webhookUrl: HOOK });
    expect(await subscriptionOf(db, brand.id)).toMatchObject({ webhookUrl: HOOK, enabled: true });

    const off = { enabled: false, disabledReason: "410", disabledAt: NOW, failingSince: NOW };
    await db.update(subscriptions).set(off).where(eq(subscriptions.brandId, brand.id));
    await registerSubscription(system, { ...key, webhookUrl: OTHER_HOOK });
    expect(await subscriptionOf(db, brand.id)).toMatchObject({
      webhookUrl: OTHER_HOOK,
      enabled: true,
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
    });
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.brandId, brand.id));
    expect(entries.at(-1)).toMatchObject({
      action: "subscription.registered",
      actorKind: "system",
      diff: { host: ["1.1.1.1", "8.8.8.8"], enabled: [false, true] },
    });
  });

  it("returns 400 for a bad URL, 404 for an unknown brand or tool, 403 without access", async () => {
    const { db } = database;
    const tool = await createTool(db);
    const brand = await createBrandFixture(db);
    const archived = await createBrandFixture(db, { archivedAt: NOW });
    const input = { brandId: brand.id, toolSlug: tool.slug, webhookUrl: HOOK };
    const refused = (wrong: Partial<typeof input>) =>
      expect(registerSubscription(system, { ...input, ...wrong })).rejects;
    await refused({ webhookUrl: "https://127.0.0.1/" }).toMatchObject({ code: "bad_request", field: "webhook_url" });
    await refused({ brandId: newId() }).toMatchObject({ code: "not_found" });
    await refused({ brandId: archived.id }).toMatchObject({ code: "not_found" });
    await refused({ toolSlug: "unknown" }).toMatchObject({ code: "not_found" });
    await refused({}).toMatchObject({ code: "forbidden" });
    expect(await subscriptionOf(db, brand.id)).toBeUndefined();
  });

  it("requires an owner or admin", async () => {
    const tool = await createTool(database.db);
    const mine = await ownerOf();
    const editing = await ownerOf("editor");
    for (const { brand } of [mine, editing]) await entitle(database.db, brand.id, tool.slug);
    const input = (brandId: string) => ({ brandId, toolSlug: tool.slug, webhookUrl: HOOK });
    await registerSubscription(mine.ctx, input(mine.brand.id));
    expect(await subscriptionOf(database.db, mine.brand.id)).toMatchObject({ webhookUrl: HOOK });
    await expect(registerSubscription(editing.ctx, input(editing.brand.id))).rejects.toBeInstanceOf(Forbidden);
    await expect(registerSubscription(mine.ctx, input(editing.brand.id))).rejects.toBeInstanceOf(NotFound);
    const key: Ctx = { ...mine.ctx, actor: { kind: "tool", toolSlug: tool.slug } };
    await expect(registerSubscription(key, input(mine.brand.id))).rejects.toBeInstanceOf(Forbidden);
  });
});

it("requires a hub administrator to register, edit, grant, revoke and list across brands", async () => {
  const { ctx, brand } = await ownerOf();
  const tool = await createTool(database.db);
  const key = { brandId: brand.id, toolSlug: tool.slug };
  for (const attempt of [
    () => registerTool(ctx, { slug, name: "Studio" }),
    () => editTool(ctx, { slug: tool.slug, name: "Mine" }),
    () => grantEntitlement(ctx, key),
    () => revokeEntitlement(ctx, key),
    () => listTools(ctx, {}),
    () => listToolBrands(ctx, { toolSlug: tool.slug }),
  ]) {
    await expect(attempt()).rejects.toBeInstanceOf(Forbidden);
  }
});

describe("lists of tools", () => {
  it("show a brand every registered tool by slug, with and without access", async () => {
    const { db } = database;
    const brand = await createBrandFixture(db);
    const granted = await createTool(db, { slug: "0-granted", name: "Zeta", status: "disabled" });
    const other = await createTool(db, { slug: "1-other", name: "Alpha", status: "beta" });
    await entitle(db, brand.id, granted.slug);
    const list = await listToolsForBrand(context(db, ANONYMOUS), { brandId: brand.id });
    expect(list).toHaveLength((await db.select().from(tools)).length);
    expect(list.slice(0, 2)).toEqual([
      { slug: granted.slug, name: "Zeta", status: "disabled", entitled: true },
      { slug: other.slug, name: "Alpha", status: "beta", entitled: false },
    ]);
  });

  it("are the same when read with the API key", async () => {
    const { db } = database;
    const { ctx, brand } = await ownerOf();
    const { toolSlug } = await subscribe(db, HOOK, { brand });
    const { key } = await issueApiKey(ctx, { brandId: brand.id, name: "x", expiresAt: null });
    const anyone = context(db, ANONYMOUS);
    const proved = await authenticateWithTools(anyone, { key });
    expect(proved?.actor).toEqual(await authenticateApiKey(anyone, { key }));
    expect(proved?.tools).toEqual(await listToolsForBrand(anyone, { brandId: brand.id }));
    expect(proved?.tools.find(({ slug }) => slug === toolSlug)?.entitled).toBe(true);
    expect(await authenticateWithTools(anyone, { key: `${key}x` })).toBeNull();
    await db.update(brands).set({ archivedAt: NOW }).where(eq(brands.id, brand.id));
    expect(await authenticateWithTools(anyone, { key })).toBeNull();
  });

  it("show subscription, latest read, pending deliveries and pause reason", async () => {
    const { db } = database;
    const { ctx, brand } = await ownerOf("editor");
    const { toolSlug } = await subscribe(db, HOOK, { brand });
    await enqueue(db, brand, 2);
    await db.insert(childReads).values({ brandId: brand.id, toolSlug, version: 1, readAt: NOW });
    const find = async (secrets: readonly string[]) =>
      (await listBrandTools(withWebhookSecrets(ctx, ...secrets), { brandId: brand.id })).find(
        ({ tool }) => tool.slug === toolSlug,
      );
    expect(await find([])).toMatchObject({
      entitled: true,
      subscription: { webhookUrl: `${new URL(HOOK).origin}/…` },
      lastRead: { version: 1, readAt: NOW },
      pending: 2,
      pause: "no_secret",
    });
    expect(await find(["secret"])).toMatchObject({ pause: null });
    await expect(listBrandTools((await ownerOf()).ctx, { brandId: brand.id })).rejects.toBeInstanceOf(NotFound);
  });

  it("can be searched and paged by hub administrators", async () => {
    const { db } = database;
    for (const suffix of ["a", "b", "c"]) await createTool(db, { slug: `paged-${suffix}`, status: "deprecated" });
    const brand = await createBrandFixture(db);
    const archived = await createBrandFixture(db, { archivedAt: NOW });
    for (const { id } of [brand, archived]) await entitle(db, id, "paged-a");
    const query = { search: "PAGED-", status: "deprecated" as const, limit: 2 };
    const first = await listTools(admin, query);
    expect(first.entries).toMatchObject([
      { tool: { slug: "paged-a" }, brandCount: 1, pause: "no_secret" },
      { tool: { slug: "paged-b" }, brandCount: 0 },
    ]);
    const second = await listTools(admin, { ...query, after: first.next });
    expect(second).toMatchObject({ entries: [{ tool: { slug: "paged-c" } }], next: null });
    expect((await listTools(admin, { search: "paged%" })).entries).toEqual([]);
  });

  it("refuse a cursor that the database can't store", async () => {
    const after = "paged\0";
    await expect(listTools(admin, { after })).rejects.toBeInstanceOf(BadRequest);
    await expect(listToolBrands(admin, { toolSlug: slug, after })).rejects.toBeInstanceOf(BadRequest);
    await expect(listEntitlementGrid(admin, { after })).rejects.toBeInstanceOf(BadRequest);
  });

  it("show hub administrators each unarchived brand with its access", async () => {
    const { db } = database;
    await registerTool(admin, { slug, name: "Studio", defaultWebhookUrl: HOOK });
    const brands = [];
    for (const name of ["a", "b", "c"]) brands.push(await createBrandFixture(db, { slug: `${slug}-brand-${name}` }));
    await createBrandFixture(db, { slug: `${slug}-brand-d`, archivedAt: NOW });
    await grantEntitlement(admin, { brandId: brands[1]?.id ?? "", toolSlug: slug });
    const query = { toolSlug: slug, search: `${slug}-BRAND` };
    expect(await listToolBrands(admin, query)).toMatchObject({
      entries: [
        { brand: { slug: `${slug}-brand-a` }, entitledAt: null, subscription: null },
        { brand: { slug: `${slug}-brand-b` }, entitledAt: NOW, subscription: { webhookUrl: HOOK } },
        { brand: { slug: `${slug}-brand-c` }, entitledAt: null },
      ],
      next: null,
    });
    const page = await listToolBrands(admin, { ...query, limit: 1, entitled: false });
    expect(page.entries).toMatchObject([{ brand: { slug: `${slug}-brand-a` } }]);
    const next = await listToolBrands(admin, { ...query, entitled: false, after: page.next });
    expect(next.entries).toMatchObject([{ brand: { slug: `${slug}-brand-c` } }]);
    expect((await listToolBrands(admin, { ...query, entitled: true })).entries).toHaveLength(1);
  });
});

it("removes access with everything that depends on it", async () => {
  const { db } = database;
  const { brand, toolSlug } = await subscribe(db, HOOK);
  await db.insert(childReads).values({ brandId: brand.id, toolSlug, version: 1, readAt: NOW });
  await revokeEntitlement(admin, { brandId: brand.id, toolSlug });
  for (const table of [entitlements, subscriptions, childReads]) {
    expect(
      await db
        .select()
        .from(table)
        .where(and(eq(table.brandId, brand.id), eq(table.toolSlug, toolSlug))),
    ).toEqual([]);
  }
});

describe("a form of a tool", () => {
  const refusal = (run: Promise<unknown>) =>
    run.then(
      () => null,
      (error: unknown) => error as BadRequest,
    );

  it("gets all invalid fields at once", async () => {
    await registerTool(admin, { slug, name: "First" });
    const input = { slug, name: " ", defaultWebhookUrl: "ftp://press.example", connectUrl: "nowhere" };
    const error = await refusal(registerTool(admin, input));
    expect(error).toBeInstanceOf(BadRequest);
    expect(Object.keys(error?.fields ?? {}).toSorted()).toEqual(["connectUrl", "defaultWebhookUrl", "name", "slug"]);
    expect(error?.fields?.slug).toBe("A tool with this slug already exists.");
    expect(error?.fields?.[error.field ?? ""]).toBe(error?.message);
    const edited = await refusal(editTool(admin, { slug, name: "", connectUrl: "nowhere" }));
    expect(Object.keys(edited?.fields ?? {}).toSorted()).toEqual(["connectUrl", "name"]);
  });
});

describe("trying a URL of the form", () => {
  const allowing = () => ({ ...admin, webhookPolicy: { allowLoopback: true } });
  const answering = (status: number) =>
    createReceiver((response) => {
      response.statusCode = status;
      response.end("a secret of the receiver");
    });

  it.each([
    ["webhook", 200, true],
    ["webhook", 401, true],
    ["webhook", 302, false],
    ["webhook", 500, false],
    ["connect", 200, true],
    ["connect", 401, true],
    ["connect", 404, false],
    ["connect", 503, false],
  ] as const)("reports only the status of a %s URL that answers %d", async (kind, status, reached) => {
    const receiver = await answering(status);
    try {
      const answer = await tryToolUrl(allowing(), { url: receiver.url, kind });
      expect(answer).toEqual({ reached, says: expect.stringContaining(`Status ${status}`) });
      expect(JSON.stringify(answer)).not.toContain("a secret of the receiver");
      const [request] = receiver.received;
      if (kind === "connect") expect(request?.body.toString()).toBe("");
      else expect(JSON.parse(request?.body.toString() ?? "")).toMatchObject({ type: "hub.test" });
    } finally {
      await receiver.close();
    }
  });

  it("reports no response, and refuses URLs that webhooks can't use", async () => {
    const receiver = await answering(200);
    await receiver.close();
    expect(await tryToolUrl(allowing(), { url: receiver.url, kind: "webhook" })).toMatchObject({ reached: false });
    for (const kind of ["webhook", "connect"] as const)
      for (const url of ["http://127.0.0.1:1/", "https://10.0.0.1/", "https://[::1]/", "nonsense"])
        await expect(tryToolUrl(admin, { url, kind })).rejects.toBeInstanceOf(BadRequest);
    const plain = context(database.db, actingUser(await createUser(database.db)));
    await expect(tryToolUrl(plain, { url: HOOK, kind: "webhook" })).rejects.toBeInstanceOf(Forbidden);
  });
});

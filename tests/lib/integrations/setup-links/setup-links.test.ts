import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  auditEntries,
  childContextDeliveries,
  childReads,
  handOvers,
  subscriptions,
  toolCredentials,
  tools,
  users,
} from "@/db/schema";
import { deactivatePerson, reactivatePerson, setHubAdmin } from "@/lib/access/server";
import {
  authenticateToolToken,
  createSetupLink,
  editTool,
  ingestEvents,
  issueToolCredential,
  listSetupLinks,
  openSetupLink,
  readSetUp,
  readSigningSecrets,
  registerWithCredentials,
  registerWithSetupLink,
  revealSetupLink,
  revokeToolCredential,
  rotateToolCredential,
  SetupLinkEnded,
  setWebhookUrlByLink,
  testByLink,
  withdrawSetupLink,
} from "@/lib/integrations/server";
import { BadRequest, Forbidden, NotFound, ReauthRequired } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { linkTokenHash } from "@/lib/platform/key-format";
import { withoutSecrets } from "@/lib/platform/redact";
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
  signedInUser,
} from "@/tests/support/fixtures";

const HOUR_MS = 3_600_000;
const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);
const HOOK = "https://tool.example.com/hook?secret=of-the-receiver";

const database = openTestDatabase();

let admin: Ctx;
let adminId: string;
let tool: string;
let operator: Ctx;
beforeEach(async () => {
  const user = await createUser(database.db, { hubAdmin: true });
  adminId = user.id;
  admin = context(database.db, actingUser({ id: user.id, hubAdmin: true }));
  operator = context(database.db, ANONYMOUS);
  tool = (await createTool(database.db)).slug;
});

const at = (now: Date, ctx: Ctx): Ctx => ({ ...ctx, now });
const tokenOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);

async function make(input: Partial<Parameters<typeof createSetupLink>[1]> = {}, ctx = admin) {
  const made = await createSetupLink(ctx, { toolSlug: tool, name: "Print Room", hours: 72, ...input });
  return { ...made, token: tokenOf(made.url) };
}

async function revealed(now = NOW) {
  const made = await make();
  const input = await revealSetupLink(at(now, operator), { token: made.token });
  return { ...made, ...input, proof: { token: made.token, holder: input.holder } };
}

async function openedSetUp(proof: { token: string; holder: string }, now = NOW) {
  const opened = await openSetupLink(at(now, operator), proof);
  if (opened?.phase !== "held") throw new Error("the link is not held");
  return readSetUp(at(now, operator), opened.found);
}

const stateOf = async (now = NOW) =>
  (await listSetupLinks(at(now, admin), { toolSlug: tool })).map(({ state, lives }) => [state, lives]);
const entries = (action: string) =>
  database.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.action, action), eq(auditEntries.targetKind, "hand_over")));
const credentials = () => database.db.select().from(toolCredentials).where(eq(toolCredentials.toolSlug, tool));

async function brandWith(options: { url?: string; enabled?: boolean } = {}) {
  const brand = await createBrandFixture(database.db);
  await entitle(database.db, brand.id, tool);
  if (options.url)
    await database.db.insert(subscriptions).values({
      brandId: brand.id,
      toolSlug: tool,
      webhookUrl: options.url,
      createdAt: NOW,
      ...(options.enabled === false && { enabled: false, disabledReason: "Off.", disabledAt: NOW }),
    });
  return brand;
}

describe("registering a tool for its operator", () => {
  let count = 0;
  const input = () => {
    count += 1;
    return { slug: `handed-${count}`, name: `Handed ${count}` };
  };
  const activeCount = () => credentials().then((rows) => rows.filter(({ revokedAt }) => revokedAt === null).length);
  const rotateAll = async () => {
    for (const { id } of await credentials())
      await rotateToolCredential(admin, { toolSlug: tool, credentialId: id, overlapHours: 1 });
  };

  it("creates credentials only when the link's button is pressed", async () => {
    const { tool: registered, link } = await registerWithSetupLink(admin, input());
    tool = registered.slug;
    expect([link.name, link.expiresAt]).toEqual(["Operator", later(72)]);
    expect(await credentials()).toHaveLength(0);
    expect(await stateOf()).toEqual([["waiting", true]]);
    await revealSetupLink(operator, { token: tokenOf(link.url) });
    expect((await credentials()).map(({ kind, name }) => [kind, name])).toEqual([
      ["app_token", "Operator"],
      ["signing_secret", "Operator"],
    ]);
  });

  // Two of each can be active.
  it.each([
    { chosen: "link", linksLater: 0, made: 2, rotates: true },
    { chosen: "link", linksLater: 1, made: 4, rotates: false },
    { chosen: "now", linksLater: 0, made: 2, rotates: true },
    { chosen: "now", linksLater: 1, made: 4, rotates: false },
  ])(
    "keeps $made active after $chosen and $linksLater more links; rotating right after works: $rotates",
    async ({ chosen, linksLater, made, rotates }) => {
      if (chosen === "link") {
        const { tool: registered, link } = await registerWithSetupLink(admin, input());
        tool = registered.slug;
        await revealSetupLink(operator, { token: tokenOf(link.url) });
      } else tool = (await registerWithCredentials(admin, input())).tool.slug;
      for (let left = linksLater; left > 0; left -= 1) await revealSetupLink(operator, { token: (await make()).token });
      expect(await activeCount()).toBe(made);
      if (rotates) await rotateAll();
      else await expect(rotateAll()).rejects.toThrow(/2 are active already/);
    },
  );

  it("returns only the app token without an encryption key, with the reason", async () => {
    const keyless = { ...admin, secrets: { ...admin.secrets, encryption: [] } };
    for (const [ctx, kinds, lacking] of [
      [admin, ["app_token", "signing_secret"], undefined],
      [keyless, ["app_token"], expect.stringContaining("HUB_ENCRYPTION_KEY is not set")],
    ] as const) {
      const made = await registerWithCredentials(ctx, input());
      expect([made.revealed.map(({ kind }) => kind), made.lacking]).toEqual([kinds, lacking]);
      tool = made.tool.slug;
      expect((await credentials()).map(({ kind }) => kind)).toEqual(kinds);
    }
    const refused = input();
    await expect(registerWithCredentials(context(database.db, actingUser({ id: adminId })), refused)).rejects.toThrow(
      Forbidden,
    );
    expect(await database.db.$count(tools, eq(tools.slug, refused.slug))).toBe(0);
  });

  it("registers nothing without an encryption key or permission", async () => {
    const refused = input();
    const keyless = { ...admin, secrets: { ...admin.secrets, encryption: [] } };
    await expect(registerWithSetupLink(keyless, refused)).rejects.toThrow(/HUB_ENCRYPTION_KEY is not set/);
    await expect(registerWithSetupLink(context(database.db, actingUser({ id: adminId })), refused)).rejects.toThrow(
      Forbidden,
    );
    const unproved = context(
      database.db,
      signedInUser({ id: adminId, hubAdmin: true }, { sid: newId(), provedAt: null }),
    );
    await expect(registerWithSetupLink(unproved, refused)).rejects.toThrow(ReauthRequired);
    expect(await database.db.$count(tools, eq(tools.slug, refused.slug))).toBe(0);
  });

  it("reports every invalid field and creates no link", async () => {
    await expect(registerWithSetupLink(admin, { slug: "No Slug", name: "" })).rejects.toMatchObject({
      fields: { slug: expect.any(String), name: expect.any(String) },
    });
    const { slug } = (await registerWithSetupLink(admin, input())).tool;
    await expect(registerWithSetupLink(admin, { slug, name: "Again" })).rejects.toMatchObject({ field: "slug" });
    expect(await listSetupLinks(admin, { toolSlug: slug })).toHaveLength(1);
  });
});

describe("createSetupLink", () => {
  it("returns a link once, stores its hash and creates no credentials yet", async () => {
    const made = await make();
    expect(made.url).toMatch(/^http:\/\/hub\.test\/setup\/[\w-]{43}$/);
    expect(made.expiresAt).toEqual(later(72));
    const [row] = await database.db.select().from(handOvers).where(eq(handOvers.id, made.id));
    expect(row?.tokenHash).toBe(linkTokenHash(made.token));
    const [entry] = (await entries("hand_over.made")).filter(({ targetId }) => targetId === made.id);
    expect(JSON.stringify([row, entry, await listSetupLinks(admin, { toolSlug: tool })])).not.toContain(made.token);
    expect(entry?.actorId).toBe(adminId);
    expect(await credentials()).toEqual([]);
    expect(await stateOf()).toEqual([["waiting", true]]);
  });

  it("requires a hub administrator with recent re-authentication", async () => {
    const user = await createUser(database.db);
    await expect(make({}, context(database.db, actingUser(user)))).rejects.toBeInstanceOf(Forbidden);
    const stale = signedInUser({ id: adminId, hubAdmin: true }, { sid: newId(), provedAt: null });
    await expect(make({}, context(database.db, stale))).rejects.toBeInstanceOf(ReauthRequired);
  });

  it.each([
    ["name", { name: " " }],
    ["name", { name: "x".repeat(101) }],
    ["hours", { hours: 0 }],
    ["hours", { hours: 337 }],
    ["hours", { hours: 1.5 }],
    ["hours", { hours: Number.NaN }],
  ])("refuses an invalid %s: %o", async (field, input) => {
    await expect(make(input)).rejects.toMatchObject({ code: "bad_request", field });
  });

  it("refuses an unknown tool, a missing encryption key and a tool with two active credentials", async () => {
    await expect(make({ toolSlug: "no-such-tool" })).rejects.toBeInstanceOf(NotFound);
    const keyless = { ...admin, secrets: { ...admin.secrets, encryption: [] } };
    await expect(make({}, keyless)).rejects.toThrow(/HUB_ENCRYPTION_KEY/);
    for (const name of ["One", "Two"])
      await issueToolCredential(admin, { toolSlug: tool, kind: "app_token", name, expiresAt: null });
    await expect(make()).rejects.toThrow(/2 are active/);
  });
});

describe("a link's page", () => {
  it("doesn't use the link, and records the first opening", async () => {
    const { token } = await make();
    for (const minute of [0, 0.1, 0.2]) {
      expect(await openSetupLink(at(later(minute), operator), { token })).toMatchObject({
        phase: "waiting",
        name: "Print Room",
      });
    }
    const [link] = await listSetupLinks(admin, { toolSlug: tool });
    expect(link).toMatchObject({ state: "opened", openedAt: NOW });
    expect(await credentials()).toEqual([]);
  });

  it("looks the same for a used, expired, withdrawn or unknown link", async () => {
    const used = await revealed();
    const [withdrawn, expired] = [await make(), await make({ hours: 1 })];
    await withdrawSetupLink(admin, { toolSlug: tool, linkId: withdrawn.id });
    const none = ["", "x", "A".repeat(43), "A".repeat(200)];
    for (const token of [used.token, withdrawn.token, expired.token, ...none]) {
      expect(await openSetupLink(at(later(1), operator), { token })).toBeNull();
      const refused = revealSetupLink(at(later(1), operator), { token });
      await expect(refused).rejects.toBeInstanceOf(SetupLinkEnded);
      await expect(refused).rejects.toThrow("This link no longer works");
    }
  });

  it.each<[string, (ctx: Ctx, personId: string) => Promise<unknown>, (ctx: Ctx, personId: string) => Promise<unknown>]>(
    [
      [
        "is demoted, even if promoted again",
        (ctx, personId) => setHubAdmin(ctx, { personId, on: false }),
        (ctx, personId) => setHubAdmin(ctx, { personId, on: true }),
      ],
      [
        "is deactivated, even if reactivated",
        (ctx, personId) => deactivatePerson(ctx, { personId }),
        (ctx, personId) => reactivatePerson(ctx, { personId }),
      ],
    ],
  )("stays withdrawn once its creator %s", async (_, end, back) => {
    await database.db.update(users).set({ emailVerifiedAt: NOW }).where(eq(users.id, adminId));
    const chief = await createUser(database.db, { hubAdmin: true });
    const other = context(database.db, actingUser({ id: chief.id, hubAdmin: true }));
    const theirs = await make({}, other);
    const [waiting, used] = [await make(), await revealed()];
    await end(other, adminId);
    const withdrawn = (await entries("hand_over.withdrawn")).map(({ targetId }) => targetId);
    expect([waiting, used, theirs].map(({ id }) => withdrawn.includes(id))).toEqual([true, true, false]);
    await back(other, adminId);
    expect(await openSetupLink(operator, waiting)).toBeNull();
    await expect(revealSetupLink(operator, waiting)).rejects.toBeInstanceOf(SetupLinkEnded);
    expect(await openSetupLink(operator, used.proof)).toBeNull();
    expect(await openSetupLink(operator, theirs)).toMatchObject({ phase: "waiting" });
  });

  it("is not created in a session that has just ended", async () => {
    const ended = signedInUser({ id: adminId, hubAdmin: true }, { sid: newId() });
    await expect(make({}, context(database.db, ended))).rejects.toMatchObject({ code: "unauthorized" });
    expect(await stateOf()).toEqual([]);
  });

  it("has a path that is redacted in logs", async () => {
    const { url, token } = await make();
    for (const line of [url, encodeURIComponent(url), `GET ${new URL(url).pathname}?x=1`])
      expect(withoutSecrets(line)).not.toContain(token);
  });
});

describe("revealSetupLink", () => {
  it("creates both credentials at once and names the link in the audit log", async () => {
    const input = await revealed();
    expect(await authenticateToolToken(operator, { toolSlug: tool, token: input.appToken })).toMatchObject({
      kind: "tool",
      toolSlug: tool,
    });
    expect(input.signingSecret).toMatch(/^whsec_/);
    expect((await readSigningSecrets(operator)).of(tool)).toContain(input.signingSecret);
    const rows = await credentials();
    expect(rows.map(({ createdBy, name, kind }) => [kind, name, createdBy]).sort()).toEqual([
      ["app_token", "Print Room", adminId],
      ["signing_secret", "Print Room", adminId],
    ]);
    const [entry] = (await entries("hand_over.revealed")).filter(({ targetId }) => targetId === input.id);
    expect(entry).toMatchObject({
      actorKind: "system",
      actorLabel: "setup link",
      brandId: null,
      diff: { made_by: [null, adminId] },
    });
    expect(await stateOf()).toEqual([["used", true]]);
    const all = JSON.stringify([
      rows,
      await database.db.select().from(handOvers),
      await database.db.select().from(auditEntries),
    ]);
    for (const secret of [input.appToken, input.signingSecret, input.holder, input.token])
      expect(all).not.toContain(secret);
  });

  it("reveals them to only one of concurrent calls", async () => {
    const { token } = await make();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => revealSetupLink(operator, { token })));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await credentials()).toHaveLength(2);
  });

  it("doesn't use the link if the tool is disabled or has two active credentials", async () => {
    const { token } = await make();
    await database.db.update(tools).set({ status: "disabled" }).where(eq(tools.slug, tool));
    await expect(revealSetupLink(operator, { token })).rejects.toThrow(/The tool is disabled/);
    await database.db.update(tools).set({ status: "active" }).where(eq(tools.slug, tool));
    const made = [];
    for (const name of ["One", "Two"])
      made.push(await issueToolCredential(admin, { toolSlug: tool, kind: "signing_secret", name, expiresAt: null }));
    await expect(revealSetupLink(operator, { token })).rejects.toThrow(/2 are active/);
    expect(await credentials()).toHaveLength(2);
    await revokeToolCredential(admin, { toolSlug: tool, credentialId: made[0]?.id ?? "" });
    expect((await revealSetupLink(operator, { token })).appToken).not.toBe("");
  });
});

describe("the setup page", () => {
  it("opens for the browser that saw the credentials until the link expires or is withdrawn", async () => {
    const { proof, id } = await revealed();
    const phase = async (input: { token: string; holder?: string }, now = NOW) =>
      (await openSetupLink(at(now, operator), input))?.phase ?? null;
    expect(await phase(proof, later(71.9))).toBe("held");
    expect(await phase({ token: proof.token })).toBeNull();
    expect(await phase({ token: proof.token, holder: "A".repeat(43) })).toBeNull();
    expect(await phase({ token: (await make()).token, holder: proof.holder })).toBe("waiting");
    expect(await phase(proof, later(72))).toBeNull();
    await withdrawSetupLink(admin, { toolSlug: tool, linkId: id });
    expect(await phase(proof)).toBeNull();
    await expect(testByLink(operator, proof)).rejects.toBeInstanceOf(SetupLinkEnded);
    await expect(setWebhookUrlByLink(operator, { ...proof, url: HOOK })).rejects.toBeInstanceOf(SetupLinkEnded);
    // Its credentials belong to the tool and stay.
    expect((await credentials()).filter(({ revokedAt }) => revokedAt)).toEqual([]);
    await expect(withdrawSetupLink(admin, { toolSlug: tool, linkId: id })).rejects.toBeInstanceOf(NotFound);
  });

  it("disappears with the tool", async () => {
    const { proof } = await revealed();
    await database.db.delete(tools).where(eq(tools.slug, tool));
    expect(await openSetupLink(operator, proof)).toBeNull();
  });

  it("lets its holder set or change their webhook URL, but not an administrator's", async () => {
    const brand = await brandWith();
    const { proof, id } = await revealed();
    await expect(setWebhookUrlByLink(operator, { ...proof, url: "http://10.0.0.1/" })).rejects.toMatchObject({
      field: "url",
    });
    await setWebhookUrlByLink(operator, { ...proof, url: HOOK });
    const subscribed = () => database.db.select().from(subscriptions).where(eq(subscriptions.brandId, brand.id));
    expect(await subscribed()).toMatchObject([{ toolSlug: tool, webhookUrl: HOOK }]);
    const moved = "https://tool.example.com/another";
    await setWebhookUrlByLink(operator, { ...proof, url: moved });
    expect(await subscribed()).toMatchObject([{ webhookUrl: moved }]);
    expect((await openedSetUp(proof)).webhookUrl).toBe(moved);
    const written = (await entries("hand_over.webhook_url_set")).filter(({ targetId }) => targetId === id);
    expect(written).toHaveLength(2);
    expect(JSON.stringify(written)).not.toContain("of-the-receiver");

    await editTool(admin, { slug: tool, defaultWebhookUrl: "https://official.example.com/hook?secret=1" });
    await expect(setWebhookUrlByLink(operator, { ...proof, url: HOOK })).rejects.toThrow(/administrator/);
    const shown = await openedSetUp(proof);
    expect(shown.webhookUrl).toBe("https://official.example.com/…");
    expect(shown.options.urlReason).not.toBeNull();
  });

  it("makes no name lookup for browsers that don't hold it", async () => {
    const { token } = await revealed();
    let lookups = 0;
    const webhookPolicy = new Proxy(operator.webhookPolicy, {
      get: (target, name) => {
        lookups += 1;
        return Reflect.get(target, name);
      },
    });
    const stranger = { ...operator, webhookPolicy };
    await expect(setWebhookUrlByLink(stranger, { token, url: HOOK })).rejects.toBeInstanceOf(SetupLinkEnded);
    expect(lookups).toBe(0);
  });

  it("says what a test needs, then sends it to a brand whose webhook is on", async () => {
    const { proof } = await revealed();
    await expect(testByLink(operator, proof)).rejects.toThrow(/^No brand has access/);
    await brandWith();
    await expect(testByLink(operator, proof)).rejects.toThrow(/^Enter the URL/);
    const off = await brandWith({ url: HOOK, enabled: false });
    await expect(testByLink(operator, proof)).rejects.toBeInstanceOf(BadRequest);
    const on = await brandWith({ url: HOOK });
    await testByLink(operator, proof);
    const sent = await database.db
      .select()
      .from(childContextDeliveries)
      .where(eq(childContextDeliveries.toolSlug, tool));
    expect(sent).toMatchObject([{ brandId: on.id, type: "hub.test", status: "pending" }]);
    expect(sent.map(({ brandId }) => brandId)).not.toContain(off.id);
    expect((await openedSetUp(proof)).lastTest).toMatchObject({ status: "pending", answered: null });
  });

  it("completes each step for events after the reveal only", async () => {
    const brand = await brandWith({ url: HOOK });
    await database.db.insert(childReads).values({ brandId: brand.id, toolSlug: tool, version: 1, readAt: later(-1) });
    const { proof } = await revealed();
    const steps = async () => Object.values((await openedSetUp(proof)).steps);
    expect(await steps()).toEqual([false, false, false]);
    await database.db
      .update(childReads)
      .set({ readAt: later(0.1) })
      .where(eq(childReads.brandId, brand.id));
    expect(await steps()).toEqual([true, false, false]);
    await testByLink(operator, proof);
    expect(await steps()).toEqual([true, false, false]);
    await database.db
      .update(childContextDeliveries)
      .set({ status: "delivered", finishedAt: NOW })
      .where(eq(childContextDeliveries.toolSlug, tool));
    expect(await steps()).toEqual([true, true, false]);
    await ingestEvents(context(database.db, { kind: "tool", toolSlug: tool }), {
      events: [
        {
          brand_id: brand.id,
          type: "setup.tried",
          occurred_at: NOW.toISOString(),
          idempotency_key: newId(),
          payload: {},
        },
      ],
    });
    expect(await steps()).toEqual([true, true, true]);
  });

  it("warns of credentials revoked after the reveal", async () => {
    await brandWith({ url: HOOK });
    const { proof } = await revealed();
    expect((await openedSetUp(proof)).options.warnings).toEqual([]);
    const [token] = (await credentials()).filter(({ kind }) => kind === "app_token");
    await revokeToolCredential(admin, { toolSlug: tool, credentialId: token?.id ?? "" });
    expect((await openedSetUp(proof)).options.warnings).toEqual(["token_ended"]);
  });
});

describe("listSetupLinks", () => {
  it("requires a hub administrator", async () => {
    const ctx = context(database.db, actingUser(await createUser(database.db)));
    await expect(listSetupLinks(ctx, { toolSlug: tool })).rejects.toBeInstanceOf(Forbidden);
    await expect(withdrawSetupLink(ctx, { toolSlug: tool, linkId: newId() })).rejects.toBeInstanceOf(Forbidden);
  });
});

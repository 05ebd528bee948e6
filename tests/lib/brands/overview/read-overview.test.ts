import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { apiKeys, childContextDeliveries, childReads } from "@/db/schema";
import { inviteMember } from "@/lib/access/server";
import { readOverview } from "@/lib/brands/server";
import { emptyDocument } from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { publishDraft, saveDraft } from "@/lib/publishing/server";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import { paletteEntry, sampleDocument } from "@/tests/support/documents";
import {
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  entitle,
  NOW,
  withWebhookSecrets,
} from "@/tests/support/fixtures";

const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60_000);

const database = openTestDatabase();

async function scene() {
  const { db } = database;
  const owner = await createUser(db, { name: "Ola Owner" });
  const viewer = await createUser(db);
  const nonMember = await createUser(db);
  const members = { [owner.id]: "owner", [viewer.id]: "viewer" } as const;
  const brand = await createBrandFixture(db, { document: sampleDocument(), members });
  const ctxOf = (user: { id: string }): Ctx => context(db, actingUser(user));
  return { db, brand, owner: ctxOf(owner), viewer: ctxOf(viewer), nonMember: ctxOf(nonMember) };
}
let at: Awaited<ReturnType<typeof scene>>;
beforeEach(async () => {
  at = await scene();
});

const read = (ctx = at.owner, brandId = at.brand.id) => readOverview(withWebhookSecrets(ctx, "secret"), { brandId });
const edit = (ctx: Ctx, document = sampleDocument({ assets: [] }), baseVersion = 1) =>
  saveDraft(ctx, { brandId: at.brand.id, baseVersion, revision: null, document });

async function delivery(values: Partial<typeof childContextDeliveries.$inferInsert>) {
  const id = newId();
  await at.db.insert(childContextDeliveries).values({
    id,
    brandId: at.brand.id,
    toolSlug: "",
    type: "identity.updated",
    body: "{}",
    dueAt: NOW,
    createdAt: NOW,
    ...values,
  });
  return id;
}

describe("readOverview", () => {
  it("returns published version, completeness and contrast to members only", async () => {
    const overview = await read(at.viewer);
    expect(overview).toMatchObject({ version: { version: 1 }, draft: null, failing: [], tools: [] });
    expect(overview.completeness.sections.find(({ key }) => key === "brand")?.done).toBe(2);
    await expect(read(at.nonMember)).rejects.toMatchObject({ code: "not_found" });
  });

  it("uses the reader's unpublished edits, and nobody else's", async () => {
    const document = sampleDocument();
    document.identity.brand.mission = "Mend things";
    await edit(at.owner, document);
    const mine = await read(at.owner);
    expect(mine.draft?.changes.map(({ path }) => path)).toContain("identity.brand.mission");
    expect(mine.draft).toMatchObject({ behind: false });
    expect(mine.completeness.done).toBe((await read(at.viewer)).completeness.done + 1);
    expect((await read(at.viewer)).draft).toBeNull();
  });

  it("lists unreadable pairs, worst first", async () => {
    const background = paletteEntry({ role: "background", name: "Paper", hex: "#ffffff" });
    const pale = paletteEntry({ role: "text", name: "Pale", hex: "#eeeeee" });
    const grey = paletteEntry({ role: "text", name: "Grey", hex: "#888888" });
    const palette = [background, grey, pale, paletteEntry({ role: "text", hex: "#101010" })];
    await edit(at.owner, sampleDocument({ colors: { source: "manual", seed: null, palette } }));
    const { contrast } = await read();
    expect(contrast.map(({ foreground }) => foreground.name)).toEqual(["Pale", "Grey"]);
    expect(contrast[0]).toMatchObject({ background: { name: "Paper" }, required: 4.5 });
    expect(contrast[0]).toMatchObject({ kept: null });
  });

  it("lists tools with access, and the version each has read", async () => {
    const [used, unused] = [await createTool(at.db), await createTool(at.db)];
    await entitle(at.db, at.brand.id, used.slug);
    await at.db
      .insert(childReads)
      .values({ brandId: at.brand.id, toolSlug: used.slug, version: 1, readAt: daysAgo(1) });
    const { tools } = await read();
    expect(tools.map(({ tool }) => tool.slug)).toEqual([used.slug]);
    expect(tools.map(({ tool }) => tool.slug)).not.toContain(unused.slug);
    expect(tools[0]?.lastRead).toEqual({ version: 1, readAt: daysAgo(1) });
  });

  it("lists failed deliveries and those waiting for a retry, newest first", async () => {
    const toolSlug = (await createTool(at.db)).slug;
    const ended = { status: "dead", reason: "Gone", finishedAt: NOW } as const;
    await delivery({ toolSlug });
    await delivery({ toolSlug, ...ended, createdAt: daysAgo(8) });
    await delivery({ toolSlug, status: "delivered", finishedAt: NOW, attempts: 2 });
    const dead = await delivery({ toolSlug, ...ended, createdAt: daysAgo(2) });
    const waiting = await delivery({ toolSlug, attempts: 3, createdAt: daysAgo(1) });
    expect((await read()).failing.map(({ id }) => id)).toEqual([waiting, dead]);
  });

  it("lists expiring keys to those who can see them, without revoked and replaced ones", async () => {
    const key = async (name: string, endsInDays: number, values: Partial<typeof apiKeys.$inferInsert> = {}) => {
      const id = newId();
      await at.db.insert(apiKeys).values({
        id,
        brandId: at.brand.id,
        name,
        keyHash: createHash("sha256").update(id).digest("hex"),
        prefix: "bih_abcd",
        lastFour: "wxyz",
        createdAt: daysAgo(90),
        expiresAt: daysAgo(-endsInDays),
        ...values,
      });
      return id;
    };
    const replacing = await key("Far", 15);
    await key("Soon", 14);
    await key("Just over", -7);
    await key("Long over", -8);
    await key("Revoked", 1, { revokedAt: NOW });
    await key("Replaced", 1, { replacedBy: replacing });
    expect((await read()).keys.map(({ name }) => name)).toEqual(["Just over", "Soon"]);
    expect((await read(at.viewer)).keys).toEqual([]);
  });

  it("guides through a new brand until the basics are published", async () => {
    const steps = async () => (await read()).steps.map(({ key, done }) => [key, done]);
    const begun = await steps();
    expect(begun.map(([key]) => key)).toEqual(["describe", "voice", "colors", "logo", "publish", "invite"]);
    expect(Object.fromEntries(begun)).toMatchObject({ describe: false, colors: false, publish: false, invite: true });

    const document = sampleDocument();
    document.identity.brand.description = "A repair shop.";
    await edit(at.owner, document);
    expect(Object.fromEntries(await steps())).toMatchObject({ describe: true, publish: false });
    await publishDraft(at.owner, { brandId: at.brand.id, revision: 1, note: "" });
    expect(Object.fromEntries(await steps())).toMatchObject({ describe: true, voice: false, publish: true });

    document.identity.persona.summary = "A neighbour.";
    await edit(at.owner, document, 2);
    expect(Object.fromEntries(await steps())).toMatchObject({ voice: true, publish: false });
  });

  it("counts initial content as published until a further edit", async () => {
    const owner = await createUser(at.db);
    const document = emptyDocument();
    document.identity.persona.summary = "A neighbour.";
    const brand = await createBrandFixture(at.db, { document, members: { [owner.id]: "owner" } });
    const done = async () =>
      Object.fromEntries(
        (await read(context(at.db, actingUser(owner)), brand.id)).steps.map((step) => [step.key, step.done]),
      );
    expect(await done()).toMatchObject({ voice: true, colors: false, publish: true });
  });

  it("counts an open invitation as a second person", async () => {
    const alone = await createUser(at.db);
    const brand = await createBrandFixture(at.db, { document: emptyDocument(), members: { [alone.id]: "owner" } });
    const ctx = context(at.db, actingUser(alone));
    const invited = async () => (await read(ctx, brand.id)).steps.find(({ key }) => key === "invite")?.done;
    expect(await invited()).toBe(false);
    await inviteMember(ctx, { brandId: brand.id, email: "friend@example.com", role: "viewer" });
    expect(await invited()).toBe(true);
  });
});

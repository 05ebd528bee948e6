import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, OpenDatabase } from "@/db/client";
import { apiKeys, auditEntries, brands, files, memberships, subscriptions, tools, users } from "@/db/schema";
import { HashingQueue } from "@/lib/access/account/password";
import { verifyPassword } from "@/lib/access/server";
import { importBrandFile } from "@/lib/brands/server";
import { typographyWarnings } from "@/lib/content";
import { storageKey } from "@/lib/content/server";
import { ASSET_KINDS, FONT_ROLES, LOGO_VARIANTS, TEXT_STYLES } from "@/lib/contract";
import type { ToolCredentialKind } from "@/lib/integrations";
import {
  authenticateApiKey,
  authenticateToolToken,
  grantEntitlement,
  listToolCredentials,
  readSigningSecrets,
  revokeApiKey,
  revokeEntitlement,
  revokeToolCredential,
} from "@/lib/integrations/server";
import { env } from "@/lib/platform/config/env";
import { getSnapshot } from "@/lib/publishing/server";
import { isOpenFontLicense } from "@/lib/rendering/download-kit/font-files";
import { asBrandJson } from "@/lib/rendering/formats/brand-json";
import { asTokens } from "@/lib/rendering/formats/design-tokens";
import { whyNoFont } from "@/lib/rendering/server";
import { shownTypefaces } from "@/lib/rendering/showcase/typefaces";
import type { Ctx } from "@/lib/runtime/context";
import { type DemoCredentials, describeDemo, welcome } from "@/lib/server/describe-demo";
import { seedDemo } from "@/lib/server/prepare-hub";
import { configure } from "../../support/configure";
import { createTestDatabase } from "../../support/database";
import { ANONYMOUS, actingUser, context, NOW, systemContext } from "../../support/fixtures";
import { memoryStorage } from "../../support/memory-storage";

let directory: string;
let database: OpenDatabase;
let db: Database;
const storage = memoryStorage();
let leftByFailedSeed: unknown[];
const seeding = () => context(db, { kind: "system", name: "demo" }, NOW, { storage });

const holder = globalThis as { hubHashingQueue?: HashingQueue };

/** As on a machine too busy to hash two passwords before callers time out. */
async function whereNobodyMayWait<T>(work: () => Promise<T>): Promise<T> {
  const usual = holder.hubHashingQueue;
  holder.hubHashingQueue = new HashingQueue({ concurrency: 1, maxQueued: 0, maxPerUser: 0, maxWaitMs: 600_000 });
  try {
    return await work();
  } finally {
    holder.hubHashingQueue = usual;
  }
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "hub-demo-"));
  database = await createTestDatabase();
  db = database.db;
  const belowFile = join(directory, "file", "data");
  await writeFile(join(directory, "file"), "");
  await expect(seedDemo(seeding(), { directory: belowFile })).rejects.toThrow();
  leftByFailedSeed = [...(await db.select().from(users)), ...(await db.select().from(brands))];
  expect(await whereNobodyMayWait(() => seedDemo(seeding(), { directory }))).toBe(true);
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

/** As in the process of a hub without configuration. */
async function withoutEnvironment<T>(work: () => Promise<T>): Promise<T> {
  const { CORE_CHILD_APP_TOKEN__BRAND_STUDIO: token = "", CHILD_WEBHOOK_SECRET__BRAND_STUDIO: secret = "" } =
    process.env;
  configure({ CORE_CHILD_APP_TOKEN__BRAND_STUDIO: "", CHILD_WEBHOOK_SECRET__BRAND_STUDIO: "" });
  try {
    return await work();
  } finally {
    configure({ CORE_CHILD_APP_TOKEN__BRAND_STUDIO: token, CHILD_WEBHOOK_SECRET__BRAND_STUDIO: secret });
  }
}

async function administering(): Promise<Ctx> {
  const administrator = await db.query.users.findFirst({ where: eq(users.hubAdmin, true) });
  if (!administrator) throw new Error("the demo has no hub administrator");
  return context(db, actingUser(administrator));
}

async function credentials(): Promise<DemoCredentials> {
  const described = await describeDemo(seeding(), { directory });
  if (!described) throw new Error("there is no demo");
  return described;
}

describe("the demo", () => {
  it("has three published brands, with every part and all files stored", async () => {
    const seeded = await db.select().from(brands);
    expect(seeded).toHaveLength(3);
    for (const { id, identityVersion } of seeded) {
      const { identity, colors, logos, assets, typography } = await getSnapshot(systemContext(db), {
        brandId: id,
        version: identityVersion,
      });
      expect(Object.keys(identity).sort()).toEqual(["brand", "locales", "persona", "personality", "schema"]);
      expect(colors.palette.some(({ locked }) => locked)).toBe(true);
      for (const variant of LOGO_VARIANTS) expect(logos.items.map((item) => item.variant)).toContain(variant);
      expect(logos.rules.length).toBeGreaterThan(0);
      const kinds = new Set(assets.map(({ kind }) => kind));
      expect(ASSET_KINDS.filter((kind) => kinds.has(kind)).length).toBeGreaterThanOrEqual(3);
      const mimes = new Set(logos.items.map(({ file }) => file.mime));
      expect([...mimes]).toEqual(expect.arrayContaining(["image/svg+xml", "image/png"]));
      const stored = await db.select().from(files).where(eq(files.brandId, id));
      const fonts = typography?.fonts.flatMap((font) => font.files) ?? [];
      for (const { file } of [...logos.items, ...assets, ...fonts]) {
        expect(stored.map((row) => row.id)).toContain(file.id);
        expect((await storage.read(storageKey(id, file.sha256)))?.length).toBe(file.bytes);
      }
    }
  });

  it("sets each brand in its own typefaces, with files read like uploads, every role and text style, and no substitutes", async () => {
    for (const { id, identityVersion } of await db.select().from(brands)) {
      const snapshot = await getSnapshot(systemContext(db), { brandId: id, version: identityVersion });
      const { typography } = snapshot;
      if (!typography) throw new Error("the brand has no typography");
      for (const font of typography.fonts) {
        expect(font.files.length).toBeGreaterThan(0);
        expect(font.scripts).toContain("Latn");
        expect(font.languages).toEqual(expect.arrayContaining(["da", "de", "en"]));
        expect(font.metrics?.size_adjust).toBeGreaterThan(0);
        expect(whyNoFont(font, { audience: "public", now: NOW })).toBeNull();
        expect(isOpenFontLicense(font.license.url)).toBe(true);
      }
      expect(Object.keys(typography.roles).sort()).toEqual([...FONT_ROLES].sort());
      expect(Object.keys(typography.styles).sort()).toEqual([...TEXT_STYLES].sort());
      expect(shownTypefaces(snapshot).filter(({ standsIn }) => standsIn)).toEqual([]);
      const warnings = typographyWarnings(typography, ["en", "da", "de"], NOW);
      expect(warnings).toEqual([]);
    }
  });

  it("exports each brand as design tokens and brand.json that start the same brand", async () => {
    for (const { id, identityVersion: version } of await db.select().from(brands)) {
      const snapshot = await getSnapshot(systemContext(db), { brandId: id, version });
      const tokens = asTokens(snapshot);
      expect(asTokens(importBrandFile(tokens).document)).toBe(tokens);
      const withoutFiles = { ...snapshot, logos: { ...snapshot.logos, items: [] } };
      const hub = { baseUrl: "https://hub.example.com" };
      const adcp = asBrandJson(withoutFiles, hub);
      const { document, name } = importBrandFile(adcp);
      const { slug } = snapshot.brand;
      expect(asBrandJson({ ...document, brand: { name: name ?? "", slug } }, hub)).toBe(adcp);
    }
  });

  it("has one person in three brands with three roles, one in none, one hub administrator, and an owner per brand", async () => {
    const { users: people } = await credentials();
    expect(people).toHaveLength(4);
    const [everywhere] = people.filter((person) => person.brands.length === 3);
    expect(everywhere?.brands.map(({ role }) => role).sort()).toEqual(["editor", "owner", "viewer"]);
    expect(people.filter((person) => person.brands.length === 0)).toHaveLength(1);
    expect(people.filter((person) => person.hub_admin)).toHaveLength(1);
    const owned = people.flatMap((person) => person.brands.filter(({ role }) => role === "owner"));
    expect(new Set(owned.map(({ slug }) => slug)).size).toBe(3);
  });

  it("has four tools with four statuses, each with access to some but not all brands", async () => {
    const { tools: seeded } = await credentials();
    expect(seeded).toHaveLength(4);
    expect(new Set(seeded.map(({ status }) => status)).size).toBe(4);
    for (const { entitled_brand_ids: entitled } of seeded) {
      expect(entitled.length).toBeGreaterThan(0);
      expect(entitled.length).toBeLessThan(3);
    }
    const patterns = await db.select({ patterns: tools.eventPatterns }).from(tools);
    expect(patterns.some((tool) => tool.patterns.length > 0)).toBe(true);
  });

  it("subscribes the tool of npm run child for two brands", async () => {
    const rows = await db.select().from(subscriptions).where(eq(subscriptions.toolSlug, "brand-studio"));
    expect(rows.map(({ webhookUrl }) => webhookUrl)).toEqual(Array(2).fill("http://localhost:4100/webhooks/hub"));
    const [tool] = await db.select().from(tools).where(eq(tools.slug, "brand-studio"));
    expect(tool?.connectUrl).toBe("http://localhost:4100/hub/callback");
  });

  it("is seeded once, and never over existing data", async () => {
    expect(await seedDemo(seeding(), { directory })).toBe(false);
    expect(await db.select().from(users)).toHaveLength(4);
  });

  it("leaves nothing in the database if seeding is interrupted, and is complete after the next start", () => {
    expect(leftByFailedSeed).toEqual([]);
  });
});

describe("its credentials", () => {
  it("have exactly the documented shape, in a file only for the owner", async () => {
    const described = await credentials();
    expect(Object.keys(described)).toEqual(["base_url", "users", "api_keys", "tools", "dispatch_secret"]);
    expect(described.base_url).toBe(env.HUB_BASE_URL);
    for (const user of described.users) expect(Object.keys(user)).toEqual(["email", "password", "hub_admin", "brands"]);
    for (const { brands: places } of described.users) {
      for (const place of places) expect(Object.keys(place)).toEqual(["id", "slug", "role"]);
    }
    for (const key of described.api_keys) expect(Object.keys(key)).toEqual(["brand_id", "key"]);
    for (const tool of described.tools) {
      expect(Object.keys(tool)).toEqual(["slug", "status", "child_token", "webhook_secret", "entitled_brand_ids"]);
    }
    expect((await stat(join(directory, "demo.json"))).mode & 0o777).toBe(0o600);
  });

  it("work", async () => {
    const described = await credentials();
    for (const { email, password } of described.users) {
      const [user] = await db.select().from(users).where(eq(users.email, email));
      expect(await verifyPassword(password ?? "", user?.passwordHash ?? null)).toBe(true);
    }
    expect(described.api_keys).toHaveLength(3);
    for (const { brand_id, key } of described.api_keys) {
      expect(await authenticateApiKey(context(db, ANONYMOUS), { key })).toMatchObject({ brandId: brand_id });
    }
  });

  it("of each tool were created in the hub, and work without the environment", async () => {
    const { tools: described } = await withoutEnvironment(credentials);
    const signing = await readSigningSecrets(seeding());
    for (const { slug: toolSlug, child_token, webhook_secret } of described) {
      const made = await listToolCredentials(await administering(), { toolSlug });
      expect(made.map(({ kind, name, state }) => [kind, name, state]).sort()).toEqual([
        ["app_token", "Demo", "active"],
        ["signing_secret", "Demo", "active"],
      ]);
      expect(await authenticateToolToken(seeding(), { toolSlug, token: child_token ?? "" })).toMatchObject({
        toolSlug,
      });
      expect(signing.of(toolSlug).at(-1)).toBe(webhook_secret);
      // The form of Standard Webhooks, which its libraries accept unchanged.
      expect(webhook_secret).toMatch(/^whsec_[A-Za-z0-9+/]{44}$/);
    }
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, "tool_credential.issued"));
    expect(entries).toHaveLength(8);
  });

  // From a data directory of an earlier release, or set by the operator.
  it("come from the environment if it sets them", async () => {
    const { tools: described } = await credentials();
    const studio = described.find(({ slug }) => slug === "brand-studio");
    expect(env.childAppTokens.get("BRAND_STUDIO")).toContain(studio?.child_token);
    expect(env.webhookSecrets.get("BRAND_STUDIO")).toContain(studio?.webhook_secret);
  });

  it("are shown for a directory of an earlier release, whose tools use the environment's", async () => {
    const older = await mkdtemp(join(tmpdir(), "hub-demo-"));
    try {
      const { tools: _, ...before } = JSON.parse(await readFile(join(directory, "demo.json"), "utf8"));
      await writeFile(join(older, "demo.json"), JSON.stringify(before));
      const described = await describeDemo(seeding(), { directory: older });
      expect(described?.users.map(({ password }) => password)).not.toContain(null);
      expect(
        described?.tools.map(({ slug, child_token, webhook_secret }) => [slug, child_token, webhook_secret]),
      ).toEqual([
        [
          "brand-studio",
          ...["CORE_CHILD_APP_TOKEN", "CHILD_WEBHOOK_SECRET"].map((name) => process.env[`${name}__BRAND_STUDIO`]),
        ],
        ...["campaign-desk", "print-room", "sticker-press"].map((slug) => [slug, null, null]),
      ]);
    } finally {
      await rm(older, { recursive: true });
    }
  });

  it("are no longer shown once revoked in the hub", async () => {
    const ctx = await administering();
    const toolSlug = "campaign-desk";
    const told = async () => (await credentials()).tools.find(({ slug }) => slug === toolSlug);
    const made = await listToolCredentials(ctx, { toolSlug });
    const idOf = (kind: ToolCredentialKind) => made.find((each) => each.kind === kind)?.id ?? "";
    await revokeToolCredential(ctx, { toolSlug, credentialId: idOf("app_token") });
    expect(await told()).toMatchObject({ child_token: null, webhook_secret: expect.stringMatching(/^whsec_/) });
    await revokeToolCredential(ctx, { toolSlug, credentialId: idOf("signing_secret") });
    expect(await told()).toMatchObject({ child_token: null, webhook_secret: null });
  });

  it("are printed at startup with commands to paste, one of which asks for newer data", async () => {
    const described = await credentials();
    const text = await welcome(seeding(), described);
    const [studio] = described.tools.filter(({ slug }) => slug === "brand-studio");
    const [brandId] = studio?.entitled_brand_ids ?? [];
    expect(text).toContain(described.users[0]?.email);
    expect(text).toContain(described.users[0]?.password);
    const curl = `  curl -s -H "Authorization: Bearer ${studio?.child_token}" -H "X-Tool-Slug: brand-studio" "${described.base_url}/api/public/v1/brand/by-id/${brandId}/bundle`;
    expect(text).toContain(`${curl}"\n`);
    expect(text).toContain(`${curl}?since=1"\n`);
  });

  it("are shown on a busy machine, too", async () => {
    const { users: told } = await whereNobodyMayWait(credentials);
    expect(told.map(({ password }) => password)).not.toContain(null);
  });

  it("are current: roles, entitlements, revoked keys and changed passwords", async () => {
    const before = await credentials();
    const administrator = await db.query.users.findFirst({ where: eq(users.hubAdmin, true) });
    const [brand] = before.users[0]?.brands ?? [];
    const [tool] = before.tools.filter(({ slug }) => slug === "print-room");
    const [key] = await db
      .select()
      .from(apiKeys)
      .where(eq(apiKeys.brandId, brand?.id ?? ""));
    if (!administrator || !brand || !tool || !key || !before.users[0])
      throw new Error("the demo is not as it should be");
    const ctx = context(db, actingUser(administrator));
    const [taken = ""] = tool.entitled_brand_ids;
    await revokeEntitlement(ctx, { brandId: taken, toolSlug: tool.slug });
    await grantEntitlement(ctx, { brandId: brand.id, toolSlug: tool.slug });
    const owner = await db.query.users.findFirst({ where: eq(users.email, before.users[0].email) });
    await revokeApiKey(context(db, actingUser({ id: owner?.id ?? "" })), { brandId: brand.id, apiKeyId: key.id });
    await db.update(users).set({ passwordHash: null }).where(eq(users.email, "sam.okoro@example.com"));
    await db.delete(memberships).where(eq(memberships.role, "viewer"));

    const after = await credentials();
    expect(after.tools.find(({ slug }) => slug === tool.slug)?.entitled_brand_ids).toEqual([brand.id]);
    expect(after.api_keys.map(({ brand_id }) => brand_id)).not.toContain(brand.id);
    expect(after.users.find(({ email }) => email === "sam.okoro@example.com")?.password).toBeNull();
    expect(after.users[0]?.brands).toHaveLength(2);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NO_QUOTAS, type Quotas } from "@/lib/access";
import {
  inviteMember,
  issueNamedSessionToken,
  QuotaExceeded,
  readOwnUse,
  resendInvitation,
  revokeInvitation,
} from "@/lib/access/server";
import { archiveBrand, createBrand, readBrandQuotas, renameBrand } from "@/lib/brands/server";
import { storeUpload } from "@/lib/content/server";
import { issueApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "@/lib/integrations/server";
import { JOB_LIMITS } from "@/lib/platform/jobs/job-pool";
import type { Ctx } from "@/lib/runtime/context";
import { picture } from "../support/files";
import { actingUser, context, createBrandFixture, createUser, NOW } from "../support/fixtures";
import { inForm } from "../support/in-form";
import { memoryStorage } from "../support/memory-storage";
import { createPostgresDatabase, type PostgresDatabase } from "../support/postgres";

const DAY_MS = 24 * 60 * 60_000;
const AT_ONCE = inForm({ short: 8, full: 40 });

let database: PostgresDatabase;
beforeAll(async () => {
  database = await createPostgresDatabase();
});
afterAll(() => database.close());

interface Quotaed {
  brand?: Partial<Quotas["brand"]>;
  user?: Partial<Quotas["user"]>;
}

/** The owner of a new brand on a hub with only these quotas. */
async function owner({ brand = {}, user = {} }: Quotaed) {
  const person = await createUser(database.db);
  const made = await createBrandFixture(database.db, { members: { [person.id]: "owner" } });
  const quotas = { brand: { ...NO_QUOTAS.brand, ...brand }, user: { ...NO_QUOTAS.user, ...user } };
  const storage = memoryStorage();
  const at = (now: Date) => context(database.db, actingUser(person), now, { quotas, storage });
  return { ctx: at(NOW), at, brandId: made.id, brand: made, storage };
}

const later = (ms: number) => new Date(NOW.getTime() + ms);
const drawing = (index: number) => picture("png", index + 1);
const issue = (ctx: Ctx, brandId: string, expiresAt: Date | null = null) =>
  issueApiKey(ctx, { brandId, name: "Service", expiresAt });
const invite = (ctx: Ctx, brandId: string, name: number | string) =>
  inviteMember(ctx, { brandId, email: `guest-${name}@example.com`, role: "viewer" });

type Act = (ctx: Ctx, brandId: string, index: number) => Promise<unknown>;

/** What to create, its quota, and how many concurrent requests fit into a new brand. */
const RACES: [string, Quotaed, number, Act][] = [
  ["API keys", { brand: { apiKeys: 3 } }, 3, (ctx, brandId) => issue(ctx, brandId)],
  ["members and open invitations", { brand: { members: 4 } }, 3, invite],
  [
    "files",
    { brand: { files: 3 } },
    3,
    async (ctx, brandId, index) => storeUpload(ctx, { brandId, bytes: await drawing(index) }),
  ],
  [
    "bytes of files",
    { brand: { storage: 250 } },
    2,
    async (ctx, brandId, index) => storeUpload(ctx, { brandId, bytes: await drawing(index) }),
  ],
  [
    "versions in a day",
    { brand: { versionsPerDay: 4 } },
    3,
    (ctx, brandId, index) => renameBrand(ctx, { brandId, name: `Name ${index}`, slug: `race-${brandId}` }),
  ],
  [
    "brands of a person",
    { user: { brands: 3 } },
    3,
    (ctx, brandId, index) => createBrand(ctx, { name: "Race", slug: `race-${brandId}-${index}` }),
  ],
  [
    "session tokens of a person",
    { user: { sessionTokens: 3 } },
    3,
    (ctx) => issueNamedSessionToken(ctx, { name: "Loop" }),
  ],
];

describe("a quota", () => {
  it.each(RACES)("is never exceeded by concurrent requests: %s", async (what, quotas, places, act) => {
    const { ctx, brandId, storage } = await owner(quotas);
    // More concurrent uploads of one person are refused before quotas.
    const length = what.includes("files") ? Math.min(AT_ONCE, JOB_LIMITS.ownJobs) : AT_ONCE;
    const asked = Array.from({ length }, (_, index) => act(ctx, brandId, index));
    const outcomes = await Promise.allSettled(asked);
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(outcomes.length - refused.length).toBe(places);
    for (const error of refused) {
      expect(error).toBeInstanceOf(QuotaExceeded);
      expect(error.code).toBe("bad_request");
      expect(error.message).toMatch(/^(This|You) .+\. Your administrator can raise the limit\.$/);
    }
    expect(storage.kept.size).toBeLessThanOrEqual(places);
  });

  it("lets a brand above it remove but not add", async () => {
    const { ctx, brandId } = await owner({});
    const keys = [await issue(ctx, brandId), await issue(ctx, brandId), await issue(ctx, brandId)];
    const strict: Ctx = { ...ctx, quotas: { ...NO_QUOTAS, brand: { ...NO_QUOTAS.brand, apiKeys: 2 } } };
    const active = async () => (await listApiKeys(strict, { brandId, state: "active" })).entries.length;
    await expect(issue(strict, brandId)).rejects.toBeInstanceOf(QuotaExceeded);
    expect(await active()).toBe(3);
    for (const { id } of keys.slice(0, 2)) await revokeApiKey(strict, { brandId, apiKeyId: id });
    await issue(strict, brandId);
    expect(await active()).toBe(2);
  });

  it("counts active API keys, and never blocks a rotation without overlap", async () => {
    const { ctx, at, brandId } = await owner({ brand: { apiKeys: 1 } });
    const { id } = await issue(ctx, brandId, later(DAY_MS));
    await expect(rotateApiKey(ctx, { brandId, apiKeyId: id, overlapMs: 1000 })).rejects.toBeInstanceOf(QuotaExceeded);
    await rotateApiKey(ctx, { brandId, apiKeyId: id, overlapMs: 0 });
    await expect(issue(ctx, brandId)).rejects.toBeInstanceOf(QuotaExceeded);
    await issue(at(later(2 * DAY_MS)), brandId);
  });

  it("counts open invitations, and a renewed one again", async () => {
    const { ctx, at, brandId } = await owner({ brand: { members: 2 } });
    const first = await invite(ctx, brandId, "first");
    await expect(invite(ctx, brandId, "second")).rejects.toBeInstanceOf(QuotaExceeded);
    await resendInvitation(ctx, { brandId, invitationId: first.id });
    const expired = at(later(8 * DAY_MS));
    const second = await invite(expired, brandId, "second");
    await expect(resendInvitation(expired, { brandId, invitationId: first.id })).rejects.toBeInstanceOf(QuotaExceeded);
    await revokeInvitation(expired, { brandId, invitationId: second.id });
    await resendInvitation(expired, { brandId, invitationId: first.id });
  });

  it("accepts content that is already stored when it is full", async () => {
    const { ctx, brandId, storage } = await owner({ brand: { files: 1 } });
    const { file } = await storeUpload(ctx, { brandId, bytes: await drawing(1) });
    await expect(storeUpload(ctx, { brandId, bytes: await drawing(2) })).rejects.toThrow(/deleted after 30 days/);
    expect((await storeUpload(ctx, { brandId, bytes: await drawing(1) })).file).toEqual(file);
    expect(storage.kept.size).toBe(1);
  });

  it("allows new versions again a day later", async () => {
    const { ctx, at, brandId, brand } = await owner({ brand: { versionsPerDay: 1 } });
    const rename = (at: Ctx, name: string) => renameBrand(at, { brandId, name, slug: brand.slug });
    await expect(rename(ctx, "Too soon")).rejects.toBeInstanceOf(QuotaExceeded);
    expect((await rename(ctx, brand.name)).changes).toEqual([]);
    await rename(at(later(DAY_MS)), "A day later");
  });

  it("counts an archived brand for 30 days", async () => {
    const { ctx, at } = await owner({ user: { brands: 1 } });
    const make = (at: Ctx, slug: string) => createBrand(at, { name: "Mine", slug: `${slug}-${at.now.getTime()}` });
    const { id } = await make(ctx, "first");
    await archiveBrand(ctx, { brandId: id, typedName: "Mine" });
    await expect(make(at(later(29 * DAY_MS)), "second")).rejects.toBeInstanceOf(QuotaExceeded);
    await make(at(later(31 * DAY_MS)), "second");
  });

  it("shows its usage, and hides quotas that are off", async () => {
    const { ctx, brandId } = await owner({ brand: { apiKeys: 3, storage: 1_000_000 }, user: { sessionTokens: 2 } });
    await issue(ctx, brandId);
    const { file } = await storeUpload(ctx, { brandId, bytes: await drawing(1) });
    expect(await readBrandQuotas(ctx, { brandId })).toEqual([
      { quota: "apiKeys", label: "Active API keys", used: 1, limit: 3 },
      { quota: "storage", label: "Storage", used: file.bytes, limit: 1_000_000 },
    ]);
    expect(await readOwnUse(ctx)).toEqual([
      { quota: "sessionTokens", label: "Active session tokens", used: 0, limit: 2 },
    ]);
  });
});

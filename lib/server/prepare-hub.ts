import { randomInt } from "node:crypto";
import { type DEMO_BRAND_SLUGS, loadDemoBrands } from "@/db/demo/load-demo-brands";
import { brands, memberships, tools, users } from "@/db/schema";
import { hashPassword } from "@/lib/access/server";
import { createBrand, setPublicPage } from "@/lib/brands/server";
import type { Role, ToolStatus } from "@/lib/contract";
import { DEMO_TOOL_PORT } from "@/lib/integrations";
import { grantEntitlement, issueApiKey, issueBoth } from "@/lib/integrations/server";
import { env } from "@/lib/platform/config/env";
import { inTransaction } from "@/lib/platform/context";
import { newId } from "@/lib/platform/ids";
import { hasNpm, usageOf } from "@/lib/platform/usage-of";
import type { Ctx } from "@/lib/runtime/context";
import { contextOf, type Hub, hub } from "@/lib/runtime/hub";
import { type DemoFile, writeDemoFile } from "./embedded-secrets";
import { type PreparedBrand, prepareDemoBrand } from "./prepare-demo-brand";

interface DemoTool {
  slug: string;
  name: string;
  description: string;
  status: ToolStatus;
  webhookUrl: string | null;
  connectUrl: string | null;
  initiateLoginUrl: string | null;
  eventPatterns: string[];
  entitled: (typeof DEMO_BRAND_SLUGS)[number][];
}

const CHILD = `http://localhost:${DEMO_TOOL_PORT}`;

const DEMO_TOOLS: readonly DemoTool[] = [
  {
    slug: "brand-studio",
    name: "Brand Studio",
    description: `Lays out posts, decks and labels in the brand's colours and voice.${hasNpm() ? ` Start it with “${usageOf("child")}”.` : ""}`,
    status: "active",
    webhookUrl: `${CHILD}/webhooks/hub`,
    connectUrl: `${CHILD}/hub/callback`,
    initiateLoginUrl: `${CHILD}/hub/login`,
    eventPatterns: [],
    entitled: ["slow-ferry", "torvane"],
  },
  {
    slug: "campaign-desk",
    name: "Campaign Desk",
    description: "Plans campaigns across channels, and reacts when another tool has made an asset.",
    status: "beta",
    webhookUrl: null,
    connectUrl: "https://campaign-desk.example/hub/callback",
    initiateLoginUrl: null,
    eventPatterns: ["asset.*", "campaign.*"],
    entitled: ["slow-ferry", "hullabarn"],
  },
  {
    slug: "print-room",
    name: "Print Room",
    description: "Prepares print files with the brand's logo rules and clear space.",
    status: "maintenance",
    webhookUrl: null,
    connectUrl: null,
    initiateLoginUrl: null,
    eventPatterns: ["asset.published"],
    entitled: ["torvane"],
  },
  {
    slug: "sticker-press",
    name: "Sticker Press",
    description: "Prints stickers and die-cut labels.",
    status: "disabled",
    webhookUrl: null,
    connectUrl: null,
    initiateLoginUrl: null,
    eventPatterns: [],
    entitled: ["hullabarn"],
  },
];

interface DemoPerson {
  email: string;
  name: string;
  hubAdmin: boolean;
  roles: Partial<Record<(typeof DEMO_BRAND_SLUGS)[number], Role>>;
}

/** The first is the sign-in that `npm start` prints; every brand has one owner among them. */
const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    email: "mara.lind@example.com",
    name: "Mara Lind",
    hubAdmin: false,
    roles: { "slow-ferry": "owner", torvane: "editor", hullabarn: "viewer" },
  },
  {
    email: "jonas.weil@example.com",
    name: "Jonas Weil",
    hubAdmin: false,
    roles: { torvane: "owner", "slow-ferry": "admin" },
  },
  { email: "hanna.berg@example.com", name: "Hanna Berg", hubAdmin: true, roles: { hullabarn: "owner" } },
  { email: "sam.okoro@example.com", name: "Sam Okoro", hubAdmin: false, roles: {} },
];

interface Person {
  id: string;
  email: string;
  name: string;
  hubAdmin: boolean;
  password: string;
  passwordHash: string;
  roles: Partial<Record<string, Role>>;
}

/** No characters that look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
/** 79 bits, in groups that are easy to type. */
const newPassword = () => [group(), group(), group(), group()].join("-");

/** Sequential: the hash queue refuses what it can't take, and a busy machine would get no demo. */
async function preparePeople(): Promise<Person[]> {
  const people: Person[] = [];
  for (const person of DEMO_PEOPLE) {
    const password = newPassword();
    people.push({ ...person, id: newId(), password, passwordHash: await hashPassword(password) });
  }
  return people;
}

const actingAs = (ctx: Ctx, { id: userId, hubAdmin }: Person): Ctx => ({
  ...ctx,
  actor: { kind: "user", userId, hubAdmin },
});

async function writeBrand(ctx: Ctx, brand: PreparedBrand, people: Person[]): Promise<DemoFile["api_keys"][number]> {
  const owner = people.find(({ roles }) => roles[brand.slug] === "owner");
  if (!owner) throw new Error(`the demo brand ${brand.slug} has no owner`);
  const owning = actingAs(ctx, owner);
  await createBrand(owning, brand);
  // The landing page shows them.
  await setPublicPage(owning, { brandId: brand.id, on: true });
  for (const { id: userId, roles } of people) {
    const role = roles[brand.slug];
    if (role && userId !== owner.id)
      await ctx.db.insert(memberships).values({ brandId: brand.id, userId, role, createdAt: ctx.now });
  }
  const { id, key } = await issueApiKey(owning, { brandId: brand.id, name: "Demo", expiresAt: null });
  return { id, brand_id: brand.id, key };
}

async function writeTools(ctx: Ctx, seeded: PreparedBrand[], administrator: Person): Promise<DemoFile["tools"]> {
  const acting = actingAs(ctx, administrator);
  const credentials: DemoFile["tools"] = [];
  for (const { webhookUrl, entitled, ...tool } of DEMO_TOOLS) {
    await ctx.db.insert(tools).values({ ...tool, defaultWebhookUrl: webhookUrl, createdAt: ctx.now });
    for (const { id, slug } of seeded) {
      const granted = (entitled as string[]).includes(slug);
      if (granted) await grantEntitlement(acting, { brandId: id, toolSlug: tool.slug });
    }
    const { appToken, signingSecret } = await issueBoth(acting, {
      toolSlug: tool.slug,
      name: "Demo",
      createdBy: administrator.id,
    });
    credentials.push({ slug: tool.slug, child_token: appToken.secret, webhook_secret: signingSecret.secret });
  }
  return credentials;
}

async function isEmpty({ db }: Ctx): Promise<boolean> {
  const someone = await db.select({ id: users.id }).from(users).limit(1);
  const something = await db.select({ id: brands.id }).from(brands).limit(1);
  return someone.length === 0 && something.length === 0;
}

/**
 * Fills an empty database with the demo's brands, people and tools, and stores their plain credentials in
 * `directory`. Returns false if the database isn't empty. All or nothing: the next start repeats an interrupted
 * seed, which leaves only unused files.
 */
export async function seedDemo(ctx: Ctx, { directory }: { directory: string }): Promise<boolean> {
  if (!(await isEmpty(ctx))) return false;
  const people = await preparePeople();
  const administrator = people.find(({ hubAdmin }) => hubAdmin);
  if (!administrator) throw new Error("the demo has no hub administrator");
  const prepared: PreparedBrand[] = [];
  for (const brand of await loadDemoBrands()) prepared.push(await prepareDemoBrand(ctx, brand));

  const { now } = ctx;
  await inTransaction(ctx, async (inTx) => {
    await inTx.db
      .insert(users)
      .values(people.map(({ roles, password, ...user }) => ({ ...user, emailVerifiedAt: now, createdAt: now })));
    const apiKeys: DemoFile["api_keys"] = [];
    for (const [index, brand] of prepared.entries()) {
      // A second apart, so that the first brand is the oldest for everybody.
      const at = new Date(now.getTime() - (prepared.length - index) * 1000);
      apiKeys.push(await writeBrand({ ...inTx, now: at }, brand, people));
    }
    const toolCredentials = await writeTools(inTx, prepared, administrator);
    // Before the commit, so that the file always has what the database has.
    const credentials = people.map(({ email, password }) => ({ email, password }));
    await writeDemoFile(directory, { users: credentials, api_keys: apiKeys, tools: toolCredentials });
  });
  return true;
}

export async function prepareHub(): Promise<Hub> {
  const opened = await hub();
  await opened.database.migrate();
  const ctx = contextOf(opened, { actor: { kind: "system", name: "demo" }, now: new Date() });
  if (env.HUB_DEMO) await seedDemo(ctx, { directory: env.HUB_DATA_DIR });
  return opened;
}

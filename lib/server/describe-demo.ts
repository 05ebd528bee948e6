import { and, asc, eq, gt, inArray, isNull, or } from "drizzle-orm";
import { apiKeys, brands, entitlements, memberships, tools, users } from "@/db/schema";
import { verifyPassword } from "@/lib/access/server";
import type { Role, ToolStatus } from "@/lib/contract";
import { authenticateToolToken, readSigningSecrets } from "@/lib/integrations/server";
import { env } from "@/lib/platform/config/env";
import { hasNpm, usageOf } from "@/lib/platform/usage-of";
import type { Ctx } from "@/lib/runtime/context";
import { type DemoFile, readDemoFile } from "./embedded-secrets";

export interface DemoCredentials {
  base_url: string;
  users: {
    email: string;
    /** Null once the person has changed it. */
    password: string | null;
    hub_admin: boolean;
    brands: { id: string; slug: string; role: Role }[];
  }[];
  api_keys: { brand_id: string; key: string }[];
  tools: {
    slug: string;
    status: ToolStatus;
    /** Null if the demo knows no active one, like the webhook secret. */
    child_token: string | null;
    webhook_secret: string | null;
    entitled_brand_ids: string[];
  }[];
  dispatch_secret: string | null;
}

async function describeUsers({ db }: Ctx, demo: DemoFile["users"]): Promise<DemoCredentials["users"]> {
  const emails = demo.map(({ email }) => email);
  const people = await db.select().from(users).where(inArray(users.email, emails)).orderBy(asc(users.id));
  const ids = people.map(({ id }) => id);
  const places = await db
    .select({ userId: memberships.userId, id: brands.id, slug: brands.slug, role: memberships.role })
    .from(memberships)
    .innerJoin(brands, and(eq(brands.id, memberships.brandId), isNull(brands.archivedAt)))
    .where(inArray(memberships.userId, ids))
    .orderBy(asc(memberships.createdAt));
  const described: DemoCredentials["users"] = [];
  // Sequential: the hash queue refuses what it can't take, and a busy machine's start would fail.
  for (const { id: userId, email, hubAdmin, passwordHash } of people) {
    const password = demo.find((user) => user.email === email)?.password ?? "";
    described.push({
      email,
      password: (await verifyPassword(password, passwordHash)) ? password : null,
      hub_admin: hubAdmin,
      brands: places.filter((place) => place.userId === userId).map(({ id, slug, role }) => ({ id, slug, role })),
    });
  }
  return described;
}

async function describeApiKeys({ db, now }: Ctx, demo: DemoFile["api_keys"]): Promise<DemoCredentials["api_keys"]> {
  const valid = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .innerJoin(brands, and(eq(brands.id, apiKeys.brandId), isNull(brands.archivedAt)))
    .where(
      and(
        inArray(
          apiKeys.id,
          demo.map(({ id }) => id),
        ),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
      ),
    );
  const ids = new Set(valid.map(({ id }) => id));
  return demo.filter(({ id }) => ids.has(id)).map(({ brand_id, key }) => ({ brand_id, key }));
}

async function describeTools(ctx: Ctx, demo: DemoFile["tools"]): Promise<DemoCredentials["tools"]> {
  const { db } = ctx;
  const registered = await db.select({ slug: tools.slug, status: tools.status }).from(tools).orderBy(asc(tools.slug));
  const granted = await db
    .select({ slug: entitlements.toolSlug, brandId: entitlements.brandId })
    .from(entitlements)
    .innerJoin(brands, and(eq(brands.id, entitlements.brandId), isNull(brands.archivedAt)))
    .orderBy(asc(entitlements.brandId));
  const signing = await readSigningSecrets(ctx);
  const described: DemoCredentials["tools"] = [];
  for (const { slug, status } of registered) {
    const { child_token: token = "", webhook_secret: secret = "" } = demo.find((made) => made.slug === slug) ?? {};
    const isTokenInForce = (await authenticateToolToken(ctx, { toolSlug: slug, token })) !== null;
    const isSecretInForce = signing.of(slug).includes(secret);
    described.push({
      slug,
      status,
      child_token: ctx.secrets.childApp(slug)[0] ?? (isTokenInForce ? token : null),
      webhook_secret: ctx.secrets.webhook(slug)[0] ?? (isSecretInForce ? secret : null),
      entitled_brand_ids: granted.filter((grant) => grant.slug === slug).map(({ brandId }) => brandId),
    });
  }
  return described;
}

export async function describeDemo(ctx: Ctx, { directory }: { directory: string }): Promise<DemoCredentials | null> {
  const demo = await readDemoFile(directory);
  if (!demo) return null;
  const people = await describeUsers(ctx, demo.users);
  if (people.length === 0) return null;
  return {
    base_url: ctx.baseUrl,
    users: people,
    api_keys: await describeApiKeys(ctx, demo.api_keys),
    tools: await describeTools(ctx, demo.tools),
    dispatch_secret: env.WEBHOOK_DISPATCH_SECRET?.[0] ?? null,
  };
}

const CHILD_TOOL = "brand-studio";

function curl(tool: { slug: string; child_token: string | null }, url: string): string {
  return `  curl -s -H "Authorization: Bearer ${tool.child_token}" -H "X-Tool-Slug: ${tool.slug}" "${url}"`;
}

async function bundleLines({ db }: Ctx, demo: DemoCredentials): Promise<string[]> {
  const tool = demo.tools.find(({ slug }) => slug === CHILD_TOOL);
  const [brandId] = tool?.entitled_brand_ids ?? [];
  if (!tool?.child_token || !brandId) return [];
  const [brand] = await db.select().from(brands).where(eq(brands.id, brandId));
  if (!brand) return [];
  const url = `${demo.base_url}/api/public/v1/brand/by-id/${brand.id}/bundle`;
  return [
    `Read the bundle of ${brand.name}:`,
    curl(tool, url),
    "Read it only if it's newer than your version:",
    curl(tool, `${url}?since=${brand.identityVersion}`),
    "",
  ];
}

function signInLine(demo: DemoCredentials): string[] {
  const person = demo.users.find(({ password }) => password !== null);
  return person ? [`  Sign in    ${person.email}  ${person.password}`] : [];
}

export async function welcome(ctx: Ctx, demo: DemoCredentials | null): Promise<string> {
  const { baseUrl } = ctx;
  const commands: [command: string, does: string][] = [
    [usageOf("credentials"), "every sign-in, key and token of this demo, as JSON"],
    [usageOf("mails"), "the mails that this demo kept instead of sending"],
  ];
  if (hasNpm())
    commands.unshift([usageOf("child"), "an example tool that shows the brand and updates when it changes"]);
  return [
    "",
    "Brand Identity Hub is running.",
    "",
    `  Address    ${baseUrl}`,
    ...(demo ? signInLine(demo) : []),
    `  Docs       ${baseUrl}/docs`,
    "",
    ...(demo ? await bundleLines(ctx, demo) : []),
    ...(demo
      ? ["In another terminal:", ...commands.map(([command, does]) => `  ${command.padEnd(31)}${does}`), ""]
      : []),
    "Ctrl-C stops it.",
    "",
  ].join("\n");
}

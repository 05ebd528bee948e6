import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { auditEntries, entitlements, subscriptions, toolCredentials, tools } from "@/db/schema";
import { authenticateToolToken } from "@/lib/integrations/server";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "@/lib/runtime/context";
import { applyTool, checkTool, readDeclaredTools } from "@/lib/server/cli/tools/apply-tools";
import { openTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, context, createBrandFixture, createTool, NOW, SYSTEM } from "@/tests/support/fixtures";
import { createPostgresDatabase } from "@/tests/support/postgres";

const HOOK = "https://1.1.1.1/hooks";

const database = openTestDatabase();

const read = (...declared: object[]) => readDeclaredTools(JSON.stringify({ tools: declared }), "tools.json");
const [one] = [(declared: object) => read(declared)[0] ?? expect.fail("nothing was declared")];
const operator = (): Ctx => context(database.db, SYSTEM, NOW);
const slugOf = (name: string) => `${name}-${newId().slice(-8)}`;

/** Everything stored about tools, and their log entries. */
async function stateOf() {
  const { db } = database;
  const tables = [tools, entitlements, subscriptions, toolCredentials, auditEntries] as const;
  return Promise.all(tables.map((table) => db.$count(table)));
}

describe("tools apply", () => {
  it("registers a tool with working credentials, and changes nothing when repeated", async () => {
    const slug = slugOf("press");
    const brand = await createBrandFixture(database.db);
    const declared = one({ slug, name: "Press", webhook_url: HOOK, event_patterns: ["asset.*"], brands: [brand.slug] });
    const made = await applyTool(operator(), declared);
    expect(made).toMatchObject({ slug, registered: true, changed: [], granted: 1 });
    expect(made.credentials.map(({ kind }) => kind)).toEqual(["app_token", "signing_secret"]);
    const proof = { toolSlug: slug, token: made.credentials[0]?.secret ?? "" };
    expect(await authenticateToolToken(context(database.db, ANONYMOUS), proof)).toMatchObject({ toolSlug: slug });
    expect(await database.db.select().from(subscriptions).where(eq(subscriptions.toolSlug, slug))).toMatchObject([
      { brandId: brand.id, webhookUrl: HOOK, enabled: true },
    ]);
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, slug));
    expect(entries.map(({ action, actorKind, actorLabel }) => [action, actorKind, actorLabel])).toEqual(
      expect.arrayContaining([
        ["tool.registered", "system", SYSTEM.name],
        ["entitlement.granted", "system", SYSTEM.name],
      ]),
    );

    const before = await stateOf();
    expect(await applyTool(operator(), declared)).toEqual({
      slug,
      registered: false,
      changed: [],
      granted: 0,
      credentials: [],
    });
    expect(await stateOf()).toEqual(before);
  });

  it("issues a new tool's credentials before a grant can fail, and none if one of them fails", async () => {
    const slug = slugOf("late");
    const onRegistered = vi.fn();
    const declared = one({ slug, name: "Late", brands: ["nowhere"] });
    await expect(applyTool(operator(), declared, { onRegistered })).rejects.toThrow(/no brand nowhere/);
    expect(onRegistered.mock.calls).toMatchObject([
      [{ credentials: [{ kind: "app_token" }, { kind: "signing_secret" }] }],
    ]);
    expect(await database.db.$count(toolCredentials, eq(toolCredentials.toolSlug, slug))).toBe(2);

    const { secrets } = operator();
    const failing: Ctx["secrets"] = {
      ...secrets,
      get encryption(): readonly string[] {
        throw new Error("no key can be read");
      },
    };
    const before = await stateOf();
    const unmade = one({ slug: slugOf("unmade"), name: "Unmade" });
    await expect(applyTool({ ...operator(), secrets: failing }, unmade)).rejects.toThrow("no key can be read");
    expect(await stateOf()).toEqual(before);
  });

  it.each([
    ["an app token", { childApp: () => ["a"] }, ["signing_secret"], undefined],
    ["an app token but no sealing key", { childApp: () => ["a"], encryption: [] }, [], expect.stringContaining("HUB_")],
    ["a signing secret", { webhook: () => ["s"] }, ["app_token"], undefined],
    ["both", { childApp: () => ["a"], webhook: () => ["s"], encryption: [] }, [], undefined],
  ])("creates what a new tool lacks if the environment has %s", async (_, given, kinds, lacking) => {
    const ctx = operator();
    const acting = { ...ctx, secrets: { ...ctx.secrets, ...given } };
    const made = await applyTool(acting, one({ slug: slugOf("given"), name: "Given" }));
    expect([made.credentials.map(({ kind }) => kind), made.lacking]).toEqual([kinds, lacking]);
  });

  it("changes what the file states about a tool, and nothing else", async () => {
    const { slug } = await createTool(database.db, { description: "Prints.", defaultWebhookUrl: HOOK });
    const url = "https://1.1.1.1/other";
    const applied = await applyTool(
      operator(),
      one({ slug, name: "New name", webhook_url: url, status: "beta", entitlement_webhooks: true }),
    );
    expect(applied).toMatchObject({
      registered: false,
      changed: ["name", "status", "webhook_url", "entitlement_webhooks"],
    });
    const [tool] = await database.db.select().from(tools).where(eq(tools.slug, slug));
    expect(tool).toMatchObject({ name: "New name", description: "Prints.", status: "beta", defaultWebhookUrl: url });
  });

  it("grants a tool to all active brands, including later ones", async () => {
    const { slug, name } = await createTool(database.db);
    const archived = await createBrandFixture(database.db, { archivedAt: NOW });
    await createBrandFixture(database.db);
    const declared = one({ slug, name, brands: "all" });
    const { granted } = await applyTool(operator(), declared);
    expect(granted).toBeGreaterThan(0);
    const rows = await database.db.select().from(entitlements).where(eq(entitlements.toolSlug, slug));
    expect(rows).toHaveLength(granted);
    expect(rows.map(({ brandId }) => brandId)).not.toContain(archived.id);
    await createBrandFixture(database.db);
    expect(await applyTool(operator(), declared)).toMatchObject({ granted: 1 });
  });

  it.each(["all", "named"])("reports the same for %s brands in a check, and changes nothing", async (which) => {
    const brand = await createBrandFixture(database.db);
    const slug = slugOf("checked");
    const declared = one({ slug, name: "Checked", webhook_url: HOOK, brands: which === "all" ? "all" : [brand.slug] });
    const before = await stateOf();
    const planned = await checkTool(operator(), declared);
    expect(await stateOf()).toEqual(before);
    const { credentials, ...applied } = await applyTool(operator(), declared);
    expect(planned).toMatchObject(applied);
    expect(planned.credentials).toHaveLength(credentials.length);
  });

  it.each([
    ["a missing brand", { brands: ["nowhere"] }, /^wrong: There is no brand nowhere\.$/],
    ["a URL in a private network", { webhook_url: "https://10.0.0.7/x" }, /^wrong: /],
    ["an invalid pattern", { event_patterns: ["*.*.*"] }, /^wrong: /],
  ])("refuses %s and registers nothing", async (_, given, sentence) => {
    const before = await stateOf();
    await expect(checkTool(operator(), one({ slug: "wrong", name: "Wrong", ...given }))).rejects.toThrow(sentence);
    expect(await stateOf()).toEqual(before);
  });

  it.each<[what: string, file: string, sentence: RegExp]>([
    ["invalid JSON", "{", /^tools\.json is not JSON: /],
    ["an unknown field", '{"tools":[{"slug":"a","name":"A","webhok_url":"x"}]}', /tools\.0: .*"webhok_url"/],
    ["no name", '{"tools":[{"slug":"a"}]}', /tools\.0\.name: /],
    ["an empty URL", '{"tools":[{"slug":"a","name":"A","webhook_url":""}]}', /webhook_url: must be a URL, or null/],
    ["invalid brands", '{"tools":[{"slug":"a","name":"A","brands":"some"}]}', /brands: must be "all" or a list/],
    ["a tool twice", '{"tools":[{"slug":"a","name":"A"},{"slug":"a","name":"B"}]}', /declares a twice/],
  ])("explains what is wrong in a file with %s", (_, file, sentence) => {
    expect(() => readDeclaredTools(file, "tools.json")).toThrow(sentence);
  });

  it("runs as a command on a server, with standard input", { tags: ["full"] }, async () => {
    const server = await createPostgresDatabase();
    const names = ["SESSION_SECRET", "FEDERATION_SECRET", "FILE_URL_SECRET", "HUB_ENCRYPTION_KEY"];
    const secrets = Object.fromEntries(names.map((name) => [name, randomBytes(33).toString("base64")]));
    const address = { HUB_BASE_URL: "http://localhost:3000" };
    const run = async (args: string[]) => {
      const command = spawn(process.execPath, ["lib/server/cli/run.mjs", "tools", ...args], {
        env: { PATH: process.env.PATH, NODE_ENV: "production", DATABASE_URL: server.url, ...address, ...secrets },
      });
      command.stdin.on("error", () => {}).end('{"tools":[{"slug":"press","name":"Press","brands":"all"}]}');
      const [output, complaint] = await Promise.all([
        text(command.stdout),
        text(command.stderr),
        once(command, "exit"),
      ]);
      return { output, complaint, code: command.exitCode };
    };
    try {
      await createBrandFixture(server.db);
      expect(await run([])).toMatchObject({
        code: 1,
        complaint: expect.stringMatching(/^Use: npm run tools -- apply/),
      });
      const planned = "press: register; grant to 1 brand\nThis was a check: nothing was changed.\n";
      expect(await run(["apply", "-", "--check"])).toEqual({ code: 0, output: planned, complaint: "" });
      expect(await server.db.$count(tools)).toBe(0);
      const applied = await run(["apply", "-"]);
      expect(applied.output).toMatch(
        /^press: registered\..*\n {2}Child app token: bihc_\S+\n {2}Webhook signing secret: whsec_\S+\npress: register; grant to 1 brand\n$/,
      );
      expect(await run(["apply", "-"])).toEqual({ code: 0, output: "press: no change\n", complaint: "" });
    } finally {
      await server.close();
    }
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { HUB_ACTION_KINDS } from "@/lib/access";
import {
  exportHubActivity,
  hashPassword,
  listHubActivity,
  openBrowserSession,
  settleFailedLoginAudits,
  signInWithPassword,
} from "@/lib/access/server";
import { grantEntitlement, registerTool, revokeEntitlement } from "@/lib/integrations/server";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, actingUser, context, createBrandFixture, createUser, NOW } from "@/tests/support/fixtures";

const PASSWORD = "a few plain words";

const database = openTestDatabase();
let admin: Ctx;
let person: Awaited<ReturnType<typeof createUser>>;
beforeAll(async () => {
  admin = context(database.db, actingUser(await createUser(database.db, { hubAdmin: true, name: "Hanna" })));
  person = await createUser(database.db, { name: "Ida", passwordHash: await hashPassword(PASSWORD) });
});

const entries = async (label?: string) => {
  const action = HUB_ACTION_KINDS.find((kind) => kind.label === label)?.prefix;
  const { entries: found } = await listHubActivity(admin, { action, limit: 100 });
  return found.map((entry) => ({ action: entry.action, target: entry.targetLabel, diff: entry.diff }));
};

describe("the hub's activity log", () => {
  it("shows each tool and each grant", async () => {
    const tool = await registerTool(admin, { slug: "night-press", name: "Night Press" });
    const brand = await createBrandFixture(database.db, { slug: "alder" });
    const key = { brandId: brand.id, toolSlug: tool.slug };
    await grantEntitlement(admin, key);
    await revokeEntitlement(admin, key);
    expect(await entries("Tools")).toMatchObject([{ action: "tool.registered", target: "Night Press" }]);
    expect(await entries("Grants")).toEqual(
      expect.arrayContaining([
        { action: "entitlement.granted", target: "Night Press", diff: { brand: [null, "alder"] } },
        { action: "entitlement.revoked", target: "Night Press", diff: { brand: ["alder", null] } },
      ]),
    );
  });

  it("shows sign-ins and failed ones, without the email of an unknown account", async () => {
    const stranger = context(database.db, ANONYMOUS, NOW, { clientIp: "203.0.113.5" });
    await signInWithPassword(stranger, { email: person.email, password: "wrong" });
    await signInWithPassword(stranger, { email: "typed.by.mistake@example.com", password: "wrong" });
    await settleFailedLoginAudits();
    await openBrowserSession(stranger, { userId: person.id, userAgent: "Firefox", by: "password" });
    const failed = await entries("Failed sign-ins");
    expect(failed.map(({ target }) => target).toSorted()).toEqual(["Ida", "an email without an account"]);
    expect((await entries("Sign-ins")).map(({ action }) => action)).toContain("account.signed_in");
    let text = "";
    for await (const piece of exportHubActivity(admin, { format: "csv", action: "account.sign" })) text += piece;
    expect(text).toContain("account.sign_in_failed");
    expect(text).not.toContain("typed.by.mistake");
  });
});

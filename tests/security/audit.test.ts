import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { exportActivity, listActivity, setPublicPage } from "@/lib/brands/server";
import type { Role } from "@/lib/contract";
import type { Ctx } from "@/lib/runtime/context";
import { createTestDatabase } from "@/tests/support/database";
import { actingUser, context, createBrandFixture, createUser, NOW } from "@/tests/support/fixtures";

const OWNERS_IP = "192.0.2.7";
const ROLES: Role[] = ["owner", "admin", "editor", "viewer"];

describe("the IP address of an audit entry", () => {
  let database: OpenDatabase;
  let brandId: string;
  const as = {} as Record<Role, Ctx>;
  beforeAll(async () => {
    database = await createTestDatabase();
    const { db } = database;
    const members: Record<string, Role> = {};
    for (const role of ROLES) {
      const user = await createUser(db);
      members[user.id] = role;
      as[role] = context(db, actingUser(user), NOW, { clientIp: OWNERS_IP });
    }
    ({ id: brandId } = await createBrandFixture(db, { members }));
    await setPublicPage(as.owner, { brandId, on: true });
  });
  afterAll(() => database.close());

  it.each([
    ["owner", true],
    ["admin", true],
    ["editor", false],
    ["viewer", false],
  ] as const)("is shown and exported to the %s: %s", async (role, shown) => {
    const { entries } = await listActivity(as[role], { brandId });
    expect(entries.map(({ clientIp }) => clientIp)).toEqual([shown ? OWNERS_IP : null]);
    for (const format of ["csv", "jsonl"] as const) {
      let text = "";
      for await (const piece of exportActivity(as[role], { brandId, format })) text += piece;
      expect(text).toContain("public_page.turned_on");
      expect(text.includes(OWNERS_IP)).toBe(shown);
    }
  });
});

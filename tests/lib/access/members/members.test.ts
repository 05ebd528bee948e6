import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditEntries, brands, invitations, memberships, users } from "@/db/schema";
import { changeRole, inviteMember, listMembers, removeMember, transferBrand } from "@/lib/access/server";
import { archiveBrand, exportActivity, findBrandBySlug, listActivity } from "@/lib/brands/server";
import type { Role } from "@/lib/contract";
import { BadRequest, Forbidden, NotFound } from "@/lib/platform/errors";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "../../../support/database";
import { ANONYMOUS, actingUser, context, createBrandFixture, createUser, NOW } from "../../../support/fixtures";

const database = openTestDatabase();

const ROLES: Role[] = ["owner", "admin", "editor", "viewer"];
let brandId: string;
let brandName: string;
let ids: Record<Role, string>;
let as: Record<Role, Ctx>;

beforeEach(async () => {
  const made = await Promise.all(ROLES.map((role) => createUser(database.db, { name: `The ${role}` })));
  ids = Object.fromEntries(ROLES.map((role, index) => [role, made[index]?.id])) as Record<Role, string>;
  as = Object.fromEntries(
    ROLES.map((role) => [role, context(database.db, actingUser({ id: ids[role] }))]),
  ) as typeof as;
  const members = Object.fromEntries(ROLES.map((role) => [ids[role], role]));
  const brand = await createBrandFixture(database.db, { members });
  brandId = brand.id;
  brandName = brand.name;
});

const roleOf = async (userId: string) => {
  const mine = and(eq(memberships.brandId, brandId), eq(memberships.userId, userId));
  return (await database.db.select().from(memberships).where(mine))[0]?.role;
};

describe("the last owner who can sign in", () => {
  beforeEach(async () => {
    await changeRole(as.owner, { brandId, userId: ids.admin, role: "owner" });
    await database.db.update(users).set({ deactivatedAt: NOW }).where(eq(users.id, ids.admin));
  });

  it.each<[string, () => Promise<unknown>]>([
    ["cannot leave the brand to a deactivated owner", () => removeMember(as.owner, { brandId, userId: ids.owner })],
    [
      "cannot step down beside a deactivated owner",
      () => changeRole(as.owner, { brandId, userId: ids.owner, role: "admin" }),
    ],
    ["cannot transfer the brand to a deactivated owner", () => transferBrand(as.owner, { brandId, userId: ids.admin })],
  ])("%s", async (_what, act) => {
    await expect(act()).rejects.toMatchObject({ code: "bad_request" });
    expect(await roleOf(ids.owner)).toBe("owner");
  });

  it("can remove the deactivated owner, and leave once another owner can sign in", async () => {
    await removeMember(as.owner, { brandId, userId: ids.admin });
    await changeRole(as.owner, { brandId, userId: ids.editor, role: "owner" });
    await removeMember(as.owner, { brandId, userId: ids.owner });
    expect(await roleOf(ids.editor)).toBe("owner");
  });
});

describe("changeRole", () => {
  it("changes a role and audits who changed it, from what, to what", async () => {
    await changeRole(as.admin, { brandId, userId: ids.viewer, role: "editor" });
    expect(await roleOf(ids.viewer)).toBe("editor");
    const [entry] = await database.db.select().from(auditEntries).where(eq(auditEntries.brandId, brandId));
    expect(entry).toMatchObject({
      action: "member.role_changed",
      actorLabel: "The admin",
      diff: { role: ["viewer", "editor"] },
    });
  });

  it("lets only owners make owners, or change an owner", async () => {
    await expect(changeRole(as.admin, { brandId, userId: ids.viewer, role: "owner" })).rejects.toBeInstanceOf(
      Forbidden,
    );
    await expect(changeRole(as.admin, { brandId, userId: ids.owner, role: "viewer" })).rejects.toBeInstanceOf(
      Forbidden,
    );
    await expect(changeRole(as.editor, { brandId, userId: ids.viewer, role: "admin" })).rejects.toBeInstanceOf(
      Forbidden,
    );
  });

  it("keeps the last owner, even when two step down at once", async () => {
    await expect(changeRole(as.owner, { brandId, userId: ids.owner, role: "admin" })).rejects.toBeInstanceOf(
      BadRequest,
    );
    await changeRole(as.owner, { brandId, userId: ids.admin, role: "owner" });
    const both = await Promise.allSettled([
      changeRole(as.owner, { brandId, userId: ids.owner, role: "viewer" }),
      changeRole(as.admin, { brandId, userId: ids.admin, role: "viewer" }),
    ]);
    expect(both.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("removeMember", () => {
  it("lets everyone leave, and managers remove members other than owners", async () => {
    await removeMember(as.viewer, { brandId, userId: ids.viewer });
    expect(await roleOf(ids.viewer)).toBeUndefined();
    await expect(removeMember(as.editor, { brandId, userId: ids.admin })).rejects.toBeInstanceOf(Forbidden);
    await expect(removeMember(as.admin, { brandId, userId: ids.owner })).rejects.toBeInstanceOf(Forbidden);
    await removeMember(as.admin, { brandId, userId: ids.editor });
    expect(await roleOf(ids.editor)).toBeUndefined();
    await expect(removeMember(as.owner, { brandId, userId: ids.owner })).rejects.toBeInstanceOf(BadRequest);
    await expect(removeMember(as.owner, { brandId, userId: ids.editor })).rejects.toBeInstanceOf(NotFound);
  });
});

describe("transferBrand", () => {
  it("makes a member the owner and the former owner an admin", async () => {
    await transferBrand(as.owner, { brandId, userId: ids.editor });
    expect([await roleOf(ids.editor), await roleOf(ids.owner)]).toEqual(["owner", "admin"]);
    await expect(transferBrand(as.owner, { brandId, userId: ids.viewer })).rejects.toBeInstanceOf(Forbidden);
  });
});

describe("listMembers", () => {
  it("is paged by name and searches name and email", async () => {
    const first = await listMembers(as.viewer, { brandId, limit: 3 });
    const rest = await listMembers(as.viewer, { brandId, limit: 3, after: first.next });
    expect([...first.entries, ...rest.entries].map(({ name }) => name)).toEqual([
      "The admin",
      "The editor",
      "The owner",
      "The viewer",
    ]);
    expect(rest.next).toBeNull();
    expect((await listMembers(as.viewer, { brandId, search: "EDIT" })).entries).toHaveLength(1);
    expect((await listMembers(as.viewer, { brandId, search: "%" })).entries).toHaveLength(0);
  });

  it("refuses an unknown cursor, and one that the database cannot store", async () => {
    const cursor = (text: string) => Buffer.from(text).toString("base64url");
    for (const after of ["nonsense", cursor("The admin\0nobody"), cursor(`The\0admin\0${ids.admin}`)]) {
      await expect(listMembers(as.viewer, { brandId, after }), after).rejects.toBeInstanceOf(BadRequest);
    }
  });
});

describe("archiveBrand", () => {
  it("hides the brand and voids its invitations, and needs an owner and its typed name", async () => {
    await inviteMember(as.owner, { brandId, email: "new@example.com", role: "viewer" });
    await expect(archiveBrand(as.admin, { brandId, typedName: brandName })).rejects.toBeInstanceOf(Forbidden);
    await expect(archiveBrand(as.owner, { brandId, typedName: "Other" })).rejects.toMatchObject({ field: "typedName" });
    await archiveBrand(as.owner, { brandId, typedName: brandName });
    const [brand] = await database.db.select().from(brands).where(eq(brands.id, brandId));
    expect(await findBrandBySlug(context(database.db, ANONYMOUS), { slug: brand?.slug ?? "" })).toBeNull();
    const [invitation] = await database.db.select().from(invitations).where(eq(invitations.brandId, brandId));
    expect(invitation?.revokedAt).not.toBeNull();
    await expect(archiveBrand(as.owner, { brandId, typedName: brandName })).rejects.toBeInstanceOf(NotFound);
  });
});

describe("listActivity and exportActivity", () => {
  it("list newest first with filters, and export the same without spreadsheet formulas", async () => {
    const [target] = [ids.viewer];
    await changeRole(as.admin, { brandId, userId: target, role: "editor" });
    await changeRole(
      { ...as.admin, now: new Date(as.admin.now.getTime() + 1000) },
      { brandId, userId: target, role: "viewer" },
    );
    await inviteMember(as.owner, { brandId, email: "+cmd@example.com", role: "viewer" });
    const { entries } = await listActivity(as.viewer, { brandId, action: "member.role_changed" });
    expect(entries.map(({ diff }) => diff?.role)).toEqual([
      ["editor", "viewer"],
      ["viewer", "editor"],
    ]);
    expect((await listActivity(as.viewer, { brandId, action: "member." })).entries).toHaveLength(3);
    const pieces: string[] = [];
    for await (const piece of exportActivity(as.viewer, { brandId, format: "csv" })) pieces.push(piece);
    const lines = pieces.join("").split("\r\n");
    expect(lines).toHaveLength(5);
    expect(lines.join()).toContain(`"'+cmd@example.com"`);
    const outsider = context(database.db, actingUser(await createUser(database.db)));
    await expect(listActivity(outsider, { brandId })).rejects.toBeInstanceOf(NotFound);
  });

  it("stop exporting when the reader is removed from the brand", async () => {
    const pieces = exportActivity(as.viewer, { brandId, format: "csv" });
    expect((await pieces.next()).value).toMatch(/^time,/);
    await removeMember(as.owner, { brandId, userId: ids.viewer });
    await expect(pieces.next()).rejects.toBeInstanceOf(NotFound);
  });
});

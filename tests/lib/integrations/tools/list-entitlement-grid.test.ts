import { beforeAll, describe, expect, it } from "vitest";
import { listEntitlementGrid } from "@/lib/integrations/server";
import { Forbidden } from "@/lib/platform/errors";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import {
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  entitle,
  NOW,
} from "@/tests/support/fixtures";

const database = openTestDatabase();
let admin: Ctx;
beforeAll(async () => {
  const { db } = database;
  admin = context(db, actingUser(await createUser(db, { hubAdmin: true })));
  await createTool(db, { slug: "press", name: "Press" });
  await createTool(db, { slug: "desk", name: "Desk", status: "disabled" });
  const ash = await createBrandFixture(db, { slug: "ash", name: "Ash & Sons" });
  await createBrandFixture(db, { slug: "birch", name: "Birch" });
  const cedar = await createBrandFixture(db, { slug: "cedar", name: "Cedar" });
  const gone = await createBrandFixture(db, { slug: "aspen", name: "Aspen", archivedAt: NOW });
  for (const brand of [ash, gone]) await entitle(db, brand.id, "press");
  for (const tool of ["press", "desk"]) await entitle(db, cedar.id, tool);
});

const rows = (grid: Awaited<ReturnType<typeof listEntitlementGrid>>) =>
  grid.entries.map(({ brand, granted }) => [brand.slug, ...granted].join(" "));

describe("listEntitlementGrid", () => {
  it("returns every tool as a column and every unarchived brand with its tools", async () => {
    const grid = await listEntitlementGrid(admin, {});
    expect(grid.tools.map(({ slug, status }) => [slug, status])).toEqual([
      ["desk", "disabled"],
      ["press", "active"],
    ]);
    expect(rows(grid)).toEqual(["ash press", "birch", "cedar desk press"]);
    expect(grid.next).toBeNull();
  });

  it("pages by brand and finds brands by name or slug", async () => {
    const first = await listEntitlementGrid(admin, { limit: 2 });
    expect(rows(first)).toEqual(["ash press", "birch"]);
    expect(rows(await listEntitlementGrid(admin, { limit: 2, after: first.next }))).toEqual(["cedar desk press"]);
    expect(rows(await listEntitlementGrid(admin, { search: "& SONS" }))).toEqual(["ash press"]);
    expect(rows(await listEntitlementGrid(admin, { search: "ced" }))).toEqual(["cedar desk press"]);
    expect(rows(await listEntitlementGrid(admin, { search: "%" }))).toEqual([]);
  });

  it("requires a hub administrator", async () => {
    const otherUser = context(database.db, actingUser(await createUser(database.db)));
    await expect(listEntitlementGrid(otherUser, {})).rejects.toThrow(Forbidden);
  });
});

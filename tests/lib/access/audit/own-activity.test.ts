import { beforeAll, describe, expect, it } from "vitest";
import type { GeoIp } from "@/lib/access";
import { listOwnActivity, recordAudit, renameAccount } from "@/lib/access/server";
import { createBrand } from "@/lib/brands/server";
import { Forbidden } from "@/lib/platform/errors";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, actingUser, context, createUser, NOW } from "@/tests/support/fixtures";

const geoip: GeoIp = { known: true, of: (ip) => (ip ? `near ${ip}` : null) };

const database = openTestDatabase();
let ida: { id: string; name: string };
const at = (seconds: number, actor: Ctx["actor"], clientIp: string): Ctx =>
  context(database.db, actor, new Date(NOW.getTime() + seconds * 1000), { clientIp, geoip });

beforeAll(async () => {
  ida = await createUser(database.db, { name: "Ida" });
  const admin = await createUser(database.db, { name: "Hanna", hubAdmin: true });
  const other = await createUser(database.db, { name: "Jon" });
  const target = { kind: "user", id: ida.id, label: "Ida" };
  await renameAccount(at(1, actingUser(ida), "192.0.2.1"), { name: "Ida Berg" });
  await renameAccount(at(2, actingUser(other), "192.0.2.2"), { name: "Jon Dahl" });
  await createBrand(at(3, actingUser(ida), "192.0.2.1"), { name: "Alder", slug: "alder" });
  const guessing = at(4, { kind: "system", name: "sign-in" }, "192.0.2.66");
  await recordAudit(guessing, { brandId: null, action: "account.sign_in_failed", target });
  const administering = at(5, actingUser(admin), "192.0.2.9");
  await recordAudit(administering, { brandId: null, action: "sessions.revoked", target });
});

describe("a user's own activity", () => {
  it("lists what they did and what others did to their account, newest first", async () => {
    const { entries } = await listOwnActivity(at(9, actingUser(ida), "192.0.2.1"), {});
    expect(entries.map(({ action }) => action)).toEqual([
      "sessions.revoked",
      "account.sign_in_failed",
      "account.renamed",
    ]);
  });

  it("shows the IP address of failed sign-ins, but not of administrators", async () => {
    const { entries } = await listOwnActivity(at(9, actingUser(ida), "192.0.2.1"), {});
    expect(entries.map(({ clientIp, place }) => [clientIp, place])).toEqual([
      [null, null],
      ["192.0.2.66", "near 192.0.2.66"],
      ["192.0.2.1", "near 192.0.2.1"],
    ]);
  });

  it("is paged", async () => {
    const reading = at(9, actingUser(ida), "192.0.2.1");
    const first = await listOwnActivity(reading, { limit: 2 });
    const rest = await listOwnActivity(reading, { limit: 2, after: first.next });
    expect(rest).toMatchObject({ entries: [{ action: "account.renamed" }], next: null });
  });

  it("needs a signed-in user", async () => {
    await expect(listOwnActivity(at(9, ANONYMOUS, "192.0.2.1"), {})).rejects.toBeInstanceOf(Forbidden);
  });
});

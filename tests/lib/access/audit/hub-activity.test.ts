import { beforeAll, describe, expect, it } from "vitest";
import {
  exportHubActivity,
  issueNamedSessionToken,
  listHubActivity,
  renameAccount,
  revokeSession,
} from "@/lib/access/server";
import { createBrand } from "@/lib/brands/server";
import { Forbidden } from "@/lib/platform/errors";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import { actingUser, context, createUser, NOW } from "@/tests/support/fixtures";

const database = openTestDatabase();
let admin: Ctx;
let person: Ctx;
beforeAll(async () => {
  const at = (user: { id: string; hubAdmin: boolean }) =>
    context(database.db, actingUser(user), NOW, { clientIp: "192.0.2.7" });
  admin = at(await createUser(database.db, { hubAdmin: true, name: "Hanna" }));
  person = at(await createUser(database.db, { name: "Ida" }));
  const later = (seconds: number) => ({ ...person, now: new Date(NOW.getTime() + seconds * 1000) });
  await renameAccount(person, { name: "Ida Berg" });
  await createBrand(later(1), { name: "Alder", slug: "alder" });
  const { sid } = await issueNamedSessionToken(later(2), { name: "=Nightly export" });
  await revokeSession(later(3), { sid });
});

const actions = async (query: Parameters<typeof listHubActivity>[1] = {}) =>
  (await listHubActivity(admin, query)).entries.map(({ action }) => action);

async function textOf(pieces: AsyncGenerator<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

describe("the hub's activity log", () => {
  it("lists what belongs to no brand, newest first, with actor and IP address", async () => {
    expect(await actions()).toEqual(["session.revoked", "session_token.issued", "account.renamed"]);
    const [newest] = (await listHubActivity(admin, {})).entries;
    expect(newest).toMatchObject({ actorLabel: "Ida Berg", targetLabel: "=Nightly export", clientIp: "192.0.2.7" });
  });

  it("filters by kind, words and day", async () => {
    expect(await actions({ action: "session" })).toEqual(["session.revoked", "session_token.issued"]);
    expect(await actions({ action: "session." })).toEqual(["session.revoked"]);
    // A wildcard is taken literally.
    expect(await actions({ action: "session_" })).toEqual(["session_token.issued"]);
    expect(await actions({ search: "nightly" })).toEqual(["session.revoked", "session_token.issued"]);
    expect(await actions({ until: NOW })).toEqual([]);
  });

  it("is paged", async () => {
    const first = await listHubActivity(admin, { limit: 2 });
    expect(first.entries).toHaveLength(2);
    const rest = await listHubActivity(admin, { limit: 2, after: first.next });
    expect(rest).toMatchObject({ entries: [{ action: "account.renamed" }], next: null });
  });

  it("exports as CSV without spreadsheet formulas", async () => {
    const lines = (await textOf(exportHubActivity(admin, { action: "session", format: "csv" }))).trim().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain("client_ip");
    expect(lines[1]).toContain(`"'=Nightly export"`);
  });

  it("exports as JSON lines with ids", async () => {
    const lines = (await textOf(exportHubActivity(admin, { action: "session_", format: "jsonl" }))).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        time: "2026-03-14T09:26:55.589Z",
        brand_id: null,
        action: "session_token.issued",
        actor: { kind: "user", label: "Ida Berg" },
        target: { label: "=Nightly export" },
        client_ip: "192.0.2.7",
        chain: null,
      },
      { key: { crv: "Ed25519" } },
    ]);
  });

  it("is refused to everyone but hub administrators", async () => {
    await expect(listHubActivity(person, {})).rejects.toBeInstanceOf(Forbidden);
    await expect(textOf(exportHubActivity(person, { format: "csv" }))).rejects.toBeInstanceOf(Forbidden);
  });
});

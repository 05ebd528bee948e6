import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { files } from "@/db/schema";
import { readFile, signFiles, storeUpload, verifyFileUrl } from "@/lib/content/server";
import type { Role } from "@/lib/contract";
import { env } from "@/lib/platform/config/env";
import { Forbidden, NotFound, UnsupportedFile } from "@/lib/platform/errors";
import { NOW } from "@/tests/support/fixtures";
import { openTestDatabase } from "../../../support/database";
import { svg } from "../../../support/files";
import { actingUser, context, createBrandFixture, createUser } from "../../../support/fixtures";
import { memoryStorage } from "../../../support/memory-storage";

const database = openTestDatabase();

async function member(role: Role) {
  const user = await createUser(database.db);
  const brand = await createBrandFixture(database.db, { members: { [user.id]: role } });
  const storage = memoryStorage();
  return { ctx: context(database.db, actingUser(user), NOW, { storage }), brandId: brand.id, storage };
}

const drawing = Buffer.from(svg('<rect width="10" height="10"/><script>alert(1)</script>'));

describe("storeUpload", () => {
  it("stores the cleaned file, reports what was removed and returns its reference", async () => {
    const { ctx, brandId } = await member("editor");
    const { file, report } = await storeUpload(ctx, { brandId, bytes: drawing });
    expect(report).toEqual(["Removed scripts (script)."]);
    const stored = await readFile(ctx, { brandId, sha256: file.sha256 });
    expect(stored?.mime).toBe("image/svg+xml");
    expect(stored?.bytes.toString()).not.toContain("alert");
    expect(
      createHash("sha256")
        .update(stored?.bytes ?? "")
        .digest("hex"),
    ).toBe(file.sha256);
    expect(file).toMatchObject({ bytes: stored?.bytes.length, width: 10, height: 10 });
  });

  it("stores the same content once and returns the same file", async () => {
    const { ctx, brandId, storage } = await member("owner");
    const first = await storeUpload(ctx, { brandId, bytes: drawing });
    const second = await storeUpload(ctx, { brandId, bytes: drawing });
    expect(second.file).toEqual(first.file);
    expect(storage.kept.size).toBe(1);
  });

  it("stores nothing if it refuses a file", async () => {
    const { ctx, brandId, storage } = await member("owner");
    const before = await database.db.$count(files);
    const refused = storeUpload(ctx, { brandId, bytes: Buffer.from("GIF89a, or so it says") });
    await expect(refused).rejects.toBeInstanceOf(UnsupportedFile);
    expect(storage.kept.size).toBe(0);
    expect(await database.db.$count(files)).toBe(before);
  });

  it("is forbidden for viewers", async () => {
    const { ctx, brandId, storage } = await member("viewer");
    await expect(storeUpload(ctx, { brandId, bytes: drawing })).rejects.toBeInstanceOf(Forbidden);
    expect(storage.kept.size).toBe(0);
  });
});

describe("signFiles", () => {
  const sha256 = "ab".repeat(32);

  it("gives members, including viewers, a path that reads the file for 30 to 31 minutes", async () => {
    const { ctx, brandId } = await member("viewer");
    const { [sha256]: signed } = await signFiles(ctx, { brandId, views: [sha256, sha256] });
    const url = new URL(signed?.path ?? "", env.HUB_BASE_URL);
    expect(url.origin).toBe(env.HUB_BASE_URL);
    expect(signed?.lifetimeSeconds).toBeGreaterThanOrEqual(30 * 60 - 1);
    const after = (seconds: number) => new Date(ctx.now.getTime() + seconds * 1000);
    const read = (now: Date) => verifyFileUrl({ secret: env.FILE_URL_SECRET, url, now });
    expect(read(after(signed?.lifetimeSeconds ?? 0))).toMatchObject({ brandId, sha256 });
    expect(read(after((signed?.lifetimeSeconds ?? 0) + 1))).toBeNull();
  });

  it("refuses non-members", async () => {
    const [{ brandId }, { ctx }] = [await member("owner"), await member("owner")];
    await expect(signFiles(ctx, { brandId, views: [sha256] })).rejects.toBeInstanceOf(NotFound);
  });

  it("refuses malformed views and more than 200 at once", async () => {
    const { ctx, brandId } = await member("owner");
    const many = Array.from({ length: 201 }, (_, index) => index.toString(16).padStart(64, "0"));
    for (const sha256s of [["../secret"], [sha256.toUpperCase()], many]) {
      await expect(signFiles(ctx, { brandId, views: sha256s })).rejects.toMatchObject({ code: "bad_request" });
    }
  });
});

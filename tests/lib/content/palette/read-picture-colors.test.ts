import { describe, expect, it } from "vitest";
import { files } from "@/db/schema";
import { readPictureColors, storeUpload } from "@/lib/content/server";
import { Forbidden } from "@/lib/platform/errors";
import { openTestDatabase } from "../../../support/database";
import { PDF, svg } from "../../../support/files";
import { actingUser, context, createBrandFixture, createUser } from "../../../support/fixtures";

const database = openTestDatabase();

const picture = Buffer.from(svg('<rect width="10" height="10" fill="#0f766e"/><script>alert(1)</script>'));

async function world(role: "editor" | "viewer" = "editor") {
  const user = await createUser(database.db);
  const brand = await createBrandFixture(database.db, { members: { [user.id]: role } });
  return { ctx: context(database.db, actingUser(user)), brandId: brand.id };
}

describe("readPictureColors", () => {
  it("reads a new picture after cleaning and stores nothing", async () => {
    const { ctx, brandId } = await world();
    const { hex, swatches } = await readPictureColors(ctx, { brandId, source: { bytes: picture } });
    expect({ hex, swatches }).toEqual({ hex: "#0f766e", swatches: [{ hex: "#0f766e", share: 1 }] });
    expect(await database.db.$count(files)).toBe(0);
  });

  it("reads only the brand's own stored files", async () => {
    const [own, other] = [await world(), await world()];
    const { file } = await storeUpload(own.ctx, { brandId: own.brandId, bytes: picture });
    const source = { sha256: file.sha256 };
    await expect(readPictureColors(own.ctx, { brandId: own.brandId, source })).resolves.toMatchObject({
      hex: "#0f766e",
    });
    await expect(
      readPictureColors({ ...other.ctx, storage: own.ctx.storage }, { brandId: other.brandId, source }),
    ).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("refuses other files and viewers", async () => {
    const { ctx, brandId } = await world();
    const read = readPictureColors(ctx, { brandId, source: { bytes: PDF } });
    await expect(read).rejects.toMatchObject({ code: "bad_request" });
    const viewer = await world("viewer");
    await expect(
      readPictureColors(viewer.ctx, { brandId: viewer.brandId, source: { bytes: picture } }),
    ).rejects.toBeInstanceOf(Forbidden);
  });
});

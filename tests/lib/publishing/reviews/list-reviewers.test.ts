import { describe, expect, it } from "vitest";
import { users } from "@/db/schema";
import { Forbidden } from "@/lib/platform/errors";
import { listReviewers, requestReview, saveDraft } from "@/lib/publishing/server";
import { openTestDatabase } from "../../../support/database";
import { sampleDocument } from "../../../support/documents";
import { actingUser, context, createBrandFixture, createUser, NOW } from "../../../support/fixtures";

const database = openTestDatabase();

/** A brand with 130 editors, its author, a viewer and a deactivated member. */
async function scene() {
  const { db } = database;
  const author = await createUser(db, { name: "Ada" });
  const viewer = await createUser(db, { name: "Zoë 100%" });
  const away = await createUser(db, { name: "Editor 999", deactivatedAt: NOW });
  const many = await Promise.all(
    Array.from({ length: 130 }, (_, index) => createUser(db, { name: `Editor ${String(index).padStart(3, "0")}` })),
  );
  const roles = [author, away, ...many].map(({ id }) => [id, "editor"] as const);
  const members = Object.fromEntries([...roles, [viewer.id, "viewer"] as const]);
  const brand = await createBrandFixture(db, { members, document: sampleDocument() });
  const as = (user: { id: string }) => context(db, actingUser(user));
  const list = (search: string) => listReviewers(as(author), { brandId: brand.id, search });
  return { db, brandId: brand.id, author, viewer, many, as, list };
}
const namesOf = ({ people }: { people: { name: string }[] }) => people.map(({ name }) => name);

describe("listReviewers", () => {
  it("returns a few members and whether there are more", async () => {
    const { list } = await scene();
    const found = await list("");
    expect(found.people).toHaveLength(20);
    expect(found.people[0]).toEqual({ userId: expect.any(String), name: "Editor 000", mayApprove: true, asked: false });
    expect(found.more).toBe(true);
  });

  it("matches part of a name or email in any case, without the author and deactivated users", async () => {
    const { db, list, many } = await scene();
    expect(await list("EDITOR 129")).toMatchObject({ people: [{ name: "Editor 129" }], more: false });
    expect(namesOf(await list("or 129 "))).toEqual(["Editor 129"]);
    const [{ email } = { email: "" }] = (await db.select().from(users)).filter(({ id }) => id === many[7]?.id);
    expect(namesOf(await list(email))).toEqual(["Editor 007"]);
    expect(await list("zoë")).toMatchObject({ people: [{ mayApprove: false }] });
    for (const nobody of ["Ada", "Editor 999", "nobody is called so"]) expect(namesOf(await list(nobody))).toEqual([]);
    expect(namesOf(await list("%"))).toEqual(["Zoë 100%"]);
  });

  it("lists people who were asked first", async () => {
    const { list, as, author, viewer, many, brandId } = await scene();
    await saveDraft(as(author), { brandId, baseVersion: 1, revision: null, document: sampleDocument() });
    const asked = [viewer.id, many[129]?.id ?? ""];
    await requestReview(as(author), { brandId, note: null, reviewers: asked });
    const { people, more } = await list("");
    expect(namesOf({ people }).slice(0, 3)).toEqual(["Editor 129", "Zoë 100%", "Editor 000"]);
    expect(people.filter((person) => person.asked)).toHaveLength(2);
    expect(more).toBe(true);
  });

  it("refuses viewers", async () => {
    const { as, viewer, brandId } = await scene();
    await expect(listReviewers(as(viewer), { brandId, search: "" })).rejects.toThrow(Forbidden);
  });
});

import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { brands, brandVersions } from "@/db/schema";
import type { HubTest, IdentityUpdated } from "@/lib/contract";
import type { Ctx } from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";
import { TEST_EVENT_TYPE } from "./after-failure";

/** What a publish of the present version told, marked as a test; true, so that a receiver which goes by versions has nothing to do, or what it missed. */
export async function presentVersion(
  { db }: Ctx,
  brandId: string,
): Promise<Omit<z.input<typeof IdentityUpdated>, "id">> {
  const [row] = await db
    .select({
      slug: brands.slug,
      version: brandVersions.version,
      changed: brandVersions.changed,
      publishedAt: brandVersions.createdAt,
    })
    .from(brands)
    .innerJoin(
      brandVersions,
      and(eq(brandVersions.brandId, brands.id), eq(brandVersions.version, brands.identityVersion)),
    )
    .where(eq(brands.id, brandId));
  if (!row) throw new NotFound("There is no such brand.");
  return {
    type: "identity.updated",
    occurred_at: row.publishedAt.toISOString(),
    brand_id: brandId,
    brand_slug: row.slug,
    identity_version: row.version,
    previous_version: row.version - 1,
    changed: row.changed,
    test: true,
  };
}

/** That it is a test, and nothing else. */
export const hubTest = ({ now }: Ctx, brandId: string): Omit<z.input<typeof HubTest>, "id"> => ({
  type: TEST_EVENT_TYPE,
  occurred_at: now.toISOString(),
  brand_id: brandId,
});

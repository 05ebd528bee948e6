import { afterAll, beforeAll, it } from "vitest";
import { archiveBrand, restoreBrand } from "@/lib/brands/server";
import type { BrandBundle, ChangedBundles } from "@/lib/contract";
import {
  editTool,
  grantEntitlement,
  issueToolCredential,
  revokeEntitlement,
  revokeToolCredential,
} from "@/lib/integrations/server";
import { newId } from "@/lib/platform/ids";
import { createTool, entitle } from "../../../support/fixtures";
import {
  ConsistencyCheck,
  createHubs,
  type Hubs,
  type Needs,
  Precondition,
  Publisher,
  type Reader,
} from "../../../support/under-changes";

let hubs: Hubs;
beforeAll(async () => {
  hubs = await createHubs();
});
afterAll(() => hubs.close());

const STUDIO = "brand-studio";
/** Its token was created in the hub. */
const PRESS = "press-room";

const issueToken = async () => {
  const made = { toolSlug: PRESS, kind: "app_token", name: "Test", expiresAt: null } as const;
  return issueToolCredential(hubs.asAdministrator(), made);
};

it("never returns data older than what was committed before the request, on any process", async () => {
  const { db, brands, tokens } = hubs.world;
  const { own, second } = brands;
  const [brandId, toolSlug] = [own.id, STUDIO];
  await createTool(db, { slug: PRESS });
  for (const slug of [STUDIO, PRESS]) await entitle(db, second.id, slug);
  await entitle(db, own.id, PRESS);
  const publisher = new Publisher(hubs);
  await publisher.prepare();
  let pressToken = await issueToken();

  const grant = new Precondition("entitlement", {
    end: () => revokeEntitlement(hubs.asAdministrator(), { brandId, toolSlug }),
    restore: () => grantEntitlement(hubs.asAdministrator(), { brandId, toolSlug }),
  });
  const tool = new Precondition("tool", {
    end: () => editTool(hubs.asAdministrator(), { slug: STUDIO, status: "disabled" }),
    restore: () => editTool(hubs.asAdministrator(), { slug: STUDIO, status: "active" }),
  });
  const token = new Precondition("token", {
    end: () => revokeToolCredential(hubs.asAdministrator(), { toolSlug: PRESS, credentialId: pressToken.id }),
    restore: async () => {
      pressToken = await issueToken();
    },
  });
  const archived = new Precondition("other brand", {
    end: () => archiveBrand(hubs.asOwner(), { brandId: second.id, typedName: second.name }),
    restore: () => restoreBrand(hubs.asOwner(), { brandId: second.id }),
  });

  const studio = () => ({ authorization: `Bearer ${tokens.childApp}`, "x-tool-slug": STUDIO });
  const press = () => ({ authorization: `Bearer ${pressToken.secret}`, "x-tool-slug": PRESS });
  const json = { "content-type": "application/json" };
  const consistency = new ConsistencyCheck(
    new Set(["bundle, current", "bundle by a made token, current", "tag, not modified", "changed, current"]),
  );

  /** Reads the own brand's bundle, fully or with `since`. */
  function bundleReader(by: string, headers: () => Record<string, string>, needs: Needs, holds: boolean): Reader {
    let held = 0;
    return async (url) => {
      const [least, beganSeconds] = [publisher.published, Math.floor(Date.now() / 1000)];
      const answer = await consistency.ask<BrandBundle | { not_modified: true }>({
        by,
        url: `${url}/api/public/v1/brand/by-id/${own.id}/bundle${holds ? `?since=${held}` : ""}`,
        headers: headers(),
        needs,
      });
      if (!answer) return;
      const { body } = answer;
      if ("not_modified" in body) {
        consistency.check(
          `${by}, current`,
          holds && held >= least,
          `${held} was called current after ${least} was published`,
        );
        return;
      }
      const { identity_version: version, identity, logos, assets } = body;
      consistency.checkVersion(by, { least, version, tagline: identity.brand.tagline });
      for (const { url_expires_at: endsSeconds } of [...logos.items, ...assets])
        consistency.checkLife(by, { beganSeconds, endsSeconds });
      held = version;
    };
  }

  /** Reads with an ETag. An unmodified bundle keeps its earlier URLs. */
  function tagReader(): Reader {
    let held = { tag: "", version: 0, endsSeconds: 0 };
    return async (url) => {
      const [least, beganSeconds] = [publisher.published, Math.floor(Date.now() / 1000)];
      const answer = await consistency.ask<BrandBundle>({
        by: "tag",
        url: `${url}/api/public/v1/brand/by-id/${own.id}/bundle`,
        headers: { ...studio(), "if-none-match": held.tag },
        needs: [
          [grant, 403],
          [tool, 403],
        ],
      });
      if (!answer) return;
      if (answer.status === 304) {
        const { version, endsSeconds } = held;
        consistency.check(
          "tag, not modified",
          version >= least,
          `${version} was not modified after ${least} was published`,
        );
        consistency.checkLife("tag", { beganSeconds, endsSeconds });
        return;
      }
      const { identity_version: version, assets } = answer.body;
      consistency.checkVersion("tag", { least, version });
      held = { tag: answer.headers.get("etag") ?? "", version, endsSeconds: assets[0]?.url_expires_at ?? 0 };
    };
  }

  function changedReader(): Reader {
    let held = 0;
    return async (url) => {
      const least = publisher.published;
      const answer = await consistency.ask<ChangedBundles>({
        by: "changed",
        url: `${url}/api/public/v1/bundles/changed`,
        method: "POST",
        headers: { ...studio(), ...json },
        body: JSON.stringify({
          brands: [
            { id: own.id, since: held },
            { id: second.id, since: 0 },
          ],
        }),
        needs: [[tool, 403]],
        shows: [grant, archived],
      });
      if (!answer) return;
      const { changed, forbidden, not_found } = answer.body;
      consistency.checkShown(
        "changed",
        answer,
        new Map([
          [grant, !forbidden.includes(own.id)],
          [archived, !not_found.includes(second.id)],
        ]),
      );
      if (forbidden.includes(own.id)) return;
      const version = changed.find(({ id }) => id === own.id)?.identity_version;
      if (version === undefined)
        consistency.check("changed, current", held >= least, `${held} was called current after ${least} was published`);
      else consistency.checkVersion("changed", { least, version });
      held = version ?? held;
    };
  }

  const otherBrandReader = (): Reader => async (url) => {
    await consistency.ask({
      by: "bundle of the other brand",
      url: `${url}/api/public/v1/brand/by-id/${second.id}/bundle`,
      headers: studio(),
      needs: [
        [archived, 404],
        [tool, 403],
      ],
    });
  };

  const eventSender =
    (by: string, headers: () => Record<string, string>, of: { id: string }, needs: Needs): Reader =>
    async (url) => {
      const occurred_at = new Date().toISOString();
      const event = { brand_id: of.id, type: "asset.approved", occurred_at, idempotency_key: newId(), payload: {} };
      const body = JSON.stringify(event);
      await consistency.ask({
        by,
        url: `${url}/api/public/v1/events`,
        method: "POST",
        headers: { ...headers(), ...json },
        body,
        needs,
      });
    };

  const ofStudio: Needs = [
    [grant, 403],
    [tool, 403],
  ];
  const readers = () => [
    bundleReader("whole bundle", studio, ofStudio, false),
    bundleReader("bundle", studio, ofStudio, true),
    tagReader(),
    changedReader(),
    bundleReader("whole bundle by a made token", press, [[token, 401]], false),
    bundleReader("bundle by a made token", press, [[token, 401]], true),
    otherBrandReader(),
    eventSender("event", studio, own, ofStudio),
    eventSender("event of the other brand by a made token", press, second, [
      [archived, 403],
      [token, 401],
    ]),
  ];
  await consistency.run(hubs, { readers, publisher, preconditions: [grant, tool, token, archived] });
});

import "../support/environment";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@/db/client";
import { createLocalStorage } from "@/lib/assets/server";
import { handlePublicApi } from "@/lib/http/public-api";
import { assembleHub, closeHub, contextOf, setHub } from "@/lib/hub/hub";
import { seedDemo } from "@/lib/server/seed-demo";
import { withoutLimits } from "../support/configure";
import { startPostgres } from "../support/postgres-server";

const TOOL = "brand-studio";
const TOKEN = "brand-studio-token-for-tests-0123456789abcdef";

/** The demo on a real PostgreSQL, without limits: the path of a bundle, the headers to read it with, and its text. */
export async function createPostgresHub() {
  withoutLimits();
  const directory = await mkdtemp(join(tmpdir(), "hub-bench-"));
  const cluster = await startPostgres();
  const database = await openDatabase({ driver: "pg", url: cluster.templateUrl });
  const hub = assembleHub(database, { storage: createLocalStorage(join(directory, "files")) });
  setHub(hub);
  const ctx = contextOf(hub, { actor: { kind: "system", name: "demo" }, now: new Date() });
  await seedDemo(ctx, { directory });
  const [entitlement] = await hub.db.query.entitlements.findMany({
    where: (row, { eq }) => eq(row.toolSlug, TOOL),
    limit: 1,
  });
  if (!entitlement) throw new Error("the demo grants nothing");
  const path = `/api/public/v1/brand/by-id/${entitlement.brandId}/bundle`;
  const headers = { authorization: `Bearer ${TOKEN}`, "x-tool-slug": TOOL };
  const answer = await handlePublicApi(new Request(`http://hub.test${path}`, { headers }));
  return {
    path,
    headers,
    body: await answer.text(),
    async close() {
      await closeHub();
      await cluster.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/api.postman_collection.json/route";
import { type Operation, operations } from "@/lib/contract";
import { createHubForTools, type HubForTools } from "@/tests/support/hub-for-tools";
import { sharedResource } from "@/tests/support/shared-resource";

interface Sent {
  item: { name: string };
  response?: { code: number };
  assertions?: { assertion: string; error?: { message: string } }[];
}

/** Runs the whole collection in Newman, Postman's own runner. */
async function sendAll(folder: string, variables: Record<string, string>): Promise<Sent[]> {
  const newman = join(await sharedResource("linters"), "node_modules/newman/bin/newman.js");
  const [collection, report] = [join(folder, "collection.json"), join(folder, "report.json")];
  // The hub of the test has one version.
  const text = JSON.stringify(await GET().json());
  writeFileSync(
    collection,
    text.replaceAll("/versions/7", "/versions/1").replaceAll('"versions","7"', '"versions","1"'),
  );
  const given = Object.entries(variables).flatMap(([name, value]) => ["--env-var", `${name}=${value}`]);
  const args = [newman, "run", collection, ...given, "--reporters", "json", "--reporter-json-export", report];
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  await once(child, "close");
  return JSON.parse(readFileSync(report, "utf8")).run.executions;
}

describe("the collection, run by Newman", { tags: ["full"] }, () => {
  let hub: HubForTools;
  let folder: string;
  beforeAll(async () => {
    await sharedResource("api-pdf");
    hub = await createHubForTools();
    folder = mkdtempSync(join(tmpdir(), "collection-"));
  });
  afterAll(async () => {
    await hub.close();
    rmSync(folder, { recursive: true });
  });

  it("gets 200 for each request once its variables are set", async () => {
    const { tokens, brands } = hub.world;
    const sent = await sendAll(folder, {
      HUB_URL: hub.url,
      HUB_TOOL: "brand-studio",
      HUB_TOKEN: tokens.childApp,
      HUB_API_KEY: tokens.apiKey,
      HUB_SESSION_TOKEN: tokens.session,
      FEDERATION_TOKEN: tokens.federation,
      BRAND_ID: brands.own.id,
    });
    const unanswered = sent.filter(({ response }) => response?.code !== 200);
    expect(unanswered.map(({ item, response }) => `${item.name} ${response?.code}`)).toEqual([]);
    const assertions = sent.flatMap(({ assertions = [] }) => assertions);
    expect(assertions.flatMap(({ error }) => error ?? [])).toEqual([]);
    const ofBodies = assertions.filter(({ assertion }) => assertion === "has the documented fields");
    // All except the PDF, the style sheet and the context.
    expect(ofBodies).toHaveLength(sent.length - 3);
  });

  it("reports failures, here without any credential", async () => {
    const sent = await sendAll(folder, { HUB_URL: hub.url });
    const found = sent.find(({ item }) => item.name === operations.listTools.summary);
    expect(found?.response?.code).toBe(401);
    expect(found?.assertions?.[0]?.error?.message).toContain("401");
  });
});

describe("the collection", () => {
  it("has a request for each example of an operation, or one if it has none", async () => {
    const { item: folders }: { item: { item: { name: string }[] }[] } = JSON.parse(await GET().text());
    const names = folders.flatMap(({ item }) => item.map(({ name }) => name.split(": ")[0]));
    for (const { summary, examples, tag } of Object.values<Operation>(operations)) {
      const requests = tag === "Hub-internal" ? 0 : Math.max(1, examples.length);
      expect(names.filter((name) => name === summary)).toHaveLength(requests);
    }
  });

  it("asserts the fields of each JSON response", async () => {
    const { item: folders }: { item: { item: { name: string; event?: [{ script: { exec: string[] } }] }[] }[] } =
      JSON.parse(await GET().text());
    const asserted = folders.flatMap(({ item }) =>
      item.flatMap(({ name, event }) => (event ? [[name, event[0].script.exec[0]]] : [])),
    );
    expect(asserted).toContainEqual(["Send an event", 'const forms = [["ok","deduped"]];']);
    expect(folders.flatMap(({ item }) => item).length - asserted.length).toBe(1);
  });

  it("contains no secret and no internal operation", async () => {
    const text = await GET().text();
    expect(text).not.toContain("/internal/");
    const { variable } = JSON.parse(text) as { variable: { key: string; value: string }[] };
    expect(variable.filter(({ value }) => value !== "").map(({ key }) => key)).toEqual(["HUB_URL"]);
    const named = new Set([...text.matchAll(/\{\{([A-Z_]+)\}\}/g)].map(([, name]) => name));
    expect([...named].sort()).toEqual(variable.map(({ key }) => key).sort());
  });
});

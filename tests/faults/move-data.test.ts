// @module-tag full
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { isHalfCopied } from "@/db/copy";
import { BUILT_FOLDER } from "@/lib/server/cli/prepare.mjs";
import { askRunningHub } from "@/lib/server/control-socket";
import type { DemoCredentials } from "@/lib/server/describe-demo";
import { fetchWhole } from "../support/fetch-whole";
import { freePort, killHubs, startHub } from "../support/hub-process";
import { createPostgresDatabase, type PostgresDatabase } from "../support/postgres";
import { type S3Server, startS3Server } from "../support/s3-server";
import { sharedResource } from "../support/shared-resource";

let root: string;
let server: PostgresDatabase;
let bucket: S3Server;
beforeAll(async () => {
  await sharedResource("built-hub");
  root = await mkdtemp(join(tmpdir(), "hub-moved-"));
  server = await createPostgresDatabase({ empty: true });
  bucket = await startS3Server();
});
afterEach(killHubs);
afterAll(async () => {
  await bucket.close();
  await server.close();
  await rm(root, { recursive: true, force: true });
});

const directory = () => join(root, "data");

const store = () => ({
  S3_ENDPOINT: bucket.config.endpoint,
  S3_REGION: bucket.config.region,
  S3_BUCKET: bucket.config.bucket,
  S3_ACCESS_KEY_ID: bucket.config.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.config.secretAccessKey,
});

function move() {
  const running = spawn(process.execPath, [join(BUILT_FOLDER, "server.js"), "move-data", "--to", server.url], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", HUB_DATA_DIR: directory(), ...store() },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaint = "";
  running.stderr.setEncoding("utf8").on("data", (chunk) => {
    complaint += chunk;
  });
  const ended = Promise.all([text(running.stdout), once(running, "close")]).then(([output, [code]]) => ({
    output,
    complaint,
    code: code as number | null,
  }));
  return { running, ended, tables: () => complaint.split("\n").length - 1 };
}

/** The moved hub's environment, with its new secrets and a new tool token. */
async function environment(token: string): Promise<Record<string, string>> {
  const port = String(await freePort());
  const moved = (await readFile(join(directory(), "moved.env"), "utf8").catch(() => "")).trim().split("\n");
  return {
    ...Object.fromEntries(
      ["SESSION_SECRET", "FEDERATION_SECRET", "FILE_URL_SECRET"].map((name) => [
        name,
        randomBytes(33).toString("base64"),
      ]),
    ),
    ...Object.fromEntries(moved.filter(Boolean).map((line) => line.split(/=(.*)/s).slice(0, 2))),
    ...store(),
    DATABASE_URL: server.url,
    HUB_BASE_URL: `http://localhost:${port}`,
    PORT: port,
    CORE_CHILD_APP_TOKEN__BRAND_STUDIO: token,
  };
}

describe("moving an embedded hub to a server", () => {
  it("resumes after each kill, copies every row and file, and starts there with its secrets", async () => {
    const { end } = await startHub(directory());
    const { tools } = (await askRunningHub(directory())) as DemoCredentials;
    const studio = tools.find(({ slug }) => slug === "brand-studio");
    const brandId = studio?.entitled_brand_ids[0];
    expect((await move().ended).complaint).toContain("Another hub is running on the data directory");
    await end("SIGTERM");

    const token = randomBytes(33).toString("base64");
    const afterTables = [0, 0, 1, 4, 8, 12, 16, 20, 25, 30];
    for (const tables of afterTables) {
      const { running, ended, tables: seen } = move();
      const files = bucket.objects.size;
      const isThere = () => (tables === 0 ? bucket.objects.size > files || seen() > 0 : seen() >= tables);
      while (!isThere() && running.exitCode === null) await delay(1);
      running.kill("SIGKILL");
      await ended;
      if (await isHalfCopied(server.db))
        await expect(startHub(root, await environment(token))).rejects.toThrow("This database is an incomplete copy");
    }
    const done = await move().ended;
    expect(done.complaint + done.output).toContain("all verified. The source is unchanged.");
    expect(done.code).toBe(0);
    expect(done.output).not.toContain(server.url);
    expect((await move().ended).complaint).toContain("The target database already has a hub's data");

    const { baseUrl } = await startHub(root, await environment(token));
    const read = (by?: string | null) =>
      fetch(`${baseUrl}/api/public/v1/brand/by-id/${brandId}/bundle`, {
        headers: { authorization: `Bearer ${by}`, "x-tool-slug": "brand-studio" },
      }).then((answer) => answer.json());
    const bundle = await read(token);
    expect(bundle.identity_version).toBe(1);
    // Data created in the hub came along.
    expect((await read(studio?.child_token)).identity_version).toBe(1);
    expect((await fetchWhole(bundle.logos.items[0].url)).status).toBe(200);
  });
});

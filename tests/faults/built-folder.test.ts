// @module-tag full
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BUILT_FOLDER } from "@/lib/server/cli/prepare.mjs";
import type { DemoCredentials } from "@/lib/server/describe-demo";
import { startCollector } from "../support/collector";
import { fetchWhole } from "../support/fetch-whole";
import { type HubProcess, killHubs, startHub } from "../support/hub-process";
import { createPostgresDatabase } from "../support/postgres";
import { sharedResource } from "../support/shared-resource";
import { signIn } from "../support/sign-in";

const DATA = "data";

/**
 * Outside the repository, so its packages can't be found. The hub starts from a third directory with a relative data
 * directory.
 */
let folder: string;
let cwd: string;
let root: string;

beforeAll(async () => {
  await sharedResource("built-hub");
  root = await mkdtemp(join(tmpdir(), "built-folder-"));
  folder = join(root, "hub");
  cwd = join(root, "elsewhere");
  await mkdir(cwd);
  await cp(BUILT_FOLDER, folder, { recursive: true, verbatimSymlinks: true });
});
afterEach(killHubs);
afterAll(() => rm(root, { recursive: true, force: true }));

const start = (): Promise<HubProcess> => startHub(DATA, {}, { folder, cwd });

async function command(args: string[], env: Record<string, string> = { HUB_DATA_DIR: DATA }, stdin = "") {
  const running = spawn(process.execPath, [join(folder, "server.js"), ...args], {
    cwd,
    env: { NODE_ENV: "production", ...env },
  });
  running.stdin.on("error", () => {}).end(stdin);
  const [output, complaint, [code]] = await Promise.all([
    text(running.stdout),
    text(running.stderr),
    once(running, "exit"),
  ]);
  return { output, complaint, code };
}

const credentials = async (): Promise<DemoCredentials> => JSON.parse((await command(["credentials"])).output);

describe("the built folder, copied and started from another directory", () => {
  it("serves the API, its documentation, pages with their assets, and the commands", async () => {
    const { baseUrl, end, said } = await start();
    expect(said()).toContain("node server.js credentials");
    expect(said()).not.toContain("npm");
    const { tools, users } = await credentials();
    const tool = tools.find(({ slug }) => slug === "brand-studio");
    const headers = { authorization: `Bearer ${tool?.child_token}`, "x-tool-slug": "brand-studio" };
    const url = `${baseUrl}/api/public/v1/brand/by-id/${tool?.entitled_brand_ids[0]}/bundle`;
    const bundle = await fetch(url, { headers }).then((answer) => answer.json());
    expect(bundle).toMatchObject({ brand: { slug: "slow-ferry" }, identity_version: 1 });
    expect((await fetchWhole(bundle.logos.items[0].url)).headers.get("content-type")).toMatch(/^image\//);

    const typeOf = async (path: string) => {
      const { status, headers } = await fetchWhole(`${baseUrl}${path}`);
      return `${status} ${headers.get("content-type")?.split(";")[0]}`;
    };
    expect(await typeOf("/api/public/v1/docs/openapi.json")).toBe("200 application/json");
    expect(await typeOf("/api/public/v1/docs/api.pdf")).toBe("200 application/pdf");
    expect(await typeOf("/contract-kit.tar.gz")).toBe("200 application/gzip");
    expect(await typeOf("/contract-kit.tgz")).toBe("200 application/gzip");
    expect(await typeOf("/contract/contract.ts")).toBe("200 text/plain");
    expect(await typeOf("/r/contract.json")).toBe("200 application/json");

    const page = await fetch(`${baseUrl}/sign-in`).then((answer) => answer.text());
    expect(page).toContain("node server.js credentials");
    const assets = [...new Set(page.match(/\/_next\/static\/[\w./~-]+\.(css|js|woff2)/g))];
    for (const kind of ["css", "js", "woff2"])
      expect(
        assets.some((path) => path.endsWith(kind)),
        kind,
      ).toBe(true);
    for (const path of assets) expect(await typeOf(path), path).toMatch(/^200 (text\/css|.*javascript|font\/woff2)$/);

    const owner = users.find(({ brands }) => brands.some(({ slug }) => slug === "slow-ferry"));
    const cookie = owner ? await signIn(baseUrl, owner) : "";
    const overview = await fetch(`${baseUrl}/b/slow-ferry`, { headers: { cookie }, redirect: "manual" });
    expect(overview.status).toBe(200);
    expect(await overview.text()).toContain("Slow Ferry Coffee");
    const gallery = await fetch(`${baseUrl}/b/slow-ferry/assets`, { headers: { cookie } }).then((answer) =>
      answer.text(),
    );
    const pdf = bundle.assets.find(({ mime }: { mime: string }) => mime === "application/pdf");
    // In an attribute, or in the data that Next streams before it.
    const plain = gallery.replaceAll(/&amp;|\\+u0026/g, "&");
    const [firstPage = ""] = new RegExp(`/files/${pdf.sha256}\\?[\\w&=-]+`).exec(plain) ?? [];
    expect(await typeOf(firstPage)).toBe("200 image/webp");
    expect(await end("SIGTERM")).toBe(0);

    // Each icon is sanitised and rendered like an upload.
    const imported = await command(["import-brands", "--count", "1"]);
    expect(imported).toMatchObject({ code: 0, output: expect.stringContaining("1 brand imported") });
    const declared = '{"tools":[{"slug":"press","name":"Press","brands":["slow-ferry"]}]}';
    const checked = await command(["tools", "apply", "-", "--check"], undefined, declared);
    expect(checked).toMatchObject({ code: 0, output: expect.stringContaining("press: register; grant to 1 brand\n") });
    expect(await readdir(cwd)).toEqual([DATA]);
  });

  it("prepares a PostgreSQL server and loads either driver", async () => {
    const database = await createPostgresDatabase({ empty: true });
    expect(await command(["migrate"], { DATABASE_URL: database.url })).toMatchObject({ code: 0, complaint: "" });
    const made = await command(
      ["make-admin", "--email", "ada@example.com"],
      { DATABASE_URL: database.url },
      "a few plain words\n",
    );
    expect(made).toMatchObject({ code: 0, output: "ada@example.com is a hub administrator now.\n" });
    await database.close();
    const refused = await command(["migrate"], { POSTGRES_URL: "postgres://hub:hub@localhost:1/hub" });
    expect(refused.code).toBe(1);
    expect(refused.complaint).not.toMatch(/Cannot find|ERR_MODULE/);
  });

  it("lists its commands", async () => {
    const list = expect.stringMatching(/^ {2}make-admin .*\n {2}migrate .*\n(.*\n)* {2}tools /m);
    expect(await command(["dance"])).toMatchObject({ code: 1, complaint: list });
    expect(await command(["--help"])).toMatchObject({ code: 0, output: list });
  });

  it("exports traces of pages, operations and statements to a collector, the last at shutdown", async () => {
    const collector = await startCollector();
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: "built-hub" };
    const { baseUrl, end } = await startHub(DATA, traced, { folder, cwd });
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    expect((await fetchWhole(`${baseUrl}/sign-in?token=a-leak`, { headers: { traceparent } })).status).toBe(200);
    expect((await fetchWhole(`${baseUrl}/api/public/v1/docs/openapi.json`)).status).toBe(200);
    expect(await end("SIGTERM")).toBe(0);
    await collector.close();
    const spans = collector.spans();
    const names = spans.map(({ name }) => name);
    expect(names).toContain("readOpenApi");
    expect(names.some((name) => /^select \w+/.test(name))).toBe(true);
    const pages = spans.filter(({ attributes }) =>
      attributes.some(({ key, value }) => key === "http.route" && value.stringValue?.includes("sign-in")),
    );
    expect(pages.map(({ traceId }) => traceId)).toContain(traceparent.split("-")[1]);
    expect(collector.resource()["service.name"]).toBe("built-hub");
    expect(collector.bodies.join()).not.toContain("a-leak");
  });

  it("contains no build tools, repository files or secrets of the build", async () => {
    const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
    expect(names.filter((name) => /node_modules\/(@esbuild|esbuild|tsx|typescript)(\/|$)/.test(name))).toEqual([]);
    expect(names.filter((name) => /(^|\/)\.env/.test(name))).toEqual([]);
    if (process.platform !== "linux") return;
    const { process: hub } = await start();
    const maps = await readFile(`/proc/${hub.pid}/maps`, "utf8");
    const binaries = new Set(maps.match(/\/\S+\.(node|so[.\d]*)$/gm));
    expect([...binaries].some((path) => path.startsWith(folder))).toBe(true);
    expect([...binaries].filter((path) => path.startsWith(process.cwd()) || path.includes("esbuild"))).toEqual([]);
  });
});

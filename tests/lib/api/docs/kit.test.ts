import { execFile, execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as readSingle } from "@/app/contract/[file]/route";
import { GET as readIndex } from "@/app/contract/route";
import { GET as readFolder } from "@/app/contract-kit.tar.gz/route";
import { GET as readPackage } from "@/app/contract-kit.tgz/route";
import { GET as readItem } from "@/app/r/contract.json/route";
import { makeGuide } from "@/lib/api/docs/guide/pages";
import { checkCopy } from "@/lib/api/docs/kit/check-copy";
import { joinSources } from "@/lib/api/docs/kit/join-sources";
import { type Kit, readSeal, sealed } from "@/lib/api/docs/kit/kit";
import { INTERNAL, kitExports } from "@/lib/api/docs/kit/kit-reference";
import { makeKit } from "@/lib/api/docs/kit/make-kit";
import { openApiDocument } from "@/lib/api/docs/openapi-document";
import { publicFile } from "@/lib/api/download";
import { sarifErrors } from "@/tests/support/sarif";
import { sharedResource } from "@/tests/support/shared-resource";

let folder: string;
let kit: Kit;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kit-"));
  kit = JSON.parse(await sharedResource("contract-kit"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const sha256 = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");
function bytesOf(path: string): Buffer<ArrayBuffer> {
  const file = kit.files[path];
  if (!file) throw new Error(`there is no ${path}`);
  return Buffer.from(file.content, "base64");
}
const textOf = (path: string) => bytesOf(path).toString();

const sources = () =>
  readdirSync("lib/contract")
    .filter((name) => name.endsWith(".ts"))
    .map((name) => ({ name, text: readFileSync(join("lib/contract", name), "utf8") }));

/** Unpacks the package like npm. */
function unpacked(): string {
  writeFileSync(join(folder, "kit.tgz"), bytesOf("contract-kit.tgz"));
  execFileSync("tar", ["-xzf", "kit.tgz"], { cwd: folder });
  return join(folder, "package");
}

describe("the built contract kit", () => {
  it("has the same bytes for the same sources", { tags: ["full"] }, async () => {
    expect(await makeKit(process.cwd())).toEqual(kit);
  });

  it("is the same file in the registry item, in the package and as a download", () => {
    const item = JSON.parse(textOf("r/contract.json"));
    const [file] = item.files;
    expect(item).toMatchObject({ type: "registry:item", dependencies: ["zod@^4.0.0"] });
    expect(file).toMatchObject({ type: "registry:file", target: "contract/contract.ts" });
    expect(file.content).toBe(textOf("contract/contract.ts"));
    expect(readFileSync(join(unpacked(), "contract.ts"), "utf8")).toBe(textOf("contract/contract.ts"));
  });

  it("has each file of the folder byte for byte, with its digest in the index and SHA256SUMS", () => {
    const names = readdirSync("lib/contract");
    for (const name of names)
      expect(bytesOf(`contract/${name}`).equals(readFileSync(join("lib/contract", name)))).toBe(true);
    const sums = [...textOf("contract/SHA256SUMS").matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)];
    expect(sums.map(([, , name]) => name).sort()).toEqual([...names, "contract.ts"].sort());
    for (const [, digest, name] of sums) expect(sha256(bytesOf(`contract/${name}`))).toBe(digest);
    const index: { files: { path: string; sha256: string }[] } = JSON.parse(textOf("contract"));
    expect(index.files.map(({ path }) => path.slice(1)).sort()).toEqual(
      Object.keys(kit.files)
        .filter((path) => path !== "contract")
        .sort(),
    );
    for (const { path, sha256: digest } of index.files) expect(sha256(bytesOf(path.slice(1)))).toBe(digest);
  });

  it("includes the Python kit, whose tests pass after unpacking", { tags: ["full"] }, async () => {
    await sharedResource("python");
    writeFileSync(join(folder, "python.tar.gz"), bytesOf("contract/brand-identity-hub-python.tar.gz"));
    execFileSync("tar", ["-xzf", "python.tar.gz"], { cwd: folder });
    const unpackedTo = join(folder, "brand-identity-hub-python");
    expect(readdirSync(unpackedTo).sort()).toEqual([
      "LICENSE",
      "README.md",
      "brand_hub",
      "child.py",
      "test_brand_hub.py",
    ]);
    const args = ["-B", "-W", "error", "-m", "unittest"];
    const { status, stderr } = spawnSync("python3", args, { cwd: unpackedTo, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^Ran [1-9]\d* tests .*\n\nOK\n$/ms)]);
  });

  it("unpacks to the folder byte for byte, with JavaScript for each file", () => {
    writeFileSync(join(folder, "kit.tar.gz"), bytesOf("contract-kit.tar.gz"));
    execFileSync("tar", ["-xzf", "kit.tar.gz"], { cwd: folder });
    const names = sources().map(({ name }) => name);
    const scripts = names.map((name) => name.replace(/\.ts$/, ".js"));
    expect(readdirSync(join(folder, "contract")).sort()).toEqual([...names, ...scripts].sort());
    for (const name of names)
      expect(readFileSync(join(folder, "contract", name)).equals(readFileSync(join("lib/contract", name)))).toBe(true);
    expect(readFileSync(join(folder, "contract/bundle.js"), "utf8")).toContain('from "./open.js"');
  });

  it("is a package with the kit's version, zod as peer dependency and every file that it names", () => {
    const root = unpacked();
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const [, version] = /version (\S+)\. /.exec(readFileSync("lib/contract/index.ts", "utf8")) ?? [];
    expect(manifest).toMatchObject({
      version,
      peerDependencies: { zod: "^4.0.0" },
      brandIdentityHub: { document: openApiDocument("https://hub.example.com").info.version },
    });
    expect(manifest.dependencies).toBeUndefined();
    const named = JSON.stringify(manifest).match(/\.\/[\w./-]+\.[a-z]+/g) ?? [];
    for (const path of named) expect(readFileSync(join(root, path)).length).toBeGreaterThan(40);
    expect(readFileSync(join(root, "LICENSE"), "utf8")).toBe(readFileSync("lib/contract/LICENSE", "utf8"));
    expect(version?.split(".")[0]).toBe(kit.document.split(".")[0]);
  });

  it("has the folder's exports in one file", async () => {
    // In the repository, for its packages.
    mkdirSync("tests/.output", { recursive: true });
    const path = join(process.cwd(), "tests/.output/joined.test.ts");
    writeFileSync(path, bytesOf("contract/contract.ts"));
    try {
      const joined: object = await import(/* @vite-ignore */ path);
      const whole = new Set(Object.keys(await import("@/lib/contract")));
      for (const { values } of joinSources(sources()).entries) for (const name of values) whole.add(name);
      expect(Object.keys(joined).sort()).toEqual([...whole].sort());
    } finally {
      rmSync(path);
    }
  });
});

describe("the command", () => {
  const run = promisify(execFile);
  const finding = {
    ruleId: "forbidden-word",
    level: "error",
    message: { text: "Don't use “cheap”." },
    locations: [
      { physicalLocation: { artifactLocation: { uri: "content" }, region: { startLine: 2, startColumn: 3 } } },
    ],
  };
  const asked: { url?: string | undefined; tool: unknown; accept: unknown; body: object }[] = [];
  const hub = createServer(async (request, response) => {
    const body = await json(request);
    const { url, headers } = request;
    asked.push({ url, tool: headers["x-tool-slug"], accept: headers.accept, body: body as object });
    if (asked.length === 1) return response.writeHead(429, { "retry-after": "0" }).end();
    if (JSON.stringify(body).includes("too long")) {
      const error = { code: "bad_request", message: "content must be at most 64 KB" };
      return response.writeHead(400).end(JSON.stringify({ error }));
    }
    const results = JSON.stringify(body).includes("cheap") ? [finding] : [];
    const rules = results.map(({ ruleId }) => ({ id: ruleId }));
    const run = { tool: { driver: { name: "Hub", rules } }, results, properties: { omitted: 0 } };
    return response.end(JSON.stringify({ version: "2.1.0", runs: [run] }));
  });
  beforeAll(() => new Promise<void>((resolve) => hub.listen(0, "127.0.0.1", resolve)));
  afterAll(() => void hub.close());

  /** Exit code and output of `brand-hub`. */
  async function brandHub(...args: string[]) {
    const { port } = hub.address() as AddressInfo;
    const command = join(unpacked(), "dist/brand-hub.js");
    const { PATH } = process.env;
    const hubUrl = `http://127.0.0.1:${port}`;
    const env = { NODE_ENV: "test", PATH, HUB_TOKEN: "t", HUB_TOOL: "studio", HUB_URL: hubUrl } as const;
    const done = run(process.execPath, [command, ...args], {
      cwd: join(folder, "site"),
      env,
    });
    return done.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  }

  it("checks files by glob and exits by severity", async () => {
    mkdirSync(join(folder, "site/pages/deep"), { recursive: true });
    mkdirSync(join(folder, "site/node_modules"), { recursive: true });
    for (const name of ["pages/a.md", "pages/deep/b c.md", "pages/x.css", "node_modules/c.md", "pages/d.png"])
      writeFileSync(join(folder, "site", name), name.includes("b c") ? "Fine\nA cheap tube" : "Fine");
    const all = await brandHub("check", "pages/**/*.{md,css}", "--brand", "b1", "--version", "7");
    expect(all).toMatchObject({
      code: 1,
      stdout: "pages/deep/b c.md:2:3 must Don't use “cheap”. (forbidden-word)\n3 files, 1 must, 0 should\n",
    });
    expect(asked[1]).toMatchObject({
      url: "/api/public/v1/brand/by-id/b1/check",
      tool: "studio",
      accept: "application/sarif+json",
      body: { content: "Fine", media_type: "text/markdown", version: 7 },
    });
    expect((await brandHub("check", "pages/*.md", "--brand", "b1")).code).toBe(0);
    expect((await brandHub("check", "pages/**/*.md", "--brand", "b1", "--fail-on", "never")).code).toBe(0);
  });

  it("merges SARIF of all files into one run with their names", async () => {
    const { stdout } = await brandHub("check", "pages/deep/b c.md", "pages/a.md", "--brand", "b1", "--format", "sarif");
    const log = JSON.parse(stdout);
    expect(sarifErrors(log)).toEqual([]);
    const { runs } = log;
    const uri = "pages/deep/b%20c.md";
    expect(runs).toMatchObject([
      {
        tool: { driver: { rules: [{ id: "forbidden-word" }] } },
        results: [{ locations: [{ physicalLocation: { artifactLocation: { uri } } }] }],
      },
    ]);
  });

  it("exits with 2 and says why if it can't check", async () => {
    writeFileSync(join(folder, "site/pages/long.md"), "too long");
    expect(await brandHub("check", "pages/long.md", "pages/deep/b c.md", "--brand", "b1")).toEqual({
      code: 2,
      stdout: "pages/deep/b c.md:2:3 must Don't use “cheap”. (forbidden-word)\n1 file, 1 must, 0 should\n",
      stderr: "pages/long.md: The hub answered 400. content must be at most 64 KB\n",
    });
    expect((await brandHub("check", "pages/d.png", "--brand", "b1")).stderr).toMatch(
      /^pages\/d\.png: Files must end in/,
    );
    expect((await brandHub("check", "pages/none.md", "--brand", "b1")).stderr).toMatch(
      /^pages\/none\.md: ENOENT: .*\n$/,
    );
    const local = await brandHub("check", "pages/a.md", "--brand", "b1", "--hub", "localhost:4200");
    expect(local.stderr).toContain("--hub must be a URL");
    expect(await brandHub("--help")).toMatchObject({ code: 0, stdout: expect.stringContaining("Usage: brand-hub") });
    expect(await brandHub("check", "pages/a.md")).toMatchObject({
      code: 2,
      stderr: "Set BRAND_ID, or name the brand's id with --brand.\n",
    });
    expect(await brandHub("check", "*.md", "--brand", "b")).toMatchObject({ code: 2, stderr: "No file matches.\n" });
    expect((await brandHub("check", "--bogus")).stderr).toContain("'--bogus'");
    expect((await brandHub("publish")).code).toBe(2);
  });
});

describe("a public file", () => {
  const served = (path: string, init?: RequestInit) => {
    const { type } = kit.files[path] ?? { type: "" };
    const file = { type, sha256: sha256(bytesOf(path)), bytes: new Uint8Array(bytesOf(path)) };
    return publicFile(new Request(`https://hub.example.com/${path}`, init), file);
  };

  it("has its digest as ETag and gets 304 if unchanged", async () => {
    const first = served("contract/contract.ts");
    const digest = sha256(new Uint8Array(await first.arrayBuffer()));
    expect(first.headers.get("repr-digest")).toBe(`sha-256=:${Buffer.from(digest, "hex").toString("base64")}:`);
    expect(first.headers.get("cache-control")).toBe("public, max-age=300");
    const etag = first.headers.get("etag") ?? "";
    const again = served("contract/contract.ts", { headers: { "if-none-match": etag } });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  });

  it("gets 404 if missing", () => {
    expect(publicFile(new Request("https://hub.example.com/contract/x"), null).status).toBe(404);
  });
});

describe("the routes of the kit", () => {
  const at = (path: string) => new Request(`https://hub.example.com/${path}`);
  const single = (file: string) => readSingle(at(`contract/${file}`), { params: Promise.resolve({ file }) });

  it.each([
    ["contract", () => readIndex(at("contract")), "application/json"],
    ["contract/contract.ts", () => single("contract.ts"), "text/plain; charset=utf-8"],
    ["r/contract.json", () => readItem(at("r/contract.json")), "application/json"],
    ["contract-kit.tgz", () => readPackage(at("contract-kit.tgz")), "application/gzip"],
    ["contract-kit.tar.gz", () => readFolder(at("contract-kit.tar.gz")), "application/gzip"],
  ])("%s is public", async (_, read, type) => {
    await sharedResource("api-pdf");
    const answer = await read();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
    const digest = sha256(new Uint8Array(await answer.arrayBuffer()));
    expect(answer.headers.get("etag")).toBe(`"${digest}"`);
  });

  it("serve no other file", async () => {
    await sharedResource("api-pdf");
    expect((await single("package.json")).status).toBe(404);
  });
});

describe("joining the kit's sources", () => {
  const index = { name: "index.ts", text: 'export * from "./a.js";\n' };
  const joined = (...texts: string[]) =>
    joinSources([index, ...texts.map((text, at) => ({ name: `${"abcdef"[at]}.ts`, text }))]);

  it("orders files by dependency and exports exactly what the index exports", () => {
    const { text, entries } = joined(
      'import { z } from "zod";\nimport { B } from "./b.js";\n\n/** Is A. */\nexport const A = z.array(B);\n',
      'import { z } from "zod";\n\nexport const B = z.string();\n',
    );
    expect(text).toBe(
      'import { z } from "zod";\n\n// b.ts\n\nconst B = z.string();\n\n// a.ts\n\n/** Is A. */\nexport const A = z.array(B);\n',
    );
    expect(entries).toEqual([]);
  });

  it("makes an entry of a file without importers, with values and types", () => {
    const { text, entries } = joined(
      "export const A = 1;\n",
      'import { C } from "./c.js";\n\nconst own = 1;\nexport const B = own + C;\nexport interface Of {}\nexport function make() {}\n',
      "export const C = 2;\n",
    );
    expect(entries).toEqual([{ name: "b", values: ["B", "make"], types: ["Of"] }]);
    expect(text).toContain("\nconst C = 2;\n");
    expect(text).toContain("\nexport const B = own + C;\n");
  });

  it.each([
    [
      "two files that declare the same name",
      ['import { B } from "./b.js";\nconst x = B;\n', "const x = 1;\nexport const B = 2;\n"],
    ],
    ["a package other than zod", ['import { join } from "node:path";\nexport const A = join;\n']],
    [
      "a renamed import or export",
      ['import { B as C } from "./b.js";\nexport const A = C;\n', "export const B = 2;\n"],
    ],
    ["a default export", ["export default 1;\n"]],
    ["a missing file", ['import { Z } from "./z.js";\nexport const A = Z;\n']],
  ])("refuses %s", (_, texts) => expect(() => joined(...texts)).toThrow());
});

it("has every name a tool may need in the guide, first steps first", () => {
  const declared = [
    ...textOf("contract/contract.ts").matchAll(/^export (?:async )?(?:class|const|function|interface|type) (\w+)/gm),
  ];
  expect(new Set(kitExports().map(({ name }) => name))).toEqual(new Set(declared.map(([, name]) => name)));
  const client = kitExports().find(({ name }) => name === "HubClient")?.signature ?? "";
  expect(client).toContain("  listBrands(): Promise<ToolBrand[]>;\n");
  expect(client).not.toMatch(/private|slots|return /);
  const pages = makeGuide().filter(({ id }) => id.startsWith("kit-"));
  const internal = kitExports().filter(({ name }) => INTERNAL.test(name));
  expect(internal).toHaveLength(8);
  for (const { name } of kitExports())
    expect([name, pages.some(({ markdown }) => new RegExp(`(?:## |const |\`)${name}\\b`).test(markdown))]).toEqual([
      name,
      !INTERNAL.test(name),
    ]);
  expect(pages.map(({ sections: [first] }) => first?.title)).toEqual([
    "HubClient",
    "webhookHandler",
    "HubRequestErrorOptions",
  ]);
});

describe("checking a copy", () => {
  const changelog = readFileSync("CHANGELOG.md", "utf8");
  const verdict = (path: string) => checkCopy(path, changelog);
  const copyOf = (name: string, from: string) => {
    const copy = join(folder, name);
    cpSync(from, copy, { recursive: true });
    return copy;
  };
  const singleOf = (name: string, text: string) => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "contract.ts"), text);
    return join(folder, name);
  };
  const older = () => sealed("1.3.1", "export const A = 1;\n");

  it("recognises the current kit as folder, file and package", () => {
    const single = singleOf("single", textOf("contract/contract.ts"));
    for (const path of [copyOf("folder", "lib/contract"), single, join(single, "contract.ts"), unpacked()])
      expect(verdict(path)).toMatchObject({ exitCode: 0 });
  });

  it("ignores line endings", () => {
    const text = textOf("contract/contract.ts").replaceAll("\n", "\r\n");
    expect(verdict(singleOf("windows", text))).toMatchObject({ exitCode: 0 });
  });

  it("recognises an older kit in both forms", () => {
    expect(verdict("tests/fixtures/kit-1.0.0")).toEqual({
      message: `tests/fixtures/kit-1.0.0 is kit 1.0.0, unchanged, outdated (current: ${kit.version}).`,
      exitCode: 1,
    });
    expect(verdict(singleOf("older", older()))).toMatchObject({ exitCode: 1 });
  });

  it("recognises a changed kit in both forms", () => {
    const copy = copyOf("changed", "lib/contract");
    writeFileSync(join(copy, "slots.ts"), "// nothing\n");
    expect(verdict(copy)).toMatchObject({ exitCode: 2 });
    expect(verdict(singleOf("changed-single", `${textOf("contract/contract.ts")}// mine\n`))).toMatchObject({
      exitCode: 2,
    });
    expect(verdict(singleOf("changed-older", `${older()}// mine\n`))).toMatchObject({ exitCode: 2 });
  });

  it("reports a file that isn't a kit, and a kit of a newer hub", () => {
    const later = singleOf("later", sealed("9.0.0", "export const A = 1;\n"));
    for (const path of ["lib/api/docs", "nowhere", later]) expect(verdict(path)).toMatchObject({ exitCode: 3 });
    expect(readSeal("export const A = 1;\n")).toBeNull();
  });
});

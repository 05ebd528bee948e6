// @module-tag full
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, delimiter, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkCopy } from "@/lib/api/docs/kit/check-copy";
import type { Kit } from "@/lib/api/docs/kit/kit";
import { listen } from "@/tests/support/listen";
import { sharedResource } from "@/tests/support/shared-resource";
import { printed } from "./workspace";

let compilers: string;
let folder: string;
let kit: Kit;
let hub: Awaited<ReturnType<typeof listen>>;
let hubUrl: string;
const bytesOf = (path: string) => Buffer.from(kit.files[path]?.content ?? "", "base64");

beforeAll(async () => {
  compilers = resolve(await sharedResource("kit-compilers"));
  folder = mkdtempSync(join(tmpdir(), "kit-registry-"));
  kit = JSON.parse(await sharedResource("contract-kit"));
  hub = await listen(
    createServer(({ url = "" }, response) => {
      const file = kit.files[url.slice(1)];
      response.writeHead(file ? 200 : 404, file && { "content-type": file.type }).end(bytesOf(url.slice(1)));
    }),
  );
  hubUrl = `http://127.0.0.1:${hub.port}`;
});
afterAll(async () => {
  await hub.close();
  rmSync(folder, { recursive: true });
});

/** A new project with a fake `npm` that records its arguments, so nothing uses the network. */
function project(name: string) {
  const root = join(folder, name);
  mkdirSync(root);
  writeFileSync(join(root, "package.json"), JSON.stringify({ name, private: true }));
  const bin = join(folder, `${name}-bin`);
  mkdirSync(bin);
  const log = join(bin, "asked.txt");
  writeFileSync(join(bin, "npm"), `#!/bin/sh\necho "$@" >> '${log}'\n`, { mode: 0o755 });
  const npmAsked = () => (existsSync(log) ? readFileSync(log, "utf8") : "").trim().split("\n");
  return { root, bin, npmAsked };
}

/** Runs shadcn's command. Other requests go to a closed port. */
function shadcnAdd({ root, bin }: ReturnType<typeof project>, item: string): Promise<string> {
  const nowhere = "http://127.0.0.1:9";
  const env = {
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    http_proxy: nowhere,
    https_proxy: nowhere,
    no_proxy: "127.0.0.1",
  };
  const command = join(compilers, "node_modules/shadcn/dist/index.js");
  return printed(process.execPath, [command, "add", item, "--yes"], root, env);
}

const digest = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");

describe("npx shadcn add, in a project without a framework", () => {
  it.each([
    ["from the hub", () => `${hubUrl}/r/contract.json`],
    ["from a file", () => join(folder, "contract.json")],
  ])("adds the one file %s byte for byte and installs zod", async (way, item) => {
    writeFileSync(join(folder, "contract.json"), bytesOf("r/contract.json"));
    const made = project(way.replaceAll(" ", "-"));
    const said = await shadcnAdd(made, item());
    const placed = ["contract.ts", "LICENSE"].map((name) => join(made.root, "contract", name));
    expect(placed.filter(existsSync), said).toEqual(placed);
    for (const path of placed) expect(digest(readFileSync(path))).toBe(digest(bytesOf(`contract/${basename(path)}`)));
    expect(made.npmAsked()).toEqual([expect.stringMatching(/^install .*zod@\^4\.0\.0$/)]);
    expect(checkCopy(join(made.root, "contract"), readFileSync("CHANGELOG.md", "utf8"))).toMatchObject({ exitCode: 0 });
  });
});

describe("npm install <hub>/contract-kit.tgz", () => {
  it("installs offline with an installed zod, for ESM and CommonJS", async () => {
    const root = join(folder, "npm");
    mkdirSync(root);
    const zod = await printed("npm", ["pack", resolve("node_modules/zod"), "--silent"], root);
    writeFileSync(join(root, "package.json"), JSON.stringify({ name: "child", private: true }));
    const quietly = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    await printed("npm", ["install", `./${zod}`, ...quietly], root);
    await printed("npm", ["install", `${hubUrl}/contract-kit.tgz`, ...quietly.slice(1)], root);
    const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(dependencies["brand-identity-hub-contract"]).toBe(`${hubUrl}/contract-kit.tgz`);
    const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
    const { version, integrity, license } = lock.packages["node_modules/brand-identity-hub-contract"];
    const sha512 = createHash("sha512").update(bytesOf("contract-kit.tgz")).digest("base64");
    expect({ version, integrity, license }).toEqual({
      version: kit.version,
      integrity: `sha512-${sha512}`,
      license: "MIT",
    });
    const name = '"brand-identity-hub-contract"';
    const esm = `import(${name}).then(({ environmentForm }) => console.log(environmentForm("brand-studio")))`;
    const cjs = `console.log(require(${name}).environmentForm("brand-studio"))`;
    for (const program of [esm, cjs])
      expect(await printed(process.execPath, ["-e", program], root)).toBe("BRAND_STUDIO");
  });
});

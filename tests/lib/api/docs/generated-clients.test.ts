// @module-tag full
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Operation, operations } from "@/lib/contract";
import { fromMaker } from "@/tests/support/from-maker";
import { createHubForTools, type HubForTools } from "@/tests/support/hub-for-tools";

const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const GENERATORS = [
  {
    driver: "openapi-fetch",
    make: ["openapi-typescript/bin/cli.js", "openapi.json", "-o", "openapi-typescript/schema.ts"],
  },
  { driver: "hey-api", make: ["@hey-api/openapi-ts/bin/run.js", "-i", "openapi.json", "-o", "hey-api"] },
  { driver: "orval", make: ["orval/dist/bin/orval.js", "--config", "orval.config.cjs"] },
];
let hub: HubForTools;
let folder: string;

/** Runs a program in the folder of what is made, and gives what it printed. @throws Error with what it said where it fails */
async function run(args: string[], input = ""): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end(input);
  const code = new Promise((done) => child.once("exit", done));
  const [printed, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await code) !== 0) throw new Error(`${args.join(" ")} failed:\n${printed}\n${complained}`);
  return printed;
}

const tool = (path: string) => join(folder, "node_modules", path);

beforeAll(async () => {
  const tools = resolve(await fromMaker("clients"));
  await fromMaker("api-pdf");
  hub = await createHubForTools();
  folder = mkdtempSync(join(tmpdir(), "generated-clients-"));
  symlinkSync(join(tools, "node_modules"), join(folder, "node_modules"), "junction");
  for (const name of ["drivers", "tsconfig.json", "orval.config.cjs"])
    cpSync(join(tools, name), name === "drivers" ? folder : join(folder, name), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const description = await fetch(`${hub.url}/api/public/v1/docs/openapi.json`);
  writeFileSync(join(folder, "openapi.json"), await description.text());
  await Promise.all(GENERATORS.map(({ make: [program = "", ...args] }) => run([tool(program), ...args])));
});
afterAll(async () => {
  await hub.close();
  rmSync(folder, { recursive: true });
});

it("the drivers compile strictly, with the clients that are made of the hub's own description", async () => {
  expect(await run([tool("typescript/bin/tsc"), "-p", "."])).toBe("");
});

describe.each(GENERATORS)("the client by $driver", ({ driver }) => {
  it("calls each operation as its types say, and gets the answer that they promise", async () => {
    const { tokens, brands } = hub.world;
    const given = {
      baseUrl: hub.url,
      brandId: brands.own.id,
      tool: "brand-studio",
      eventKey: `by ${driver}`,
      apiKey: tokens.apiKey,
      session: tokens.session,
      federation: tokens.federation,
      childApp: tokens.childApp,
      dispatch: tokens.dispatch,
    };
    const driven = JSON.parse(await run(["--import", TSX, `${driver}.ts`], JSON.stringify(given)));

    expect(Object.keys(driven.operations)).toEqual(Object.keys(operations));
    for (const [id, { response }] of Object.entries<Operation>(operations)) {
      const { status, value, error } = driven.operations[id];
      expect({ id, status, error }).toEqual({ id, status: 200, error: undefined });
      if (response.schema) response.schema.parse(value);
      else expect(value).toBe("%PDF-");
    }
    expect(driven.operations.ingestEvent.value).toEqual({ ok: true, deduped: false });
    expect(driven.operations.ingestEventBatch.value.results).toEqual([{ deduped: true }]);
    expect(driven.refusal).toEqual({ status: 401, code: "unauthorized" });
    const { colors } = driven.operations.readBundle.value;
    expect(driven.bundle).toEqual({
      name: driven.operations.readMyBrand.value.brand.name,
      version: 1,
      colors: colors.palette.map(({ hex }: { hex: string }) => hex),
      notModified: true,
    });
  });
});

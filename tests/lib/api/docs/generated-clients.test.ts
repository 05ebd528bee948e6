// @module-tag full
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Operation, operations } from "@/lib/contract";
import { exampleCall } from "@/tests/support/example-call";
import { createHubForTools, type HubForTools } from "@/tests/support/hub-for-tools";
import { sharedResource } from "@/tests/support/shared-resource";

const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

/** A call of a generated client, from an operation's example. */
interface Given extends Omit<ReturnType<typeof exampleCall>, "query"> {
  baseUrl: string;
  query?: Record<string, string | number>;
}

const authorization = ({ token }: Given) => (token === undefined ? undefined : { Authorization: `Bearer ${token}` });
const code = JSON.stringify;

/** Each generator, with how to open its client and call an operation. */
const GENERATORS = [
  {
    driver: "openapi-fetch",
    make: ["openapi-typescript/bin/cli.js", "openapi.json", "-o", "openapi-typescript/schema.ts"],
    open: (baseUrl: string) => `import createClient from "openapi-fetch";
      import type { paths } from "./openapi-typescript/schema";
      export const client = createClient<paths>({ baseUrl: ${code(baseUrl)} });`,
    call({ method, path, response }: Operation, given: Given) {
      const { params, headers: header, query, body } = given;
      const parseAs = response.schema ? undefined : "blob";
      const options = { headers: authorization(given), params: { path: params, header, query }, body, parseAs };
      return `client.${method}(${code(path)}, ${code(options)})`;
    },
  },
  {
    driver: "hey-api",
    make: ["@hey-api/openapi-ts/bin/run.js", "-i", "openapi.json", "-o", "hey-api"],
    open: () => 'import * as hub from "./hey-api/index";',
    call: ({ id }: Operation, { token: auth, params: path, ...given }: Given) =>
      `hub.${id}(${code({ ...given, auth, path })})`,
  },
  {
    driver: "orval",
    make: ["orval/dist/bin/orval.js", "--config", "orval.config.cjs"],
    open: (baseUrl: string) => `import * as hub from "./orval/client";
      import { hubFetch } from "./orval-fetch";
      hubFetch.baseUrl = ${code(baseUrl)};`,
    call({ id, body, headers, query }: Operation, given: Given) {
      const [first, second] = [headers && (given.headers ?? {}), query && (given.query ?? {})];
      // Required arguments come first, and of the optional ones the query.
      const isOptional = headers?.safeParse({}).success;
      const parts = [body && given.body, ...(isOptional ? [second, first] : [first, second])];
      const args = [...Object.values(given.params ?? {}), ...parts.filter((part) => part !== undefined)];
      return `hub.${id}(${[...args, { headers: authorization(given) }].map((arg) => code(arg)).join(", ")})`;
    },
  },
];
let hub: HubForTools;
let folder: string;

/** Runs a program in the output folder and returns its output. @throws Error with its error output if it fails */
async function run(args: string[], input = ""): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end(input);
  const code = new Promise((done) => child.once("exit", done));
  const [printed, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await code) !== 0) throw new Error(`${args.join(" ")} failed:\n${printed}\n${complained}`);
  return printed;
}

const tool = (path: string) => join(folder, "node_modules", path);

/** An operation's example with numeric parameters and event keys unique to this client. */
function given(operation: Operation, driver: string): Given {
  const { query, ...request } = exampleCall(hub.world, operation);
  const values = [...new URLSearchParams(query)].map(([name, value]) => [name, Number(value) || value]);
  const own = JSON.parse(JSON.stringify(request).replaceAll("asset-482", driver));
  const typeOf = (name: string) => z.globalRegistry.get(operation.params?.shape[name] as z.ZodType)?.type;
  for (const [name, value] of Object.entries(own.params ?? {}))
    if (typeOf(name) === "integer") own.params[name] = Number(value);
  return { baseUrl: hub.url, ...own, ...(query && { query: Object.fromEntries(values) }) };
}

beforeAll(async () => {
  const tools = resolve(await sharedResource("clients"));
  await sharedResource("api-pdf");
  hub = await createHubForTools();
  folder = mkdtempSync(join(tmpdir(), "generated-clients-"));
  symlinkSync(join(tools, "node_modules"), join(folder, "node_modules"), "junction");
  for (const name of ["drivers", "tsconfig.json", "orval.config.cjs"])
    cpSync(join(tools, name), name === "drivers" ? folder : join(folder, name), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const description = await fetch(`${hub.url}/api/public/v1/docs/openapi.json`);
  writeFileSync(join(folder, "openapi.json"), await description.text());
  for (const { driver, open, call } of GENERATORS) {
    const calls = Object.values<Operation>(operations).map(
      (operation) => `${operation.id}: () => ${call(operation, given(operation, driver))},`,
    );
    const source = `${open(hub.url)}\nexport const calls = {\n${calls.join("\n")}\n};\n`;
    writeFileSync(join(folder, `${driver}-calls.ts`), source);
  }
  await Promise.all(GENERATORS.map(({ make: [program = "", ...args] }) => run([tool(program), ...args])));
});
afterAll(async () => {
  await hub.close();
  rmSync(folder, { recursive: true });
});

it("the drivers compile strictly with clients generated from the hub's description", async () => {
  expect(await run([tool("typescript/bin/tsc"), "-p", "."])).toBe("");
});

describe.each(GENERATORS)("the client by $driver", ({ driver }) => {
  it("calls each operation as typed, and gets the typed response", async () => {
    const { tokens, brands } = hub.world;
    const input = { baseUrl: hub.url, brandId: brands.own.id, tool: "brand-studio", childApp: tokens.childApp };
    const driven = JSON.parse(await run(["--import", TSX, `${driver}.ts`], JSON.stringify(input)));

    expect(Object.keys(driven.operations)).toEqual(Object.keys(operations));
    for (const [id, { response }] of Object.entries<Operation>(operations)) {
      const { status, value, error } = driven.operations[id];
      expect({ id, status, error }).toEqual({ id, status: 200, error: undefined });
      if (response.schema) response.schema.parse(value);
      else expect(value).toMatch(/^(?::root|# |%PDF-)/);
    }
    expect(driven.operations.ingestEvent.value).toEqual({ ok: true, deduped: false });
    expect(driven.operations.ingestEventBatch.value.results).toEqual([{ deduped: true }, { deduped: false }]);
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
